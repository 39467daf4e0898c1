/**
 * Whether a password is known from a leak elsewhere, by the range API of Pwned Passwords: of the password's
 * hash only the first five characters leave the house. May be off, and then nothing is asked.
 */
import { createHash } from "node:crypto"
import { env } from "./env.server.ts"
import { log } from "./log.server.ts"

const DEFAULT_URL = "https://api.pwnedpasswords.com"
const TIMEOUT_MS = 2_000
const PREFIX_LENGTH = 5

/** True where `password` stands in a known leak. False where that is off, or nobody answers within 2 s. */
export async function isBreachedPassword(password: string): Promise<boolean> {
  const { BREACHED_PASSWORDS, BREACHED_PASSWORDS_URL } = env()
  if (BREACHED_PASSWORDS !== "hibp") return false
  const hash = createHash("sha1").update(password).digest("hex").toUpperCase()
  const suffix = hash.slice(PREFIX_LENGTH)
  try {
    const response = await fetch(
      `${BREACHED_PASSWORDS_URL ?? DEFAULT_URL}/range/${hash.slice(0, PREFIX_LENGTH)}`,
      // Padding hides from who listens how many hashes begin like this one; padded lines count 0.
      { headers: { "Add-Padding": "true" }, signal: AbortSignal.timeout(TIMEOUT_MS), redirect: "error" },
    )
    if (!response.ok) throw new Error(`The list of leaked passwords answered ${response.status}`)
    return (await response.text())
      .split("\n")
      .some((line) => line.startsWith(`${suffix}:`) && Number(line.slice(suffix.length + 1)) > 0)
  } catch (error) {
    // Nobody is kept from signing up because somebody else's service is away.
    log().warn({ err: error }, "a password could not be compared with the leaked ones")
    return false
  }
}
