import { expect, test } from "vitest"
import { sql } from "drizzle-orm"
import { listAllCodes } from "../basics/regions.ts"
import { buildNearSteps } from "./near-steps.server.ts"

test("by distance every region of the country stands in one step, wherever one begins", () => {
  const all = listAllCodes().toSorted()
  for (const regionCode of all) {
    const steps = buildNearSteps(sql`region_code`, { regionCode, range: "all", isByDistance: true })
    expect(steps.flatMap((step) => ("codes" in step ? step.codes : [])).toSorted()).toEqual(all)
    expect(steps.every((step) => "codes" in step)).toBe(true)
    expect(steps[0]).toMatchObject({ codes: [regionCode] })
  }
})

test("newest first, the rest of the country is the last step", () => {
  const steps = buildNearSteps(sql`region_code`, { regionCode: "11710", range: "all" })
  expect(steps.map((step) => "codes" in step)).toEqual([true, true, true, false])
})
