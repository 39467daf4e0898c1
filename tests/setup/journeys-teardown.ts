import { rmSync } from "node:fs"

/** The data folder of the run goes with the run. */
export default function teardown(): void {
  if (process.env.JOURNEYS_DATA) rmSync(process.env.JOURNEYS_DATA, { recursive: true, force: true })
}
