/** Posts of both kinds begin with what is near the reader. */
import { describe, expect, test } from "vitest"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson } from "../../accounts/fixtures.ts"
import type { Actor } from "../../accounts/rules.ts"
import { createOpenHire, createOpenSeek } from "../fixtures.ts"
import { findNewestHires, findSimilarHires, searchHires, type HireFilters } from "./hire-lists.server.ts"
import { findSimilarSeeks, searchSeeks, type SeekFilters } from "./seek-lists.server.ts"

withDatabase()

const songpa: Actor = {
  kind: "visitor",
  draftId: null,
  neighbourhood: { regionCode: "11710", range: "city" },
}
const ANYTHING = { kind: null, region: null, range: null, pay: null, date: null, time: null }
const EVERYTHING: HireFilters = { ...ANYTHING, facts: [] }
const EVERYBODY: SeekFilters = { ...ANYTHING, short: false }

describe("near jobs", () => {
  test("come first in every order, as far as the range goes, and say how far they are", async () => {
    for (const regionCode of ["26350", "41135", "11710", "11740"])
      await createOpenHire((await createPerson()).actor, { regionCode })
    for (const sort of ["newest", "deadline", "wage", "region"] as const) {
      const { rows } = await searchHires(songpa, { ...EVERYTHING, range: "all" }, sort, null)
      expect(rows.map(({ regionCode }) => regionCode)).toEqual(["11710", "11740", "41135", "26350"])
      expect(rows.map(({ distance }) => distance)).toEqual([null, "next", 14, 320])
    }
    const near = await searchHires(songpa, { ...EVERYTHING, range: "next" }, "newest", null)
    expect(near.rows.map(({ regionCode }) => regionCode)).toEqual(["11710", "11740"])
    expect(near.total).toBe(2)
    const own = { ...songpa, neighbourhood: { regionCode: "50110", range: "own" } } satisfies Actor
    const elsewhere = await searchHires(own, EVERYTHING, "newest", null)
    expect(elsewhere.near).toMatchObject({ range: "all", isWidened: true })
    expect(elsewhere.total).toBe(4)
    expect((await findNewestHires(2, "26350")).map(({ regionCode }) => regionCode)[0]).toBe("26350")
    const reference = {
      id: near.rows[0]?.id ?? "",
      kind: near.rows[0]?.kind ?? "cleaning",
      regionCode: "11710",
    }
    expect((await findSimilarHires(reference)).map(({ regionCode }) => regionCode)).toEqual([
      "11740",
      "41135",
      "26350",
    ])
  })

  test("of those who seek work stand where they work nearest", async () => {
    for (const regionCodes of [["26350"], ["26350", "11740"], ["11"], ["41135"]])
      await createOpenSeek((await createPerson()).actor, { regionCodes })
    const { rows } = await searchSeeks(songpa, { ...EVERYBODY, range: "all" }, "near", null)
    expect(rows.map(({ regionCodes }) => regionCodes[0])).toEqual(["11", "26350", "41135", "26350"])
    expect(rows.map(({ distance }) => distance)).toEqual([null, "next", 14, 320])
    const inCity = await searchSeeks(songpa, EVERYBODY, "newest", null)
    expect(inCity.total).toBe(3)
    const [ofSeoul, ofBoth, ofGyeonggi, ofBusan] = rows.map(({ id }) => id)
    const listSimilar = async (id: string | undefined) => {
      const reference = rows.find((row) => row.id === id)
      return reference ? (await findSimilarSeeks(reference)).map((row) => row.id) : []
    }
    // In the same 시·도 first, the newest before the others; then the rest alike.
    expect(await listSimilar(ofBusan)).toEqual([ofBoth, ofGyeonggi, ofSeoul])
    expect(await listSimilar(ofGyeonggi)).toEqual([ofSeoul, ofBoth, ofBusan])
    const inSeoul = await searchSeeks(songpa, { ...EVERYBODY, region: "11" }, "newest", null)
    expect(inSeoul.rows.map(({ id }) => id)).toEqual([ofSeoul, ofBoth])
  })
})
