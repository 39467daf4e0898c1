/** Payees at the provider: who is registered as what, and told anew where that changes. */
import { eq, sql } from "drizzle-orm"
import { afterEach, beforeEach, expect, test } from "vitest"
import { resetClock, setClock } from "#app/basics/clock.ts"
import { db } from "#app/platform/db.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { withPayoutDouble } from "../../../../tests/setup/payout-double.ts"
import { createExpert, type Expert } from "../../experts/fixtures.ts"
import { approvePayee, checkOwnAccount, OWN_ACCOUNT } from "../fixtures.ts"
import { payoutAccounts } from "../schema.server.ts"
import { registerPayee, renewPayeeRegistration } from "./payee-registration.server.ts"

withDatabase()
const double = withPayoutDouble()

const goTo = (moment: string) => setClock(() => new Date(moment))
beforeEach(() => goTo("2026-11-17T15:00:00+09:00"))
afterEach(resetClock)

let accountNumber = 0
const nextAccount = () => ({
  ...OWN_ACCOUNT,
  accountNumber: `3444${String((accountNumber += 1)).padStart(6, "0")}1`,
})
const accountOf = async (expert: Expert) =>
  (await db().select().from(payoutAccounts).where(eq(payoutAccounts.userId, expert.expertId)))[0]

test("a new account is registered with the bank's code, a changed one is told of", async () => {
  const expert = await createExpert()
  double.calls.length = 0
  await approvePayee(expert.actor, { ...nextAccount(), bank: "국민은행" })
  const sellerId = (await accountOf(expert))?.sellerId
  expect(double.calls[0]).toMatchObject({
    path: "/v2/sellers",
    body: {
      refSellerId: expect.stringMatching(/^[\w-]{7,20}$/),
      businessType: "INDIVIDUAL_BUSINESS",
      company: {
        name: "도현도배",
        representativeName: expert.actor.profile?.name,
        businessRegistrationNumber: expect.stringMatching(/^1\d{9}$/),
        email: expert.actor.email,
      },
      account: { bankCode: "004", holderName: "김하늘" },
    },
  })
  const other = nextAccount()
  goTo("2026-11-17T15:10:00+09:00")
  await checkOwnAccount(expert.actor, other)
  await registerPayee(expert.expertId)
  expect(double.calls.at(-1)).toMatchObject({
    path: `/v2/sellers/${sellerId}`,
    body: { account: { bankCode: "090", accountNumber: other.accountNumber } },
  })
  expect(await accountOf(expert)).toMatchObject({ sellerId, isRegistrationDue: false })
})

test("a person is registered as one, and anew as the business that is approved later", async () => {
  const expert = await createExpert({ state: "applied", businessNumber: "1248100998" })
  const { email } = expert.actor
  double.calls.length = 0
  await approvePayee(expert.actor, nextAccount())
  expect(double.calls[0]).toMatchObject({
    path: "/v2/sellers",
    body: { businessType: "INDIVIDUAL", individual: { name: "김하늘", email } },
  })
  const before = await accountOf(expert)
  await db().execute(sql`update experts set state = 'approved' where user_id = ${expert.expertId}`)
  await renewPayeeRegistration({ expertId: expert.expertId })
  expect(double.calls.at(-1)).toMatchObject({
    path: "/v2/sellers",
    body: { businessType: "CORPORATE", company: { businessRegistrationNumber: "1248100998", email } },
  })
  const after = await accountOf(expert)
  expect(after).toMatchObject({ businessNumber: "1248100998", isRegistrationDue: false, sellerProblem: "" })
  expect([after?.sellerId === before?.sellerId, after?.sellerRef === before?.sellerRef]).toEqual([
    false,
    false,
  ])
  // What is the same is told once.
  const told = double.calls.length
  await renewPayeeRegistration({ expertId: expert.expertId })
  expect(double.calls.length).toBe(told)
})
