/** Operations for experts: requests on the board, their proposals, and the work that is under way. */
import { z } from "zod"
import { choice, optional, regionCode } from "#app/basics/form-fields.ts"
import { ok, refuse } from "#app/platform/outcome.ts"
import { ProposalForm, ReviseProposalForm } from "../../orders/forms.ts"
import {
  BOARD_SORTS,
  CATEGORIES,
  ORDER_STATES,
  PROPOSAL_STATES,
  PROPOSAL_TABS,
  SCHEDULES,
} from "../../orders/rules.ts"
import { findOpenOrders } from "../../orders/service/board.server.ts"
import { findExpertActiveOrders, findOwnProposals } from "../../orders/service/expert-work.server.ts"
import { findOrder } from "../../orders/service/find-order.server.ts"
import { reviseProposal, sendProposal, withdrawProposal } from "../../orders/service/proposals.server.ts"
import { cursorField, id, listAnswer, time, won } from "./fields.server.ts"
import { operation, type RefusalProblem } from "./operation.server.ts"

const requestFields = {
  id,
  category: z.enum(CATEGORIES),
  service: z.string(),
  title: z.string(),
  description: z.string(),
  regionCode: z.string(),
  schedule: z.enum(SCHEDULES),
  wantedOn: z.string().nullable(),
  budgetMinWon: won.nullable(),
  budgetMaxWon: won.nullable(),
  proposalCount: z.int(),
  openedAt: time.nullable(),
  expiresAt: time.nullable(),
  invited: z.boolean(),
}

const Proposal = z.object({
  id,
  state: z.enum(PROPOSAL_STATES),
  version: z.int(),
  lines: z.array(z.object({ name: z.string(), quantity: z.int(), unit: z.string(), unitPriceWon: won })),
  included: z.array(z.string()),
  excluded: z.array(z.string()),
  extraChargeRule: z.string(),
  totalWon: won,
  validUntil: time,
  earliestStart: z.string(),
  days: z.int(),
  warrantyMonths: z.int(),
  siteVisitNeeded: z.boolean(),
  siteVisitFeeWon: won,
  message: z.string(),
  sentAt: time,
  viewedAt: time.nullable(),
})

const problem = (status: RefusalProblem["status"], ko: string, en: string): RefusalProblem => ({
  status,
  ko,
  en,
})
/** What may be wrong with the content of a proposal, new or revised. */
const CONTENT_PROBLEMS = {
  not_expert: problem(403, "승인된 전문가만 할 수 있어요.", "Only an approved expert may do this."),
  blocked: problem(
    409,
    "차단했거나 차단된 상대의 요청이에요.",
    "You have blocked this customer, or they have blocked you.",
  ),
  not_open: problem(409, "견적 모집이 끝난 요청이에요.", "The request takes no more proposals."),
  contact: problem(
    400,
    "전화번호, 계좌, 이메일, 메신저 아이디는 쓸 수 없어요. 지우고 다시 보내 주세요.",
    "A proposal may not hold contacts or account numbers. Take them out.",
  ),
  nothing_to_pay: problem(400, "합계가 0원이에요. 단가를 보내 주세요.", "The lines come to nothing."),
  too_much: problem(400, "합계가 10억원을 넘어요.", "The lines come to more than 1,000,000,000 won."),
  valid_until: problem(
    400,
    "견적 유효기간은 오늘부터 60일 안이어야 해요.",
    "validUntil must lie within 60 days from today.",
  ),
  earliest_start: problem(400, "시작 가능일이 지났어요.", "earliestStart is past."),
  plan_sum: problem(
    400,
    "결제 단계의 합계가 견적 합계와 달라요.",
    "The parts of the plan do not come to the total.",
  ),
  plan_first: problem(
    400,
    "첫 단계의 금액이 너무 커요. 살 자재를 적거나 금액을 줄여 주세요.",
    "The first part is too large. Name its materials or lower it.",
  ),
} satisfies Record<string, RefusalProblem>

export const requestOperations = [
  operation({
    id: "listRequests",
    method: "GET",
    path: "/requests",
    tag: "requests",
    scope: "requests:read",
    title: { ko: "견적 요청 목록", en: "List open requests" },
    query: z.object({
      category: optional(choice(CATEGORIES, "분야")),
      regionCode: optional(regionCode({ widest: "all" })),
      sort: optional(choice(BOARD_SORTS, "정렬")),
      after: cursorField,
    }),
    answer: listAnswer(z.object({ ...requestFields, photoCount: z.int(), proposed: z.boolean() })),
    run: async ({ actor, query: { sort, after, ...filters } }) => {
      const found = await findOpenOrders(actor, { filters, sort: sort ?? "newest", cursor: after })
      return ok({ answer: { items: found.rows, next: found.cursor } })
    },
    problems: {},
  }),
  operation({
    id: "getRequest",
    method: "GET",
    path: "/requests/{orderId}",
    tag: "requests",
    scope: "requests:read",
    title: { ko: "견적 요청 하나와 내 견적서", en: "Get a request with your proposal" },
    answer: z.object({ ...requestFields, state: z.enum(ORDER_STATES), proposal: Proposal.nullable() }),
    run: async ({ actor, params }) => {
      const found = await findOrder(actor, params.orderId ?? "")
      if (found?.role !== "viewer" && found?.role !== "expert") return refuse("not_found")
      return ok({ answer: { ...found.order, invited: found.invited, proposal: found.proposal } })
    },
    problems: {},
  }),
  operation({
    id: "sendProposal",
    method: "POST",
    path: "/requests/{orderId}/proposal",
    tag: "proposals",
    scope: "proposals:write",
    title: { ko: "견적서 보내기", en: "Send a proposal" },
    body: ProposalForm,
    answer: z.object({ id }),
    status: 201,
    run: async ({ actor, params, body }) => {
      const sent = await sendProposal(actor, params.orderId ?? "", body)
      return sent.ok ? ok({ answer: { id: sent.proposalId } }) : sent
    },
    problems: {
      ...CONTENT_PROBLEMS,
      own_order: problem(409, "내가 올린 요청이에요.", "This request is your own."),
      already_sent: problem(
        409,
        "이미 견적서를 보낸 요청이에요. 보낸 견적서를 고쳐 주세요.",
        "You have sent a proposal for this request. Revise that one.",
      ),
      full: problem(409, "견적서 10개가 모두 찼어요.", "The request has its ten proposals."),
    },
  }),
  operation({
    id: "listProposals",
    method: "GET",
    path: "/proposals",
    tag: "proposals",
    scope: "proposals:read",
    title: { ko: "내 견적서 목록", en: "List your proposals" },
    query: z.object({ tab: optional(choice(PROPOSAL_TABS, "탭")), after: cursorField }),
    answer: listAnswer(
      z.object({
        proposalId: id,
        orderId: id,
        title: z.string(),
        category: z.enum(CATEGORIES),
        service: z.string(),
        regionCode: z.string(),
        orderState: z.enum(ORDER_STATES),
        state: z.enum(PROPOSAL_STATES),
        totalWon: won,
        version: z.int(),
        sentAt: time,
        viewedAt: time.nullable(),
        validUntil: time,
      }),
    ),
    run: async ({ actor, query: { tab, after } }) => {
      const found = await findOwnProposals(actor, { tab: tab ?? "all", cursor: after })
      return ok({ answer: { items: found.rows, next: found.cursor } })
    },
    problems: {},
  }),
  operation({
    id: "reviseProposal",
    method: "PUT",
    path: "/proposals/{proposalId}",
    tag: "proposals",
    scope: "proposals:write",
    title: { ko: "견적서 고쳐 보내기", en: "Revise a proposal" },
    body: ReviseProposalForm,
    answer: z.object({ version: z.int() }),
    run: async ({ actor, params, body }) => {
      const revised = await reviseProposal(actor, params.proposalId ?? "", body)
      return revised.ok ? ok({ answer: { version: revised.version } }) : revised
    },
    problems: {
      ...CONTENT_PROBLEMS,
      not_now: problem(
        409,
        "고객이 이미 결정했거나 철회한 견적서예요.",
        "The proposal has been decided or withdrawn.",
      ),
      changed: problem(
        412,
        "그사이 견적서가 바뀌었어요. 다시 읽고 그 version을 보내 주세요.",
        "The proposal has changed. Read it again and send its version.",
      ),
    },
  }),
  operation({
    id: "withdrawProposal",
    method: "POST",
    path: "/proposals/{proposalId}/withdrawal",
    tag: "proposals",
    scope: "proposals:write",
    title: { ko: "견적서 철회하기", en: "Withdraw a proposal" },
    run: ({ actor, params }) => withdrawProposal(actor, params.proposalId ?? ""),
    problems: {
      not_now: problem(409, "고객이 이미 결정한 견적서예요.", "The proposal has been decided."),
    },
  }),
  operation({
    id: "listWork",
    method: "GET",
    path: "/work",
    tag: "work",
    scope: "work:read",
    title: { ko: "맡은 일과 일정", en: "List work under way with its days" },
    answer: listAnswer(
      z.object({
        orderId: id,
        title: z.string(),
        category: z.enum(CATEGORIES),
        service: z.string(),
        regionCode: z.string(),
        state: z.enum(ORDER_STATES),
        schedule: z.enum(SCHEDULES),
        wantedOn: z.string().nullable(),
        earliestStart: z.string(),
        payableWon: won,
        pendingChangeOrders: z.int(),
        matchedAt: time.nullable(),
        deliveredAt: time.nullable(),
      }),
    ),
    run: async ({ actor }) => ok({ answer: { items: await findExpertActiveOrders(actor), next: null } }),
    problems: {},
  }),
]
