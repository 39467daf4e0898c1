/** How many processes a start serves with. */
import { availableParallelism } from "node:os"
import { z } from "zod"
import { splitHostAddresses } from "./database-address.server.ts"

/** Below this many cores one process is the fastest: PostgreSQL and the system need theirs as well. */
const MIN_CORES_FOR_SEVERAL = 4

const databaseAddress = z
  .string()
  .refine(
    (text) => splitHostAddresses(text).length > 0,
    "postgres://로 시작하는 주소여야 해요. 여러 서버는 쉼표로 이어요",
  )

export const PROCESS_SETTINGS = {
  /**
   * The same database without a pooler of transactions between: for what needs a session of its own, where
   * DATABASE_URL leads through one (decision 071).
   */
  DATABASE_SESSION_URL: databaseAddress.optional(),
  /** A standby of the same database, or several, for what may be read a moment late (decision 094). */
  DATABASE_READ_URL: databaseAddress.optional(),
  /** How many seconds a standby may be behind that is still read. */
  DATABASE_READ_MAX_LAG_SECONDS: z.coerce.number().int().min(1).max(60).default(2),
  /** How many processes answer, behind one that looks after them: a number, or by the cores. */
  PROCESSES: z.union([z.literal("auto"), z.coerce.number().int().min(1).max(64)]).default("auto"),
}

type ProcessSettings = {
  PROCESSES: number | "auto"
  PROCESS_ROLE: "all" | "web" | "worker"
}

/** How many processes `settings` ask for, on a machine with so many cores (a container's share of them). */
export function countProcesses(
  { PROCESSES, PROCESS_ROLE }: ProcessSettings,
  cores = availableParallelism(),
): number {
  if (PROCESSES !== "auto") return PROCESSES
  return PROCESS_ROLE === "worker" || cores < MIN_CORES_FOR_SEVERAL ? 1 : cores - 1
}

/** What each of several processes does: of those that do everything, one does the work of the queue. */
export const getRoleOfProcess = (
  { PROCESS_ROLE }: Pick<ProcessSettings, "PROCESS_ROLE">,
  index: number,
): "all" | "web" | "worker" => (PROCESS_ROLE === "all" && index > 0 ? "web" : PROCESS_ROLE)

/** The most connections that one process opens: its pool, the search, the queue, the bus, the watch. */
export const countConnections = (pool: number): number => pool + 4 + 3 + 2
