/** What the office may change of categories, who may, and what a hidden one means for requests. */
import { expect, test } from "vitest"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson } from "../../accounts/fixtures.ts"
import { newId } from "#app/basics/ids.ts"
import { listServices } from "../../orders/questions.ts"
import { createEmptyDraft, EMPTY_DRAFTS } from "../../orders/request-draft.ts"
import { submitRequest } from "../../orders/service/request-draft.server.ts"
import { findServices } from "../../search/service/services.server.ts"
import { parseTerm } from "../../search/rules.ts"
import { buildOrderInput, createOpenOrder } from "../../orders/fixtures.ts"
import {
  CATEGORIES,
  CATEGORY_LABELS,
  isOfferedCategory,
  listOfferedCategories,
} from "../../orders/category-rules.ts"
import { createOrder } from "../../orders/service/create-order.server.ts"
import { findOrder } from "../../orders/service/find-order.server.ts"
import { findCategorySettings, moveCategory, saveCategory } from "./categories.server.ts"
import { saveWithAudit } from "./settings.server.ts"

withDatabase()

const NOT_FOUND = { ok: false, reason: "not_found" }
const CHANGED = { ok: false, reason: "changed" }

test("categories are named, moved and hidden by who sets everything, on the version they read", async () => {
  const [{ actor: admin }, { actor: support }, customer] = [
    await createPerson({ role: "admin" }),
    await createPerson({ role: "admin", officeRole: "support" }),
    await createPerson(),
  ]
  const orderId = await createOpenOrder(customer.actor, { category: "moving", service: "원룸이사" })
  const words = { version: 0, category: "moving", label: "이사·운송", description: "원룸·용달" } as const
  const save = (more: object = {}, by = admin) => saveCategory(by, { ...words, isHidden: false, ...more })
  expect(await findCategorySettings(support)).toBeNull()
  const details = { title: "분야", before: {}, after: {} }
  expect(await saveWithAudit(support, "categories", 0, [], details)).toEqual(NOT_FOUND)
  expect(await saveWithAudit(admin, "categories", 7, [], details)).toEqual(CHANGED)
  expect(await save({}, support)).toEqual(NOT_FOUND)
  expect(await save({ version: 7 })).toEqual(CHANGED)
  expect(await save({ label: "설치" })).toEqual({ ok: false, reason: "taken" })
  expect(await save()).toEqual({ ok: true })
  expect(CATEGORY_LABELS.moving).toBe("이사·운송")

  expect(await moveCategory(support, { version: 1, category: "moving", to: "up" })).toEqual(NOT_FOUND)
  expect(await moveCategory(admin, { version: 0, category: "moving", to: "up" })).toEqual(CHANGED)
  expect(await moveCategory(admin, { version: 1, category: "moving", to: "up" })).toEqual({ ok: true })
  expect(listOfferedCategories().map(({ id }) => id)).toEqual([
    "repair",
    "moving",
    "interior",
    "demolition",
    "installation",
  ])

  const find = (term: string) => findServices(parseTerm(term), term, null).map(({ label }) => label)
  expect(find("운송")).toContain("이사·운송")
  expect(await save({ version: 2, isHidden: true })).toEqual({ ok: true })
  expect([isOfferedCategory("moving"), CATEGORY_LABELS.moving]).toEqual([false, "이사·운송"])
  expect(find("운송")).toEqual([])
  expect(await createOrder(customer.actor, buildOrderInput({ category: "moving" }))).toEqual({
    ok: false,
    reason: "not_offered",
  })
  expect(
    await submitRequest(
      { actor: customer.actor, request: new Request("http://localhost/"), address: "203.0.113.1" },
      { ...EMPTY_DRAFTS, savedAt: null, interrupted: false },
      "moving",
      {
        ...createEmptyDraft(newId()),
        service: listServices("moving")[0]?.id ?? "",
        regionCode: "11650",
        schedule: "soon",
        budget: "open",
        description: "원룸 짐을 옮겨요.",
      },
    ),
  ).toEqual({ ok: false, reason: "not_offered" })
  // What was asked before stays as it was.
  expect((await findOrder(customer.actor, orderId))?.order.category).toBe("moving")
  let version = 3
  for (const category of CATEGORIES.filter((each) => each !== "moving" && each !== "repair")) {
    const hidden = {
      version,
      category,
      label: CATEGORY_LABELS[category],
      description: "설명",
      isHidden: true,
    }
    expect(await saveCategory(admin, hidden)).toEqual({ ok: true })
    version += 1
  }
  const last = { version, category: "repair", label: "집수리", description: "누수", isHidden: true } as const
  expect(await saveCategory(admin, last)).toEqual({ ok: false, reason: "last" })
})
