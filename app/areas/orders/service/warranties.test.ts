/** Claims about defects: answered in time, repaired and confirmed, or brought before an administrator. */
import { eq } from "drizzle-orm"
import { afterEach, beforeAll, expect, test } from "vitest"
import { addBusinessDays } from "#app/basics/business-days.ts"
import { now, resetClock, setClock } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { addDays, endOfKstDay, toKstDateString } from "#app/basics/time.ts"
import { db } from "#app/platform/db.server.ts"
import { drainEvents } from "#app/platform/events.server.ts"
import { registerSubscriptions } from "#app/subscriptions.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson, type Person } from "../../accounts/fixtures.ts"
import { experts } from "../../experts/schema.server.ts"
import { notifications } from "../../notifications/schema.server.ts"
import {
  createClaimedOrder,
  createEscalatedClaim,
  createOrderInState,
  createPicture,
  type OrderFixture,
} from "../fixtures.ts"
import { warrantyPhotos } from "../schema.server.ts"
import { findOrder } from "./find-order.server.ts"
import {
  agreeToWarrantyVisit,
  answerWarrantyClaim,
  canReadWarrantyPicture,
  complainAboutRepair,
  confirmWarrantyRepair,
  decideWarrantyClaim,
  escalateWarrantyClaim,
  openWarrantyClaim,
  refuseWarrantyClaim,
  repairWarrantyClaim,
  withdrawWarrantyClaim,
} from "./warranties.server.ts"
import { runWarrantyClock } from "./warranty-clock.server.ts"
import { findEscalatedClaims } from "./warranty-views.server.ts"

withDatabase()
let admin: Person
beforeAll(async () => {
  registerSubscriptions()
  admin = await createPerson({ role: "admin" })
})
afterEach(resetClock)

const OK = { ok: true }
const refused = (reason: string) => ({ ok: false, reason })
const NOTE = { note: "아직 들떠 있어요." }
const REFUSAL = { reason: "창문을 오래 열어 두어 생긴 일이에요." }
const answer = (days = 2) => ({
  visitOn: addDays(toKstDateString(now()), days),
  answer: "오전 10시쯤 찾아뵐게요.",
})
const repair = async ({ expert }: OrderFixture) => ({
  note: "들뜬 곳을 다시 붙였어요.",
  pictureIds: [await createPicture(expert.expertId, "claim")],
})
const claimOf = async ({ customer, orderId }: OrderFixture) =>
  (await findOrder(customer.actor, orderId))?.privateDetails?.warranty?.claims[0]
const stateOf = async (fixture: OrderFixture) => (await claimOf(fixture))?.state
/** The noon of the day after so many working days. */
const setClockAfterWorkingDays = (days: number) => {
  const noon = new Date(`${addDays(addBusinessDays(now(), days), 1)}T12:00:00+09:00`)
  setClock(() => noon)
}

test("a defect is reported, seen to, repaired and confirmed, and both are told of each step", async () => {
  const fixture = await createClaimedOrder()
  const { customer, expert, orderId } = fixture
  expect(await claimOf(fixture)).toMatchObject({
    state: "opened",
    answerDueOn: addBusinessDays(now(), 3),
    isLate: false,
    canEscalate: false,
    defectPhotos: [{ width: 800 }],
  })
  expect(await answerWarrantyClaim(expert.actor, orderId, answer())).toEqual(OK)
  expect(await agreeToWarrantyVisit(customer.actor, orderId)).toEqual(OK)
  expect(await repairWarrantyClaim(expert.actor, orderId, await repair(fixture))).toEqual(OK)
  expect(await complainAboutRepair(customer.actor, orderId, NOTE)).toEqual(OK)
  expect(await stateOf(fixture)).toBe("opened")
  expect(await answerWarrantyClaim(expert.actor, orderId, answer())).toEqual(OK)
  expect(await repairWarrantyClaim(expert.actor, orderId, await repair(fixture))).toEqual(OK)
  expect(await confirmWarrantyRepair(customer.actor, orderId)).toEqual(OK)
  const view = await claimOf(fixture)
  expect(view).toMatchObject({ state: "closed", repairNote: "들뜬 곳을 다시 붙였어요." })
  expect(view?.repairPhotos).toHaveLength(2)

  await drainEvents()
  const told = async (userId: string) =>
    (await db().select().from(notifications).where(eq(notifications.userId, userId))).filter(({ href }) =>
      href.endsWith("#warranty"),
    ).length
  expect([await told(customer.actor.userId), await told(expert.expertId)]).toEqual([4, 4])
})

test("nobody but the two sees or moves a claim, and each only their own steps", async () => {
  const fixture = await createClaimedOrder()
  const { customer, expert, orderId } = fixture
  const stranger = await createPerson()
  expect(await withdrawWarrantyClaim(stranger.actor, orderId)).toEqual(refused("not_found"))
  expect(await answerWarrantyClaim(customer.actor, orderId, answer())).toEqual(refused("not_now"))
  expect(await agreeToWarrantyVisit(expert.actor, orderId)).toEqual(refused("not_now"))
  expect(
    await decideWarrantyClaim(customer.actor, orderId, { decision: "close", reason: "아니에요." }),
  ).toEqual(refused("not_found"))
  const [photo] = await db().select().from(warrantyPhotos).limit(1)
  const isSeenBy = (person: Person, isAdmin = false) =>
    canReadWarrantyPicture({ userId: person.actor.userId, isAdmin }, photo?.pictureId ?? "")
  expect(await isSeenBy(stranger)).toBe(false)
  expect(await isSeenBy(stranger, true)).toBe(true)
})

test("a claim is made by the customer of completed work while its warranty runs, one at a time", async () => {
  const claim = async ({ customer, orderId }: OrderFixture, pictureIds?: string[]) =>
    openWarrantyClaim(customer.actor, orderId, {
      details: "벽지가 들떴어요.",
      pictureIds: pictureIds ?? [await createPicture(customer.actor.userId, "claim")],
    })
  const done = await createOrderInState("completed")
  expect(await claim({ ...done, customer: done.expert })).toEqual(refused("not_found"))
  expect(await claim(await createOrderInState("delivered"))).toEqual(refused("not_now"))
  expect(await claim(await createOrderInState("completed", { proposal: { warrantyMonths: 0 } }))).toEqual(
    refused("not_now"),
  )
  expect(await claim(done, [newId()])).toEqual(refused("pictures_missing"))
  const lastDay =
    (await findOrder(done.customer.actor, done.orderId))?.privateDetails?.warranty?.lastDay ?? ""
  setClock(() => addDays(endOfKstDay(lastDay), 1))
  expect(await claim(done)).toEqual(refused("warranty_over"))
  setClock(() => new Date(`${lastDay}T23:00:00+09:00`))
  expect(await claim(done)).toEqual(OK)
  expect(await claim(done)).toEqual(refused("open_already"))
  expect(await withdrawWarrantyClaim(done.customer.actor, done.orderId)).toEqual(OK)
  expect(await claim(done)).toEqual(OK)
})

test("a repair is shown with pictures of the expert's own", async () => {
  const fixture = await createClaimedOrder()
  const { customer, expert, orderId } = fixture
  await answerWarrantyClaim(expert.actor, orderId, answer())
  const pictureIds = [await createPicture(customer.actor.userId, "claim")]
  expect(await repairWarrantyClaim(expert.actor, orderId, { note: "고쳤어요.", pictureIds })).toEqual(
    refused("pictures_missing"),
  )
  expect(await stateOf(fixture)).toBe("answered")
})

test("an answer that is late is counted on the expert's page, and an admin may be asked", async () => {
  const fixture = await createClaimedOrder()
  const { customer, expert, orderId } = fixture
  expect(await escalateWarrantyClaim(customer.actor, orderId, NOTE)).toEqual(refused("too_early"))
  setClockAfterWorkingDays(3)
  expect(await runWarrantyClock()).toBeGreaterThan(0)
  expect(await runWarrantyClock()).toBe(0)
  await drainEvents()
  expect(await claimOf(fixture)).toMatchObject({ isLate: true, canEscalate: true })
  const [row] = await db()
    .select({ claims: experts.warrantyClaimCount, late: experts.warrantyLateCount })
    .from(experts)
    .where(eq(experts.userId, expert.expertId))
  expect(row).toEqual({ claims: 1, late: 1 })

  expect(await escalateWarrantyClaim(customer.actor, orderId, NOTE)).toEqual(OK)
  const waiting = await findEscalatedClaims(admin.actor, { queue: "waiting", cursor: null })
  expect(waiting?.rows.map((each) => each.orderId)).toContain(orderId)
  expect(await findEscalatedClaims(customer.actor, { queue: "waiting", cursor: null })).toBeNull()
})

test("an admin orders the repair, which is answered anew, or ends the claim", async () => {
  const ordered = await createEscalatedClaim()
  const reason = "사진을 보니 시공할 때 생긴 들뜸이에요."
  expect(await decideWarrantyClaim(admin.actor, ordered.orderId, { decision: "repair", reason })).toEqual(OK)
  expect(await claimOf(ordered)).toMatchObject({
    state: "opened",
    decision: "repair",
    decisionReason: reason,
    answerDueOn: addBusinessDays(now(), 3),
  })
  expect(await decideWarrantyClaim(admin.actor, ordered.orderId, { decision: "close", reason })).toEqual(
    refused("not_now"),
  )
  const dismissed = await createEscalatedClaim()
  expect(await decideWarrantyClaim(admin.actor, dismissed.orderId, { decision: "close", reason })).toEqual(OK)
  expect(await stateOf(dismissed)).toBe("closed")
})

test("an expert who did not come cannot put an admin off by naming another day", async () => {
  const fixture = await createClaimedOrder()
  const { customer, expert, orderId } = fixture
  await answerWarrantyClaim(expert.actor, orderId, answer())
  await agreeToWarrantyVisit(customer.actor, orderId)
  setClock(() => addDays(new Date(), 20))
  expect(await answerWarrantyClaim(expert.actor, orderId, answer())).toEqual(OK)
  expect(await claimOf(fixture)).toMatchObject({ state: "answered", canEscalate: true })
  expect(await escalateWarrantyClaim(customer.actor, orderId, NOTE)).toEqual(OK)
})

test("an expert whose repairs cure nothing cannot put an admin off by repairing again", async () => {
  const fixture = await createClaimedOrder()
  const { customer, expert, orderId } = fixture
  for (const round of [1, 2]) {
    await answerWarrantyClaim(expert.actor, orderId, answer())
    await agreeToWarrantyVisit(customer.actor, orderId)
    await repairWarrantyClaim(expert.actor, orderId, await repair(fixture))
    expect(await complainAboutRepair(customer.actor, orderId, NOTE)).toEqual(OK)
    expect(await claimOf(fixture)).toMatchObject({ state: "opened", canEscalate: round === 2 })
  }
  expect(await answerWarrantyClaim(expert.actor, orderId, answer())).toEqual(OK)
  expect(await escalateWarrantyClaim(customer.actor, orderId, NOTE)).toEqual(OK)
  const reason = "두 번 고쳐도 같은 곳이 떠요."
  await decideWarrantyClaim(admin.actor, orderId, { decision: "repair", reason })
  expect(await claimOf(fixture)).toMatchObject({ state: "opened", canEscalate: false })
  await answerWarrantyClaim(expert.actor, orderId, answer())
  await repairWarrantyClaim(expert.actor, orderId, await repair(fixture))
  await complainAboutRepair(customer.actor, orderId, NOTE)
  expect(await claimOf(fixture)).toMatchObject({ state: "opened", canEscalate: true })
})

test("what was refused goes to an admin for 30 days; silence confirms a repair after 7", async () => {
  const refusedClaim = await createClaimedOrder()
  await refuseWarrantyClaim(refusedClaim.expert.actor, refusedClaim.orderId, REFUSAL)
  const repaired = await createClaimedOrder()
  await answerWarrantyClaim(repaired.expert.actor, repaired.orderId, answer())
  await repairWarrantyClaim(repaired.expert.actor, repaired.orderId, await repair(repaired))
  setClock(() => addDays(new Date(), 31))
  expect(await escalateWarrantyClaim(refusedClaim.customer.actor, refusedClaim.orderId, NOTE)).toEqual(
    refused("too_early"),
  )
  await runWarrantyClock()
  expect(await stateOf(repaired)).toBe("closed")
  const steps: [string, () => Promise<unknown>][] = [
    ["refuse", () => refuseWarrantyClaim(repaired.expert.actor, repaired.orderId, REFUSAL)],
    ["confirm", () => confirmWarrantyRepair(repaired.customer.actor, repaired.orderId)],
    ["complain", () => complainAboutRepair(repaired.customer.actor, repaired.orderId, NOTE)],
    ["withdraw", () => withdrawWarrantyClaim(repaired.customer.actor, repaired.orderId)],
    ["escalate", () => escalateWarrantyClaim(repaired.customer.actor, repaired.orderId, NOTE)],
    [
      "repair",
      async () => repairWarrantyClaim(repaired.expert.actor, repaired.orderId, await repair(repaired)),
    ],
  ]
  for (const [move, take] of steps) expect([move, await take()]).toEqual([move, refused("not_now")])
})

test("strangers find no claim to move", async () => {
  const { orderId } = await createClaimedOrder()
  const { actor } = await createPerson()
  const pictureIds = [await createPicture(actor.userId, "claim")]
  const steps: [string, () => Promise<unknown>][] = [
    ["answer", () => answerWarrantyClaim(actor, orderId, answer())],
    ["agree", () => agreeToWarrantyVisit(actor, orderId)],
    ["refuse", () => refuseWarrantyClaim(actor, orderId, REFUSAL)],
    ["repair", () => repairWarrantyClaim(actor, orderId, { note: "고쳤어요.", pictureIds })],
    ["confirm", () => confirmWarrantyRepair(actor, orderId)],
    ["complain", () => complainAboutRepair(actor, orderId, NOTE)],
    ["escalate", () => escalateWarrantyClaim(actor, orderId, NOTE)],
  ]
  for (const [move, take] of steps) expect([move, await take()]).toEqual([move, refused("not_found")])
})
