import { eq } from "drizzle-orm"
import { expect, test } from "vitest"
import { withDatabase } from "../../tests/setup/database.ts"
import { newId } from "../basics/ids.ts"
import { afterCommit, db, inTransaction, type Transaction } from "./db.server.ts"
import { commitRefusal, ok, refuse } from "./outcome.ts"
import { drafts } from "./schema.server.ts"

withDatabase()

async function write(tx: Transaction): Promise<string> {
  const owner = newId()
  await tx.insert(drafts).values({ owner, form: "product", content: {}, updatedAt: new Date() })
  return owner
}
const written = async (owner: string) =>
  (await db().select({ form: drafts.form }).from(drafts).where(eq(drafts.owner, owner))).length

test("a refusal undoes what was written, and what was to be done after the commit", async () => {
  let owner = ""
  let told = 0
  const done = await inTransaction(async (tx) => {
    owner = await write(tx)
    afterCommit(() => (told += 1))
    return refuse("too_late", { from: 7 })
  })
  expect(done).toEqual({ ok: false, reason: "too_late", from: 7 })
  expect([await written(owner), told]).toEqual([0, 0])
})

test("what was done stays, and so does what is said to stay although refused", async () => {
  const owners: string[] = []
  const done = await inTransaction(async (tx) => ok({ owner: owners[owners.push(await write(tx)) - 1] }))
  const refused = await inTransaction(async (tx) => {
    owners.push(await write(tx))
    return commitRefusal(refuse("wrong"))
  })
  expect([done.ok, refused]).toEqual([true, { ok: false, reason: "wrong" }])
  expect(await Promise.all(owners.map(written))).toEqual([1, 1])
})
