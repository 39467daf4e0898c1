/** Owns the demo town: a believable Korean town, the same at every creation. */
import postgres from "postgres"
import type { Step } from "./create.ts"

/** The part of the town made here; later areas add theirs. */
const PART = "services"

/**
 * Creates the town in the database at `databaseUrl` unless it is there, which one query tells. Files come first and are
 * written over by a second try; all rows come in one transaction, so a creation that was killed leaves nothing behind.
 */
export async function createDemoTown({ databaseUrl, step }: { databaseUrl: string; step: Step }): Promise<void> {
  const client = postgres(databaseUrl, { max: 1, onnotice: () => {}, connection: { application_name: "baroildang-demo" } })
  try {
    if ((await client`select from demo_town where part = ${PART}`).length > 0) return
    // Loaded only for a creation: a second start must not wait for it.
    const { create } = await import("./create.ts")
    await create(client, PART, step)
  } finally {
    await client.end()
  }
}
