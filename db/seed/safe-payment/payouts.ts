/**
 * How expert@demo.kr was paid for the stories: at first to an account that is closed, and, once it was
 * another, to that. Made by the services, day by day.
 */
import { eq } from "drizzle-orm"
import { payoutAccounts } from "#app/areas/money/schema.server.ts"
import { refreshPayee, registerPayee } from "#app/areas/money/service/payee-registration.server.ts"
import { recheckPayouts, sendPendingPayouts } from "#app/areas/money/service/payout-requests.server.ts"
import { saveCheckedAccount } from "#app/areas/money/service/person-accounts.server.ts"
import { createPersonPayouts } from "#app/areas/money/service/person-payouts.server.ts"
import { isBusinessDay } from "#app/basics/business-days.ts"
import { setClock } from "#app/basics/clock.ts"
import { addDays, MINUTE_MS, toKstDateString } from "#app/basics/time.ts"
import { db, inTransaction } from "#app/platform/db.server.ts"
import { getPayoutProvider } from "#app/platform/services.server.ts"
import type { DemoPerson } from "../parts.ts"

/** Numbers that end with 0000 are closed at the provider's double. */
const CLOSED_ACCOUNT = { bank: "국민은행", accountNumber: "801201-04-120000" }
const ACCOUNT = { bank: "카카오뱅크", accountNumber: "3333-04-1234567" }

const FIRST_DAY = -12
/** The account became another before the payouts of this day. */
const CHANGE_DAY = -3

async function changeAccount(expert: DemoPerson, account: typeof ACCOUNT): Promise<void> {
  await inTransaction((tx) => saveCheckedAccount(tx, expert.id, { ...account, accountHolder: expert.name }))
  await registerPayee(expert.id)
  await refreshPayee(expert.id)
}

/** Pays out what the stories brought until yesterday. Returns what to say of it. */
export async function payDemoExpert(expert: DemoPerson, present: Date): Promise<string> {
  const known = await db().select().from(payoutAccounts).where(eq(payoutAccounts.userId, expert.id))
  if (known.length > 0 || getPayoutProvider() !== "simulator") return "그대로"
  let made = 0
  for (let offset = FIRST_DAY; offset < 0; offset += 1) {
    const day = toKstDateString(addDays(present, offset))
    const hour = new Date(`${day}T10:00:00+09:00`)
    if (offset === FIRST_DAY || offset === CHANGE_DAY) {
      setClock(() => new Date(hour.getTime() - 30 * MINUTE_MS))
      await changeAccount(expert, offset === FIRST_DAY ? CLOSED_ACCOUNT : ACCOUNT)
    }
    if (!isBusinessDay(day)) continue
    setClock(() => hour)
    made += await createPersonPayouts()
    await sendPendingPayouts()
    setClock(() => new Date(hour.getTime() + 10 * MINUTE_MS))
    await recheckPayouts()
  }
  return `${made}건`
}
