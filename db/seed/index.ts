/** The demo town: a believable Korean town, the same at every creation, made in parts. */
import postgres from "postgres"
import type { RunStep } from "./parts.ts"

type Part = {
  part: string
  load: () => Promise<{
    create(client: postgres.Sql, part: string, step: RunStep, databaseUrl: string): Promise<void>
  }>
}

/** The parts in the order in which they are made: each finds those before it in the database. */
const PARTS: readonly Part[] = [
  { part: "services", load: () => import("./create.ts") },
  { part: "content", load: () => import("./content/create.ts") },
  { part: "chat", load: () => import("./chat/create.ts") },
  { part: "jobs", load: () => import("./jobs/create.ts") },
  { part: "called-off", load: () => import("./jobs/called-off.ts") },
  { part: "market", load: () => import("./market/create.ts") },
  { part: "shop", load: () => import("./shop/create.ts") },
  { part: "purchases", load: () => import("./purchases/create.ts") },
  { part: "visits", load: () => import("./visits/create.ts") },
  { part: "office", load: () => import("./office/create.ts") },
  { part: "safe-payment", load: () => import("./safe-payment/create.ts") },
  { part: "safe-deals", load: () => import("./safe-deals/create.ts") },
  { part: "office-refunds", load: () => import("./office-refunds/create.ts") },
  { part: "reconciliation", load: () => import("./reconciliation/create.ts") },
  { part: "campaigns", load: () => import("./campaigns/create.ts") },
  { part: "programs", load: () => import("./programs/create.ts") },
  { part: "discounts", load: () => import("./discounts/create.ts") },
  // Last: what the demo accounts were told of all the others.
  { part: "notifications", load: () => import("./notifications/create.ts") },
]

/**
 * Creates the parts of the town that are not in the database at `databaseUrl`, which one query tells. Files
 * come first and are written over by a second try; the rows of a part come in one transaction, so a creation
 * that was killed leaves nothing behind.
 */
export async function createDemoTown({
  databaseUrl,
  step,
}: {
  databaseUrl: string
  step: RunStep
}): Promise<void> {
  const client = postgres(databaseUrl, {
    max: 1,
    onnotice: () => {},
    connection: { application_name: "baroildang-demo" },
  })
  try {
    const existingParts = new Set(
      (await client<{ part: string }[]>`select part from demo_town`).map((row) => row.part),
    )
    const missing = PARTS.filter(({ part }) => !existingParts.has(part))
    // Loaded only for a creation: a second start must not wait for it.
    for (const { part, load } of missing) await (await load()).create(client, part, step, databaseUrl)
    if (missing.length > 0) await (await import("./search.ts")).buildSearchIndex(databaseUrl, step)
  } finally {
    await client.end()
  }
}
