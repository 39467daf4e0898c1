/** Owns the address of the database: one host or several with ports, and which of them is the primary. */
import postgres from "postgres"
import { DatabaseAway } from "./database-errors.server.ts"

const ADDRESS = /^(postgres(?:ql)?:\/\/)((?:[^@/?#]*@)?)([^@/?#]+)(.*)$/
/** A host that does not answer within this time is no primary for now. */
const ASK_MS = 2_000

/**
 * The addresses of each host that `address` names: postgres://user:password@one:5432,two:5433/name gives
 * two. Empty where it is no address of PostgreSQL.
 */
export function hostAddresses(address: string): string[] {
  const [, scheme = "", user = "", hosts = "", rest = ""] = ADDRESS.exec(address) ?? []
  if (hosts === "") return []
  const each = hosts.split(",").map((host) => `${scheme}${user}${host}${rest}`)
  return each.every((one) => URL.canParse(one) && new URL(one).hostname !== "") ? each : []
}

const primaries = new Map<string, Promise<string>>()

/**
 * The address of the one host of `address` that takes writes; with one host alone, that one, unasked.
 * Remembered until {@link forgetPrimary}. Throws {@link DatabaseAway} where none of several does.
 */
export function findPrimary(address: string): Promise<string> {
  const hosts = hostAddresses(address)
  const [only = address] = hosts
  if (hosts.length <= 1) return Promise.resolve(only)
  const known = primaries.get(address)
  if (known) return known
  const asked = Promise.any(hosts.map(requirePrimary)).catch((error: unknown) => {
    throw new DatabaseAway("None of the hosts in DATABASE_URL takes writes", { cause: error })
  })
  primaries.set(address, asked)
  asked.catch(() => forgetPrimary(address))
  return asked
}

/** After a failed connection: whoever connects next asks all hosts again. */
export function forgetPrimary(address: string): void {
  primaries.delete(address)
}

async function requirePrimary(host: string): Promise<string> {
  const sql = postgres(host, {
    max: 1,
    connect_timeout: ASK_MS / 1_000,
    backoff: false,
    fetch_types: false,
    onnotice: () => {},
  })
  let late: NodeJS.Timeout | undefined
  try {
    const asked = sql<{ standby: boolean }[]>`select pg_is_in_recovery() as standby`
    const [row] = await Promise.race([
      asked,
      new Promise<never>((_, refuse) => {
        late = setTimeout(() => refuse(new Error("no answer in time")), ASK_MS)
      }),
    ])
    if (row?.standby !== false) throw new Error("a standby")
    return host
  } finally {
    clearTimeout(late)
    void sql.end({ timeout: 0 })
  }
}
