/**
 * Owns taking the payment: confirmed once, its outcome applied once, whoever brings the news; what is unknown
 * is asked again.
 */
import { timingSafeEqual } from "node:crypto"
import { and, asc, eq, inArray, lte, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { isId } from "#app/basics/ids.ts"
import { hourMs, minuteMs } from "#app/basics/time.ts"
import { db, inOneGo, inTransaction, violatedConstraint, type Transaction } from "#app/platform/db.server.ts"
import { forEachAlone } from "#app/platform/each-alone.server.ts"
import { emit, emitEach } from "#app/platform/events.server.ts"
import { log } from "#app/platform/log.server.ts"
import {
  bankName,
  providerMoment,
  type ProviderResult,
  type ProviderPayment,
} from "#app/platform/payments/payment.ts"
import { paymentPort } from "#app/platform/payments/port.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import { changeCart } from "../../accounts/service/cart.server.ts"
import { canMovePayment, LIMITS, type PaymentState } from "../rules.ts"
import { orderGroups, orderLines, payments, shopOrders } from "../schema.server.ts"
import { endGroups } from "./expire.server.ts"
import { post } from "./ledger.server.ts"
import { moveLines } from "./lines.server.ts"
import { owePayment, payRefunds } from "./refunds.server.ts"
import { ok, refuse, type Outcome, type Refusal } from "#app/platform/outcome.ts"

type PaymentRow = typeof payments.$inferSelect
export type PayResult =
  | { ok: true; groupId: string; state: PaymentState }
  | (Refusal<"not_found" | "expired" | "amount" | "foreign" | "failed" | "unknown"> & {
      groupId?: string
      message?: string
    })

/**
 * Confirms what the buyer agreed to at the provider. `paymentKey` and `amountWon` come back with the buyer
 * and are compared with what was saved before. However often it is called, the buyer is charged once.
 * Refusals: `not_found`, `expired` (the goods went back to the shelf), `amount` (not what was saved),
 * `foreign` (the key of another payment), `failed` (the provider refused: `message`), `unknown` (being asked
 * again).
 */
export async function confirmPayment(
  actor: Actor,
  paymentId: string,
  returned: { paymentKey: string; amountWon: number },
): Promise<PayResult> {
  if (actor.kind !== "member" || !isId(paymentId)) return refuse("not_found")
  const begun = await inTransaction(async (tx): Promise<{ ask: PaymentRow } | PayResult> => {
    const locked = await lockPayment(tx, paymentId)
    if (!locked || locked.payment.buyerId !== actor.userId) return refuse("not_found")
    const { payment, group } = locked
    if (payment.state === "IN_PROGRESS" && payment.paymentKey === returned.paymentKey) return { ask: payment }
    if (payment.state !== "READY")
      return payment.state === "ABORTED"
        ? failedOf(payment)
        : payment.state === "EXPIRED"
          ? { ...refuse("expired"), groupId: group.id }
          : settledOf(payment)
    if (payment.amountWon !== returned.amountWon || payment.amountWon !== group.totalWon)
      return { ...refuse("amount"), groupId: group.id }
    const at = now()
    if (group.state !== "pending" || group.expiresAt <= at) return { ...refuse("expired"), groupId: group.id }
    // While the provider is asked, the goods are not given to others.
    const until = new Date(at.getTime() + LIMITS.payingMinutes * minuteMs)
    if (until > group.expiresAt)
      await tx.update(orderGroups).set({ expiresAt: until }).where(eq(orderGroups.id, group.id))
    const moved = { state: "IN_PROGRESS" as const, paymentKey: returned.paymentKey, updatedAt: at }
    await tx.update(payments).set(moved).where(eq(payments.id, paymentId))
    return { ask: { ...payment, ...moved } }
  }).catch(async (error: unknown): Promise<PayResult> => {
    if (violatedConstraint(error) !== "payments_payment_key_key") throw error
    const [own] = await db()
      .select({ groupId: payments.groupId })
      .from(payments)
      .where(eq(payments.id, paymentId))
    return { ...refuse("foreign"), ...own }
  })
  if (!("ask" in begun)) return begun
  return askAndApply(begun.ask, "confirm")
}

async function askAndApply(payment: PaymentRow, how: "confirm" | "look"): Promise<PayResult> {
  const port = paymentPort(payment.provider)
  const paymentKey = payment.paymentKey ?? ""
  let outcome: ProviderResult =
    how === "confirm"
      ? // A key of its own for every payment and amount: the provider does not compare bodies.
        await port.confirm({
          paymentKey,
          orderId: payment.id,
          amountWon: payment.amountWon,
          idempotencyKey: `confirm-${payment.id}-${payment.amountWon}-${paymentKey}`.slice(0, 300),
        })
      : { kind: "unknown", code: "ASKED_AGAIN" }
  if (outcome.kind === "unknown")
    outcome = paymentKey === "" ? await port.findByOrder(payment.id) : await port.find(paymentKey)
  const { result, owed } = await inTransaction((tx) => applyOutcome(tx, payment.id, outcome))
  await payRefunds([owed])
  return result
}

const groupColumns = {
  id: orderGroups.id,
  buyerId: orderGroups.buyerId,
  state: orderGroups.state,
  source: orderGroups.source,
  totalWon: orderGroups.totalWon,
  expiresAt: orderGroups.expiresAt,
}
type Group = Pick<typeof orderGroups.$inferSelect, keyof typeof groupColumns>

async function lockPayment(tx: Transaction, paymentId: string) {
  const [[group], [payment]] = await inOneGo([
    tx
      .select(groupColumns)
      .from(orderGroups)
      .where(
        eq(
          orderGroups.id,
          tx.select({ id: payments.groupId }).from(payments).where(eq(payments.id, paymentId)),
        ),
      )
      .for("update"),
    tx.select().from(payments).where(eq(payments.id, paymentId)).for("update"),
  ])
  return group && payment ? { group, payment } : null
}

const settledOf = (payment: PaymentRow): PayResult => ok({ groupId: payment.groupId, state: payment.state })
const failedOf = (payment: PaymentRow): PayResult => ({
  ...refuse("failed"),
  groupId: payment.groupId,
  message: payment.failureMessage ?? "",
})

type Applied = { result: PayResult; owed: string | null }

/** Writes what the provider says, once: the second time nothing changes. */
async function applyOutcome(tx: Transaction, paymentId: string, outcome: ProviderResult): Promise<Applied> {
  const locked = await lockPayment(tx, paymentId)
  if (!locked) return { result: refuse("not_found"), owed: null }
  const { payment, group } = locked
  const nothing = (result: PayResult): Applied => ({ result, owed: null })
  const at = now()
  if (outcome.kind === "unknown") {
    if (payment.state === "IN_PROGRESS")
      await tx
        .update(payments)
        .set({ unknownAt: payment.unknownAt ?? at, updatedAt: at })
        .where(eq(payments.id, paymentId))
    return nothing(
      payment.state === "IN_PROGRESS" ? { ...refuse("unknown"), groupId: group.id } : settledOf(payment),
    )
  }
  if (outcome.kind === "refused") {
    if (!canMovePayment("abort", payment.state))
      return nothing(payment.state === "ABORTED" ? failedOf(payment) : settledOf(payment))
    await tx
      .update(payments)
      .set({
        state: "ABORTED",
        failureCode: outcome.code,
        failureMessage: outcome.message,
        unknownAt: null,
        updatedAt: at,
      })
      .where(eq(payments.id, paymentId))
    await emit(tx, "shop.payment_failed", { groupId: group.id, buyerId: group.buyerId })
    return nothing({ ...refuse("failed"), groupId: group.id, message: outcome.message })
  }
  const said = outcome.payment
  if (said.orderId !== payment.id || said.totalAmount !== payment.amountWon) {
    log().error(
      { payment: paymentId, said: said.orderId, amount: said.totalAmount },
      "the provider speaks of another payment or amount",
    )
    return nothing({ ...refuse("amount"), groupId: group.id })
  }
  if (said.status === "ABORTED" || said.status === "EXPIRED") {
    const row = canMovePayment(said.status === "ABORTED" ? "abort" : "expire", payment.state)
    if (row) {
      await tx
        .update(payments)
        .set({
          state: row.to,
          failureCode: said.failure?.code ?? said.status,
          failureMessage: said.failure?.message ?? "",
          unknownAt: null,
          updatedAt: at,
        })
        .where(eq(payments.id, paymentId))
      if (group.state === "waiting_deposit") await endGroups(tx, [group])
      else await emit(tx, "shop.payment_failed", { groupId: group.id, buyerId: group.buyerId })
    }
    return nothing({ ...refuse("failed"), groupId: group.id, message: said.failure?.message ?? "" })
  }
  if (said.status === "WAITING_FOR_DEPOSIT") return nothing(await waitForDeposit(tx, payment, group, said))
  if (said.status === "DONE" || said.status === "PARTIAL_CANCELED" || said.status === "CANCELED")
    return takePayment(tx, payment, group, said)
  return nothing({ ...refuse("unknown"), groupId: group.id })
}

const factsOf = (said: ProviderPayment) => ({
  paymentKey: said.paymentKey,
  secret: said.secret,
  receiptUrl: said.receipt?.url ?? null,
  unknownAt: null,
  updatedAt: now(),
  methodText: said.card
    ? `카드 ${said.card.number}`
    : said.easyPay
      ? said.easyPay.provider
      : said.virtualAccount
        ? `${bankName(said.virtualAccount.bankCode)} 가상계좌`
        : (said.method ?? ""),
  ...(said.virtualAccount
    ? {
        bank: bankName(said.virtualAccount.bankCode),
        accountNumber: said.virtualAccount.accountNumber,
        dueAt: providerMoment(said.virtualAccount.dueDate),
      }
    : {}),
})

async function waitForDeposit(
  tx: Transaction,
  payment: PaymentRow,
  group: Group,
  said: ProviderPayment,
): Promise<PayResult> {
  if (!canMovePayment("wait", payment.state) || group.state !== "pending") return settledOf(payment)
  const dueAt = said.virtualAccount
    ? providerMoment(said.virtualAccount.dueDate)
    : new Date(now().getTime() + LIMITS.depositHours * hourMs)
  await tx
    .update(payments)
    .set({ ...factsOf(said), dueAt, state: "WAITING_FOR_DEPOSIT" })
    .where(eq(payments.id, payment.id))
  await tx
    .update(orderGroups)
    .set({ state: "waiting_deposit", expiresAt: dueAt })
    .where(eq(orderGroups.id, group.id))
  await emptyCart(tx, group)
  await emit(tx, "shop.deposit_waiting", { groupId: group.id, buyerId: group.buyerId })
  return ok({ groupId: group.id, state: "WAITING_FOR_DEPOSIT" })
}

async function takePayment(
  tx: Transaction,
  payment: PaymentRow,
  group: Group,
  said: ProviderPayment,
): Promise<Applied> {
  const late = payment.state === "EXPIRED" || group.state === "expired"
  if (!late && !canMovePayment("done", payment.state)) return { result: settledOf(payment), owed: null }
  if (payment.approvedAt !== null) return { result: settledOf(payment), owed: null }
  const at = now()
  await inOneGo([
    tx
      .update(payments)
      .set({ ...factsOf(said), state: "DONE", approvedAt: at })
      .where(eq(payments.id, payment.id)),
    post(
      tx,
      `payment:${payment.id}`,
      "payment",
      { outside: -payment.amountWon, held: payment.amountWon },
      { groupId: group.id },
    ),
  ])
  // The goods may be somebody else's by now: the money goes back.
  if (late || group.state === "paid")
    return { result: { ...refuse("expired"), groupId: group.id }, owed: await owePayment(tx, payment) }
  const [, orders, lines] = await inOneGo([
    tx.update(orderGroups).set({ state: "paid", paidAt: at }).where(eq(orderGroups.id, group.id)),
    tx.update(shopOrders).set({ paidAt: at }).where(eq(shopOrders.groupId, group.id)).returning({
      id: shopOrders.id,
      groupId: shopOrders.groupId,
      buyerId: shopOrders.buyerId,
      sellerId: shopOrders.sellerId,
    }),
    tx
      .select()
      .from(orderLines)
      .where(
        inArray(
          orderLines.orderId,
          tx.select({ id: shopOrders.id }).from(shopOrders).where(eq(shopOrders.groupId, group.id)),
        ),
      )
      .for("update"),
  ])
  for (const order of orders)
    await moveLines(
      tx,
      order,
      lines.filter((line) => line.orderId === order.id),
      { move: "pay", role: "system", actorId: null },
      { paidAt: at },
    )
  if (group.state === "pending") await emptyCart(tx, group, lines)
  await emitEach(
    tx,
    "shop.paid",
    orders.map((order) => ({
      groupId: group.id,
      orderId: order.id,
      buyerId: order.buyerId,
      sellerId: order.sellerId,
    })),
  )
  return { result: ok({ groupId: group.id, state: "DONE" }), owed: null }
}

/** What was bought leaves the cart. */
async function emptyCart(
  tx: Transaction,
  group: Group,
  lines?: readonly { variantId: string }[],
): Promise<void> {
  if (group.source !== "cart") return
  const bought =
    lines ??
    (await tx
      .select({ variantId: orderLines.variantId })
      .from(orderLines)
      .innerJoin(shopOrders, eq(shopOrders.id, orderLines.orderId))
      .where(eq(shopOrders.groupId, group.id)))
  const ids = new Set<unknown>(bought.map((line) => line.variantId))
  await changeCart(tx, group.buyerId, (cart) =>
    cart.some((line) => ids.has(line.variantId)) ? cart.filter((line) => !ids.has(line.variantId)) : null,
  )
}

/**
 * The buyer left the provider's window, or it refused there: the attempt is over, the goods stay reserved.
 */
export async function abortPayment(
  actor: Actor,
  paymentId: string,
  failure: { code: string; message: string },
): Promise<{ groupId: string } | null> {
  if (actor.kind !== "member" || !isId(paymentId)) return null
  return inTransaction(async (tx) => {
    const locked = await lockPayment(tx, paymentId)
    if (!locked || locked.payment.buyerId !== actor.userId) return null
    if (locked.payment.state === "READY") {
      await tx
        .update(payments)
        .set({
          state: "ABORTED",
          failureCode: failure.code,
          failureMessage: failure.message,
          updatedAt: now(),
        })
        .where(eq(payments.id, paymentId))
    }
    return { groupId: locked.group.id }
  })
}

/**
 * The buyer of a deposit that has not come calls the order off: the goods go back, the account is closed.
 * Refusals: `not_found`, `not_now`.
 */
export async function cancelDeposit(
  actor: Actor,
  groupId: string,
): Promise<Outcome<"not_found" | "not_now">> {
  if (actor.kind !== "member" || !isId(groupId)) return refuse("not_found")
  const done = await inTransaction(async (tx) => {
    const [group] = await tx
      .select()
      .from(orderGroups)
      .where(and(eq(orderGroups.id, groupId), eq(orderGroups.buyerId, actor.userId)))
      .for("update")
    if (!group) return refuse("not_found")
    if (group.state !== "waiting_deposit") return refuse("not_now")
    const [payment] = await tx
      .select()
      .from(payments)
      .where(and(eq(payments.groupId, groupId), eq(payments.state, "WAITING_FOR_DEPOSIT")))
    await endGroups(tx, [group], true)
    return ok({ payment })
  })
  if (!done.ok) return done
  // Money that comes all the same goes back: the group is over.
  if (done.payment?.paymentKey) {
    await paymentPort(done.payment.provider).cancel({
      paymentKey: done.payment.paymentKey,
      amountWon: null,
      reason: "입금 전 주문 취소",
      idempotencyKey: `close-${done.payment.id}`,
      account: null,
    })
  }
  return ok()
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null
const isSame = (one: string, other: string) => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/**
 * Takes a webhook of the provider. Nothing in it is believed: it only says which payment to ask about. A
 * deposit's secret must be the one that was stored. False for what is not a webhook of a payment of ours.
 */
export async function receiveWebhook(body: unknown): Promise<boolean> {
  if (!isRecord(body)) return false
  const changed = body.eventType === "PAYMENT_STATUS_CHANGED" && isRecord(body.data)
  const orderId = changed && isRecord(body.data) ? body.data.orderId : body.orderId
  if (!isId(orderId)) return false
  const [payment] = await db().select().from(payments).where(eq(payments.id, orderId))
  if (!payment || payment.state === "READY") return false
  if (
    !changed &&
    !(typeof body.secret === "string" && payment.secret !== null && isSame(body.secret, payment.secret))
  )
    return false
  await askAndApply(payment, "look")
  return true
}

/**
 * The buyer wants to know now how the payment of `groupId` ended. As `confirmPayment`; `not_found` where
 * nothing is being asked.
 */
export async function askOwnPayment(actor: Actor, groupId: string): Promise<PayResult> {
  if (actor.kind !== "member" || !isId(groupId)) return refuse("not_found")
  const [payment] = await db()
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.groupId, groupId),
        eq(payments.buyerId, actor.userId),
        eq(payments.state, "IN_PROGRESS"),
      ),
    )
  return payment ? askAndApply(payment, "confirm") : refuse("not_found")
}

/**
 * Asks the provider about payments whose end is not known, and about deposits; a job calls it. Returns how
 * many.
 */
export async function askAgain(): Promise<number> {
  const before = new Date(now().getTime() - minuteMs)
  const open = await db()
    .select()
    .from(payments)
    .where(
      and(inArray(payments.state, ["IN_PROGRESS", "WAITING_FOR_DEPOSIT"]), lte(payments.updatedAt, before)),
    )
    .orderBy(asc(payments.updatedAt))
    .limit(50)
  await forEachAlone(open, { what: "payment", id: (payment) => payment.id }, async (payment) => {
    await db()
      .update(payments)
      .set({ updatedAt: now() })
      .where(
        and(
          eq(payments.id, payment.id),
          sql`${payments.updatedAt} = ${payment.updatedAt.toISOString()}::timestamptz`,
        ),
      )
    // A confirmation that never arrived is sent again under its own key; one that did answers as it did then.
    await askAndApply(payment, payment.state === "IN_PROGRESS" ? "confirm" : "look")
  })
  return open.length
}
