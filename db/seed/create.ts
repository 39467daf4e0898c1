/** Owns the creation of the town: pictures into the storage, then every row in one transaction, with a line for each part. */
import { sql } from "drizzle-orm"
import { drizzle } from "drizzle-orm/postgres-js"
import type postgres from "postgres"
import { hashPassword } from "#app/areas/accounts/service/passwords.server.ts"
import { now } from "#app/basics/clock.ts"
import { demoTown } from "#app/platform/schema.server.ts"
import { buildTown } from "./build.ts"
import { listMasters, storeMasters } from "./masters.ts"
import type { Master } from "./town.ts"
import { writeExperts, writeOrders, writePeople, writeProposals, writeReviews } from "./write.ts"

export type Step = (name: string, work: () => Promise<unknown>) => Promise<unknown>

const PASSWORD = "demo-1234!"
const LOCK = 7_310_421
const PICTURES_A_STEP = 50

/** Creates `part` of the town; nothing where another process was faster. */
export async function create(client: postgres.Sql, part: string, step: Step): Promise<void> {
  const masters = await storePictures(step)
  const town = buildTown(now(), masters, await hashPassword(PASSWORD))
  const { rows } = town
  const write = (name: string, work: () => Promise<void>, count: number, unit: string) =>
    step(`체험 마을 ${name}`, async () => {
      await work()
      return `${count.toLocaleString("en-US")}${unit}`
    })
  await drizzle(client).transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`)
    const first = await tx.insert(demoTown).values({ part, createdAt: town.present }).onConflictDoNothing().returning()
    if (first.length === 0) return
    await write("사람", () => writePeople(tx, town), rows.users.length, "명")
    await write("전문가", () => writeExperts(tx, town), rows.experts.length, "명")
    await write("견적 요청", () => writeOrders(tx, town), rows.orders.length, "건")
    await write("견적서", () => writeProposals(tx, town), rows.proposals.length, "건")
    await write("후기", () => writeReviews(tx, town), rows.reviews.length, "건")
  })
  // Fresh statistics, so that the first visitors get good plans.
  await client`analyze`
}

async function storePictures(step: Step): Promise<Map<string, Master>> {
  const list = await listMasters()
  const stored = new Map<string, Master>()
  for (let from = 0; from < list.length; from += PICTURES_A_STEP) {
    await step("체험 마을 그림", async () => {
      for (const master of await storeMasters(list.slice(from, from + PICTURES_A_STEP))) stored.set(master.name, master)
      return `${stored.size}/${list.length}장`
    })
  }
  return stored
}
