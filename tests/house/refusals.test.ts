/** A refusal leaves no row changed, whichever area says it; those of the shop stand beside its services. */
import { eq } from "drizzle-orm"
import { expect, test } from "vitest"
import { createPerson } from "#app/areas/accounts/fixtures.ts"
import { confirmEmailChange } from "#app/areas/accounts/service/email.server.ts"
import { createLink } from "#app/areas/accounts/service/links.server.ts"
import { saveKeywords } from "#app/areas/admin/service/settings.server.ts"
import { createJobAtStage } from "#app/areas/jobs/fixtures.ts"
import { jobApplications } from "#app/areas/jobs/schema.server.ts"
import { decideAppeal } from "#app/areas/jobs/service/appeals.server.ts"
import { appealNoShow } from "#app/areas/jobs/service/work.server.ts"
import { keywords } from "#app/basics/keywords.ts"
import { db } from "#app/platform/db.server.ts"
import { withDatabase } from "../setup/database.ts"
import { checksumAllTables } from "../setup/table-checksums.ts"

withDatabase()

test("a link to a new e-mail address that somebody else opens stays good for its owner", async () => {
  const [owner, stranger] = [await createPerson(), await createPerson()]
  const change = JSON.stringify({ userId: owner.actor.userId, email: "moved@example.kr" })
  const token = await createLink(db(), "email", change, 60_000)
  const before = await checksumAllTables()
  expect(await confirmEmailChange(stranger.actor, token)).toEqual({ ok: false, reason: "not_yours" })
  expect(await checksumAllTables()).toEqual(before)
  expect(await confirmEmailChange(owner.actor, token)).toEqual({ ok: true })
})

test("a setting saved on a version that nobody read is refused, and no version is written", async () => {
  const admin = await createPerson({ role: "admin" })
  expect(await saveKeywords(admin.actor, 0, keywords())).toEqual({ ok: true })
  const before = await checksumAllTables()
  for (const version of [-1, 0, 5]) {
    expect(await saveKeywords(admin.actor, version, keywords())).toEqual({ ok: false, reason: "changed" })
  }
  expect(await checksumAllTables()).toEqual(before)
})

test("an objection whose application has moved on is not decided by half", async () => {
  const admin = await createPerson({ role: "admin" })
  const missed = await createJobAtStage("no_show")
  expect(await appealNoShow(missed.worker.actor, missed.applicationId, "10분 전에 도착했어요.")).toEqual({
    ok: true,
  })
  await db()
    .update(jobApplications)
    .set({ state: "worked" })
    .where(eq(jobApplications.id, missed.applicationId))
  const before = await checksumAllTables()
  const decided = await decideAppeal(admin.actor, missed.applicationId, {
    decision: "reverse",
    answer: "다녀간 것을 확인했어요.",
  })
  expect(decided).toEqual({ ok: false, reason: "not_now" })
  expect(await checksumAllTables()).toEqual(before)
})
