/** Views of the office's lists: one's own, those of colleagues, and columns that are left out. */
import { expect, test } from "vitest"
import { newId } from "#app/basics/ids.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson, type Person } from "../../accounts/fixtures.ts"
import { VIEW_LIMITS } from "../view-rules.ts"
import { findDesk } from "./desk.server.ts"
import { hideColumns, removeView, saveView } from "./views.server.ts"

withDatabase()

const refused = (reason: string) => ({ ok: false, reason })
const view = { list: "users", name: "새 전문가", query: "kind=expert&after=abc", isShared: false } as const
const listOf = async ({ actor }: Person) => (await findDesk(actor, null, null, "", "users"))?.list

test("a view is its owner's, or shared with colleagues; only its owner removes it", async () => {
  const [owner, colleague, customer] = [
    await createPerson({ role: "admin" }),
    await createPerson({ role: "admin", officeRole: "support" }),
    await createPerson(),
  ]
  expect(await saveView(customer.actor, view)).toEqual(refused("not_found"))
  expect(await saveView(owner.actor, view)).toEqual({ ok: true })
  expect(await listOf(owner)).toMatchObject({ views: [{ name: "새 전문가", query: "kind=expert" }] })
  expect((await listOf(colleague))?.views).toEqual([])
  expect(await saveView(owner.actor, { ...view, isShared: true })).toEqual({ ok: true })
  const [shared] = (await listOf(colleague))?.views ?? []
  expect(shared).toMatchObject({ isOwn: false, isShared: true })
  expect(await removeView(colleague.actor, shared?.id ?? "")).toEqual(refused("not_found"))
  expect(await removeView(owner.actor, newId())).toEqual(refused("not_found"))
  expect(await removeView(owner.actor, shared?.id ?? "")).toEqual({ ok: true })
  expect((await listOf(owner))?.views).toEqual([])
})

test("twenty views of a list are enough, and columns are one's own", async () => {
  const owner = await createPerson({ role: "admin" })
  for (let index = 1; index <= VIEW_LIMITS.perList; index += 1)
    expect(await saveView(owner.actor, { ...view, name: `보기 ${index}` })).toEqual({ ok: true })
  expect(await saveView(owner.actor, { ...view, name: "하나 더" })).toEqual(refused("too_many"))
  const choice = { offered: ["연락처", "상태"], hidden: ["연락처"] }
  expect(await hideColumns((await createPerson()).actor, "users", choice)).toEqual(refused("not_found"))
  expect(await hideColumns(owner.actor, "users", choice)).toEqual({ ok: true })
  expect((await listOf(owner))?.hidden).toEqual(["연락처"])
  // The table of another filter has other columns; those of this one stay left out.
  const other = { offered: ["상태", "끝나는 날"], hidden: ["상태"] }
  expect(await hideColumns(owner.actor, "users", other)).toEqual({ ok: true })
  expect((await listOf(owner))?.hidden).toEqual(["연락처", "상태"])
  expect(await hideColumns(owner.actor, "users", { ...other, hidden: [] })).toEqual({ ok: true })
  expect((await listOf(owner))?.hidden).toEqual(["연락처"])
})
