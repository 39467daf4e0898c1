/** The demo town, made with a look at the clock of the processor. */
import { createDemoTown } from "../../db/seed/index.ts"

/** Where {@link Creation} stands in the folder of a town that was made before the tests. */
export const CREATION_FILE = "town-creation.json"

export type Creation = {
  /** What whoever waits at the console reads. */
  lines: string[]
  /** Of this process, without PostgreSQL. */
  cpuMs: number
}

/** Creates the town in the database at `databaseUrl`, its files in the data folder of the environment. */
export async function createMeasuredTown(databaseUrl: string): Promise<Creation> {
  const lines: string[] = []
  const before = process.cpuUsage()
  await createDemoTown({
    databaseUrl,
    step: async (name, work) => {
      const result = await work()
      lines.push(`${name} ${typeof result === "string" ? result : ""}`)
      return result
    },
  })
  const { user, system } = process.cpuUsage(before)
  return { lines, cpuMs: (user + system) / 1_000 }
}
