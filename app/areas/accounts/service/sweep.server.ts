/** Owns what time takes away from accounts; every one is a job. */
import { lt } from "drizzle-orm"
import { now } from "../../../basics/clock.ts"
import { dayMs } from "../../../basics/time.ts"
import { db, inTransaction } from "../../../platform/db.server.ts"
import { emitEach } from "../../../platform/events.server.ts"
import { departures, knownAddresses } from "../schema.server.ts"
import { sweepSessions } from "../session.server.ts"
import { sweepChanges } from "./account-changes.server.ts"
import { sweepLinks } from "./links.server.ts"
import { sweepPhoneCodes } from "./phone.server.ts"

const ADDRESS_KEPT_DAYS = 30

/**
 * Removes sessions, links, sign-ups, phone codes, changes and known addresses that are over, and the records
 * of those who left 5 years ago.
 */
export async function sweepAccounts(): Promise<void> {
  await sweepSessions()
  await sweepLinks()
  await sweepPhoneCodes()
  await sweepChanges()
  await db()
    .delete(knownAddresses)
    .where(lt(knownAddresses.seenAt, new Date(now().getTime() - ADDRESS_KEPT_DAYS * dayMs)))
  await inTransaction(async (tx) => {
    const past = await tx
      .update(departures)
      .set({ record: null, keepUntil: null })
      .where(lt(departures.keepUntil, now()))
      .returning({ userId: departures.userId })
    await emitEach(tx, "account.forgotten", past)
  })
}
