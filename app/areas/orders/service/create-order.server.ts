/** Writing a request: asking for the first time, and changing it until an expert is chosen. */
import { eq } from "drizzle-orm"
import type { z } from "zod"
import { now } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { inTransaction, violatedConstraint } from "#app/platform/db.server.ts"
import { emit } from "#app/platform/events.server.ts"
import { attachPictures } from "#app/platform/pictures.server.ts"
import { runOnce } from "#app/platform/submissions.server.ts"
import { isCustomer, type Actor } from "../../accounts/rules.ts"
import type { CreateOrderForm, EditOrderForm } from "../forms.ts"
import { isOfferedCategory } from "../category-rules.ts"
import { canEditOrder, getOrderExpiry, type QuestionAnswer, type Category } from "../rules.ts"
import { orderEvents, orders } from "../schema.server.ts"
import { lockOrder, recordOrderHistory } from "./transitions.server.ts"
import { replaceSitePhotos, attachSitePhotos } from "./photos.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"

export type CreateOrderInput = z.output<typeof CreateOrderForm> & {
  category: Category
  /** As asked and answered. */ answers: QuestionAnswer[]
}

/**
 * Opens a request for 14 days, or until the day before the one that is wanted. The same `submissionKey` of
 * the same person makes one request and gets its id again. Refusals: `not_customer` (specification §6),
 * `not_offered` (the office hides the category), `pictures_missing` (a picture is not this person's loose
 * site picture), `expert_missing`.
 */
export async function createOrder(
  actor: Actor,
  input: CreateOrderInput,
): Promise<
  Outcome<"not_customer" | "not_offered" | "pictures_missing" | "expert_missing", { orderId: string }>
> {
  if (!isCustomer(actor)) return refuse("not_customer")
  if (!isOfferedCategory(input.category)) return refuse("not_offered")
  try {
    return await inTransaction((tx) =>
      runOnce(tx, { actorId: actor.userId, form: "order", key: input.submissionKey }, async () => {
        if (!(await attachPictures(tx, actor.userId, "order", input.pictureIds)))
          return refuse("pictures_missing")
        const at = now()
        const orderId = newId()
        await tx.insert(orders).values({
          id: orderId,
          customerId: actor.userId,
          category: input.category,
          state: "open",
          ...toEditableColumns(input),
          service: input.service,
          answers: input.answers,
          address: input.address ?? "",
          contactPhone: input.contactPhone ?? "",
          thirdPartyConsentAt: input.thirdPartyConsent ? at : null,
          invitedExpertId: input.invitedExpertId,
          openedAt: at,
          alertsAt: at,
          expiresAt: getOrderExpiry(at, toWantedOn(input), at),
          createdAt: at,
          updatedAt: at,
        })
        await attachSitePhotos(tx, orderId, input.pictureIds)
        await tx.insert(orderEvents).values({
          id: newId(),
          orderId,
          move: "publish",
          fromState: null,
          toState: "open",
          actorId: actor.userId,
          actorRole: "customer",
          at,
        })
        await emit(tx, "order.opened", {
          orderId,
          customerId: actor.userId,
          expertId: null,
          invitedExpertId: input.invitedExpertId,
        })
        return ok({ orderId })
      }),
    )
  } catch (error) {
    if (violatedConstraint(error) === "orders_invited_expert_id_fkey") return refuse("expert_missing")
    throw error
  }
}

/**
 * Rewrites a request that is still open. Proposals already received stay as they are. Refusals: `not_found`
 * (not this person's), `not_now` (an expert is chosen, or it is over), `pictures_missing`.
 */
export async function editOrder(
  actor: Actor,
  orderId: string,
  input: z.output<typeof EditOrderForm>,
): Promise<Outcome<"not_found" | "not_now" | "pictures_missing">> {
  return inTransaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!order || actor.kind !== "member" || order.customerId !== actor.userId) return refuse("not_found")
    if (!canEditOrder(order.state) || (order.expiresAt && order.expiresAt <= now())) return refuse("not_now")
    if (!(await replaceSitePhotos(tx, orderId, order.customerId, input.pictureIds)))
      return refuse("pictures_missing")
    await tx
      .update(orders)
      .set({
        ...toEditableColumns(input),
        expiresAt: getOrderExpiry(order.openedAt ?? now(), toWantedOn(input), now()),
        updatedAt: now(),
      })
      .where(eq(orders.id, orderId))
    await recordOrderHistory(tx, order, { move: "edit", role: "customer", actorId: actor.userId })
    return ok()
  })
}

const toWantedOn = ({ schedule, wantedOn }: Pick<CreateOrderInput, "schedule" | "wantedOn">) =>
  schedule === "date" ? wantedOn : null

function toEditableColumns(input: z.output<typeof EditOrderForm>) {
  return {
    title: input.title,
    description: input.description,
    regionCode: input.regionCode,
    schedule: input.schedule,
    wantedOn: toWantedOn(input),
    budgetMinWon: input.budgetMinWon,
    budgetMaxWon: input.budgetMaxWon,
  }
}
