/** Which days are not compared again, and which differences not settled; nothing is written then. */
import { eq, sql } from "drizzle-orm"
import { afterEach, expect, test } from "vitest"
import { resetClock, setClock } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { addDays, toKstDateString } from "#app/basics/time.ts"
import { db } from "#app/platform/db.server.ts"
import { env, setEnvironment } from "#app/platform/env.server.ts"
import { auditLog } from "#app/platform/schema.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { checksumAllTables } from "../../../../tests/setup/table-checksums.ts"
import { createPerson } from "../../accounts/fixtures.ts"
import type { Actor } from "../../accounts/rules.ts"
import { createBegunSafeOrder } from "../../orders/fixtures.ts"
import { reconciliationDays, reconciliationDifferences } from "../schema.server.ts"
import { rerunReconciliation, settleDifference } from "./reconciliation-office.server.ts"

withDatabase()
afterEach(resetClock)

const TODAY = toKstDateString(new Date())
const YESTERDAY = addDays(TODAY, -1)
const refused = (reason: string) => ({ ok: false, reason })

/** A payment of yesterday of which the provider knows another amount. */
async function createDifference() {
  setClock(() => new Date(`${YESTERDAY}T12:00:00+09:00`))
  const order = await createBegunSafeOrder()
  await db().execute(sql`update simulated_payments set payment = payment || '{"totalAmount": 5}'::jsonb
    where created_at > ${`${YESTERDAY}T00:00:00+09:00`}::timestamptz`)
  resetClock()
  const admin = await createPerson({ role: "admin" })
  await rerunReconciliation(admin.actor, YESTERDAY)
  const [difference] = await db()
    .select()
    .from(reconciliationDifferences)
    .orderBy(sql`${reconciliationDifferences.foundAt} desc, ${reconciliationDifferences.id} desc`)
    .limit(1)
  if (!difference) throw new Error("Nothing differs")
  const { actor } = order.customer
  if (actor.kind !== "member" || !actor.profile) throw new Error("The customer has no profile")
  const payer: Actor = { ...actor, profile: { ...actor.profile, role: "admin" } }
  return { admin, payer, differenceId: difference.id }
}

test("a day is compared again by administrators alone, once it is over and not too long ago", async () => {
  const [admin, member] = [await createPerson({ role: "admin" }), await createPerson()]
  const before = await checksumAllTables()
  expect(await rerunReconciliation(member.actor, YESTERDAY)).toEqual(refused("not_found"))
  expect(await rerunReconciliation(admin.actor, addDays(TODAY, -366))).toEqual(refused("not_found"))
  expect(await rerunReconciliation(admin.actor, TODAY)).toEqual(refused("not_over"))
  const former = env()
  setEnvironment({ ...former, PAYMENTS: "off" })
  expect(await rerunReconciliation(admin.actor, YESTERDAY)).toEqual(refused("off"))
  setEnvironment(former)
  expect(await checksumAllTables()).toEqual(before)
})

test("a provider that does not answer is said to be silent, and that alone is written", async () => {
  const admin = await createPerson({ role: "admin" })
  const day = addDays(TODAY, -3)
  const former = env()
  setEnvironment({ ...former, TOSS_SECRET_KEY: "test_sk_nobody", TOSS_API_URL: "http://127.0.0.1:1" })
  expect(await rerunReconciliation(admin.actor, day)).toMatchObject(refused("silent"))
  setEnvironment(former)
  expect(await db().select().from(reconciliationDays).where(eq(reconciliationDays.day, day))).toMatchObject([
    { state: "silent", tries: 1 },
  ])
  const lines = await db().select().from(auditLog).where(eq(auditLog.subjectId, day))
  expect(lines).toMatchObject([{ action: "reconciliation.run", after: { reconciliation: "silent" } }])
})

test("a difference is settled once, by an administrator whose money it is not", async () => {
  const { admin, payer, differenceId } = await createDifference()
  const other = await createPerson()
  const note = "결제사에 확인했어요"
  const before = await checksumAllTables()
  expect(await settleDifference(other.actor, YESTERDAY, { differenceId, note })).toEqual(refused("not_found"))
  expect(await settleDifference(admin.actor, TODAY, { differenceId, note })).toEqual(refused("not_found"))
  expect(await settleDifference(admin.actor, YESTERDAY, { differenceId: newId(), note })).toEqual(
    refused("not_found"),
  )
  expect(await settleDifference(payer, YESTERDAY, { differenceId, note })).toEqual(refused("involved"))
  expect(await checksumAllTables()).toEqual(before)
  expect(await settleDifference(admin.actor, YESTERDAY, { differenceId, note })).toEqual({ ok: true })
  const settled = await checksumAllTables()
  expect(await settleDifference(admin.actor, YESTERDAY, { differenceId, note })).toEqual(refused("not_now"))
  expect(await checksumAllTables()).toEqual(settled)
})

test("what was settled stays so while it is the same, and is open again when it has changed", async () => {
  const { admin, differenceId } = await createDifference()
  const note = "결제사에 확인했어요"
  const find = async () =>
    (
      await db()
        .select()
        .from(reconciliationDifferences)
        .where(eq(reconciliationDifferences.id, differenceId))
    )[0]
  await settleDifference(admin.actor, YESTERDAY, { differenceId, note })
  await rerunReconciliation(admin.actor, YESTERDAY)
  expect(await find()).toMatchObject({ note, settledBy: admin.actor.userId })
  await db().execute(sql`update simulated_payments set payment = payment || '{"totalAmount": 6}'::jsonb`)
  await rerunReconciliation(admin.actor, YESTERDAY)
  expect(await find()).toMatchObject({ note: "", settledBy: null, settledAt: null, theirWon: 6 })
})
