/** The forms of an order that is paid safely: its parts, its choice, and how held money is divided. */
import { href } from "react-router"
import type { DefineIntent } from "#app/platform/intents.server.ts"
import type { Member } from "../../accounts/rules.ts"
import { AcceptSplitForm, DisputeAnswerForm, DisputeAppealForm, ProposeSplitForm } from "../forms.ts"
import { answerDecision, appealDecision } from "../service/disputes.server.ts"
import { undoChoice } from "../service/reopen.server.ts"
import { acceptSplit, proposeSplit } from "../service/splits.server.ts"
import { startNextPart } from "../service/work.server.ts"

/** Who sends a form of which order. */
export type OrderFormContext = { actor: Member; orderId: string }

export const NOT_NOW = "그사이 상태가 바뀌었어요. 지금 상태를 확인해 주세요."

/** Describes what the forms about money do. */
export const definePaymentIntents = (intent: DefineIntent<OrderFormContext>) => ({
  start_part: intent({
    run: ({ actor, orderId }) => startNextPart(actor, orderId),
    done: "고객에게 다음 단계 결제를 부탁했어요",
    problems: { not_now: NOT_NOW },
  }),
  undo_choice: intent({
    run: ({ actor, orderId }) => undoChoice(actor, orderId),
    done: (_result, _value, { orderId }) => ({
      to: href("/orders/:orderId/proposals", { orderId }),
      flash: "선택을 되돌렸어요. 다른 견적을 고를 수 있어요",
    }),
    problems: { not_now: NOT_NOW },
  }),
  answer_dispute: intent({
    form: DisputeAnswerForm,
    run: ({ actor, orderId }, value) => answerDecision(actor, orderId, value),
    done: "조정안에 답했어요",
    problems: { not_now: NOT_NOW, answered: "이미 답한 조정안이에요." },
  }),
  appeal_dispute: intent({
    form: DisputeAppealForm,
    run: ({ actor, orderId }, value) => appealDecision(actor, orderId, value),
    done: "이의를 제기했어요. 다른 담당자가 다시 봐요",
    problems: { not_now: NOT_NOW },
  }),
  propose_split: intent({
    form: ProposeSplitForm,
    run: ({ actor, orderId }, value) => proposeSplit(actor, orderId, value),
    done: "나눔 정산을 제안했어요",
    problems: {
      not_now: NOT_NOW,
      waiting: "앞서 보낸 제안에 아직 답이 없어요. 답을 기다려 주세요.",
      too_much: { field: "expertWon", sentence: "보관 중인 금액보다 많아요. 금액을 낮춰 주세요." },
    },
  }),
  accept_split: intent({
    form: AcceptSplitForm,
    hidden: ["splitId"],
    run: ({ actor, orderId }, value) => acceptSplit(actor, orderId, value),
    done: "합의한 대로 정산했어요",
    problems: {
      not_now: NOT_NOW,
      changed: "그사이 제안이 바뀌었어요. 지금 금액을 확인하고 다시 답해 주세요.",
    },
  }),
})
