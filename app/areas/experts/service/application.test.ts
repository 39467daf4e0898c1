import { eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { newId } from "#app/basics/ids.ts"
import { db, inTransaction } from "#app/platform/db.server.ts"
import { messages, outbox, pictures } from "#app/platform/schema.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson, type Person } from "../../accounts/fixtures.ts"
import { profiles } from "../../accounts/schema.server.ts"
import { requireProfile } from "../../accounts/service/profile.server.ts"
import { countUnreadByKind } from "../../notifications/service/centre.server.ts"
import type { ExpertApplication } from "../application-form.ts"
import { createExpert, nextBusinessNumber } from "../fixtures.ts"
import { EXPERT_STATES, EXPERT_TRANSITIONS, type ExpertTransition, type ExpertState } from "../rules.ts"
import { expertDecisions, experts } from "../schema.server.ts"
import { sendDecisionMail } from "./application-mail.server.ts"
import {
  findApplication,
  findApplicationQueue,
  findOwnApplication,
  findOwnApplicationState,
} from "./application-queries.server.ts"
import {
  applyAsExpert,
  decideApplication,
  resubmitApplication,
  saveApplicationEdits,
} from "./application.server.ts"
import { notifyDecision } from "./notifications.server.ts"

withDatabase()

let admin: Person
beforeEach(async () => {
  admin = await createPerson({ role: "admin", name: "관리자" })
})

const application = (changes: Partial<ExpertApplication> = {}): ExpertApplication => ({
  categories: ["repair", "interior"],
  regions: ["11650", "41"],
  name: "바로설비",
  oneLine: "막힌 곳을 바로 뚫어 드려요",
  introduction: "20년 동안 배관만 해 온 설비 전문가예요. 당일 방문해요.",
  careerYears: 20,
  businessNumber: nextBusinessNumber(),
  businessName: "바로설비",
  representative: "김바로",
  prices: [
    { name: "변기 교체", unit: "1개", priceWon: 120_000 },
    { name: "수전 교체", unit: "1개", priceWon: 50_000 },
  ],
  certificates: [],
  portfolio: [],
  ...changes,
})
const picture = async (ownerId: string, purpose: "certificate" | "portfolio" | "order") => {
  const id = newId()
  await db().insert(pictures).values({
    id,
    ownerId,
    purpose,
    storageKey: id,
    originalName: "사진.jpg",
    width: 10,
    height: 10,
    bytes: 10,
    placeholder: "data:",
  })
  return id
}
const stateOf = async (expertId: string) =>
  (await db().select().from(experts).where(eq(experts.userId, expertId)))[0]?.state

describe("applying", () => {
  test("a customer applies and stays a customer", async () => {
    const { actor } = await createPerson()
    expect(await applyAsExpert(actor, application())).toEqual({ ok: true })
    expect(await findOwnApplicationState(actor)).toMatchObject({ state: "applied", reason: "" })
    expect(await requireProfile(actor.userId)).toMatchObject({ userType: "customer", expertState: "applied" })
    expect(await findOwnApplication(actor)).toMatchObject({
      categories: ["interior", "repair"],
      regions: ["11650", "41"],
      expert: { priceFromWon: 50_000, priceFromUnit: "1개" },
    })
  })
  test("visitors, admins and people whose profile is missing do not", async () => {
    const { actor } = await createPerson()
    for (const other of [
      { kind: "visitor", draftId: null } as const,
      admin.actor,
      { ...actor, profile: null },
    ]) {
      expect(await applyAsExpert(other, application())).toEqual({ ok: false, reason: "not_allowed" })
    }
  })
  test("whoever has a running application, or is an expert, does not apply again", async () => {
    for (const state of EXPERT_STATES.filter((each) => each !== "rejected")) {
      const { actor } = await createExpert({ state })
      expect(await applyAsExpert(actor, application())).toEqual({ ok: false, reason: "already_applied" })
    }
  })
  test("a rejected application starts anew, with what is new", async () => {
    const { actor } = await createExpert({ state: "rejected", stateReason: "서류가 흐려요" })
    expect(await applyAsExpert(actor, application({ name: "새 이름" }))).toEqual({ ok: true })
    expect(await findOwnApplication(actor)).toMatchObject({
      expert: { state: "applied", name: "새 이름", stateReason: "" },
    })
  })
  test("two windows that send at once make one application", async () => {
    const { actor } = await createPerson()
    const answers = await Promise.all([1, 2, 3].map(() => applyAsExpert(actor, application())))
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
    expect(answers.filter((answer) => !answer.ok && answer.reason === "already_applied")).toHaveLength(2)
  })
  test("a business number works once among the living, and is free again after a rejection", async () => {
    const [first, second, third] = await Promise.all([createPerson(), createPerson(), createPerson()])
    const businessNumber = nextBusinessNumber()
    expect(await applyAsExpert(first.actor, application({ businessNumber }))).toEqual({ ok: true })
    expect(await applyAsExpert(second.actor, application({ businessNumber }))).toEqual({
      ok: false,
      reason: "business_number_taken",
    })
    await db().update(experts).set({ state: "rejected" }).where(eq(experts.userId, first.actor.userId))
    expect(await applyAsExpert(third.actor, application({ businessNumber }))).toEqual({ ok: true })
  })
  test("pictures must be one's own and uploaded for this; a refusal writes nothing", async () => {
    const { actor } = await createPerson()
    const stranger = await createPerson()
    const wrong = [
      await picture(stranger.actor.userId, "portfolio"),
      await picture(actor.userId, "order"),
      newId(),
    ]
    for (const after of wrong) {
      const item = {
        title: "욕실",
        category: "repair" as const,
        priceWon: null,
        areaPyeong: null,
        before: null,
        after,
      }
      expect(await applyAsExpert(actor, application({ portfolio: [item] }))).toEqual({
        ok: false,
        reason: "picture_not_yours",
      })
    }
    expect(await findOwnApplicationState(actor)).toBeNull()
    const before = await picture(actor.userId, "portfolio")
    const after = await picture(actor.userId, "portfolio")
    const paper = await picture(actor.userId, "certificate")
    const done = await applyAsExpert(
      actor,
      application({
        portfolio: [{ title: "욕실", category: "repair", priceWon: 900_000, areaPyeong: 24, before, after }],
        certificates: [
          { name: "배관기능사", issuer: "한국산업인력공단", acquiredOn: "2010-03-02", picture: paper },
        ],
      }),
    )
    expect(done).toEqual({ ok: true })
    expect(await findOwnApplication(actor)).toMatchObject({
      portfolio: [{ before: { id: before }, after: { id: after } }],
      certificates: [{ picture: { id: paper } }],
    })
  })
})

describe("correcting", () => {
  test("an application that waits may be changed and keeps its state", async () => {
    const { actor } = await createExpert({ state: "applied" })
    expect(await saveApplicationEdits(actor, application({ name: "고친 이름" }))).toEqual({ ok: true })
    expect(await findOwnApplication(actor)).toMatchObject({ expert: { state: "applied", name: "고친 이름" } })
  })
  test("one that needs more goes back to review", async () => {
    const { actor } = await createExpert({ state: "needs_info", stateReason: "서류를 다시 올려 주세요" })
    expect(await resubmitApplication(actor, application())).toEqual({ ok: true })
    expect(await findOwnApplicationState(actor)).toMatchObject({ state: "reviewing", reason: "" })
    expect((await requireProfile(actor.userId)).expertState).toBe("reviewing")
  })
  test("what told its sender of it is read by sending it again, and by nothing less", async () => {
    const { actor, expertId } = await createExpert({ state: "needs_info" })
    const told = { expertId, move: "ask_info", toState: "needs_info", reason: "서류가 흐려요" } as const
    await inTransaction((tx) => notifyDecision(told, tx))
    await saveApplicationEdits(actor, application())
    expect(await countUnreadByKind(actor)).toEqual({ account: 1 })
    await resubmitApplication(actor, application())
    expect(await countUnreadByKind(actor)).toEqual({})
  })
  test("every other state refuses", async () => {
    for (const state of EXPERT_STATES) {
      const { actor } = await createExpert({ state })
      if (state !== "applied" && state !== "needs_info")
        expect(await saveApplicationEdits(actor, application())).toEqual({
          ok: false,
          reason: "not_editable",
        })
      if (state !== "needs_info")
        expect(await resubmitApplication(actor, application())).toEqual({ ok: false, reason: "not_editable" })
    }
    const { actor } = await createPerson()
    expect(await saveApplicationEdits(actor, application())).toEqual({ ok: false, reason: "not_found" })
  })
})

describe("deciding", () => {
  const moves: ExpertTransition[] = [
    "review",
    "approve",
    "ask_info",
    "reject",
    "resubmit",
    "suspend",
    "restore",
    "terminate",
  ]

  test("an admin makes every move of the table, and no other", async () => {
    for (const from of EXPERT_STATES) {
      for (const move of moves) {
        const { expertId } = await createExpert({ state: from })
        const to = EXPERT_TRANSITIONS.find(
          (row) => row.move === move && row.from.includes(from) && row.by.includes("admin"),
        )?.to
        const done = await decideApplication(admin.actor, { expertId, move, reason: "이유" })
        expect(done).toEqual(to ? { ok: true, state: to } : { ok: false, reason: "moved_on", state: from })
        expect(await stateOf(expertId)).toBe(to ?? from)
      }
    }
  })
  test("nobody else decides, not even about oneself", async () => {
    const expert = await createExpert({ state: "reviewing" })
    const customer = await createPerson()
    for (const actor of [expert.actor, customer.actor, { kind: "visitor", draftId: null } as const]) {
      expect(
        await decideApplication(actor, { expertId: expert.expertId, move: "approve", reason: "" }),
      ).toEqual({ ok: false, reason: "not_allowed" })
    }
    expect(await stateOf(expert.expertId)).toBe("reviewing")
  })
  test("a move that the applicant must understand needs a reason, which is kept and shown", async () => {
    const from: Record<string, ExpertState> = {
      ask_info: "reviewing",
      reject: "reviewing",
      suspend: "approved",
      terminate: "suspended",
    }
    for (const [move, state] of Object.entries(from)) {
      const { actor, expertId } = await createExpert({ state })
      expect(
        await decideApplication(admin.actor, { expertId, move: move as ExpertTransition, reason: "" }),
      ).toEqual({ ok: false, reason: "reason_needed" })
      expect(await stateOf(expertId)).toBe(state)
      await decideApplication(admin.actor, {
        expertId,
        move: move as ExpertTransition,
        reason: "사진이 흐려요",
      })
      expect(await findOwnApplicationState(actor)).toMatchObject({ reason: "사진이 흐려요" })
    }
  })
  test("approval makes a customer an expert, with a dated badge and verified papers", async () => {
    const { actor } = await createPerson()
    const paper = await picture(actor.userId, "certificate")
    await applyAsExpert(
      actor,
      application({
        certificates: [
          { name: "배관기능사", issuer: "공단", acquiredOn: null, picture: paper },
          { name: "사진 없음", issuer: "공단", acquiredOn: null, picture: null },
        ],
      }),
    )
    await decideApplication(admin.actor, { expertId: actor.userId, move: "review", reason: "" })
    await decideApplication(admin.actor, { expertId: actor.userId, move: "approve", reason: "" })
    expect(await requireProfile(actor.userId)).toMatchObject({ userType: "expert", expertState: "approved" })
    const file = await findApplication(admin.actor, actor.userId)
    expect(file?.expert.badges).toMatchObject([{ kind: "business", label: "사업자", expiresOn: null }])
    expect(file?.expert.badges[0]?.grantedOn).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(file?.certificates.map((each) => each.verifiedAt !== null)).toEqual([true, false])
    expect(file?.decisions.map((each) => each.toState)).toEqual(["approved", "reviewing"])
  })
  test("two admins who decide at once have one outcome, and the other hears what holds", async () => {
    for (let round = 0; round < 10; round += 1) {
      const { expertId } = await createExpert({ state: "reviewing" })
      const other = await createPerson({ role: "admin" })
      const answers = await Promise.all([
        decideApplication(admin.actor, { expertId, move: "approve", reason: "" }),
        decideApplication(other.actor, { expertId, move: "reject", reason: "서류가 없어요" }),
      ])
      expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
      const state = await stateOf(expertId)
      expect(answers.find((answer) => !answer.ok)).toEqual({ ok: false, reason: "moved_on", state })
      expect(
        await db().select().from(expertDecisions).where(eq(expertDecisions.expertId, expertId)),
      ).toHaveLength(1)
      expect((await requireProfile(expertId)).expertState).toBe(state)
    }
  })
  test("the applicant gets a mail with the reason; somebody who has left gets none", async () => {
    const { actor, expertId } = await createExpert({ state: "reviewing" })
    await decideApplication(admin.actor, {
      expertId,
      move: "reject",
      reason: "사업자등록증을 확인할 수 없어요",
    })
    const events = await db().select().from(outbox).where(eq(outbox.type, "expert.decided"))
    expect(events.map((event) => event.payload)).toContainEqual({
      expertId,
      move: "reject",
      toState: "rejected",
      reason: "사업자등록증을 확인할 수 없어요",
    })
    const event = {
      expertId,
      move: "reject",
      toState: "rejected",
      reason: "사업자등록증을 확인할 수 없어요",
    } as const
    await sendDecisionMail(event)
    expect(await db().select().from(messages).where(eq(messages.recipient, actor.email))).toMatchObject([
      { body: expect.stringContaining("사업자등록증을 확인할 수 없어요") },
    ])
    await db().update(profiles).set({ leftAt: new Date() }).where(eq(profiles.userId, expertId))
    await sendDecisionMail(event)
    expect(await db().select().from(messages).where(eq(messages.recipient, actor.email))).toHaveLength(1)
  })
})

describe("reading", () => {
  test("the queue and the files are for admins alone, the longest waiting first", async () => {
    const expert = await createExpert({ state: "applied", appliedAt: new Date("2020-01-01T00:00:00Z") })
    const later = await createExpert({ state: "applied", appliedAt: new Date("2020-01-02T00:00:00Z") })
    const queue = await findApplicationQueue(admin.actor, {
      states: ["applied"],
      term: "",
      sort: "oldest",
      cursor: null,
    })
    expect(queue?.rows.slice(0, 2).map((row) => row.expertId)).toEqual([expert.expertId, later.expertId])
    for (const actor of [expert.actor, { kind: "visitor", draftId: null } as const]) {
      expect(
        await findApplicationQueue(actor, { states: ["applied"], term: "", sort: "oldest", cursor: null }),
      ).toBeNull()
      expect(await findApplication(actor, expert.expertId)).toBeNull()
    }
    expect(await findApplication(admin.actor, newId())).toBeNull()
    expect(await findApplication(admin.actor, "nonsense")).toBeNull()
  })
})
