import { expect, test } from "vitest"
import { HOUR_MS, formatDuration, MINUTE_MS } from "#app/basics/time.ts"
import { getAxisTop } from "./chart-axis.ts"

test("a chart ends above its largest value, and half of its top is a whole number", () => {
  expect(
    [0, 1, 3, 5, 9, 10, 11, 60, 61, 100, 101, 350_000].map((value) => getAxisTop(value, "number")),
  ).toEqual([2, 2, 4, 6, 10, 10, 20, 60, 80, 100, 200, 400_000])
  for (let value = 0; value <= 5_000; value += 1) {
    const top = getAxisTop(value, "number")
    expect(top).toBeGreaterThanOrEqual(value)
    expect(Number.isInteger(top / 2)).toBe(true)
  }
})

test("minutes end with a whole hour or day, halfway is one or half an hour", () => {
  const inWords = (minutes: number) => formatDuration(minutes * MINUTE_MS)
  const tops = [8, 45, 100, 400, 700, 1_500].map((value) => getAxisTop(value, "minutes"))
  expect(tops.map(inWords)).toEqual(["10분", "1시간", "2시간", "8시간", "12시간", "2일"])
  expect(tops.map((top) => inWords(top / 2))).toEqual(["5분", "30분", "1시간", "4시간", "6시간", "1일"])
  expect(getAxisTop((100 * 24 * HOUR_MS) / MINUTE_MS, "minutes")).toBe(200_000)
})
