/**
 * What every part of the demo town shares: its marker, its transaction, the people who live there
 * already.
 */
import { sql } from "drizzle-orm"
import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js"
import type postgres from "postgres"
import type { ExpertState } from "#app/areas/accounts/rules.ts"
import { now } from "#app/basics/clock.ts"
import { demoTown } from "#app/platform/schema.server.ts"

/** Does a piece of work and prints a line with what `work` returns and its time. */
export type RunStep = (name: string, work: () => Promise<unknown>) => Promise<unknown>
export type TownTransaction = Parameters<Parameters<PostgresJsDatabase["transaction"]>[0]>[0]

const ADVISORY_LOCK_KEY = 7_310_421

/**
 * Writes `part` in one transaction, once: nothing where another process was faster. `write` gets the moment
 * of creation.
 */
export async function writePart(
  client: postgres.Sql,
  part: string,
  write: (tx: TownTransaction, present: Date) => Promise<void>,
): Promise<void> {
  await drizzle(client).transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCK_KEY})`)
    const present = now()
    const inserted = await tx
      .insert(demoTown)
      .values({ part, createdAt: present })
      .onConflictDoNothing()
      .returning()
    if (inserted.length > 0) await write(tx, present)
  })
  // Fresh statistics, so that the first visitors get good plans.
  await client`analyze`
}

/** One line of progress for what `work` writes. */
export const writeWithProgress = (
  step: RunStep,
  name: string,
  count: number,
  unit: string,
  work: () => Promise<void>,
) =>
  step(`체험 마을 ${name}`, async () => {
    await work()
    return `${count.toLocaleString("en-US")}${unit}`
  })

export type DemoPerson = { id: string; name: string; regionCode: string; joinedAt: Date }
export type DemoPeople = {
  /** Customers and experts in the order in which they joined, without the demo accounts. */
  customers: readonly DemoPerson[]
  experts: readonly (DemoPerson & { businessName: string; businessNumber: string })[]
  /** customer@demo.kr, expert@demo.kr, shop@demo.kr, admin@demo.kr. */
  demo: { customer: DemoPerson; expert: DemoPerson; shop: DemoPerson; admin: DemoPerson }
}

/** Who lives in the town already; the part "services" made them. */
export async function findDemoPeople(client: postgres.Sql): Promise<DemoPeople> {
  const rows = await client<
    (DemoPerson & {
      email: string
      expertState: ExpertState | null
      businessName: string | null
      businessNumber: string | null
    })[]
  >`
    select u.id, u.email, p.name, coalesce(p.region_code, '11650') as "regionCode",
      p.created_at as "joinedAt", p.expert_state as "expertState",
      e.business_name as "businessName", e.business_number as "businessNumber"
    from users u join profiles p on p.user_id = u.id left join experts e on e.user_id = u.id
    where p.left_at is null and p.banned_until is null order by u.id`
  const findByEmail = (email: string): DemoPerson => {
    const found = rows.find((row) => row.email === email)
    if (!found) throw new Error(`The demo town has nobody called ${email}`)
    return found
  }
  const demo = {
    customer: findByEmail("customer@demo.kr"),
    expert: findByEmail("expert@demo.kr"),
    shop: findByEmail("shop@demo.kr"),
    admin: findByEmail("admin@demo.kr"),
  }
  const others = rows.filter((row) => !row.email.endsWith("@demo.kr"))
  return {
    demo,
    customers: others.filter((row) => row.expertState === null),
    experts: others.flatMap((row) =>
      row.expertState === "approved" && row.businessName && row.businessNumber
        ? [{ ...row, businessName: row.businessName, businessNumber: row.businessNumber }]
        : [],
    ),
  }
}
