/** Reads what the two people of an application send about it. */
import { type DefineIntent, intents } from "#app/platform/intents.server.ts"
import type { Member } from "../accounts/rules.ts"
import {
  CallOffForm,
  HireApplicantForm,
  JobReviewForm,
  NoteForm,
  RejectForm,
  ShortlistForm,
} from "./forms.ts"
import {
  hireApplicant,
  rejectApplicant,
  shortlistApplicant,
  withdrawApplication,
} from "./service/apply.server.ts"
import { callOffHire } from "./service/call-off.server.ts"
import { writeJobReview } from "./service/job-reviews.server.ts"
import {
  appealNoShow,
  checkIn,
  confirmPay,
  confirmWork,
  disputeWage,
  reportNoShow,
  reportPaySent,
  signContract,
} from "./service/work.server.ts"

const not_now = "그사이 상태가 바뀌어 지금은 할 수 없어요. 새로고침한 뒤 다시 확인해 주세요."
const already = "이미 처리했어요. 새로고침한 뒤 확인해 주세요."
const too_early =
  "아직 이른 시간이에요. 근무 시작 2시간 전부터 출근을, 시작한 뒤부터 근무 완료를 확인할 수 있어요."

type Context = { actor: Member; applicationId: string }

/** What is said until somebody is hired. */
const hiring = (intent: DefineIntent<Context>) => ({
  withdraw: intent({
    run: ({ actor, applicationId }) => withdrawApplication(actor, applicationId),
    done: "지원을 취소했어요",
    problems: { not_now },
  }),
  shortlist: intent({
    form: ShortlistForm,
    run: ({ actor, applicationId }) => shortlistApplicant(actor, applicationId),
    done: "관심 지원자로 올렸어요",
    problems: { not_now },
  }),
  hire: intent({
    form: HireApplicantForm,
    run: ({ actor, applicationId }) => hireApplicant(actor, applicationId),
    done: "채용을 확정했어요. 근로계약을 보냈어요",
    problems: {
      not_now,
      full: "그사이 자리가 모두 찼어요. 다른 날이나 다른 지원자를 확인해 주세요.",
      over: "일하는 날이 지나 채용할 수 없어요.",
    },
  }),
  call_off: intent({
    form: CallOffForm,
    run: ({ actor, applicationId }, { reason, note }) =>
      callOffHire(actor, applicationId, `${reason}. ${note}`),
    done: "채용을 취소하고 이유를 알렸어요",
    problems: {
      not_now,
      too_late: "근무가 시작돼 채용을 통째로 취소할 수 없어요. 남은 날을 근무 기록에서 하나씩 취소해 주세요.",
    },
  }),
  reject: intent({
    form: RejectForm,
    run: ({ actor, applicationId }, { reason }) => rejectApplicant(actor, applicationId, reason),
    done: "불합격을 알렸어요",
    problems: { not_now },
  }),
})

/** What is said about the work and its pay, and after it. */
const work = (intent: DefineIntent<Context>) => ({
  sign: intent({
    run: ({ actor, applicationId }) => signContract(actor, applicationId),
    done: "근로계약을 확인했어요",
    problems: { not_now },
  }),
  check_in: intent({
    run: ({ actor, applicationId }) => checkIn(actor, applicationId),
    done: "출근을 확인했어요",
    problems: {
      not_now,
      too_early,
      contract_needed: "근로계약을 서로 확인한 뒤에 출근을 확인할 수 있어요.",
    },
  }),
  confirm_work: intent({
    run: ({ actor, applicationId }) => confirmWork(actor, applicationId),
    done: "근무 완료를 확인했어요",
    problems: { not_now, too_early },
  }),
  pay_sent: intent({
    run: ({ actor, applicationId }) => reportPaySent(actor, applicationId),
    done: "임금을 보냈다고 알렸어요",
    problems: { not_now },
  }),
  confirm_pay: intent({
    run: ({ actor, applicationId }) => confirmPay(actor, applicationId),
    done: "임금을 받았다고 확인했어요",
    problems: { not_now },
  }),
  dispute_wage: intent({
    form: NoteForm,
    run: ({ actor, applicationId }, { note }) => disputeWage(actor, applicationId, note),
    done: "임금 분쟁을 알렸어요",
    problems: { not_now },
  }),
  no_show: intent({
    form: NoteForm,
    run: ({ actor, applicationId }, { note }) => reportNoShow(actor, applicationId, note),
    done: "노쇼를 신고했어요",
    problems: { not_now, too_early, checked_in: "출근을 확인한 뒤에는 노쇼로 신고할 수 없어요." },
  }),
  appeal: intent({
    form: NoteForm,
    run: ({ actor, applicationId }, { note }) => appealNoShow(actor, applicationId, note),
    done: "이의를 제기했어요. 확인하고 알려 드려요",
    problems: {
      not_now,
      already,
      too_late: "이의는 7일 안에 제기할 수 있어요. 고객센터로 문의해 주세요.",
    },
  }),
  review: intent({
    form: JobReviewForm,
    run: ({ actor, applicationId }, value) => writeJobReview(actor, applicationId, value),
    done: "후기를 남겼어요. 서로 쓰거나 7일이 지나면 공개돼요",
    problems: { not_now, already },
  }),
})

/** Does what the form's `intent` says for an application. */
export const answerApplicationForm = intents<Context>((intent) => ({ ...hiring(intent), ...work(intent) }))
