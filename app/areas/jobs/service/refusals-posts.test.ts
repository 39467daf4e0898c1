/** A refusal changes nothing: what is refused about posts and offers leaves no row another one. */
import { eq } from "drizzle-orm"
import { expect, test } from "vitest"
import { now } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { addDays } from "#app/basics/time.ts"
import { db } from "#app/platform/db.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson, type Person } from "../../accounts/fixtures.ts"
import {
  buildHireInput,
  buildSeekInput,
  createApplication,
  createOpenHire,
  createOpenSeek,
} from "../fixtures.ts"
import { jobOffers } from "../schema.server.ts"
import { closeHire, createHire, editHire } from "./hire-write.server.ts"
import { acceptOffer, declineOffer, sendOffer } from "./offers.server.ts"
import { setSaved } from "./saves.server.ts"
import { createSeek, editSeek, transitionSeek } from "./seeks.server.ts"

withDatabase()

const refused = (reason: string) => ({ ok: false, reason })
const visitor = { kind: "visitor", draftId: null } as const
const toHire = (overrides: Parameters<typeof buildHireInput>[0] = {}) => ({
  ...buildHireInput(overrides),
  submissionKey: newId(),
  repostedFrom: null,
})
const toSeek = () => ({ ...buildSeekInput(), submissionKey: newId() })

test("a post of a visitor, below the minimum wage, and beyond thirty open ones", async () => {
  const employer = await createPerson()
  expect(await createHire(visitor, toHire())).toEqual(refused("not_member"))
  expect(await createHire(employer.actor, toHire({ payWon: 1_000 }))).toEqual(refused("below_minimum"))
  for (let open = 0; open < 30; open += 1) await createOpenHire(employer.actor)
  expect(await createHire(employer.actor, toHire())).toEqual(refused("too_many"))
})

test("a change of a post of somebody else's, or of a closed one, and a second closing", async () => {
  const [employer, other] = [await createPerson(), await createPerson()]
  const hireId = await createOpenHire(employer.actor)
  const { slots: _slots, kind: _kind, payType: _payType, ...change } = buildHireInput()
  expect(await editHire(other.actor, hireId, change)).toEqual(refused("not_found"))
  expect(await closeHire(other.actor, hireId)).toEqual(refused("not_found"))
  expect(await closeHire(employer.actor, hireId)).toEqual({ ok: true })
  expect(await closeHire(employer.actor, hireId)).toEqual(refused("not_now"))
  expect(await editHire(employer.actor, hireId, change)).toEqual(refused("not_now"))
})

test("a seek post of a visitor, a second one, and a change of somebody else's or a closed one", async () => {
  const [worker, other] = [await createPerson(), await createPerson()]
  expect(await createSeek(visitor, toSeek())).toEqual(refused("not_member"))
  const seekId = await createOpenSeek(worker.actor)
  expect(await createSeek(worker.actor, toSeek())).toEqual(refused("already"))
  expect(await editSeek(other.actor, seekId, buildSeekInput())).toEqual(refused("not_found"))
  expect(await transitionSeek(other.actor, seekId, "pause")).toEqual(refused("not_found"))
  expect(await transitionSeek(worker.actor, seekId, "resume")).toEqual(refused("not_now"))
  await transitionSeek(worker.actor, seekId, "close")
  expect(await editSeek(worker.actor, seekId, buildSeekInput())).toEqual(refused("not_now"))
})

test("a post that is not there is not kept for later", async () => {
  expect(await setSaved((await createPerson()).actor, "hire", newId(), true)).toEqual(refused("not_found"))
})

async function createOffer(employer: Person, worker: Person, hireId?: string) {
  const seekId = await createOpenSeek(worker.actor)
  const message = "토요일 하루 함께해 주세요."
  const offered = hireId ?? (await createOpenHire(employer.actor))
  const sent = await sendOffer(employer.actor, seekId, { hireId: offered, message })
  if (!sent.ok) throw new Error(sent.reason)
  return { seekId, hireId: offered, offerId: sent.offerId }
}

test("an offer without an open post, to nobody, to oneself, twice, to who rests, beyond twenty", async () => {
  const [employer, worker] = [await createPerson(), await createPerson()]
  const { seekId, hireId } = await createOffer(employer, worker)
  const send = (seek: string, hire = hireId) =>
    sendOffer(employer.actor, seek, { hireId: hire, message: "토요일 하루 함께해 주세요." })
  expect(await send(seekId, newId())).toEqual(refused("no_hire"))
  expect(await send(newId())).toEqual(refused("not_found"))
  expect(await send(await createOpenSeek(employer.actor))).toEqual(refused("own_post"))
  expect(await send(seekId)).toEqual(refused("already"))
  for (let sent = 1; sent < 20; sent += 1) await createOffer(employer, await createPerson(), hireId)
  const last = await createOpenSeek((await createPerson()).actor)
  expect(await send(last)).toEqual(refused("too_many"))
  await transitionSeek(worker.actor, seekId, "pause")
  expect(await send(seekId)).toEqual(refused("not_now"))
})

test("an answer to an offer that is another's, over, closed, or for a post applied for already", async () => {
  const [employer, worker, other] = [await createPerson(), await createPerson(), await createPerson()]
  const { offerId, hireId } = await createOffer(employer, worker)
  const phone = { phone: "+821098760002", sendResume: false }
  expect(await acceptOffer(other.actor, offerId, phone)).toEqual(refused("not_found"))
  expect(await declineOffer(other.actor, offerId)).toEqual(refused("not_found"))
  await createApplication(worker.actor, hireId)
  expect(await acceptOffer(worker.actor, offerId, phone)).toEqual(refused("already"))
  await closeHire(employer.actor, hireId)
  expect(await acceptOffer(worker.actor, offerId, phone)).toEqual(refused("closed"))
  await db()
    .update(jobOffers)
    .set({ expiresAt: addDays(now(), -1) })
    .where(eq(jobOffers.id, offerId))
  expect(await acceptOffer(worker.actor, offerId, phone)).toEqual(refused("not_now"))
  expect(await declineOffer(worker.actor, offerId)).toEqual({ ok: true })
  expect(await declineOffer(worker.actor, offerId)).toEqual(refused("not_now"))
})

test("an offer that is accepted by who applied thirty times that day", async () => {
  const [employer, worker] = [await createPerson(), await createPerson()]
  for (let sent = 0; sent < 30; sent += 1)
    await createApplication(worker.actor, await createOpenHire(employer.actor))
  const { offerId } = await createOffer(await createPerson(), worker)
  const accepted = await acceptOffer(worker.actor, offerId, { phone: "+821098760002", sendResume: false })
  expect(accepted).toEqual(refused("too_many"))
})
