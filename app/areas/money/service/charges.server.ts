/**
 * The port through which areas say what is charged: money knows a charge by its id, its payer and its
 * amount, and tells the subject behind it what became of the money. Joined in app/charges.server.ts.
 */
import { sql, type SQL, type SQLWrapper } from "drizzle-orm"
import { db, type Transaction } from "#app/platform/db.server.ts"
import type { Write } from "#app/platform/write-together.server.ts"

/** The account for money that came by deposit. */
export type RefundAccount = { bank: string; accountNumber: string; holder: string }

/** What one seller is paid of a charge, for the cash receipt in the seller's name. */
export type CashReceiptPart = { id: string; title: string; businessNumber: string; amountWon: number }

/** What somebody is asked to pay, in a transaction. */
export type Charge = {
  id: string
  /** What the audit calls it: the kind of its subject and its title. */
  kind: string
  title: string
  payerId: string
  amountWon: number
  /** Texts are empty where the payer has not told it. */
  refundAccount: RefundAccount
  /** Keeps where a deposit goes back to, as the payer told it. */
  saveRefundAccount(account: RefundAccount): Promise<void>
  /** An admin told where a deposit goes back to. */
  onRefundAccountTold(): Promise<void>
  /** A refund waits until the payer tells an account. */
  onRefundAccountNeeded(refundId: string): Promise<void>
  onRefunded(refundId: string): Promise<void>
  /** Absent where no receipts are issued for it here: the provider's window offers its own. */
  findCashReceiptParts?(): Promise<CashReceiptPart[]>
}

/** A charge whose row is locked until the end of the transaction. */
export type LockedCharge = Charge & {
  state: "asked" | "waiting_deposit" | "paid" | "expired"
  expiresAt: Date
  /** Keeps what is paid for until `moment`. */
  extend(moment: Date): Promise<void>
  /** A deposit is awaited until `dueAt`. */
  awaitDeposit(dueAt: Date): Promise<void>
  /** `paymentWrites`: what the payment itself changes, written in the same statement. */
  markPaid(paymentWrites: readonly Write[]): Promise<void>
  /** An attempt failed; another may follow. */
  onFailed(): Promise<void>
  /** Nobody pays any more; `byPayer` where the payer called it off. */
  expire(byPayer: boolean): Promise<void>
  /**
   * The payer's bank took back what was paid, or a part of it: what is under way stops. Adds the refunds to
   * pay after the commit to `refundIds`.
   */
  onChargedBack(refundIds: string[]): Promise<void>
}

/** What is shown of a charge where it is paid, and where its payer goes from there. */
export type ChargeSummary = {
  title: string
  payerName: string
  payerPhone: string
  resultHref: string
  /** Where the payer tries again after `problem`. */
  retryHref: (problem: string) => string
  /** Cash receipts are issued seller by seller: the provider's window offers none. */
  hasCashReceiptParts?: boolean
  /** What becomes of the money, said before it is paid: for what the market holds. */
  notes?: readonly string[]
}

/** What can be paid for: one of each kind. Answers null for an id that is not of its kind. */
export type ChargeSubject = {
  kind: string
  find(tx: Transaction, id: string): Promise<Charge | null>
  /** `id` may be a subquery. */
  lock(tx: Transaction, id: string | SQLWrapper): Promise<LockedCharge | null>
  /**
   * Selects id, amount in won and end of a charge where it is asked for, and locks its row; `id` is an
   * expression.
   */
  lockAsked(id: SQL): SQL
  /** Selects as JSON what {@link summarize} is given of a charge; null for an id that is not of its kind. */
  selectSummary(id: SQL): SQL
  summarize(selected: unknown): Promise<ChargeSummary | null>
  /** Selects the `id` of every charge and the won that its subject still holds of it, `held`. */
  heldByCharge: SQL
  /** Selects `what`, `id` and `difference`, all texts, of its own rows that do not agree with each other. */
  mismatches: SQL
}

const subjects = new Map<string, ChargeSubject>()

/** Names the subject of a kind; only app/charges.server.ts calls this. */
export function registerChargeSubject(subject: ChargeSubject): void {
  subjects.set(subject.kind, subject)
}

/** Throws where no subject was registered: no payment would be found, and no ledger wrong. */
export function listChargeSubjects(): readonly ChargeSubject[] {
  if (subjects.size === 0) throw new Error("No subject of charges is registered")
  return [...subjects.values()]
}

async function findFirst<Found>(
  ask: (subject: ChargeSubject) => Promise<Found | null>,
): Promise<Found | null> {
  for (const subject of listChargeSubjects()) {
    const found = await ask(subject)
    if (found !== null) return found
  }
  return null
}

export const findCharge = (tx: Transaction, id: string): Promise<Charge | null> =>
  findFirst((subject) => subject.find(tx, id))

/** Locks the charge until the end of the transaction. */
export const lockCharge = (tx: Transaction, id: string | SQLWrapper): Promise<LockedCharge | null> =>
  findFirst((subject) => subject.lock(tx, id))

/** Selects for {@link summarizeSelected} what a charge, an expression of its id, is, whatever its kind. */
export const selectChargeSummary = (id: SQL) =>
  sql<Record<string, unknown>>`json_build_object(${sql.join(
    listChargeSubjects().map((subject) => sql`${subject.kind}::text, ${subject.selectSummary(id)}`),
    sql`, `,
  )})`

/** What is shown of a charge, of which {@link selectChargeSummary} selected what it is. */
export const summarizeSelected = (selected: Record<string, unknown>): Promise<ChargeSummary | null> =>
  findFirst(async (subject) => (selected[subject.kind] ? subject.summarize(selected[subject.kind]) : null))

export async function summarizeCharge(id: string): Promise<ChargeSummary | null> {
  const [row] = await db().execute<{ charge: Record<string, unknown> }>(
    sql`select ${selectChargeSummary(sql`${id}::uuid`)} as charge`,
  )
  return row ? summarizeSelected(row.charge) : null
}
