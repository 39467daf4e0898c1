/**
 * The way to whoever sends one won to an account, with a word in the sender's name: CODEF, or the simulator,
 * which does not exist in production.
 */
import { desc, eq } from "drizzle-orm"
import { now } from "../../basics/clock.ts"
import { newId } from "../../basics/ids.ts"
import { db } from "../db.server.ts"
import { env } from "../env.server.ts"
import { createCodefPort } from "./codef.server.ts"
import { SENDER_PREFIX, type AccountCheckPort } from "./one-won.ts"
import { simulatedTransfers } from "./schema.server.ts"

/** An account whose number begins with 0000 does not exist. */
const simulator: AccountCheckPort = {
  name: "simulator",
  async sendOneWon({ accountNumber, word }) {
    if (accountNumber.startsWith("0000")) return { kind: "refused" }
    const senderName = `${SENDER_PREFIX}${word}`
    await db().insert(simulatedTransfers).values({ id: newId(), accountNumber, senderName, at: now() })
    return { kind: "sent", word }
  },
}

/** What the passbook of a practice account says was its newest sender; null where practice does not exist. */
export async function findSimulatedSender(accountNumber: string): Promise<string | null> {
  if (env().APP_ENV === "production") return null
  const [newest] = await db()
    .select({ senderName: simulatedTransfers.senderName })
    .from(simulatedTransfers)
    .where(eq(simulatedTransfers.accountNumber, accountNumber))
    .orderBy(desc(simulatedTransfers.at), desc(simulatedTransfers.id))
    .limit(1)
  return newest?.senderName ?? null
}

export function getAccountCheckPort(name: AccountCheckPort["name"]): AccountCheckPort {
  if (name === "simulator") return simulator
  const { CODEF_API_URL, CODEF_CLIENT_ID, CODEF_CLIENT_SECRET, CODEF_TOKEN_URL } = env()
  if (!CODEF_CLIENT_ID || !CODEF_CLIENT_SECRET) throw new Error("The keys of CODEF are missing")
  return createCodefPort({
    apiUrl: CODEF_API_URL,
    tokenUrl: CODEF_TOKEN_URL,
    clientId: CODEF_CLIENT_ID,
    clientSecret: CODEF_CLIENT_SECRET,
  })
}
