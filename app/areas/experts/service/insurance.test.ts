/** The badge of insurance, and the certificates behind it. */
import { eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { newId } from "#app/basics/ids.ts"
import { db, inTransaction } from "#app/platform/db.server.ts"
import { auditLog, outbox, pictures } from "#app/platform/schema.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson, type Person } from "../../accounts/fixtures.ts"
import { countUnreadByKind } from "../../notifications/service/centre.server.ts"
import { createExpert } from "../fixtures.ts"
import { findApplication } from "./application-queries.server.ts"
import { grantInsurance, refuseInsurancePaper, withdrawInsurance } from "./insurance.server.ts"
import {
  countWaitingInsurancePapers,
  findInsurancePapers,
  findOwnInsurance,
  findInsurancePaperQueue,
  sendInsurancePaper,
  withdrawInsurancePaper,
} from "./insurance-papers.server.ts"
import { notifyInsurancePaperRefused } from "./notifications.server.ts"

withDatabase()

let admin: Person
beforeEach(async () => {
  admin = await createPerson({ role: "admin", name: "관리자" })
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

  test("is given by an admin alone, to who works here, only once for one certificate", async () => {
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

  test("is renewed by another certificate, and taken away with a reason that is told", async () => {
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

  test("are sent in by who works here, one at a time, with pictures of their own", async () => {
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

  test("that come anew after a refusal mark what was told of it as read, of their sender alone", async () => {
    const people = [await createExpert({}), await createExpert({})] as const
    for (const { actor, expertId } of people) {
      const sent = await sendInsurancePaper(actor, await paper(expertId))
      if (!sent.ok) throw new Error(sent.reason)
      const refusal = { paperId: sent.paperId, reason: "기간이 안 보여요" }
      await refuseInsurancePaper(admin.actor, expertId, refusal)
      await inTransaction((tx) => notifyInsurancePaperRefused({ expertId, ...refusal }, tx))
      expect(await countUnreadByKind(actor)).toEqual({ account: 1 })
    }
    const [{ actor, expertId }, other] = people
    await sendInsurancePaper(actor, await paper(expertId))
    expect(await countUnreadByKind(actor)).toEqual({})
    expect(await countUnreadByKind(other.actor)).toEqual({ account: 1 })
  })
})
