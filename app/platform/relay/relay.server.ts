/**
 * Relay numbers (안심번호): a number that leads to somebody's telephone without showing theirs. There is only
 * the simulator yet, which production lacks (docs/decisions/059-relay-numbers.md).
 */
import { eq, sql } from "drizzle-orm"
import { db } from "../db.server.ts"
import { env } from "../env.server.ts"
import { simulatedRelays } from "../schema.server.ts"

export type RelayPort = {
  /**
   * Has a number lead to `phone` (+8210…). `ref` names what it is for: asked again, the same number leads to
   * the phone that was named last. Returns it as people read it (0504-…). Rejects where the provider is away.
   */
  assign: (ref: string, phone: string) => Promise<string>
  /** Gives the number of `ref` back; nothing where there is none. */
  release: (ref: string) => Promise<void>
}

const simulator: RelayPort = {
  async assign(ref, phone) {
    const [made] = await db().execute<{ n: number }>(sql`select nextval('simulated_relay_numbers')::int as n`)
    const digits = String(20_000_000 + (made?.n ?? 0))
    const number = `0504-${digits.slice(0, 4)}-${digits.slice(4)}`
    const [row] = await db()
      .insert(simulatedRelays)
      .values({ ref, number, phone })
      .onConflictDoUpdate({ target: simulatedRelays.ref, set: { phone } })
      .returning({ number: simulatedRelays.number })
    if (!row) throw new Error("The simulator gave no relay number")
    return row.number
  },
  async release(ref) {
    await db().delete(simulatedRelays).where(eq(simulatedRelays.ref, ref))
  },
}

/** Who gives relay numbers; null where nobody does, and people see each other's own. */
export function getRelayPort(): RelayPort | null {
  const { RELAY, APP_ENV } = env()
  const isPractice = APP_ENV === "development" || APP_ENV === "test"
  return (RELAY ?? (isPractice ? "simulator" : "off")) === "off" ? null : simulator
}
