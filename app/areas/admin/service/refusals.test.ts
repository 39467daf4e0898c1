/** A refusal in the back office changes nothing: no role, no setting, no line of the audit log. */
import { eq } from "drizzle-orm"
import { expect, test } from "vitest"
import { brand } from "#app/basics/brand.ts"
import { newId } from "#app/basics/ids.ts"
import { keywords } from "#app/basics/keywords.ts"
import { db } from "#app/platform/db.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson, type Person } from "../../accounts/fixtures.ts"
import { listServices } from "../../orders/questions.ts"
import { adminRequests } from "../schema.server.ts"
import { QUESTION_LIMITS, type QuestionInput } from "../settings-forms.ts"
import { checkAudit } from "./audit.server.ts"
import { decideAdminRequest, requestAdmin, revokeAdmin } from "./roles.server.ts"
import {
  moveQuestion,
  moveService,
  saveCompany,
  saveKeywords,
  saveOfficeLimits,
  saveQuestion,
  saveService,
  saveWages,
} from "./settings.server.ts"

withDatabase()

const NOT_FOUND = { ok: false, reason: "not_found" }
const CHANGED = { ok: false, reason: "changed" }
const REASON = "고객센터를 함께 맡아요"

const createAdmin = () => createPerson({ role: "admin" })

test("the chain of the audit log is not checked by who gives no rights", async () => {
  const [support, customer] = [
    await createPerson({ role: "admin", officeRole: "support" }),
    await createPerson(),
  ]
  expect(await checkAudit(support.actor)).toEqual(NOT_FOUND)
  expect(await checkAudit(customer.actor)).toEqual(NOT_FOUND)
})

test("admins, experts and people already asked for are not asked for as admins", async () => {
  const [admin, otherAdmin, customer] = [await createAdmin(), await createAdmin(), await createPerson()]
  const expert = await createPerson({ userType: "expert" })
  const request = (userId: string, { actor }: Person = admin) =>
    requestAdmin(actor, userId, { officeRole: "support", reason: REASON })
  expect(await request(newId())).toEqual(NOT_FOUND)
  expect(await request(customer.actor.userId, customer)).toEqual(NOT_FOUND)
  const reviewer = await createPerson({ role: "admin", officeRole: "support" })
  expect(await request(reviewer.actor.userId)).toEqual({ ok: false, reason: "admin" })
  expect(await request(otherAdmin.actor.userId)).toEqual({ ok: true })
  expect(await request(expert.actor.userId)).toEqual({ ok: false, reason: "expert" })
  expect(await request(customer.actor.userId)).toEqual({ ok: true })
  expect(await request(customer.actor.userId, otherAdmin)).toEqual({ ok: false, reason: "waiting" })
})

test("a new admin is not confirmed by who asked, nor after a refusal, nor by a customer", async () => {
  const [admin, otherAdmin, customer] = [await createAdmin(), await createAdmin(), await createPerson()]
  expect(
    await requestAdmin(admin.actor, customer.actor.userId, { officeRole: "support", reason: REASON }),
  ).toEqual({ ok: true })
  const [request] = await db()
    .select({ id: adminRequests.id })
    .from(adminRequests)
    .where(eq(adminRequests.userId, customer.actor.userId))
  const requestId = request?.id ?? ""
  expect(await decideAdminRequest(customer.actor, requestId, "confirm")).toEqual(NOT_FOUND)
  expect(await decideAdminRequest(otherAdmin.actor, newId(), "confirm")).toEqual(NOT_FOUND)
  expect(await decideAdminRequest(admin.actor, requestId, "confirm")).toEqual({
    ok: false,
    reason: "not_now",
  })
  expect(await decideAdminRequest(otherAdmin.actor, requestId, "refuse")).toMatchObject({ ok: true })
  expect(await decideAdminRequest(otherAdmin.actor, requestId, "confirm")).toEqual({
    ok: false,
    reason: "not_now",
  })
})

test("the role of an admin is not taken from oneself, from whoever is none, or from nobody", async () => {
  const [admin, customer] = [await createAdmin(), await createPerson()]
  const revoke = (userId: string, { actor }: Person = admin) => revokeAdmin(actor, userId, REASON)
  expect(await revoke(admin.actor.userId)).toEqual({ ok: false, reason: "self" })
  expect(await revoke(customer.actor.userId)).toEqual({ ok: false, reason: "same" })
  expect(await revoke(newId())).toEqual(NOT_FOUND)
  expect(await revoke(admin.actor.userId, customer)).toEqual(NOT_FOUND)
})

test("settings are refused to whoever is no admin, and on a version that nobody read", async () => {
  const [{ actor: admin }, { actor: customer }] = [await createAdmin(), await createPerson()]
  const wages = [{ year: 2026, hourWon: 10_320 }]
  expect(await saveCompany(customer, 0, brand.company)).toEqual(NOT_FOUND)
  expect(await saveKeywords(customer, 0, keywords())).toEqual(NOT_FOUND)
  expect(await saveWages(customer, 0, wages)).toEqual(NOT_FOUND)
  expect(await saveCompany(admin, 7, brand.company)).toEqual(CHANGED)
  expect(await saveWages(admin, 7, wages)).toEqual(CHANGED)
})

const QUESTION: QuestionInput = {
  version: 0,
  kind: "choice",
  text: "언제 지은 집인가요?",
  label: "지은 때",
  help: null,
  wayOut: "잘 모르겠어요",
  options: [
    { label: "10년 안", description: "" },
    { label: "더 오래", description: "" },
  ],
  unit: null,
  min: null,
  max: null,
  services: [],
}

test("a question is not saved where it is unknown, one too many, or changed meanwhile", async () => {
  const [{ actor: admin }, { actor: customer }] = [await createAdmin(), await createPerson()]
  const service = listServices("moving")[0]
  const services = [service?.id ?? ""]
  const asked = service?.questions.length ?? 0
  const save = (version: number, id: string | null = null, actor = admin, names = services) =>
    saveQuestion(actor, "moving", id, { ...QUESTION, version, services: names })
  expect(await save(0, null, customer)).toEqual(NOT_FOUND)
  expect(await save(0, "no-such-question")).toEqual(NOT_FOUND)
  expect(await save(0, null, admin, ["no-such-service"])).toEqual(NOT_FOUND)
  expect(await save(3)).toEqual(CHANGED)
  const free = QUESTION_LIMITS.perService - asked
  for (let version = 0; version < free; version += 1) expect(await save(version)).toEqual({ ok: true })
  expect(await save(free)).toEqual({ ok: false, reason: "too_many" })
})

test("a question is not moved where it does not stand, nor on a version that nobody read", async () => {
  const { actor } = await createAdmin()
  const service = listServices("repair")[0]
  const move = (version: number, question: string) =>
    moveQuestion(actor, "repair", { version, intent: "up", service: service?.id ?? "", question })
  expect(await move(0, "no-such-question")).toEqual(NOT_FOUND)
  expect(await move(3, service?.questions[0] ?? "")).toEqual(CHANGED)
})

test("a service keeps its id; its words are its own, and one is always offered", async () => {
  const [{ actor: admin }, { actor: customer }] = [await createAdmin(), await createPerson()]
  const [first, second, ...others] = listServices("installation")
  const words = { version: 0, service: first?.id ?? "", label: "용달 이사", description: "짐이 적은 이사" }
  const save = (more: object = {}, by = admin) =>
    saveService(by, "installation", { ...words, isHidden: false, ...more })
  expect(await save({}, customer)).toEqual(NOT_FOUND)
  expect(await save({ service: "nothing" })).toEqual(NOT_FOUND)
  expect(await save({ version: 7 })).toEqual(CHANGED)
  expect(await save({ label: second?.label })).toEqual({ ok: false, reason: "taken" })
  expect(await save()).toEqual({ ok: true })
  let version = 1
  for (const { id, label, description } of [second, ...others].flatMap((each) => each ?? [])) {
    const hidden = { version, service: id, label, description, isHidden: true }
    expect(await saveService(admin, "installation", hidden)).toEqual({ ok: true })
    version += 1
  }
  expect(await save({ version, isHidden: true })).toEqual({ ok: false, reason: "last" })
  const move = { service: first?.id ?? "", to: "down" as const }
  expect(await moveService(admin, "installation", { ...move, version: 0 })).toEqual(CHANGED)
  expect(await moveService(admin, "installation", { ...move, version, service: "nothing" })).toEqual(
    NOT_FOUND,
  )
  expect(await moveService(admin, "installation", { ...move, version })).toEqual({ ok: true })
})

test("limits of money are set by whoever sets everything, on the version that they read", async () => {
  const [{ actor: admin }, finance] = [
    await createAdmin(),
    await createPerson({ role: "admin", officeRole: "finance" }),
  ]
  const limits = { payoutWon: 5_000_000, refundWon: 100_000 }
  expect(await saveOfficeLimits(finance.actor, 0, limits)).toEqual(NOT_FOUND)
  expect(await saveOfficeLimits(admin, 7, limits)).toEqual(CHANGED)
})
