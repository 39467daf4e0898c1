/** Campaigns reach whom they are for, once, by day and with consent; what is refused changes nothing. */
import { eq, sql } from "drizzle-orm"
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { now, resetClock, setClock } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { replaceCurrentSettings, setDefaultSettings } from "#app/basics/settings.ts"
import { addDays } from "#app/basics/time.ts"
import { db } from "#app/platform/db.server.ts"
import { registerDemoCompany } from "#app/shell/demo-company.server.ts"
import { registerSubscriptions } from "#app/subscriptions.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson, type Person } from "../../accounts/fixtures.ts"
import { OFFICE_ROLES } from "../../accounts/rules.ts"
import { consents } from "../../accounts/schema.server.ts"
import { createPaidPurchase, createShop, createVariant } from "../../shop/fixtures.ts"
import { couponHolders } from "../../shop/coupon-schema.server.ts"
import { coupons } from "../../shop/schema.server.ts"
import { endCoupon, findGivenCoupons } from "../../shop/service/admin-coupons.server.ts"
import { findCouponBox } from "../../shop/service/coupons.server.ts"
import { campaigns } from "../schema.server.ts"
import { countAudience } from "./audience.server.ts"
import {
  findCampaign,
  findCampaigns,
  moveCampaign,
  removeCampaign,
  saveCampaign,
  startCampaign,
  type CampaignInput,
} from "./campaigns.server.ts"
import { countCampaignResults, sendCampaigns } from "./send-campaigns.server.ts"

withDatabase()

const noon = new Date("2026-11-26T03:00:00Z")
const night = new Date("2026-11-26T13:00:00Z")
const NOT_FOUND = { ok: false, reason: "not_found" }
const refused = (reason: string) => ({ ok: false, reason })
const region = "50"

let editor: Person
beforeAll(async () => {
  registerSubscriptions()
  editor = await createPerson({ role: "admin", officeRole: "content" })
})
beforeEach(() => {
  registerDemoCompany()
  setClock(() => noon)
})
afterEach(async () => {
  resetClock()
  await db().execute(sql`update campaigns set state = 'done'`)
})

/** Somebody of the region that these campaigns are for. */
async function createReader(agreed: boolean, regionCode = "50110"): Promise<Person> {
  const person = await createPerson({ regionCode })
  if (agreed)
    await db().insert(consents).values({
      id: newId(),
      userId: person.actor.userId,
      kind: "marketing",
      version: "1",
      granted: true,
      givenAt: noon,
    })
  return person
}
async function createGivenCoupon(isGiven = true): Promise<string> {
  const id = newId()
  await db()
    .insert(coupons)
    .values({
      id,
      code: id.slice(-12).toUpperCase(),
      name: "제주 고객 3,000원",
      kind: "amount",
      value: 3_000,
      startsAt: addDays(noon, -1),
      endsAt: addDays(noon, 30),
      isGiven,
    })
  return id
}
const input = (values: Partial<CampaignInput> = {}): CampaignInput => ({
  name: "제주 소식",
  title: "제주에 새 전문가가 왔어요",
  text: "가까운 전문가를 만나 보세요.",
  href: "/experts",
  couponId: null,
  audience: "customers",
  regionCode: region,
  version: 0,
  ...values,
})
async function createCampaign(values: Partial<CampaignInput> = {}): Promise<string> {
  const saved = await saveCampaign(editor.actor, null, input(values))
  if (!saved.ok) throw new Error(saved.reason)
  return saved.id
}
async function sendAll(campaignId: string): Promise<void> {
  expect(await startCampaign(editor.actor, campaignId, 1_000_000)).toEqual({ ok: true })
  await sendCampaigns()
}
const findToldTitles = async ({ actor }: Person) =>
  (
    await db().execute<{ title: string }>(sql`
      select title from notifications where user_id = ${actor.userId}::uuid and kind = 'marketing'`)
  ).map(({ title }) => title)
const hasCoupon = async ({ actor }: Person, couponId: string) =>
  (await findCouponBox(actor)).some(({ id }) => id === couponId)

describe("a campaign", () => {
  test("tells who agreed, of the region, once; a second run tells nobody again", async () => {
    const [willing, other, far] = [
      await createReader(true),
      await createReader(false),
      await createReader(true, "11650"),
    ]
    const id = await createCampaign()
    await sendAll(id)
    await db().update(campaigns).set({ state: "sending", reachedId: null }).where(eq(campaigns.id, id))
    await Promise.all([sendCampaigns(), sendCampaigns()])
    expect(await findToldTitles(willing)).toEqual(["제주에 새 전문가가 왔어요"])
    expect([await findToldTitles(other), await findToldTitles(far)]).toEqual([[], []])
    expect(await findCampaign(editor.actor, id)).toMatchObject({ state: "done", told: 1, opened: 0 })
    await db().execute(sql`update notifications set read_at = now()
      where user_id = ${willing.actor.userId}::uuid`)
    await countCampaignResults()
    expect(await findCampaign(editor.actor, id)).toMatchObject({ told: 1, opened: 1 })
  })

  test("gives its coupon to everybody it is for, and tells those who agreed", async () => {
    const [willing, other, far] = [
      await createReader(true),
      await createReader(false),
      await createReader(true, "11650"),
    ]
    const couponId = await createGivenCoupon()
    await sendAll(await createCampaign({ couponId }))
    expect([await hasCoupon(willing, couponId), await hasCoupon(other, couponId)]).toEqual([true, true])
    expect(await hasCoupon(far, couponId)).toBe(false)
    expect([await findToldTitles(other), await findToldTitles(willing)]).toEqual([
      [],
      ["제주에 새 전문가가 왔어요"],
    ])
    expect(await db().select().from(couponHolders).where(eq(couponHolders.userId, far.actor.userId))).toEqual(
      [],
    )
  })

  test("waits for the morning, stops when it is stopped, and goes on where it was", async () => {
    const willing = await createReader(true)
    const id = await createCampaign()
    setClock(() => night)
    await sendAll(id)
    expect(await findCampaign(editor.actor, id)).toMatchObject({ state: "sending", handled: 0 })
    setClock(() => noon)
    expect(await moveCampaign(editor.actor, id, "stop")).toEqual({ ok: true })
    await sendCampaigns()
    expect(await findToldTitles(willing)).toEqual([])
    expect(await moveCampaign(editor.actor, id, "stop")).toEqual(refused("not_now"))
    expect(await moveCampaign(editor.actor, id, "resume")).toEqual({ ok: true })
    await sendCampaigns()
    expect(await findToldTitles(willing)).toHaveLength(1)
    expect(await moveCampaign(editor.actor, id, "resume")).toEqual(refused("not_now"))
  })

  test("stops where its coupon ended meanwhile", async () => {
    await createReader(true)
    const couponId = await createGivenCoupon()
    const id = await createCampaign({ couponId })
    expect(await startCampaign(editor.actor, id, 1_000_000)).toEqual({ ok: true })
    expect(await endCoupon(editor.actor, couponId)).toEqual({ ok: true })
    await sendCampaigns()
    expect(await findCampaign(editor.actor, id)).toMatchObject({ state: "stopped", handled: 0 })
  })

  test("is for whom its group says: buyers, newcomers, who was long away", async () => {
    const [buyer, sleeper] = [await createReader(true, "36110"), await createReader(true, "36110")]
    const shop = await createShop()
    await createPaidPurchase(buyer, [
      { variantId: await createVariant(shop.sellerId, 10_000, 5), quantity: 1 },
    ])
    const long = addDays(noon, -100).toISOString()
    await db()
      .execute(sql`update profiles set used_at = ${long}::timestamptz, created_at = ${long}::timestamptz
      where user_id = ${sleeper.actor.userId}::uuid`)
    const count = async (audience: CampaignInput["audience"]) =>
      (await countAudience({ audience, regionCode: "36" })).people
    expect([await count("shoppers"), await count("sleepers"), await count("newcomers")]).toEqual([1, 1, 1])
    expect([await count("members"), await count("experts"), await count("sellers")]).toEqual([2, 0, 0])
  })
})

describe("what is refused", () => {
  test("to whom it is not the work: nothing is seen, written, started, stopped or removed", async () => {
    const id = await createCampaign()
    const customer = await createPerson()
    for (const officeRole of OFFICE_ROLES.filter((role) => role !== "content" && role !== "owner")) {
      const { actor } = await createPerson({ role: "admin", officeRole })
      expect(await saveCampaign(actor, null, input()), officeRole).toEqual(NOT_FOUND)
      expect(await saveCampaign(actor, id, input({ version: 1 })), officeRole).toEqual(NOT_FOUND)
      expect(await startCampaign(actor, id, 9), officeRole).toEqual(NOT_FOUND)
      expect(await moveCampaign(actor, id, "stop"), officeRole).toEqual(NOT_FOUND)
      expect(await removeCampaign(actor, id), officeRole).toEqual(NOT_FOUND)
      expect(await findCampaign(actor, id), officeRole).toBeNull()
      expect(await findCampaigns(actor, null), officeRole).toBeNull()
      expect(await findGivenCoupons(actor), officeRole).toEqual([])
    }
    expect(await saveCampaign(customer.actor, null, input())).toEqual(NOT_FOUND)
    expect(await startCampaign(editor.actor, newId(), 9)).toEqual(NOT_FOUND)
    expect(await moveCampaign(editor.actor, newId(), "stop")).toEqual(NOT_FOUND)
    expect(await removeCampaign(editor.actor, newId())).toEqual(NOT_FOUND)
    expect(await saveCampaign(editor.actor, newId(), input())).toEqual(NOT_FOUND)
  })

  test("what a colleague changed meanwhile, and what was started", async () => {
    await createReader(true)
    const id = await createCampaign()
    expect(await saveCampaign(editor.actor, id, input({ version: 1, name: "새 이름" }))).toMatchObject({
      ok: true,
    })
    expect(await saveCampaign(editor.actor, id, input({ version: 1 }))).toEqual(refused("changed"))
    expect(await startCampaign(editor.actor, id, 1_000_000)).toEqual({ ok: true })
    expect(await startCampaign(editor.actor, id, 1_000_000)).toEqual(refused("not_now"))
    expect(await saveCampaign(editor.actor, id, input({ version: 2 }))).toEqual(refused("not_now"))
    expect(await removeCampaign(editor.actor, id)).toEqual(refused("not_now"))
    const draft = await createCampaign()
    expect(await removeCampaign(editor.actor, draft)).toEqual({ ok: true })
    expect(await findCampaign(editor.actor, draft)).toBeNull()
  })

  test("a start for nobody, for many more than were shown, or without a company to name", async () => {
    const nobody = await createCampaign({ regionCode: "28" })
    expect(await startCampaign(editor.actor, nobody, 9)).toEqual(refused("empty"))
    for (let each = 0; each < 12; each += 1) await createReader(true, "26110")
    const grown = await createCampaign({ regionCode: "26" })
    expect(await startCampaign(editor.actor, grown, 1)).toEqual(refused("grown"))
    setDefaultSettings({})
    replaceCurrentSettings({})
    expect(await startCampaign(editor.actor, grown, 12)).toEqual(refused("no_company"))
    registerDemoCompany()
    expect(await startCampaign(editor.actor, grown, 12)).toEqual({ ok: true })
  })

  test("a coupon that everybody has, or that has ended", async () => {
    const [everybodys, ended] = [await createGivenCoupon(false), await createGivenCoupon()]
    expect(await saveCampaign(editor.actor, null, input({ couponId: everybodys }))).toEqual(refused("coupon"))
    await createReader(true)
    const id = await createCampaign({ couponId: ended })
    expect(await endCoupon(editor.actor, ended)).toEqual({ ok: true })
    expect(await startCampaign(editor.actor, id, 1_000_000)).toEqual(refused("coupon"))
    expect(now()).toEqual(noon)
  })
})
