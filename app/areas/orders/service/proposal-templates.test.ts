/** Templates of proposals: one for each service of an expert, without what belongs to one request alone. */
import { expect, test } from "vitest"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson } from "../../accounts/fixtures.ts"
import { createExpert } from "../../experts/fixtures.ts"
import {
  deleteTemplatesOfLeavingMember,
  findProposalTemplate,
  saveProposalTemplate,
} from "./proposal-templates.server.ts"

withDatabase()
const WALLPAPER = { category: "interior", service: "wallpaper" } as const

test("keeps what is usual, by service, and leaves days and version out", async () => {
  const [expert, other] = [await createExpert(), await createExpert()]
  const values = {
    "lines[0].name": "실크 도배",
    "lines[0].unitPriceWon": "38000",
    included: ["기존 벽지 철거", "폐기물 처리"],
    earliestStart: "2026-11-30",
    validUntil: "2026-12-01",
    version: "3",
  }
  expect(await saveProposalTemplate(expert.actor, WALLPAPER, values)).toEqual({ ok: true })
  const { earliestStart: _start, validUntil: _until, version: _version, ...usual } = values
  expect((await findProposalTemplate(expert.actor, WALLPAPER))?.values).toEqual(usual)
  expect(await findProposalTemplate(expert.actor, { ...WALLPAPER, service: "flooring" })).toBeNull()
  expect(await findProposalTemplate(other.actor, WALLPAPER)).toBeNull()
  await saveProposalTemplate(expert.actor, WALLPAPER, { message: "다시 썼어요" })
  expect((await findProposalTemplate(expert.actor, WALLPAPER))?.values).toEqual({ message: "다시 썼어요" })
})

test("goes with who leaves", async () => {
  const expert = await createExpert()
  await saveProposalTemplate(expert.actor, WALLPAPER, { message: "안녕하세요" })
  await deleteTemplatesOfLeavingMember({ userId: expert.actor.userId })
  expect(await findProposalTemplate(expert.actor, WALLPAPER)).toBeNull()
})

test("is for approved experts, and holds no book", async () => {
  const { actor } = await createPerson()
  expect(await saveProposalTemplate(actor, WALLPAPER, { message: "안녕하세요" })).toEqual({
    ok: false,
    reason: "not_allowed",
  })
  const expert = await createExpert()
  expect(await saveProposalTemplate(expert.actor, WALLPAPER, { message: "가".repeat(20_000) })).toEqual({
    ok: false,
    reason: "too_large",
  })
  expect(await findProposalTemplate(expert.actor, WALLPAPER)).toBeNull()
})
