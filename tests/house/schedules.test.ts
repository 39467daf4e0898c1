/**
 * What time starts runs at the hours in Korea that screens and decisions promise; read back from the queue's
 * own tables.
 */
import { beforeAll, expect, test, vi } from "vitest"
import { LIMITS } from "#app/areas/money/rules.ts"
import { MINUTE_MS } from "#app/basics/time.ts"
import { driver } from "#app/platform/db.server.ts"
import { getJobQueueState, startJobs, stopJobs } from "#app/platform/jobs.server.ts"
import { registerSubscriptions } from "#app/subscriptions.server.ts"
import { withDatabase } from "../setup/database.ts"

withDatabase()

type Schedule = { name: string; cron: string; timezone: string }
let schedules: Schedule[] = []

beforeAll(async () => {
  registerSubscriptions()
  startJobs()
  await vi.waitFor(() => expect(getJobQueueState()?.hasStarted).toBe(true), {
    timeout: 60_000,
    interval: 100,
  })
  schedules = [...(await driver()<Schedule[]>`select name, cron, timezone from jobs.schedule order by name`)]
  await stopJobs()
})

const DAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
const clockIn = (timeZone: string) =>
  new Intl.DateTimeFormat("en-US", {
    timeZone,
    weekday: "short",
    month: "numeric",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  })

function fieldsAt(clock: Intl.DateTimeFormat, at: Date) {
  const parts = Object.fromEntries(clock.formatToParts(at).map((part) => [part.type, part.value]))
  return {
    minute: Number(parts.minute),
    hour: Number(parts.hour),
    day: Number(parts.day),
    month: Number(parts.month),
    weekday: DAYS.indexOf(parts.weekday ?? ""),
    text: `${parts.weekday} ${parts.hour}:${parts.minute}`,
  }
}

function fits(field: string, value: number): boolean {
  return field.split(",").some((part) => {
    const [range = "", step = "1"] = part.split("/")
    const [from = 0, to = range.includes("-") || range === "*" ? Infinity : from] =
      range === "*" ? [] : range.split("-").map(Number)
    return value >= from && value <= to && (value - from) % Number(step) === 0
  })
}

/** The moments of one week at which a schedule starts its work, as a clock in Korea shows them. */
function koreanMoments({ cron, timezone }: Schedule): string[] {
  const [minute = "", hour = "", day = "", month = "", weekday = ""] = cron.split(" ")
  const [own, korea] = [clockIn(timezone), clockIn("Asia/Seoul")]
  const week = Array.from(
    { length: 7 * 24 * 60 },
    (_, index) => new Date(Date.UTC(2026, 2, 1) + index * MINUTE_MS),
  )
  return week.flatMap((at) => {
    const now = fieldsAt(own, at)
    const due =
      fits(minute, now.minute) && fits(hour, now.hour) && fits(day, now.day) && fits(month, now.month)
    return due && fits(weekday, now.weekday) ? [fieldsAt(korea, at).text] : []
  })
}

const momentsOf = (name: string): string[] => {
  const schedule = schedules.find((each) => each.name === name)
  if (!schedule) throw new Error(`There is no schedule ${name}`)
  return koreanMoments(schedule).sort()
}
const everyDayAt = (time: string) => DAYS.map((day) => `${day} ${time}`).sort()

test("payouts are made on weekdays at ten in the morning in Korea, as the screens promise", () => {
  expect(LIMITS.payoutHour).toBe(10)
  expect(momentsOf("run-payouts")).toEqual(["Fri 10:00", "Mon 10:00", "Thu 10:00", "Tue 10:00", "Wed 10:00"])
})

test("what the law had us keep is forgotten from three at night in Korea, one after the other", () => {
  const kinds = ["orders", "purchases", "applications", "talks", "reports", "tickets", "deals"]
  const times = ["03:00", "03:05", "03:10", "03:15", "03:20", "03:25", "03:30"]
  expect(kinds.map((kind) => momentsOf(`forget-${kind}`))).toEqual(times.map(everyDayAt))
})

test("cards that speak of days that are left are written anew just after midnight in Korea", () => {
  expect(momentsOf("rebuild-search")).toEqual(expect.arrayContaining(everyDayAt("00:01")))
})

test("what runs once a day runs at night in Korea, but for payouts; nothing else is tied to an hour", () => {
  const daily = schedules.filter((each) => koreanMoments(each).length <= 7).map((each) => each.name)
  const awake = daily.filter((name) => momentsOf(name).some((text) => Number(text.slice(4, 6)) >= 6))
  expect(awake).toEqual(["run-payouts"])
  const hourly = schedules
    .filter((each) => !daily.includes(each.name))
    .map((each) => each.cron.split(" ").slice(1).join(" "))
  expect([...new Set(hourly)]).toEqual(["* * * *"])
})
