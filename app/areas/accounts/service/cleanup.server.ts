/** What time takes away from accounts; every one is a job. */
import { lt } from "drizzle-orm"
import { now } from "../../../basics/clock.ts"
import { DAY_MS } from "../../../basics/time.ts"
import { db, inTransaction } from "../../../platform/db.server.ts"
import { emitMany } from "../../../platform/events.server.ts"
import { departures, knownAddresses } from "../schema.server.ts"
import { deleteExpiredSessions } from "../session.server.ts"
import { deleteExpiredChanges } from "./account-changes.server.ts"
import { deleteExpiredLinks } from "./links.server.ts"
import { forgetOldChecks } from "./neighbourhoods.server.ts"
import { deleteExpiredSignInCodes } from "./phone-sign-in.server.ts"
import { deleteExpiredPhoneCodes } from "./phone.server.ts"

const KNOWN_ADDRESS_RETENTION_DAYS = 30

/**
 * Removes sessions, links, sign-ups, phone codes, changes, checks of neighbourhoods and known addresses that
 * are over, and the records of those who left 5 years ago.
 */
export async function cleanUpAccounts(): Promise<void> {
  await deleteExpiredSessions()
  await deleteExpiredLinks()
  await deleteExpiredPhoneCodes()
  await deleteExpiredSignInCodes()
  await deleteExpiredChanges()
  await forgetOldChecks()
  await db()
    .delete(knownAddresses)
    .where(lt(knownAddresses.seenAt, new Date(now().getTime() - KNOWN_ADDRESS_RETENTION_DAYS * DAY_MS)))
  await inTransaction(async (tx) => {
    const expired = await tx
      .update(departures)
      .set({ record: null, retainUntil: null })
      .where(lt(departures.retainUntil, now()))
      .returning({ userId: departures.userId })
    await emitMany(tx, "account.forgotten", expired)
  })
}
