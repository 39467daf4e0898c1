import { eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { newId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import { auditLog, messages, outbox, pictures } from "#app/platform/schema.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson, type Person } from "../../accounts/fixtures.ts"
import { profiles } from "../../accounts/schema.server.ts"
import { requireProfile } from "../../accounts/service/profile.server.ts"
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
import { grantInsurance, refuseInsurancePaper, withdrawInsurance } from "./insurance.server.ts"
import {
  countWaitingInsurancePapers,
  findInsurancePapers,
  findOwnInsurance,
  findInsurancePaperQueue,
  sendInsurancePaper,
  withdrawInsurancePaper,
} from "./insurance-papers.server.ts"

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

describe("the badge of insurance", () => {
  const policy = {
    insurer: "바로손해보험 영업배상책임보험",
    expiresOn: "2999-12-31",
    note: "증권번호 2026-1",
  }
  const badgesOf = async (expertId: string) =>
    (await findApplication(admin.actor, expertId))?.expert.badges.filter(
      (badge) => badge.kind === "insurance",
    ) ?? []

  test("is given by an admin alone, to who works here, with its source and last day, and only once for one certificate", async () => {
    const expert = await createExpert({})
    for (const actor of [
      expert.actor,
      (await createPerson()).actor,
      { kind: "visitor", draftId: null } as const,
    ])
      expect(await grantInsurance(actor, expert.expertId, policy)).toEqual({ ok: false, reason: "not_found" })
    expect(
      await grantInsurance(admin.actor, (await createExpert({ state: "reviewing" })).expertId, policy),
    ).toEqual({ ok: false, reason: "not_now" })
    expect(
      await grantInsurance(admin.actor, expert.expertId, { ...policy, expiresOn: "2020-01-01" }),
    ).toEqual({ ok: false, reason: "past" })
    const answers = await Promise.all([
      grantInsurance(admin.actor, expert.expertId, policy),
      grantInsurance(admin.actor, expert.expertId, policy),
    ])
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
    expect(await badgesOf(expert.expertId)).toMatchObject([
      {
        label: "배상책임보험",
        source: "바로손해보험 영업배상책임보험 증권을 바로일당이 확인했어요",
        expiresOn: "2999-12-31",
      },
    ])
    const lines = await db().select().from(auditLog).where(eq(auditLog.subjectId, expert.expertId))
    expect(lines).toMatchObject([
      {
        action: "expert.insure",
        note: "증권번호 2026-1",
        before: { insurance: null },
        after: { insurance: "2999-12-31" },
      },
    ])
  })

  test("is renewed by another certificate, and taken away with a reason that the expert is told", async () => {
    const { expertId, actor } = await createExpert({})
    await grantInsurance(admin.actor, expertId, policy)
    expect(await grantInsurance(admin.actor, expertId, { ...policy, expiresOn: "3000-01-01" })).toEqual({
      ok: true,
    })
    expect(await badgesOf(expertId)).toMatchObject([{ expiresOn: "3000-01-01" }])
    expect(await withdrawInsurance(actor, expertId, "내가 거둬요")).toEqual({
      ok: false,
      reason: "not_found",
    })
    expect(await withdrawInsurance(admin.actor, expertId, "해지된 증권이에요")).toEqual({ ok: true })
    expect(await withdrawInsurance(admin.actor, expertId, "해지된 증권이에요")).toEqual({
      ok: false,
      reason: "not_now",
    })
    expect(await badgesOf(expertId)).toEqual([])
    const told = (
      await db().select().from(outbox).where(eq(outbox.type, "expert.insured")).orderBy(outbox.id)
    ).filter((row) => JSON.stringify(row.payload).includes(expertId))
    expect(told.map((row) => row.payload)).toMatchObject([
      { expiresOn: "2999-12-31" },
      { expiresOn: "3000-01-01" },
      { expiresOn: null, reason: "해지된 증권이에요" },
    ])
  })
})

describe("certificates of insurance", () => {
  const visitor = { kind: "visitor", draftId: null } as const
  const paper = async (ownerId: string, changes: Partial<Parameters<typeof sendInsurancePaper>[1]> = {}) => ({
    key: newId(),
    insurer: "바로손해보험 영업배상책임보험",
    expiresOn: "2999-12-31",
    pictures: [await picture(ownerId, "certificate")],
    ...changes,
  })
  const attached = async (id: string | undefined) =>
    (
      await db()
        .select({ at: pictures.attachedAt })
        .from(pictures)
        .where(eq(pictures.id, id ?? ""))
    )[0]?.at !== null

  test("are sent in by who works here, one at a time, with pictures of their own; sent twice it is one", async () => {
    const { actor, expertId } = await createExpert({})
    const other = await createExpert({ state: "reviewing" })
    expect(await sendInsurancePaper(visitor, await paper(expertId))).toEqual({
      ok: false,
      reason: "not_found",
    })
    expect(await sendInsurancePaper((await createPerson()).actor, await paper(expertId))).toEqual({
      ok: false,
      reason: "not_found",
    })
    expect(await sendInsurancePaper(other.actor, await paper(other.expertId))).toEqual({
      ok: false,
      reason: "not_found",
    })
    expect(await sendInsurancePaper(actor, await paper(expertId, { expiresOn: "2020-01-01" }))).toEqual({
      ok: false,
      reason: "past",
    })
    for (const wrong of [
      await picture(other.expertId, "certificate"),
      await picture(expertId, "portfolio"),
    ]) {
      expect(await sendInsurancePaper(actor, await paper(expertId, { pictures: [wrong] }))).toEqual({
        ok: false,
        reason: "picture_not_yours",
      })
    }
    const sent = await paper(expertId)
    const answers = await Promise.all([sendInsurancePaper(actor, sent), sendInsurancePaper(actor, sent)])
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]).toMatchObject({ ok: true })
    expect(await sendInsurancePaper(actor, await paper(expertId))).toEqual({ ok: false, reason: "waiting" })
    expect(await attached(sent.pictures[0])).toBe(true)
    expect(await findOwnInsurance(actor)).toMatchObject({
      badge: null,
      papers: [
        {
          state: "waiting",
          insurer: sent.insurer,
          expiresOn: "2999-12-31",
          pictures: [{ id: sent.pictures[0] }],
        },
      ],
    })
  })

  test("are seen by their expert and by admins, who find those that wait", async () => {
    const [expert, stranger] = [await createExpert({ name: "기다리는이" }), await createExpert({})]
    await sendInsurancePaper(expert.actor, await paper(expert.expertId))
    for (const actor of [stranger.actor, visitor])
      expect(await findInsurancePapers(actor, expert.expertId)).toEqual([])
    for (const actor of [expert.actor, visitor]) {
      expect(await findInsurancePaperQueue(actor, { sort: "oldest", cursor: null })).toBeNull()
      expect(await countWaitingInsurancePapers(actor)).toBeNull()
    }
    const [sent] = await findInsurancePapers(admin.actor, expert.expertId)
    expect((await findApplication(admin.actor, expert.expertId))?.paper).toEqual(sent)
    expect(
      (await findInsurancePaperQueue(admin.actor, { sort: "newest", cursor: null }))?.rows[0],
    ).toMatchObject({
      expertId: expert.expertId,
      name: "기다리는이",
    })
  })

  test("are taken back by their expert alone while they wait, and nothing of them stays", async () => {
    const [{ actor, expertId }, stranger] = [await createExpert({}), await createExpert({})]
    const sent = await paper(expertId)
    const done = await sendInsurancePaper(actor, sent)
    const paperId = done.ok ? done.paperId : ""
    for (const other of [stranger.actor, admin.actor, visitor])
      expect(await withdrawInsurancePaper(other, paperId)).toEqual({ ok: false, reason: "not_found" })
    expect(await withdrawInsurancePaper(actor, paperId)).toEqual({ ok: true })
    expect(await findInsurancePapers(actor, expertId)).toEqual([])
    expect(await attached(sent.pictures[0])).toBe(false)
    expect(await sendInsurancePaper(actor, await paper(expertId))).toMatchObject({ ok: true })
  })

  test("bring the badge or go back with a reason, by an admin alone, once", async () => {
    const { actor, expertId } = await createExpert({})
    const send = async () => {
      const done = await sendInsurancePaper(actor, await paper(expertId))
      if (!done.ok) throw new Error(done.reason)
      return done.paperId
    }
    const first = await send()
    for (const other of [actor, visitor])
      expect(await refuseInsurancePaper(other, expertId, { paperId: first, reason: "안 보여요" })).toEqual({
        ok: false,
        reason: "not_found",
      })
    expect(
      await refuseInsurancePaper(admin.actor, (await createExpert({})).expertId, {
        paperId: first,
        reason: "안 보여요",
      }),
    ).toEqual({ ok: false, reason: "not_now" })
    expect(
      await refuseInsurancePaper(admin.actor, expertId, { paperId: first, reason: "기간이 안 보여요" }),
    ).toEqual({ ok: true })
    expect(
      await refuseInsurancePaper(admin.actor, expertId, { paperId: first, reason: "기간이 안 보여요" }),
    ).toEqual({ ok: false, reason: "not_now" })
    expect(await withdrawInsurancePaper(actor, first)).toEqual({ ok: false, reason: "decided" })
    const policy = { insurer: "바로손해보험", expiresOn: "2999-12-31", note: "" }
    expect(await grantInsurance(admin.actor, expertId, { ...policy, paperId: first })).toEqual({
      ok: false,
      reason: "not_now",
    })
    const second = await send()
    const answers = await Promise.all(
      [1, 2].map(() => grantInsurance(admin.actor, expertId, { ...policy, paperId: second })),
    )
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
    expect(await findOwnInsurance(actor)).toMatchObject({
      badge: { expiresOn: "2999-12-31" },
      papers: [{ state: "approved" }, { state: "refused", reason: "기간이 안 보여요" }],
    })
    // The same certificate again is looked at again.
    expect(await grantInsurance(admin.actor, expertId, { ...policy, paperId: await send() })).toEqual({
      ok: true,
    })
    const lines = await db()
      .select()
      .from(auditLog)
      .where(eq(auditLog.subjectId, expertId))
      .orderBy(auditLog.id)
    expect(lines.map((line) => [line.action, line.note])).toEqual([
      ["expert.refuse_insurance", "기간이 안 보여요"],
      ["expert.insure", ""],
      ["expert.insure", ""],
    ])
    const told = (await db().select().from(outbox).where(eq(outbox.type, "insurance.refused"))).map(
      (row) => row.payload,
    )
    expect(told).toContainEqual({ expertId, paperId: first, reason: "기간이 안 보여요" })
  })
})
