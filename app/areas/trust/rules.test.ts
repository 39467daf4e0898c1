import { describe, expect, test } from "vitest"
import { SUBJECT_KINDS } from "../../basics/subject.ts"
import { findTransition, findUnreachableStates } from "../../basics/transitions.ts"
import {
  getBanEnd,
  BAN_LENGTHS,
  isPermanentBan,
  REPORT_QUEUE_STATES,
  REPORT_QUEUES,
  REPORT_STATES,
  REPORT_TRANSITIONS,
  listReportReasons,
  type ReportTransition,
  type ReportRole,
  type ReportState,
} from "./rules.ts"

const MOVES: ReportTransition[] = ["triage", "act", "dismiss", "appeal", "uphold", "reverse"]
const ROLES: ReportRole[] = ["reporter", "accused", "admin", "decider"]

describe("the table of reports", () => {
  test("moves as its table says, to another admin on appeal, and in no other way", () => {
    const allowed = new Set([
      "filed triage admin",
      "triaged act admin",
      "triaged dismiss admin",
      "actioned appeal accused",
      "appealed uphold admin",
      "appealed reverse admin",
    ])
    for (const from of REPORT_STATES) {
      for (const move of MOVES) {
        for (const role of ROLES) {
          expect(
            findTransition(REPORT_TRANSITIONS, { move, from, role }) !== undefined,
            `${from} ${move} ${role}`,
          ).toBe(allowed.has(`${from} ${move} ${role}`))
        }
      }
    }
  })

  test("reaches every state, and every state stands in exactly one queue", () => {
    expect(findUnreachableStates(REPORT_TRANSITIONS, REPORT_STATES, ["filed"])).toEqual([])
    const queued = REPORT_QUEUES.flatMap((queue): readonly ReportState[] => REPORT_QUEUE_STATES[queue])
    expect([...queued].sort()).toEqual([...REPORT_STATES].sort())
  })
})

test("every kind has reasons of its own and the common ones, each once", () => {
  for (const kind of SUBJECT_KINDS) {
    const reasons = listReportReasons(kind)
    expect(new Set(reasons).size).toBe(reasons.length)
    expect(reasons.at(-1)).toBe("other")
    expect(reasons.length).toBeGreaterThan(5)
  }
})

test("a ban ends after its days, one without an end later than anybody waits", () => {
  const from = new Date("2026-11-21T00:00:00Z")
  expect(getBanEnd("none", from)).toBeNull()
  expect(getBanEnd("7", from)).toEqual(new Date("2026-11-28T00:00:00Z"))
  for (const ban of BAN_LENGTHS) {
    const end = getBanEnd(ban, from)
    if (end) expect(isPermanentBan(end)).toBe(ban === "forever")
  }
})
