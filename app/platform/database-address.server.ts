/** The address of the database: one host or several with ports, and which of them is the primary. */
import postgres from "postgres"
import { DatabaseUnavailableError } from "./database-errors.server.ts"

const ADDRESS_PATTERN = /^(postgres(?:ql)?:\/\/)((?:[^@/?#]*@)?)([^@/?#]+)(.*)$/
/** A host that does not answer within this time is no primary for now. */
const PROBE_TIMEOUT_MS = 2_000

/**
 * The addresses of each host that `address` names: postgres://user:password@one:5432,two:5433/name gives
 * two. Empty where it is no address of PostgreSQL.
 */
export function splitHostAddresses(address: string): string[] {
  const [, scheme = "", user = "", hosts = "", rest = ""] = ADDRESS_PATTERN.exec(address) ?? []
  if (hosts === "") return []
  const each = hosts.split(",").map((host) => `${scheme}${user}${host}${rest}`)
  return each.every((one) => URL.canParse(one) && new URL(one).hostname !== "") ? each : []
}

const primaryByAddress = new Map<string, Promise<string>>()

/**
 * The address of the one host of `address` that takes writes; with one host alone, that one, unasked.
 * Remembered until {@link forgetPrimary}. Throws {@link DatabaseUnavailableError} where none of several does.
 */
export function findPrimary(address: string): Promise<string> {
  const hosts = splitHostAddresses(address)
  const [soleHost = address] = hosts
  if (hosts.length <= 1) return Promise.resolve(soleHost)
  const cached = primaryByAddress.get(address)
  if (cached) return cached
  const pending = Promise.any(hosts.map(requirePrimary)).catch((error: unknown) => {
    throw new DatabaseUnavailableError("None of the hosts in DATABASE_URL takes writes", { cause: error })
  })
  primaryByAddress.set(address, pending)
  pending.catch(() => forgetPrimary(address))
  return pending
}

/** After a failed connection: whoever connects next asks all hosts again. */
export function forgetPrimary(address: string): void {
  primaryByAddress.delete(address)
}

async function requirePrimary(host: string): Promise<string> {
  const sql = postgres(host, {
    max: 1,
    connect_timeout: PROBE_TIMEOUT_MS / 1_000,
    backoff: false,
    fetch_types: false,
    onnotice: () => {},
  })
  let timeout: NodeJS.Timeout | undefined
  try {
    const pending = sql<{ standby: boolean }[]>`select pg_is_in_recovery() as standby`
    const [row] = await Promise.race([
      pending,
      new Promise<never>((_, reject) => {
        timeout = setTimeout(() => reject(new Error("no answer in time")), PROBE_TIMEOUT_MS)
      }),
    ])
    if (row?.standby !== false) throw new Error("a standby")
    return host
  } finally {
    clearTimeout(timeout)
    void sql.end({ timeout: 0 })
  }
}
