/** What is told of each event: ids and states alone; what is there now is read with a key. */
import { z } from "zod"
import { ACTIVE_ORDER_STATES, PROPOSAL_STATES } from "../../orders/rules.ts"
import { CLAIM_TRANSITIONS } from "../../shop/claim-rules.ts"
import { LINE_TRANSITIONS, PRODUCT_STATES } from "../../shop/rules.ts"
import type { WebhookEvent } from "../rules.ts"
import { id, won } from "./fields.server.ts"

const listMoves = <Move extends string>(rows: readonly { move: Move }[]) => [
  ...new Set(rows.map(({ move }) => move)),
]

/** "open": the choice was undone, and the work is gone. */
const WORK_STATES = ["open", ...ACTIVE_ORDER_STATES, "completed", "cancelled"] as const

export const WEBHOOK_DATA = {
  "order.paid": z.object({ orderId: id }),
  "line.moved": z.object({ orderId: id, lineId: id, move: z.enum(listMoves(LINE_TRANSITIONS)) }),
  "claim.moved": z.object({
    orderId: id,
    lineId: id,
    claimId: id,
    move: z.enum(["request", ...listMoves(CLAIM_TRANSITIONS)]),
  }),
  "question.asked": z.object({ questionId: id, productId: id }),
  "product.decided": z.object({ productId: id, state: z.enum(PRODUCT_STATES) }),
  "request.opened": z.object({ orderId: id, invited: z.boolean() }),
  "proposal.moved": z.object({ orderId: id, proposalId: id, state: z.enum(PROPOSAL_STATES) }),
  "work.moved": z.object({ orderId: id, state: z.enum(WORK_STATES) }),
  "payment.moved": z.object({ orderId: id, partId: id, state: z.enum(["held", "released"]) }),
  "payout.moved": z.object({ payoutId: id, state: z.enum(["paid", "failed"]), amountWon: won }),
} satisfies Record<WebhookEvent, z.ZodObject>

export type WebhookData = { [Event in WebhookEvent]: z.output<(typeof WEBHOOK_DATA)[Event]> }
