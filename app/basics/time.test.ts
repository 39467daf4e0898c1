import * as fc from "fast-check"
import { describe, expect, test } from "vitest"
import {
  addDays,
  daysBetween,
  getDDay,
  DAY_MS,
  formatDuration,
  endOfKstDay,
  formatDate,
  formatDateLong,
  formatDateTime,
  formatDateWithWeekday,
  formatTime,
  HOUR_MS,
  isDateString,
  toKstDateString,
  getKstFields,
  MINUTE_MS,
  formatRelativeTime,
  startOfKstDay,
  formatResponseTime,
} from "./time.ts"

const now = new Date("2026-11-21T15:40:00+09:00")
const ago = (lengthMs: number) => new Date(now.getTime() - lengthMs)

describe("dates in Korean time", () => {
  test("read as Koreans write them", () => {
    expect(formatDate(now, now)).toBe("11월 21일")
    expect(formatDate("2025-11-21", now)).toBe("2025.11.21")
    expect(formatDate("2027-01-04", now)).toBe("2027.01.04")
    expect(formatDateLong(now)).toBe("2026년 11월 21일 토요일")
    expect(formatDateWithWeekday("2026-11-27", now)).toBe("11월 27일 (금)")
    expect(formatDateTime(now, now)).toBe("11월 21일 오후 3:40")
  })

  test.each([
    ["00:00", "오전 12:00"],
    ["00:05", "오전 12:05"],
    ["09:07", "오전 9:07"],
    ["11:59", "오전 11:59"],
    ["12:00", "오후 12:00"],
    ["13:00", "오후 1:00"],
    ["23:59", "오후 11:59"],
  ])("%s is %s", (clock, text) => {
    expect(formatTime(new Date(`2026-11-21T${clock}:00+09:00`))).toBe(text)
  })

  test("begin at midnight in Korea, not in Greenwich", () => {
    expect(toKstDateString(new Date("2026-11-20T14:59:59.999Z"))).toBe("2026-11-20")
    expect(toKstDateString(new Date("2026-11-20T15:00:00Z"))).toBe("2026-11-21")
    expect(formatDate(new Date("2026-12-31T15:00:00Z"), new Date("2026-12-31T15:00:00Z"))).toBe("1월 1일")
    expect(startOfKstDay("2026-11-21").toISOString()).toBe("2026-11-20T15:00:00.000Z")
    expect(endOfKstDay("2026-11-21").toISOString()).toBe("2026-11-21T14:59:59.999Z")
  })

  test("have the fields that the time zone database gives", () => {
    const parts = new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Seoul", dateStyle: "short" })
    fc.assert(
      fc.property(
        fc.date({ min: new Date("1990-01-01"), max: new Date("2090-01-01"), noInvalidDate: true }),
        (date) => {
          expect(toKstDateString(date)).toBe(parts.format(date))
        },
      ),
    )
  })

  test("exist, or are refused", () => {
    for (const text of ["2026-02-28", "2028-02-29", "2026-12-31"]) expect(isDateString(text)).toBe(true)
    for (const text of [
      "2026-02-29",
      "2026-13-01",
      "2026-00-10",
      "2026-1-1",
      "26-01-01",
      "",
      "2026-02-30T00:00",
      " 2026-02-28",
    ]) {
      expect(isDateString(text)).toBe(false)
    }
    expect(() => getKstFields("2026-02-30")).toThrow(RangeError)
    expect(() => formatDate(new Date(Number.NaN), now)).toThrow(RangeError)
  })

  test("move by days and keep their kind", () => {
    expect(addDays("2026-12-30", 3)).toBe("2027-01-02")
    expect(addDays("2028-03-01", -1)).toBe("2028-02-29")
    expect(addDays(now, 1).getTime()).toBe(now.getTime() + DAY_MS)
    expect(daysBetween("2026-11-21", "2026-12-01")).toBe(10)
    expect(daysBetween(new Date("2026-11-21T23:59:00+09:00"), new Date("2026-11-22T00:01:00+09:00"))).toBe(1)
  })
})

describe("how long ago", () => {
  test.each([
    [0, "방금 전"],
    [59_999, "방금 전"],
    [-30_000, "방금 전"],
    [MINUTE_MS, "1분 전"],
    [3 * MINUTE_MS, "3분 전"],
    [59 * MINUTE_MS, "59분 전"],
    [HOUR_MS, "1시간 전"],
    [23 * HOUR_MS + 59 * MINUTE_MS, "23시간 전"],
    [DAY_MS, "어제"],
    [DAY_MS + 15 * HOUR_MS, "어제"],
    [DAY_MS + 16 * HOUR_MS, "2일 전"],
    [3 * DAY_MS, "3일 전"],
    [6 * DAY_MS, "6일 전"],
    [7 * DAY_MS, "11월 14일"],
    [365 * DAY_MS, "2025.11.21"],
    [-2 * DAY_MS, "11월 23일"],
  ])("%d ms is %s", (lengthMs, text) => {
    expect(formatRelativeTime(ago(lengthMs), now)).toBe(text)
  })

  test("does not call two hours ago yesterday just after midnight", () => {
    expect(
      formatRelativeTime(new Date("2026-11-20T23:00:00+09:00"), new Date("2026-11-21T01:00:00+09:00")),
    ).toBe("2시간 전")
  })
})

describe("a deadline", () => {
  test.each([
    ["2026-11-24", "D-3", 3],
    ["2026-11-22", "D-1", 1],
    ["2026-11-21", "오늘 마감", 0],
    ["2026-11-20", "마감", -1],
    ["2025-11-21", "마감", -365],
  ])("on the day %s is %s", (deadline, label, days) => {
    expect(getDDay(deadline, now)).toEqual({ label, days })
  })

  test("with an hour is over at that hour", () => {
    expect(getDDay(new Date("2026-11-21T18:00:00+09:00"), now).label).toBe("오늘 마감")
    expect(getDDay(new Date("2026-11-21T15:39:59+09:00"), now)).toEqual({ label: "마감", days: 0 })
  })

  test("given as a day lasts to its last minute", () => {
    expect(getDDay("2026-11-21", new Date("2026-11-21T23:59:59+09:00")).label).toBe("오늘 마감")
    expect(getDDay("2026-11-21", new Date("2026-11-22T00:00:00+09:00")).label).toBe("마감")
  })
})

describe("a length of time", () => {
  test("is said in its two largest units", () => {
    expect(
      [
        30_000,
        45 * MINUTE_MS,
        90 * MINUTE_MS,
        8 * HOUR_MS,
        2 * DAY_MS,
        2 * DAY_MS + 3 * HOUR_MS + MINUTE_MS,
      ].map(formatDuration),
    ).toEqual(["1분 미만", "45분", "1시간 30분", "8시간", "2일", "2일 3시간"])
  })

  test("as a promise is rounded up", () => {
    expect(
      [
        0,
        7 * MINUTE_MS,
        10 * MINUTE_MS,
        11 * MINUTE_MS,
        40 * MINUTE_MS,
        5 * HOUR_MS,
        20 * HOUR_MS,
        2.5 * DAY_MS,
      ].map(formatResponseTime),
    ).toEqual(["10분 내", "10분 내", "10분 내", "30분 내", "1시간 내", "6시간 내", "하루 내", "3일 내"])
  })
})
