/** Owns the demo town: a believable Korean town, the same at every creation. */
import { sql } from "drizzle-orm"
import { drizzle } from "drizzle-orm/postgres-js"
import postgres from "postgres"
import { hashPassword } from "#app/areas/accounts/service/passwords.server.ts"
import { now } from "#app/basics/clock.ts"
import { demoTown } from "#app/platform/schema.server.ts"
import { buildTown } from "./build.ts"
import { listMasters, storeMasters } from "./masters.ts"
import type { Master } from "./town.ts"
import { writeExperts, writeOrders, writePeople, writeProposals, writeReviews } from "./write.ts"

type Step = (name: string, work: () => Promise<unknown>) => Promise<unknown>

/** The part of the town that this file makes; later areas add theirs. */
const PART = "services"
const PASSWORD = "demo-1234!"
const LOCK = 7_310_421
const PICTURES_A_STEP = 50

/**
 * Creates the town in the database at `databaseUrl` unless it is there, which one query tells. Files come first and are
 * written over by a second try; all rows come in one transaction, so a creation that was killed leaves nothing behind.
 */
export async function createDemoTown({ databaseUrl, step }: { databaseUrl: string; step: Step }): Promise<void> {
  const client = postgres(databaseUrl, { max: 1, onnotice: () => {}, connection: { application_name: "baroildang-demo" } })
  try {
    if ((await client`select from demo_town where part = ${PART}`).length > 0) return
    const masters = await storePictures(step)
    const passwordHash = await hashPassword(PASSWORD)
    const town = buildTown(now(), masters, passwordHash)
    const { rows } = town
    const many = (count: number, unit: string) => `${count.toLocaleString("en-US")}${unit}`
    const database = drizzle(client)
    await database.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`)
      const inserted = await tx.insert(demoTown).values({ part: PART, createdAt: town.present }).onConflictDoNothing().returning()
      if (inserted.length === 0) return
      await step("체험 마을 사람", async () => {
        await writePeople(tx, town)
        return many(rows.users.length, "명")
      })
      await step("체험 마을 전문가", async () => {
        await writeExperts(tx, town)
        return many(rows.experts.length, "명")
      })
      await step("체험 마을 견적 요청", async () => {
        await writeOrders(tx, town)
        return many(rows.orders.length, "건")
      })
      await step("체험 마을 견적서", async () => {
        await writeProposals(tx, town)
        return many(rows.proposals.length, "건")
      })
      await step("체험 마을 후기", async () => {
        await writeReviews(tx, town)
        return many(rows.reviews.length, "건")
      })
    })
    await client`analyze`
  } finally {
    await client.end()
  }
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
