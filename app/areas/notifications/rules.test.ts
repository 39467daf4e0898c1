import { describe, expect, test } from "vitest"
import {
  CHANNELS,
  getDueTime,
  isChannelOn,
  isQuietTime,
  NOTIFICATION_KINDS,
  getRetryDelayMs,
  toSwitches,
  formatTitle,
} from "./rules.ts"

const kst = (text: string) => new Date(`${text}+09:00`)

describe("the quiet hours", () => {
  test("are from nine in the evening to eight in the morning, in Korea", () => {
    const quiet = Array.from({ length: 24 }, (_, hour) =>
      isQuietTime(kst(`2026-11-21T${String(hour).padStart(2, "0")}:30:00`)),
    )
    expect(quiet.flatMap((each, hour) => (each ? [hour] : []))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 21, 22, 23])
  })

  test("put off to eight o'clock of the right morning, also over the end of a month", () => {
    expect(getDueTime(kst("2026-11-30T21:00:00"), "order", true)).toEqual(kst("2026-12-01T08:00:00"))
    expect(getDueTime(kst("2026-12-01T07:59:59"), "order", true)).toEqual(kst("2026-12-01T08:00:00"))
    expect(getDueTime(kst("2026-12-01T08:00:00"), "order", true)).toEqual(kst("2026-12-01T08:00:00"))
  })

  test("can be switched off for everything but advertising", () => {
    const night = kst("2026-11-21T23:00:00")
    expect(getDueTime(night, "chat", false)).toEqual(night)
    expect(getDueTime(night, "marketing", false)).toEqual(kst("2026-11-22T08:00:00"))
  })
})

describe("the switches", () => {
  test("keep only what differs from the defaults, and read back as they were set", () => {
    expect(toSwitches((kind, channel) => isChannelOn({}, kind, channel))).toEqual({})
    for (const kind of NOTIFICATION_KINDS) {
      for (const channel of CHANNELS) {
        const switches = toSwitches((k, c) =>
          k === kind && c === channel ? !isChannelOn({}, k, c) : isChannelOn({}, k, c),
        )
        const locked = kind === "account" && (channel === "app" || channel === "mail")
        expect(isChannelOn(switches, kind, channel), `${kind} ${channel}`).toBe(
          locked ? true : !isChannelOn({}, kind, channel),
        )
      }
    }
  })

  test("cannot silence a decision about oneself", () => {
    const silent = toSwitches(() => false)
    expect([
      isChannelOn(silent, "account", "app"),
      isChannelOn(silent, "account", "mail"),
      isChannelOn(silent, "order", "mail"),
    ]).toEqual([true, true, false])
  })
})

test("advertising says so, nothing else does", () => {
  expect(formatTitle("marketing", "겨울맞이 할인")).toBe("(광고) 겨울맞이 할인")
  expect(formatTitle("order", "견적서가 도착했어요")).toBe("견적서가 도착했어요")
})

test("what fails is given up after the fifth try", () => {
  expect([1, 2, 3, 4, 5].map(getRetryDelayMs)).toEqual([60_000, 300_000, 1_800_000, 7_200_000, null])
})
