/** Reads what the two of a deal that is paid safely send from its page. */
import { intents, type DefineIntent } from "#app/platform/intents.server.ts"
import type { Member } from "../accounts/rules.ts"
import {
  AnswerClaimForm,
  CancelDealForm,
  DealClaimForm,
  DealCodeForm,
  RefuseReturnForm,
  ReturnParcelForm,
  SendParcelForm,
} from "./deal-forms.ts"
import { DEAL_LIMITS } from "./deal-rules.ts"
import {
  acceptReturn,
  answerClaim,
  openClaim,
  refuseReturn,
  sendReturn,
  withdrawClaim,
} from "./service/deal-claims.server.ts"
import {
  cancelDeal,
  confirmDeal,
  handOver,
  renewMeetingCode,
  reportArrival,
  sendParcel,
} from "./service/deal-steps.server.ts"

const not_now = "그사이 거래 상태가 바뀌었어요. 지금 상태를 확인해 주세요."
const pictures_missing = {
  field: "pictureIds",
  sentence: "사진을 찾지 못했어요. 사진을 다시 올려 주세요.",
} as const

type Context = { actor: Member; dealId: string }

/** The steps of a deal that goes well, and its end before. */
const defineStepIntents = (intent: DefineIntent<Context>) => ({
  cancel: intent({
    form: CancelDealForm,
    run: ({ actor, dealId }, value) => cancelDeal(actor, dealId, value),
    done: "거래를 취소했어요",
    problems: { not_now },
  }),
  send: intent({
    form: SendParcelForm,
    run: ({ actor, dealId }, value) => sendParcel(actor, dealId, value),
    done: "보냈다고 구매자에게 알렸어요",
    problems: { not_now },
  }),
  arrive: intent({
    run: ({ actor, dealId }) => reportArrival(actor, dealId),
    done: `도착했어요. ${DEAL_LIMITS.confirmDays}일 안에 확인해 주세요`,
    problems: { not_now },
  }),
  confirm: intent({
    run: ({ actor, dealId }) => confirmDeal(actor, dealId),
    done: "거래를 마쳤어요",
    problems: { not_now },
  }),
  hand_over: intent({
    form: DealCodeForm,
    run: ({ actor, dealId }, { code }) => handOver(actor, dealId, code),
    done: "코드가 맞아요. 지급이 확정됐어요",
    problems: {
      not_now,
      wrong_code: ({ triesLeft }) => ({
        field: "code",
        sentence:
          triesLeft > 0
            ? `코드가 달라요. 다시 확인해 주세요. ${triesLeft}번 더 입력할 수 있어요.`
            : "코드가 달라요. 구매자 화면에서 새 코드를 받아 주세요.",
      }),
      code_locked: { field: "code", sentence: "여러 번 틀렸어요. 구매자 화면에서 새 코드를 받아 주세요." },
    },
  }),
  renew_code: intent({
    run: ({ actor, dealId }) => renewMeetingCode(actor, dealId),
    done: "새 코드를 만들었어요",
    problems: { not_now },
  }),
})

/** What the two say where the thing is another. */
const defineClaimIntents = (intent: DefineIntent<Context>) => ({
  claim: intent({
    form: DealClaimForm,
    pictures: [{ name: "pictureIds", purpose: "claim", max: DEAL_LIMITS.claimPhotos }],
    run: ({ actor, dealId }, value) => openClaim(actor, dealId, value),
    done: "판매자에게 알렸어요. 돈은 그대로 보관돼요",
    problems: {
      not_now,
      pictures_missing,
    },
  }),
  withdraw_claim: intent({
    run: ({ actor, dealId }) => withdrawClaim(actor, dealId),
    done: "거래를 마쳤어요",
    problems: { not_now },
  }),
  answer_claim: intent({
    form: AnswerClaimForm,
    run: ({ actor, dealId }, value) => answerClaim(actor, dealId, value),
    done: (_, { answer }) =>
      answer === "refuse" ? "운영팀에 전했어요. 확인하고 결정해요" : "답변을 구매자에게 보냈어요",
    problems: { not_now },
  }),
  send_back: intent({
    form: ReturnParcelForm,
    run: ({ actor, dealId }, value) => sendReturn(actor, dealId, value),
    done: "돌려보냈다고 판매자에게 알렸어요",
    problems: { not_now },
  }),
  take_back: intent({
    run: ({ actor, dealId }) => acceptReturn(actor, dealId),
    done: "구매자에게 환불했어요",
    problems: { not_now },
  }),
  refuse_return: intent({
    form: RefuseReturnForm,
    pictures: [{ name: "pictureIds", purpose: "claim", max: DEAL_LIMITS.claimPhotos }],
    run: ({ actor, dealId }, value) => refuseReturn(actor, dealId, value),
    done: "운영팀에 전했어요. 확인하고 결정해요",
    problems: { not_now, pictures_missing },
  }),
})

/** Does what a form of a deal's page asks for. */
export const answerDealForm = intents<Context>((intent) => ({
  ...defineStepIntents(intent),
  ...defineClaimIntents(intent),
}))
