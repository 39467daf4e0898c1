/** Reads what the two people of a contract send about its days and wages. */
import { intents } from "#app/platform/intents.server.ts"
import type { Member } from "../accounts/rules.ts"
import { callOffDay } from "./service/call-off.server.ts"
import { answerCorrection, askCorrection } from "./service/work-corrections.server.ts"
import {
  clearWorkPlace,
  markBreak,
  markDayByCode,
  markDayByPlace,
  setWorkPlace,
  withdrawPlaceConsent,
} from "./service/work-days.server.ts"
import { denyWage, receiveWage, sendWage } from "./service/wages.server.ts"
import {
  AnswerCorrectionForm,
  BreakForm,
  CallOffDayForm,
  CorrectionForm,
  DenyWageForm,
  PlaceForm,
  ReceiveWageForm,
  SendWageForm,
  SiteCodeForm,
  WorkPlaceForm,
} from "./work-forms.ts"

const not_now = "그사이 상태가 바뀌어 지금은 할 수 없어요. 새로고침한 뒤 다시 확인해 주세요."
const paid = "이미 지급한 임금이라 시간을 고칠 수 없어요. 고객센터로 문의해 주세요."
const dayProblems = {
  not_now,
  too_early: "아직 이른 시간이에요. 시작 2시간 전부터 출근할 수 있어요.",
  over: "근무 시간이 끝났어요. 일했다면 시간 정정을 요청해 주세요.",
} as const
const place_unclear = "위치가 정확하지 않아요. 창가나 밖에서 다시 시도하거나 현장 코드를 써 주세요."
const MARKED = { check_in: "출근을 기록했어요", check_out: "퇴근을 기록했어요" } as const
const ANSWERED = {
  accept: "정정을 반영했어요",
  refuse: "정정을 거절했어요",
  withdraw: "정정 요청을 거뒀어요",
} as const

type Context = { actor: Member; applicationId: string }

/** Does what the form's `intent` says for the days of a contract. */
export const answerWorkForm = intents<Context>((intent) => ({
  code: intent({
    form: SiteCodeForm,
    hidden: ["workDayId", "move"],
    run: ({ actor, applicationId }, value) => markDayByCode(actor, applicationId, value),
    done: (_, { move }) => MARKED[move],
    problems: {
      ...dayProblems,
      wrong_code: { field: "code", sentence: "지금 화면에 보이는 코드가 아니에요. 다시 확인해 주세요." },
      too_many_tries: {
        field: "code",
        sentence: "여러 번 틀려 5분 동안 입력할 수 없어요. 잠시 뒤에 다시 해 주세요.",
        status: 429,
      },
    },
  }),
  place: intent({
    form: PlaceForm,
    hidden: ["workDayId", "move", "latitude", "longitude", "accuracyM"],
    run: ({ actor, applicationId }, value) => markDayByPlace(actor, applicationId, value),
    done: (_, { move }) => MARKED[move],
    problems: {
      ...dayProblems,
      consent_needed: { field: "consent", sentence: "위치 확인에 동의해 주세요." },
      no_place: "사업장이 근무지 위치를 아직 정하지 않았어요. 현장 코드를 써 주세요.",
      place_unclear,
      too_far: "근무지에서 200m 넘게 떨어져 있어요. 근무지에서 다시 시도하거나 현장 코드를 써 주세요.",
    },
  }),
  break: intent({
    form: BreakForm,
    run: ({ actor, applicationId }, value) => markBreak(actor, applicationId, value),
    done: (_, { move }) => (move === "rest" ? "쉬는 시간을 시작했어요" : "쉬는 시간을 마쳤어요"),
    problems: { not_now },
  }),
  call_off: intent({
    form: CallOffDayForm,
    hidden: ["workDayId"],
    run: ({ actor, applicationId }, { workDayId, reason, note }) =>
      callOffDay(actor, applicationId, { workDayId, reason: `${reason}. ${note}` }),
    done: "근무를 취소하고 이유를 알렸어요",
    problems: { not_now, too_late: "이미 시작한 근무라 취소할 수 없어요." },
  }),
  withdraw_consent: intent({
    run: ({ actor, applicationId }) => withdrawPlaceConsent(actor, applicationId),
    done: "위치 확인 동의를 거뒀어요",
    problems: { not_now },
  }),
  ask: intent({
    form: CorrectionForm,
    hidden: ["workDayId"],
    run: ({ actor, applicationId }, value) => askCorrection(actor, applicationId, value),
    done: "시간 정정을 요청했어요",
    problems: {
      not_now,
      paid,
      too_early: { field: "end", sentence: "아직 지나지 않은 시간이에요. 끝난 뒤에 요청해 주세요." },
      too_long: { field: "end", sentence: "하루 16시간이 넘어요. 시간을 다시 확인해 주세요." },
      break_too_long: {
        field: "breakMinutes",
        sentence: "쉰 시간이 일한 시간보다 길어요. 다시 확인해 주세요.",
      },
      already: "답을 기다리는 정정 요청이 있어요. 먼저 그 요청을 확인해 주세요.",
    },
  }),
  answer: intent({
    form: AnswerCorrectionForm,
    run: ({ actor, applicationId }, { correctionId, answer }) =>
      answerCorrection(actor, applicationId, { correctionId, move: answer }),
    done: (_, { answer }) => ANSWERED[answer],
    problems: { not_now, paid },
  }),
}))

/** Does what the form's `intent` says for one wage. */
export const answerWageForm = intents<Context>((intent) => ({
  send: intent({
    form: SendWageForm,
    hidden: ["wageId"],
    run: ({ actor, applicationId }, value) => sendWage(actor, applicationId, value),
    done: "지급했다고 알렸어요",
    problems: {
      not_now,
      paid_on: { field: "paidOn", sentence: "일을 시작한 날부터 오늘까지 고를 수 있어요." },
    },
  }),
  deny: intent({
    form: DenyWageForm,
    hidden: ["wageId"],
    run: ({ actor, applicationId }, value) => denyWage(actor, applicationId, value),
    done: "받지 못했다고 알렸어요",
    problems: { not_now },
  }),
  receive: intent({
    form: ReceiveWageForm,
    run: ({ actor, applicationId }, value) => receiveWage(actor, applicationId, value),
    done: "임금을 받았다고 확인했어요",
    problems: { not_now },
  }),
}))

/** Does what the form's `intent` says for the place of a workplace. */
export const answerSiteForm = intents<{ actor: Member; hireId: string }>((intent) => ({
  set_place: intent({
    form: WorkPlaceForm,
    hidden: ["latitude", "longitude", "accuracyM"],
    run: ({ actor, hireId }, value) => setWorkPlace(actor, hireId, value),
    done: "근무지 위치를 정했어요",
    problems: { place_unclear },
  }),
  clear_place: intent({
    run: ({ actor, hireId }) => clearWorkPlace(actor, hireId),
    done: "근무지 위치를 지웠어요",
    problems: {},
  }),
}))
