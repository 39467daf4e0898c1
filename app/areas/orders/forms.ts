/**
 * The forms of requests, proposals, change orders and the decisions about them: what may be typed,
 * within which limits.
 */
import { z } from "zod"
import { now } from "#app/basics/clock.ts"
import { addDays, toKstDateString } from "#app/basics/time.ts"
import { ORDER_PAYMENTS, PAYMENT_LIMITS } from "./payment-rules.ts"
import { DECLINE_REASONS, LIMITS, SCHEDULES } from "./rules.ts"
import {
  text,
  multiline,
  optional,
  optionalText,
  wonAmount,
  integer,
  choice,
  listOf,
  checkbox,
  requiredConsent,
  regionCode,
  dateString,
  idField,
} from "#app/basics/form-fields.ts"
import { phone } from "#app/basics/account-fields.ts"

const today = () => toKstDateString(now())
const daysFromToday = (days: number) => () => addDays(today(), days)
const orEmpty = (submitted: string | null) => submitted ?? ""

/** Pictures by id, `name[]`, in the order shown. */
const pictureIdList = (label: string, min = 0) =>
  listOf(idField({ label }), { label, min, max: LIMITS.photos }).transform((ids) => [...new Set(ids)])

const validateSchedule = (form: { schedule: string; wantedOn: string | null }, context: z.RefinementCtx) => {
  if (form.schedule === "date" && form.wantedOn === null)
    context.addIssue({ code: "custom", path: ["wantedOn"], message: "희망 날짜를 골라 주세요." })
}
const validateBudget = (
  form: { budgetMinWon: number | null; budgetMaxWon: number | null },
  context: z.RefinementCtx,
) => {
  if (form.budgetMinWon !== null && form.budgetMaxWon !== null && form.budgetMaxWon < form.budgetMinWon) {
    context.addIssue({
      code: "custom",
      path: ["budgetMaxWon"],
      message: "최대 예산이 최소 예산보다 적어요. 금액을 다시 확인해 주세요.",
    })
  }
}

/** Fields of a request that its customer may still change before an expert is chosen. */
export const orderFields = {
  title: text({ label: "요청 제목", min: 2, max: 60 }),
  description: optional(multiline({ label: "자세한 설명", min: 0, max: 2_000 })).transform(orEmpty),
  regionCode: regionCode(),
  schedule: choice(SCHEDULES, "희망 날짜"),
  wantedOn: optional(dateString({ label: "희망 날짜", min: today, max: daysFromToday(365) })),
  budgetMinWon: optional(wonAmount({ label: "최소 예산", max: LIMITS.totalWon })),
  budgetMaxWon: optional(wonAmount({ label: "최대 예산", min: 1_000, max: LIMITS.totalWon })),
  pictureIds: pictureIdList("현장 사진"),
}

/** Where the work is and whom to call: kept private, handed to the chosen expert alone (제3자 제공 동의). */
const contactFields = {
  address: text({ label: "주소", min: 5, max: 200 }),
  contactPhone: phone({ label: "연락처" }),
}

export const EditOrderForm = z.object(orderFields).superRefine(validateSchedule).superRefine(validateBudget)

/**
 * A new request. The contact may wait until an expert is chosen. `submissionKey` is a fresh id from the page,
 * so that a double click or a back-and-resubmit makes one request. The answers to the category's questions
 * are added by the screen.
 */
export const CreateOrderForm = z
  .object({
    ...orderFields,
    service: text({ label: "서비스 종류", max: 40 }),
    address: optional(contactFields.address),
    contactPhone: optional(contactFields.contactPhone),
    thirdPartyConsent: checkbox({ label: "개인정보 제3자 제공" }),
    invitedExpertId: optional(idField({ label: "전문가" })),
    submissionKey: idField({ label: "요청" }),
  })
  .superRefine(validateSchedule)
  .superRefine(validateBudget)

/** A list typed one item a line, or sent as several fields of one name. */
function itemListField(label: string) {
  const itemSchema = text({ label, max: 60 })
  return z
    .preprocess(
      (rawValue) => {
        const submitted = rawValue === undefined || rawValue === null ? [] : [rawValue].flat()
        return submitted
          .flatMap((part) => (typeof part === "string" ? part.split("\n") : [part]))
          .filter((part) => typeof part !== "string" || part.trim() !== "")
      },
      z
        .array(z.unknown())
        .max(LIMITS.items, { error: `${label}은 ${LIMITS.items}개까지 쓸 수 있어요. 몇 개를 빼 주세요.` }),
    )
    .transform((items, context): string[] => {
      const parsedItems: string[] = []
      for (const item of items) {
        const parsed = itemSchema.safeParse(item)
        if (parsed.success) parsedItems.push(parsed.data)
        else
          context.addIssue({
            code: "custom",
            message: parsed.error.issues[0]?.message ?? `${label}을 다시 확인해 주세요.`,
          })
      }
      return [...new Set(parsedItems)]
    })
}

/** The plan of a proposal: `plan[0].name`, `plan[0].amountWon` …; empty where the suggested one is wanted. */
const planField = listOf(
  z.object({
    name: text({ label: "단계 이름", max: 20 }),
    amountWon: wonAmount({ label: "단계 금액", min: 1_000, max: LIMITS.totalWon }),
    task: text({ label: "끝낼 일", min: 2, max: 100 }),
    materials: optional(text({ label: "자재", max: 100 })).transform(orEmpty),
    days: integer({ label: "작업 기간", min: 1, max: 365 }),
  }),
  { label: "결제 단계", min: 0, max: PAYMENT_LIMITS.parts },
)

/**
 * 견적서: `lines[0].name`, `lines[0].quantity`, `lines[0].unit`, `lines[0].unitPriceWon`. The total is computed,
 * never sent.
 */
export const ProposalForm = z.object({
  lines: listOf(
    z.object({
      name: text({ label: "항목 이름", max: 60 }),
      quantity: integer({ label: "수량", min: 1, max: 9_999 }),
      unit: optional(text({ label: "단위", max: 10 })).transform((unit) => unit ?? "식"),
      unitPriceWon: wonAmount({ label: "단가", max: LIMITS.totalWon }),
    }),
    { label: "견적 항목", min: 1, max: LIMITS.lines },
  ),
  included: itemListField("포함 항목"),
  excluded: itemListField("제외 항목"),
  extraChargeRule: optional(multiline({ label: "추가 비용 기준", min: 0, max: 500 })).transform(orEmpty),
  validUntil: dateString({ label: "견적 유효기간", min: today, max: daysFromToday(LIMITS.validDays) }),
  earliestStart: dateString({ label: "시작 가능일", min: today, max: daysFromToday(365) }),
  days: integer({ label: "예상 작업 기간", min: 1, max: 365 }),
  warrantyMonths: integer({ label: "하자보수 기간", min: 0, max: 120 }),
  siteVisitNeeded: checkbox({ label: "방문 견적" }),
  siteVisitFeeWon: optional(wonAmount({ label: "방문 견적 비용", max: 10_000_000 })).transform(
    (fee) => fee ?? 0,
  ),
  message: multiline({ label: "한마디", min: 2, max: 1_000 }),
  plan: planField,
})

/** What is sent with a revision: the version that the expert had before their eyes. */
export const ReviseProposalForm = ProposalForm.extend({ version: integer({ label: "견적서", min: 1 }) })

/** Choosing one proposal, as the customer saw it, and handing the contact to its expert. */
export const AcceptProposalForm = z.object({
  proposalId: idField({ label: "견적서" }),
  version: integer({ label: "견적서", min: 1 }),
  ...contactFields,
  thirdPartyConsent: requiredConsent("개인정보 제3자 제공"),
  /** Nothing is held for whom did not choose it. */
  payment: optional(choice(ORDER_PAYMENTS, "결제 방법")).transform((payment) => payment ?? "direct"),
})

export const DeclineProposalForm = z.object({
  proposalId: idField({ label: "견적서" }),
  reason: choice(DECLINE_REASONS, "거절 이유"),
})

/** Cancelling; the service asks for the reason where an expert is already chosen. */
export const SharePhoneForm = z.object({ shares: choice(["yes", "no"], "번호 보이기") })

export const CancelOrderForm = z.object({
  reason: optional(multiline({ label: "취소 이유", min: 2, max: 500 })).transform(orEmpty),
})
/** Beginning; the service asks for the reason before the day that was agreed on. */
export const StartWorkForm = z.object({
  reason: optional(multiline({ label: "먼저 시작하는 이유", min: 2, max: 300 })).transform(orEmpty),
})
export const RequestChangesForm = z.object({ note: multiline({ label: "보완할 내용", min: 5, max: 1_000 }) })
export const DisputeForm = z.object({ note: multiline({ label: "분쟁 내용", min: 10, max: 2_000 }) })
export const ResolveDisputeForm = z.object({
  outcome: choice(["complete", "cancel"], "조정 결과"),
  note: multiline({ label: "조정 내용", min: 5, max: 2_000 }),
})
/** How what is held is divided: won to the expert, and why. */
export const ProposeSplitForm = z.object({
  expertWon: wonAmount({ label: "전문가가 받을 금액", min: 0, max: LIMITS.totalWon }),
  reason: multiline({ label: "이유", min: 5, max: 500 }),
})
/** How an administrator would divide what is held, and whether the work counts as done. */
export const DisputeDecisionForm = z.object({
  expertWon: wonAmount({ label: "전문가가 받을 금액", min: 0, max: LIMITS.totalWon }),
  outcome: choice(["complete", "cancel"], "조정 결과"),
  reason: multiline({ label: "이유", min: 10, max: 2_000 }),
})
/** What one of the two says to what is proposed. */
export const DisputeAnswerForm = z
  .object({
    answer: choice(["accept", "object"], "답"),
    note: optional(multiline({ label: "의견", min: 0, max: 1_000 })).transform(orEmpty),
  })
  .superRefine((form, context) => {
    if (form.answer === "object" && form.note.trim().length < 5)
      context.addIssue({ code: "custom", path: ["note"], message: "받아들이지 않는 이유를 적어 주세요." })
  })
export const DisputeAppealForm = z.object({ note: multiline({ label: "이의 내용", min: 10, max: 2_000 }) })
/** Accepting what is before one's eyes. */
export const AcceptSplitForm = z.object({ splitId: idField({ label: "나눔 제안" }) })
/** Handing the work over, the first time or again, with pictures of what was done. */
export const DeliverForm = z.object({
  pictureIds: pictureIdList("작업 후 사진", 1),
  note: optional(multiline({ label: "작업 설명", min: 0, max: 1_000 })).transform(orEmpty),
})

/** 추가금: what more is to be done and for how much. */
export const ChangeOrderForm = z.object({
  title: text({ label: "추가 작업", min: 2, max: 60 }),
  reason: multiline({ label: "추가 이유", min: 5, max: 500 }),
  amountWon: wonAmount({ label: "추가 금액", min: 1_000, max: LIMITS.totalWon }),
})
export const DecideChangeForm = z.object({
  changeOrderId: idField({ label: "추가 비용 요청" }),
  decision: choice(["accept", "reject"], "답"),
})

/** 하자 접수: what has broken, with pictures of it. */
export const WarrantyClaimForm = z.object({
  details: multiline({ label: "하자 내용", min: 10, max: 1_000 }),
  pictureIds: pictureIdList("하자 사진", 1),
})
/** When the expert comes to look at it and to repair it. */
export const WarrantyAnswerForm = z.object({
  visitOn: dateString({ label: "방문할 날", min: today, max: daysFromToday(30) }),
  answer: multiline({ label: "고객에게 전할 말", min: 5, max: 500 }),
})
export const WarrantyRefusalForm = z.object({
  reason: multiline({ label: "거절하는 이유", min: 10, max: 500 }),
})
export const WarrantyRepairForm = z.object({
  note: multiline({ label: "보수한 내용", min: 5, max: 1_000 }),
  pictureIds: pictureIdList("보수 후 사진", 1),
})
/** What is still not well, or why somebody else should look at it. */
export const WarrantyNoteForm = z.object({ note: multiline({ label: "내용", min: 5, max: 1_000 }) })
export const WarrantyDecisionForm = z.object({
  decision: choice(["repair", "close"], "결정"),
  reason: multiline({ label: "이유", min: 10, max: 1_000 }),
})

/** The last hash of an evidence file, typed or copied; empty where the file itself is sent. */
export const EvidenceCheckForm = z.object({
  hash: optionalText({ label: "마지막 지문", max: 200 }).transform((typed) =>
    (typed ?? "").replaceAll(/\s/g, "").toLowerCase(),
  ),
})
