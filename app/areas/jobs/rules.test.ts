import { expect, test } from "vitest"
import { findTransition, findUnreachableStates } from "#app/basics/transitions.ts"
import {
  APPEAL_STATES,
  APPEAL_TRANSITIONS,
  APPLICATION_STATES,
  APPLICATION_TRANSITIONS,
  HIRE_STATES,
  HIRE_TRANSITIONS,
  OFFER_STATES,
  OFFER_TRANSITIONS,
  SEEK_STATES,
  SEEK_TRANSITIONS,
  type ApplicationTransition,
  type ApplicationRole,
} from "./rules.ts"

/** Every pair that the table has, as `from move role → to`. */
const MOVES: ApplicationTransition[] = [
  "view",
  "shortlist",
  "hire",
  "reject",
  "pass_over",
  "withdraw",
  "check_in",
  "confirm_work",
  "confirm_pay",
  "dispute_wage",
  "report_no_show",
  "reverse_no_show",
]
const ROLES: ApplicationRole[] = ["employer", "worker", "admin", "system"]

const allowed = new Set([
  "applied view employer viewed",
  ...["applied", "viewed"].map((from) => `${from} shortlist employer shortlisted`),
  ...["applied", "viewed", "shortlisted"].flatMap((from) => [
    `${from} hire employer hired`,
    `${from} reject employer rejected`,
    `${from} pass_over system rejected`,
    `${from} withdraw worker withdrawn`,
  ]),
  ...["worker", "employer", "system"].flatMap((role) => [
    `hired check_in ${role} checked_in`,
    `checked_in confirm_work ${role} worked`,
  ]),
  ...["worker", "employer"].map((role) => `hired report_no_show ${role} no_show`),
  "no_show reverse_no_show admin hired",
  "worked confirm_pay worker wage_paid",
  "wage_disputed confirm_pay worker wage_paid",
  "worked dispute_wage worker wage_disputed",
])

test("every pair of state and move of an application, by every role, is what the table says", () => {
  for (const from of APPLICATION_STATES)
    for (const move of MOVES)
      for (const role of ROLES) {
        const found = findTransition(APPLICATION_TRANSITIONS, { move, from, role })
        const key = found ? `${from} ${move} ${role} ${found.to}` : null
        expect([from, move, role, key !== null]).toEqual([
          from,
          move,
          role,
          [...allowed].some((row) => row.startsWith(`${from} ${move} ${role} `)),
        ])
        if (key !== null) expect(allowed.has(key)).toBe(true)
      }
})

test("posts, offers and appeals move as their tables say, and nothing else moves", () => {
  const pairs = <State extends string>(
    states: readonly State[],
    table: readonly { move: string; from: readonly string[]; to: string; by: readonly string[] }[],
  ) =>
    states
      .flatMap((from) =>
        table
          .filter((row) => row.from.includes(from))
          .flatMap((row) => row.by.map((by) => `${from} ${row.move} ${by} ${row.to}`)),
      )
      .sort()
  expect(pairs(HIRE_STATES, HIRE_TRANSITIONS)).toEqual([
    "draft publish employer open",
    "open close admin closed",
    "open close employer closed",
    "open fill system closed",
    "open lapse system closed",
  ])
  expect(pairs(SEEK_STATES, SEEK_TRANSITIONS)).toEqual([
    "open close admin closed",
    "open close worker closed",
    "open pause worker paused",
    "paused close admin closed",
    "paused close worker closed",
    "paused resume worker open",
  ])
  expect(pairs(OFFER_STATES, OFFER_TRANSITIONS)).toEqual([
    "sent accept worker accepted",
    "sent decline worker declined",
    "sent expire system expired",
  ])
  expect(pairs(APPEAL_STATES, APPEAL_TRANSITIONS)).toEqual([
    "filed reverse admin reversed",
    "filed uphold admin upheld",
  ])
})

test("no state is out of reach", () => {
  expect(findUnreachableStates(APPLICATION_TRANSITIONS, APPLICATION_STATES, ["applied"])).toEqual([])
  expect(findUnreachableStates(HIRE_TRANSITIONS, HIRE_STATES, ["draft"])).toEqual([])
  expect(findUnreachableStates(SEEK_TRANSITIONS, SEEK_STATES, ["open"])).toEqual([])
  expect(findUnreachableStates(OFFER_TRANSITIONS, OFFER_STATES, ["sent"])).toEqual([])
  expect(findUnreachableStates(APPEAL_TRANSITIONS, APPEAL_STATES, ["filed"])).toEqual([])
})
