import { describe, expect, test } from "vitest"
import { formatPlace } from "./distance.ts"
import { REGION_CENTRES } from "./region-centres-data.ts"
import {
  findNearestRegion,
  getCentre,
  getDistance,
  getKmBetween,
  getNearestDistance,
  isPlaceInRegion,
  listCodesByDistance,
  listNeighbours,
  listRangeCodes,
} from "./region-distance.server.ts"
import { listSidos, listSigungus } from "./regions.ts"

const all = listSidos().flatMap((sido) => listSigungus(sido.code).map((region) => region.code))

describe("centres of regions", () => {
  test("stand for every 시·군·구 once, inside of Korea", () => {
    expect(REGION_CENTRES.map(([code]) => code).sort()).toEqual([...all].sort())
    for (const [code, latitude, longitude] of REGION_CENTRES) {
      expect(latitude, code).toBeGreaterThan(33)
      expect(latitude, code).toBeLessThan(38.65)
      expect(longitude, code).toBeGreaterThan(124.5)
      expect(longitude, code).toBeLessThan(131)
    }
  })

  test("border on each other both ways, and no farther than large districts do", () => {
    for (const code of all) {
      for (const other of listNeighbours(code)) {
        expect(listNeighbours(other), `${other} beside ${code}`).toContain(code)
        expect(other).not.toBe(code)
      }
    }
    expect(all.filter((code) => listNeighbours(code).length === 0)).toEqual(["47940"])
    const far = all.flatMap((code) =>
      listNeighbours(code).filter((other) => {
        const [a, b] = [getCentre(code), getCentre(other)]
        return a && b && getKmBetween(a, b) > 80
      }),
    )
    // 옹진군's largest island is 백령도, which lies 190 km from the coast at 안산.
    expect(new Set(far)).toEqual(new Set(["28720", "41273"]))
  })

  test.each([
    ["11710", "11740", 5, 8],
    ["11710", "41135", 11, 17],
    ["11710", "26350", 290, 340],
    ["11440", "28155", 35, 50],
    ["50110", "11110", 430, 480],
  ])("%s is from %s between %d and %d km", (code, other, least, most) => {
    const [a, b] = [getCentre(code), getCentre(other)]
    const km = a && b ? getKmBetween(a, b) : 0
    expect(km).toBeGreaterThan(least)
    expect(km).toBeLessThan(most)
  })
})

describe("the way to a thing", () => {
  test("is said in words", () => {
    expect(formatPlace("11710", getDistance("11710", "11710"))).toBe("송파구")
    expect(formatPlace("11740", getDistance("11740", "11710"))).toBe("옆 동네 강동구")
    expect(formatPlace("41135", getDistance("41135", "11710"))).toBe("분당구 · 14km")
    expect(formatPlace("11740", getDistance("11740", null))).toBe("강동구")
    expect(getDistance("11", "11710")).toBeNull()
    expect(getDistance("99999", "11710")).toBeNull()
  })

  test("to the nearest of several places counts", () => {
    expect(getNearestDistance(["26350", "11740"], "11710")).toBe("next")
    expect(getNearestDistance(["26350", "11"], "11710")).toBeNull()
    expect(getNearestDistance(["26350", "41135"], "11710")).toBe(14)
    expect(getNearestDistance(["all"], "11710")).toBeNull()
  })
})

describe("ranges around a region", () => {
  test("hold each region once, the nearest first", () => {
    for (const code of all) {
      const { own, next, city } = listRangeCodes(code)
      const codes = [...own, ...next, ...city]
      expect(new Set(codes).size).toBe(codes.length)
      expect(own).toEqual([code])
    }
    expect(listRangeCodes("11710").next).toContain("11740")
    expect(listRangeCodes("11710").city).toContain("41135")
    expect(listRangeCodes("11710").city).toContain("11110")
    expect(listRangeCodes("26350").city).toContain("26440")
    expect(listRangeCodes("11710").city).not.toContain("28720")
    // The former 전남 is as large as ten cities: its name makes no place near.
    expect(listRangeCodes("12210").city).not.toContain("12130")
    expect(listCodesByDistance("11710").slice(0, 2)).toEqual(["11710", "11680"])
  })
})

describe("a place", () => {
  test("is in the region of the nearest centre, or within 8 km of one", () => {
    const jamsil = { latitude: 37.513, longitude: 127.1 }
    expect(findNearestRegion(jamsil)).toBe("11710")
    expect(isPlaceInRegion(jamsil, "11710")).toBe(true)
    expect(isPlaceInRegion(jamsil, "11740")).toBe(true)
    expect(isPlaceInRegion(jamsil, "11440")).toBe(false)
    expect(isPlaceInRegion(jamsil, "11")).toBe(false)
  })

  test.each([
    [35.68, 139.76],
    [0, 0],
    [39.03, 125.75],
  ])("at %d, %d is not in Korea", (latitude, longitude) => {
    expect(findNearestRegion({ latitude, longitude })).toBeNull()
  })
})
