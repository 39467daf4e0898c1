/** What the forms of content accept. */
import { z } from "zod"
import { MAX_LINES } from "./estimate.ts"
import { ARTICLE_KINDS, EMPLOYMENTS, LIMITS, TICKET_PRIORITIES, TICKET_TOPICS } from "./rules.ts"
import {
  text,
  optionalText,
  multiline,
  optional,
  wonAmount,
  integer,
  choice,
  listOf,
  checkbox,
  requiredConsent,
  dateString,
  idField,
} from "#app/basics/form-fields.ts"
import { email } from "#app/basics/account-fields.ts"

/** Whether it is shown now, at a moment to come, or to nobody yet. */
const PUBLISHING = ["draft", "now", "later"] as const

const time = text({ label: "게시 시각", min: 0, max: 5 }).refine(
  (value) => value === "" || /^([01]\d|2[0-3]):[0-5]\d$/.test(value),
  "게시 시각은 09:00처럼 써 주세요.",
)

export const ArticleForm = z
  .object({
    kind: choice(ARTICLE_KINDS, "종류"),
    title: text({ label: "제목", max: LIMITS.title }),
    body: multiline({ label: "내용", max: LIMITS.body }),
    category: optionalText({ label: "분류", max: 20 }),
    pinned: checkbox({ label: "맨 위 고정" }),
    position: optional(integer({ label: "순서", max: 999 })),
    place: optionalText({ label: "근무지", max: 60 }),
    employment: optional(choice(EMPLOYMENTS, "고용 형태")),
    closesOn: optional(dateString({ label: "마감일" })),
    publishing: choice(PUBLISHING, "게시 방법"),
    publishOn: optional(dateString({ label: "게시일" })),
    publishTime: time.optional(),
    reconsent: checkbox({ label: "다시 동의 받기" }),
    version: optional(integer({ label: "판", max: 1_000_000 })),
  })
  .superRefine((form, check) => {
    if (form.publishing === "later" && form.publishOn === null)
      check.addIssue({ code: "custom", path: ["publishOn"], message: "언제 게시할지 날짜를 골라 주세요." })
  })

export const TicketForm = z.object({
  name: text({ label: "이름", max: 30 }),
  email: email({ label: "답변받을 이메일" }),
  topic: choice(TICKET_TOPICS, "문의 종류"),
  title: text({ label: "제목", max: LIMITS.ticketTitle }),
  body: multiline({ label: "내용", min: 10, max: LIMITS.ticketBody }),
  consent: requiredConsent("개인정보 수집·이용"),
  key: idField({ label: "문의" }),
})

export const TicketReplyForm = z.object({
  body: multiline({ label: "내용", max: LIMITS.ticketBody }),
  key: idField({ label: "답변" }),
})

/** What colleagues do with a ticket among themselves. */
export const TICKET_OFFICE_FORMS = {
  priority: z.object({ priority: choice(TICKET_PRIORITIES, "급한 정도") }),
  note: z.object({
    body: multiline({ label: "메모", max: LIMITS.ticketNote }),
    key: idField({ label: "메모" }),
  }),
}

export const MacroForm = z.object({
  macroId: optional(idField({ label: "답변 문구" })),
  title: text({ label: "이름", max: 40 }),
  body: multiline({ label: "내용", max: LIMITS.ticketBody }),
})
export const MacroRemovalForm = z.object({ macroId: idField({ label: "답변 문구" }) })

/** The estimate calculator of the expert tools. */
export const EstimateForm = z.object({
  client: optionalText({ label: "받는 분", max: 30 }),
  work: optionalText({ label: "작업 이름", max: 60 }),
  from: optionalText({ label: "보내는 곳", max: 60 }),
  lines: listOf(
    z.object({
      name: text({ label: "항목 이름", max: 60 }),
      quantity: integer({ label: "수량", min: 1, max: 9_999 }),
      unit: optionalText({ label: "단위", max: 10 }),
      unitPriceWon: wonAmount({ label: "단가", max: 1_000_000_000 }),
    }),
    { label: "항목", min: 1, max: MAX_LINES },
  ),
  discountWon: optional(wonAmount({ label: "할인", max: 1_000_000_000 })),
  vat: checkbox({ label: "부가세" }),
  note: optional(multiline({ label: "남길 말", max: 500 })),
})
