/** Operations about what was sold: orders and their parcels, claims, questions. */
import { z } from "zod"
import { choice, optional } from "#app/basics/form-fields.ts"
import { ok, refuse } from "#app/platform/outcome.ts"
import { AnswerForm, LineIdsForm, SellOutForm, ShipForm } from "../../selling/forms.ts"
import { CLAIM_TABS, QUESTION_TABS } from "../../selling/rules.ts"
import { findOwnClaims } from "../../selling/service/claims.server.ts"
import { findOwnSellerOrder, findOwnSellerOrders, prepareLines } from "../../selling/service/orders.server.ts"
import { findOwnQuestions } from "../../selling/service/reviews-and-questions.server.ts"
import { CLAIM_KINDS, CLAIM_STATES, FAULTS } from "../../shop/claim-rules.ts"
import { SELLER_ORDER_TABS } from "../../shop/filter-rules.ts"
import { ClaimDecisionForm, toClaimDecision } from "../../shop/forms.ts"
import { LINE_STATES, PARCEL_STATES } from "../../shop/rules.ts"
import { cancelSoldOutLine, deliverLine, shipLine } from "../../shop/service/after-sale.server.ts"
import { transitionClaim } from "../../shop/service/claims.server.ts"
import { answerQuestion } from "../../shop/service/product.server.ts"
import { cursorField, id, listAnswer, searchField, time, won } from "./fields.server.ts"
import { operation, type RefusalProblem } from "./operation.server.ts"

const ClaimSummary = z.object({ kind: z.enum(CLAIM_KINDS), state: z.enum(CLAIM_STATES) })
const Order = z.object({
  id,
  number: z.string(),
  recipient: z.string(),
  deliveryAddress: z
    .object({ phone: z.string(), zonecode: z.string(), address: z.string(), request: z.string() })
    .nullable(),
  shippingWon: won,
  totalWon: won,
  refundedWon: won,
  paidAt: time.nullable(),
  lines: z.array(
    z.object({
      id,
      productId: id,
      title: z.string(),
      optionName: z.string(),
      unitWon: won,
      quantity: z.int(),
      discountWon: won,
      state: z.enum(LINE_STATES),
      carrier: z.string().nullable(),
      trackingNumber: z.string().nullable(),
      parcelState: z.enum(PARCEL_STATES).nullable(),
      isMissing: z.boolean(),
      endReason: z.string(),
      claim: ClaimSummary.nullable(),
    }),
  ),
})

const Claim = z.object({
  id,
  kind: z.enum(CLAIM_KINDS),
  state: z.enum(CLAIM_STATES),
  reason: z.string(),
  detail: z.string(),
  fault: z.enum(FAULTS),
  feeWon: won,
  decisionReason: z.string(),
  number: z.string(),
  productId: id,
  title: z.string(),
  optionName: z.string(),
  newOptionName: z.string(),
  quantity: z.int(),
  paidWon: won,
  refundBy: z.string().nullable(),
  buyerContact: z
    .object({ recipient: z.string(), phone: z.string(), address: z.string().nullable() })
    .nullable(),
  createdAt: time,
})

const NOT_NOW: RefusalProblem = {
  status: 409,
  ko: "지금 상태에서는 할 수 없어요. 다시 읽어 주세요.",
  en: "This cannot be done in the present state. Read it again.",
}
const CLAIM_OPEN: RefusalProblem = {
  status: 409,
  ko: "처리 중인 취소 신청이 있어요. 신청부터 처리해 주세요.",
  en: "A claim on this line is open. Decide it first.",
}

export const orderOperations = [
  operation({
    id: "listOrders",
    method: "GET",
    path: "/orders",
    tag: "orders",
    scope: "orders:read",
    title: { ko: "주문 목록", en: "List orders" },
    query: z.object({ tab: optional(choice(SELLER_ORDER_TABS, "탭")), q: searchField, after: cursorField }),
    answer: listAnswer(Order),
    run: async ({ actor, query }) => {
      const found = await findOwnSellerOrders(actor, { ...query, tab: query.tab ?? "to_send" })
      return ok({ answer: { items: found.sellerOrders, next: found.next } })
    },
    problems: {},
  }),
  operation({
    id: "getOrder",
    method: "GET",
    path: "/orders/{orderId}",
    tag: "orders",
    scope: "orders:read",
    title: { ko: "주문 하나", en: "Get an order" },
    answer: Order,
    run: async ({ actor, params }) => {
      const order = await findOwnSellerOrder(actor, params.orderId ?? "")
      return order ? ok({ answer: order }) : refuse("not_found")
    },
    problems: {},
  }),
  operation({
    id: "prepareLines",
    method: "POST",
    path: "/lines/prepare",
    tag: "orders",
    scope: "orders:write",
    title: { ko: "여러 상품 준비 시작", en: "Begin to prepare lines" },
    body: LineIdsForm,
    answer: z.object({ prepared: z.int() }),
    run: async ({ actor, body }) => {
      const done = await prepareLines(actor, body.lineIds)
      return done.ok ? ok({ answer: { prepared: done.prepared } }) : done
    },
    problems: { not_now: NOT_NOW },
  }),
  operation({
    id: "shipLine",
    method: "POST",
    path: "/lines/{lineId}/parcel",
    tag: "orders",
    scope: "orders:write",
    title: { ko: "송장번호로 발송 처리", en: "Dispatch a line with its waybill" },
    body: ShipForm.omit({ lineId: true }),
    run: ({ actor, params, body }) => shipLine(actor, params.lineId ?? "", body),
    problems: { not_now: NOT_NOW, claim_open: CLAIM_OPEN },
  }),
  operation({
    id: "deliverLine",
    method: "POST",
    path: "/lines/{lineId}/delivered",
    tag: "orders",
    scope: "orders:write",
    title: { ko: "배송 완료로 표시", en: "Mark a line as delivered" },
    run: ({ actor, params }) => deliverLine(actor, params.lineId ?? "", "seller"),
    problems: { not_now: NOT_NOW },
  }),
  operation({
    id: "sellOutLine",
    method: "POST",
    path: "/lines/{lineId}/sold-out",
    tag: "orders",
    scope: "orders:write",
    title: { ko: "품절로 취소하고 환불", en: "Cancel a line that cannot be delivered" },
    body: SellOutForm.omit({ lineId: true }),
    run: ({ actor, params, body }) => cancelSoldOutLine(actor, params.lineId ?? "", body.reason),
    problems: { not_now: NOT_NOW },
  }),
  operation({
    id: "listClaims",
    method: "GET",
    path: "/claims",
    tag: "claims",
    scope: "claims:read",
    title: { ko: "취소·반품·교환 목록", en: "List claims" },
    query: z.object({ tab: optional(choice(CLAIM_TABS, "탭")), after: cursorField }),
    answer: listAnswer(Claim),
    run: async ({ actor, query: { tab, after } }) => {
      const { rows, next } = await findOwnClaims(actor, { tab: tab ?? "open", after })
      return ok({ answer: { items: rows, next } })
    },
    problems: {},
  }),
  operation({
    id: "moveClaim",
    method: "POST",
    path: "/claims/{claimId}/moves",
    tag: "claims",
    scope: "claims:write",
    title: { ko: "취소·반품·교환 처리", en: "Decide a claim" },
    body: ClaimDecisionForm,
    run: ({ actor, params, body }) =>
      transitionClaim(actor, params.claimId ?? "", body.move, toClaimDecision(body)),
    problems: { not_now: NOT_NOW },
  }),
  operation({
    id: "listQuestions",
    method: "GET",
    path: "/questions",
    tag: "questions",
    scope: "questions:read",
    title: { ko: "문의 목록", en: "List questions" },
    query: z.object({ tab: optional(choice(QUESTION_TABS, "탭")), after: cursorField }),
    answer: listAnswer(
      z.object({
        id,
        body: z.string(),
        secret: z.boolean(),
        answer: z.string().nullable(),
        asker: z.string(),
        productId: id,
        title: z.string(),
        createdAt: time,
      }),
    ),
    run: async ({ actor, query: { tab, after } }) => {
      const { rows, next } = await findOwnQuestions(actor, { waiting: tab !== "all", after })
      return ok({ answer: { items: rows, next } })
    },
    problems: {},
  }),
  operation({
    id: "answerQuestion",
    method: "POST",
    path: "/questions/{questionId}/answer",
    tag: "questions",
    scope: "questions:write",
    title: { ko: "문의에 답하기", en: "Answer a question" },
    body: AnswerForm.pick({ answer: true }),
    run: ({ actor, params, body }) => answerQuestion(actor, params.questionId ?? "", body.answer),
    problems: {
      not_now: { status: 409, ko: "이미 답변한 문의예요.", en: "This question has been answered." },
    },
  }),
]
