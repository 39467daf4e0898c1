/** The watch over refusals sees what it is there for. */
import { join } from "node:path"
import { expect, test } from "vitest"
import { newId } from "#app/basics/ids.ts"
import { db, inTransaction, type Executor } from "#app/platform/db.server.ts"
import { commitRefusal, ok, refuse } from "#app/platform/outcome.ts"
import { drafts } from "#app/platform/schema.server.ts"
import { withDatabase } from "../setup/database.ts"
import { takeViolations } from "../setup/refusals.ts"
import { findUnshownRefusals, listRefusingServices } from "../setup/refusing-services.ts"

withDatabase()

const root = join(import.meta.dirname, "../..")
const write = (executor: Executor) =>
  executor.insert(drafts).values({ owner: newId(), form: "product", content: {}, updatedAt: new Date() })
async function watched(run: () => Promise<unknown>): Promise<string[]> {
  const service = globalThis.watchRefusals?.("test#service", run)
  expect(await service?.()).toMatchObject({ ok: false })
  return takeViolations()
}

test("a service that refuses and yet wrote is found, in a transaction of its own or without", async () => {
  const alone = await watched(async () => {
    await write(db())
    return refuse("late")
  })
  const before = await watched(async () => {
    await inTransaction(async (tx) => {
      await write(tx)
      return ok()
    })
    return refuse("late")
  })
  for (const violations of [alone, before]) {
    expect(violations).toHaveLength(1)
    expect(violations[0]).toContain("test#service refused (late) and yet wrote: insert into")
  }
})

test("what was undone, and what says by name that it stays, is no violation", async () => {
  const undone = () =>
    inTransaction(async (tx) => {
      await write(tx)
      return refuse("late")
    })
  const kept = () =>
    inTransaction(async (tx) => {
      await write(tx)
      return commitRefusal(refuse("wrong"))
    })
  expect(await watched(undone)).toEqual([])
  expect(await watched(kept)).toEqual([])
})

test("the reasons of services are read out of their types, through aliases too", () => {
  const services = listRefusingServices(root)
  expect(services.size).toBeGreaterThan(130)
  expect(services.get("acceptProposal")).toContain("not_found")
  expect(services.get("completeWork")).toContain("change_undecided")
  expect(services.get("checkPhoneCode")).toEqual(["over", "wrong"])
})

test("a refusal that no test shows is named", () => {
  const all = new Set(
    [...listRefusingServices(root)].flatMap(([service, reasons]) =>
      reasons.map((each) => `${service} ${each}`),
    ),
  )
  const [first = ""] = all
  const seen = new Set([...all].filter((line) => line !== first))
  expect(findUnshownRefusals(root, seen)).toEqual([expect.stringContaining(first)])
  expect(findUnshownRefusals(root, all)).toEqual([])
})
