/**
 * Charges that the market holds for two people: asked by the area whose work or thing is paid for, held once
 * they are paid, released to the payee or refunded to the payer in the transaction that decides it.
 */
import { and, eq, inArray, lte, notExists, sql, type SQL, type SQLWrapper } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { findTransition } from "#app/basics/transitions.ts"
import { db, inTransaction, type Transaction } from "#app/platform/db.server.ts"
import { emit } from "#app/platform/events.server.ts"
import { forEachIsolated } from "#app/platform/for-each-isolated.server.ts"
import { writeTogether, type Write } from "#app/platform/write-together.server.ts"
import {
  calculateFeeWon,
  calculateRefundWon,
  calculateRelease,
  getUnsettledWon,
  type ChargeSums,
} from "../amounts.ts"
import { createReleasePosting } from "../postings.ts"
import { CHARGE_TRANSITIONS, type ChargeFee, type ChargeState, type ChargeTransition } from "../rules.ts"
import { charges, payments, refunds } from "../schema.server.ts"
import type { PayeeBusiness } from "../views.ts"
import type { Charge, ChargeSubject, ChargeSummary, LockedCharge } from "./charges.server.ts"
import "./charge-notifications.server.ts"
import { postEntries } from "./ledger.server.ts"
import { expirePaymentAttempts } from "./payment-attempts.server.ts"
import { createRefund } from "./refunds.server.ts"

export type ChargeRow = typeof charges.$inferSelect
/** What a held charge is for: a part of an order, a deal of second-hand goods. */
export type ChargeKind = ChargeRow["kind"]

/** What is known of a charge where it is summarized. */
export type SummarizedCharge = Pick<ChargeRow, "id" | "kind" | "subjectId" | "payerId" | "title" | "state">

/** The area that asks for charges of a kind: money tells it what became of them. */
export type ChargeOwner = {
  kind: ChargeKind
  /**
   * Locks what is paid for, always before the charge: an area that releases or refunds has locked its own
   * rows already.
   */
  lock(tx: Transaction, subjectId: string): Promise<void>
  /** What is shown where it is paid; null where it is no more. */
  summarize(charge: SummarizedCharge): Promise<ChargeSummary | null>
  /** Whose business is paid, for receipts; absent where people sell without one. */
  findBusiness?(payeeId: string): Promise<PayeeBusiness>
  /** The money is held now. */
  onHeld(tx: Transaction, charge: ChargeRow): Promise<void>
  /** Nobody pays any more; `byPayer` where the payer called a deposit off. */
  onExpired(tx: Transaction, charge: ChargeRow, byPayer: boolean): Promise<void>
  /**
   * The payer's bank took back what was paid, or a part of it: what is under way stops, and is decided by an
   * administrator where work has begun. Adds the refunds to pay after the commit to `refundIds`.
   */
  onChargedBack(tx: Transaction, charge: ChargeRow, refundIds: string[]): Promise<void>
  /** Something else that the two see: a deposit is awaited, a payment failed, a refund moved. */
  onChanged(
    tx: Transaction,
    charge: ChargeRow,
    what: "deposit_awaited" | "payment_failed" | "account_needed" | "account_told" | "refunded",
  ): Promise<void>
  /** Selects `what`, `id` and `difference`, all texts, of rows of its own that do not agree with charges. */
  mismatches: SQL
}

const owners = new Map<ChargeKind, ChargeOwner>()

/** Names the owner of a kind; only app/charges.server.ts calls this. */
export function registerChargeOwner(owner: ChargeOwner): void {
  owners.set(owner.kind, owner)
}

function getOwner(kind: ChargeKind): ChargeOwner {
  const owner = owners.get(kind)
  if (!owner) throw new Error(`No owner of charges of the kind ${kind} is registered`)
  return owner
}

/** The business that a charge pays, for its receipt; null where the payee runs none. */
export async function findChargeBusiness(
  charge: Pick<ChargeRow, "kind" | "payeeId">,
): Promise<PayeeBusiness | null> {
  const business = await getOwner(charge.kind).findBusiness?.(charge.payeeId)
  return business?.businessNumber ? business : null
}

/**
 * Asks `payerId` for `amountWon`, to be held for `payeeId`, until `dueAt`. The fee is computed here, and
 * stays as it is whatever the settings say later. Returns the charge's id.
 */
export async function createCharge(
  tx: Transaction,
  charge: {
    kind: ChargeKind
    subjectId: string
    payerId: string
    payeeId: string
    title: string
    amountWon: number
    fee: ChargeFee
    dueAt: Date
  },
): Promise<string> {
  const { fee, ...columns } = charge
  const id = newId()
  const feeWon = calculateFeeWon(charge.amountWon, fee.bps)
  await tx.insert(charges).values({
    id,
    ...columns,
    payerFeeWon: fee.payer === "payer" ? feeWon : 0,
    payeeFeeWon: fee.payer === "payee" ? feeWon : 0,
    state: "asked",
    askedAt: now(),
  })
  return id
}

/** What is paid for a charge, in won: its price and the payer's fee. */
export const getChargeTotalWon = (charge: Pick<ChargeRow, "amountWon" | "payerFeeWon">): number =>
  charge.amountWon + charge.payerFeeWon

/** The charges `ids`, locked in the order of their ids; what they are for is locked already. */
export async function lockCharges(tx: Transaction, ids: readonly string[]): Promise<ChargeRow[]> {
  if (ids.length === 0) return []
  return tx
    .select()
    .from(charges)
    .where(inArray(charges.id, [...ids]))
    .orderBy(charges.id)
    .for("update")
}

/**
 * Moves a locked charge, and writes `together` in the same statement; throws where the table has no such
 * move: its callers ask for what is possible.
 */
async function transitionCharge(
  tx: Transaction,
  charge: ChargeRow,
  move: ChargeTransition,
  changes: Partial<ChargeRow> = {},
  together: readonly Write[] = [],
): Promise<ChargeRow> {
  const transition = findTransition(CHARGE_TRANSITIONS, { move, from: charge.state, role: "system" })
  if (!transition) throw new Error(`The charge ${charge.id} cannot ${move} from ${charge.state}`)
  const columns = { ...changes, state: transition.to }
  await writeTogether(tx, [...together, tx.update(charges).set(columns).where(eq(charges.id, charge.id))])
  return { ...charge, ...columns }
}

const isUnpaid = (state: ChargeState): boolean => state === "asked" || state === "paying"

/**
 * Takes back a locked charge that nobody has paid, with the attempts to pay it. Money that comes all the
 * same goes back. A charge that is paid or over stays as it is.
 */
export async function withdrawCharge(tx: Transaction, charge: ChargeRow): Promise<void> {
  if (!isUnpaid(charge.state)) return
  await transitionCharge(tx, charge, "withdraw", { settledAt: now() })
  await expirePaymentAttempts(tx, [charge.id], ["READY", "WAITING_FOR_DEPOSIT"])
}

/** Adds what moved to the sums of a charge; the last part moves its state on. */
async function settlePart(
  tx: Transaction,
  charge: ChargeRow,
  move: "release_rest" | "refund_rest",
  moved: Pick<ChargeSums, "releasedWon" | "refundedWon" | "heldWon">,
): Promise<ChargeRow> {
  if (moved.heldWon > 0) {
    await tx.update(charges).set(moved).where(eq(charges.id, charge.id))
    return { ...charge, ...moved }
  }
  const [openRefund] = await tx
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.groupId, charge.id), sql`${refunds.state} <> 'done'`))
    .limit(1)
  // What was refunded before and is still on its way keeps the charge refunding.
  const isRefunding = move === "refund_rest" || openRefund !== undefined
  return transitionCharge(tx, charge, isRefunding ? "refund_rest" : "release_rest", {
    ...moved,
    settledAt: now(),
  })
}

const checkPart = (charge: ChargeRow, won: number): void => {
  if (charge.state !== "held" || !Number.isSafeInteger(won) || won < 1 || won > getUnsettledWon(charge))
    throw new RangeError(`${won} won of the charge ${charge.id} (${charge.state}) cannot be moved`)
}

/**
 * Gives `won` of the price of a locked, held charge to its payee, less their fee: it goes out with the
 * payouts of the next working day. Returns the charge as it is then.
 */
export async function releaseCharge(tx: Transaction, charge: ChargeRow, won: number): Promise<ChargeRow> {
  checkPart(charge, won)
  const release = calculateRelease(charge, won)
  const releasedWon = charge.releasedWon + won
  await postEntries(
    tx,
    createReleasePosting({ chargeId: charge.id, payeeId: charge.payeeId, number: releasedWon, ...release }),
  )
  return settlePart(tx, charge, "release_rest", {
    releasedWon,
    refundedWon: charge.refundedWon,
    heldWon: charge.heldWon - release.heldWon,
  })
}

/**
 * Owes `won` of the price of a locked, held charge to its payer, with the fee that they paid for it. Returns
 * the charge as it is then, and the refund to pay after the commit (`executeRefunds`).
 */
export async function refundCharge(
  tx: Transaction,
  charge: ChargeRow,
  won: number,
  reason: string,
): Promise<{ charge: ChargeRow; refundId: string }> {
  checkPart(charge, won)
  const amountWon = calculateRefundWon(charge, won)
  const refundId = await createRefund(tx, { groupId: charge.id, orderId: null, amountWon, reason })
  const settled = await settlePart(tx, charge, "refund_rest", {
    releasedWon: charge.releasedWon,
    refundedWon: charge.refundedWon + won,
    heldWon: charge.heldWon - amountWon,
  })
  return { charge: settled, refundId }
}

// ── What payments do to a held charge

const LOCKED_STATES: Record<ChargeState, LockedCharge["state"]> = {
  asked: "asked",
  paying: "waiting_deposit",
  held: "paid",
  released: "paid",
  refunding: "paid",
  refunded: "paid",
  expired: "expired",
  withdrawn: "expired",
}

function toCharge(tx: Transaction, charge: ChargeRow): Charge {
  const owner = getOwner(charge.kind)
  return {
    id: charge.id,
    kind: charge.kind,
    title: charge.title,
    payerId: charge.payerId,
    amountWon: getChargeTotalWon(charge),
    refundAccount: {
      bank: charge.refundBank,
      accountNumber: charge.refundAccount,
      holder: charge.refundHolder,
    },
    saveRefundAccount: async (account) => {
      await tx
        .update(charges)
        .set({ refundBank: account.bank, refundAccount: account.accountNumber, refundHolder: account.holder })
        .where(eq(charges.id, charge.id))
      await announceRefundAccount(tx, charge, false)
    },
    onRefundAccountTold: () => announceRefundAccount(tx, charge, true),
    onRefundAccountNeeded: async (refundId) => {
      await owner.onChanged(tx, charge, "account_needed")
      await emit(tx, "charge.account_needed", { refundId, chargeId: charge.id, payerId: charge.payerId })
    },
    onRefunded: async () => {
      await closeRefundedCharge(tx, charge.id)
      await owner.onChanged(tx, charge, "refunded")
    },
  }
}

/** Somebody said where the refunds of a charge go to. */
async function announceRefundAccount(tx: Transaction, charge: ChargeRow, byOffice: boolean): Promise<void> {
  await getOwner(charge.kind).onChanged(tx, charge, "account_told")
  const { id: chargeId, payerId } = charge
  await emit(tx, "charge.account_told", { chargeId, payerId, tellingId: newId(), byOffice })
}

/** The last refund of a charge was paid: it is over. */
async function closeRefundedCharge(tx: Transaction, id: string): Promise<void> {
  const [charge] = await lockCharges(tx, [id])
  if (charge?.state !== "refunding") return
  const [openRefund] = await tx
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.groupId, id), sql`${refunds.state} <> 'done'`))
    .limit(1)
  if (!openRefund) await transitionCharge(tx, charge, charge.releasedWon > 0 ? "close" : "return")
}

const toLockedCharge = (tx: Transaction, charge: ChargeRow): LockedCharge => ({
  ...toCharge(tx, charge),
  state: LOCKED_STATES[charge.state],
  expiresAt: charge.dueAt,
  extend: async (moment) =>
    void (await tx.update(charges).set({ dueAt: moment }).where(eq(charges.id, charge.id))),
  awaitDeposit: async (dueAt) => {
    const waiting = await transitionCharge(tx, charge, "await_deposit", { dueAt })
    await getOwner(charge.kind).onChanged(tx, waiting, "deposit_awaited")
  },
  markPaid: async (paymentWrites) => {
    const columns = { heldWon: getChargeTotalWon(charge), heldAt: now() }
    const held = await transitionCharge(tx, charge, "pay", columns, paymentWrites)
    await getOwner(charge.kind).onHeld(tx, held)
  },
  onFailed: () => getOwner(charge.kind).onChanged(tx, charge, "payment_failed"),
  expire: (byPayer) => expireCharge(tx, charge, byPayer),
  onChargedBack: async (refundIds) => {
    if (charge.state === "held") await getOwner(charge.kind).onChargedBack(tx, charge, refundIds)
  },
})

async function expireCharge(tx: Transaction, charge: ChargeRow, byPayer: boolean): Promise<void> {
  const expired = await transitionCharge(tx, charge, "expire", { settledAt: now() })
  await expirePaymentAttempts(tx, [charge.id], ["READY", "WAITING_FOR_DEPOSIT"])
  await getOwner(charge.kind).onExpired(tx, expired, byPayer)
}

const selectCharge = async (executor: Transaction, id: string | SQLWrapper) =>
  (await executor.select().from(charges).where(eq(charges.id, id)))[0]

/** Locks what a charge is for, and then the charge. */
async function lockWithSubject(tx: Transaction, id: string | SQLWrapper): Promise<ChargeRow | undefined> {
  const found = await selectCharge(tx, id)
  if (!found) return undefined
  await getOwner(found.kind).lock(tx, found.subjectId)
  return (await lockCharges(tx, [found.id]))[0]
}

export const heldChargeSubject: ChargeSubject = {
  kind: "charge",
  async find(tx, id) {
    const charge = await selectCharge(tx, id)
    return charge ? toCharge(tx, charge) : null
  },
  async lock(tx, id) {
    const charge = await lockWithSubject(tx, id)
    return charge ? toLockedCharge(tx, charge) : null
  },
  lockAsked: (id) => sql`select c.id, c.amount_won + c.payer_fee_won, c.due_at from charges c
    where c.id = ${id} and c.state = 'asked' for update`,
  selectSummary: (id) => sql`(select json_build_object('id', c.id, 'kind', c.kind, 'subjectId', c.subject_id,
    'payerId', c.payer_id, 'title', c.title, 'state', c.state) from charges c where c.id = ${id})`,
  summarize: (selected: SummarizedCharge) => getOwner(selected.kind).summarize(selected),
  heldByCharge: sql`select id, held_won as held from charges`,
  // What went to the payee and as fee is what was released; what was refunded is what is owed or paid back.
  get mismatches() {
    return sql`select 'released' as what, c.id::text as id, (c.released_won
        + case when c.released_won = c.amount_won then c.payer_fee_won else 0 end
        - coalesce(l.released, 0))::text as difference
      from charges c left join (select group_id, sum(-amount_won) as released from ledger
        where kind = 'release' and account = 'held' group by group_id) l on l.group_id = c.id
      where (c.released_won in (0, c.amount_won) or c.payer_fee_won = 0)
        and c.released_won + case when c.released_won = c.amount_won then c.payer_fee_won else 0 end
          <> coalesce(l.released, 0)
      ${sql.join(
        [...owners.values()].map((owner) => sql`union all ${owner.mismatches}`),
        sql` `,
      )}`
  },
}

// A payment whose end is not known keeps its charge until the provider has been asked again.
const isNotBeingPaid = notExists(
  sql`(select from ${payments} where ${payments.groupId} = ${charges.id}
    and ${payments.state} = 'IN_PROGRESS')`,
)

/** Ends the charges that nobody paid in time; a job calls it. Returns how many were due. */
export async function expireDueCharges(): Promise<number> {
  const dueCharges = await db()
    .select({ id: charges.id })
    .from(charges)
    .where(and(inArray(charges.state, ["asked", "paying"]), lte(charges.dueAt, now()), isNotBeingPaid))
    .orderBy(charges.dueAt)
    .limit(100)
  await forEachIsolated(dueCharges, { what: "charge", id: ({ id }) => id }, ({ id }) =>
    inTransaction(async (tx) => {
      const charge = await lockWithSubject(tx, id)
      if (charge && isUnpaid(charge.state) && charge.dueAt <= now()) await expireCharge(tx, charge, false)
    }),
  )
  return dueCharges.length
}
