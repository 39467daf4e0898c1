/**
 * The port through which areas say who is paid out and to which account: money knows a payee by the id
 * of their member. Joined in app/charges.server.ts.
 */
import { z } from "zod"
import type { Transaction } from "#app/platform/db.server.ts"
import type { PayeeBusiness } from "../views.ts"

export const PayoutAccountSchema = z.object({
  bank: z.string(),
  accountNumber: z.string(),
  accountHolder: z.string(),
})
/** Where a payee is paid; texts are empty where they have not told it. */
export type PayoutAccount = z.output<typeof PayoutAccountSchema>

/** The payees of an area. */
export type PayeeSource = {
  /** The account of a payee, locked until the end of the transaction; null for who is none of theirs. */
  lockAccount(tx: Transaction, payeeId: string): Promise<PayoutAccount | null>
  /** Replaces the account of a payee that was locked. */
  saveAccount(tx: Transaction, payeeId: string, account: PayoutAccount): Promise<void>
  /** What payees are called, by id; those of others are left out. */
  findNames(payeeIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** The businesses of members that were looked at and approved, by id; who runs none is left out. */
  findApprovedBusinesses(payeeIds: readonly string[]): Promise<ReadonlyMap<string, PayeeBusiness>>
}

let registered: PayeeSource | null = null

/** Names the source of payees; only app/charges.server.ts calls this. */
export function registerPayees(source: PayeeSource): void {
  registered = source
}

/** Throws where none was registered: nobody would be paid. */
export function getPayees(): PayeeSource {
  if (!registered) throw new Error("No payees are registered")
  return registered
}
