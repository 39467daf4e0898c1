/** The seek posts of the town: who seeks what work, where and when. */
import type { seekPosts } from "#app/areas/jobs/schema.server.ts"
import { toWantedHourlyWon } from "#app/areas/jobs/service/seeks.server.ts"
import { getSidoCode, listSigungus } from "#app/basics/regions.ts"
import { addDays, toKstDateString } from "#app/basics/time.ts"
import type { DemoPeople, DemoPerson } from "../parts.ts"
import { atWrapped, createRandom, createSeedId } from "../random.ts"
import { spreadByKind } from "../spread-by-kind.ts"
import { latestOf } from "../times.ts"
import type { KindText } from "./kind-text.ts"
import { hoursAgo, pickKindText } from "./posts.ts"
import { CLOSINGS, KIND_TEXTS } from "./texts.ts"
import { resolveSeek } from "./titles.ts"

export type SeekRow = typeof seekPosts.$inferSelect

const SEEK_POSTS = 168

/** Those who seek work. */
export function addSeeks(people: DemoPeople, present: Date): SeekRow[] {
  const random = createRandom("jobs/seeks")
  const seekers = random.shuffle(people.customers).slice(0, SEEK_POSTS)
  const seeks = seekers.map((person, index) =>
    createSeek(
      person,
      index < KIND_TEXTS.length ? atWrapped(KIND_TEXTS, index) : pickKindText(random),
      hoursAgo(present, 0.4 + index * 2.1 + random.next() * 2),
      present,
      index % 23 === 22 ? "paused" : index % 29 === 28 ? "closed" : "open",
    ),
  )
  spreadByKind(
    seeks.filter((seek) => seek.state === "open"),
    {
      at: (seek) => seek.openedAt,
      kind: (seek) => seek.title,
      set: (seek, openedAt) => {
        Object.assign(seek, { openedAt, updatedAt: openedAt })
      },
    },
  )
  return seeks
}

/** One seek post. */
export function createSeek(
  person: DemoPerson,
  text: KindText,
  openedAt: Date,
  present: Date,
  state: SeekRow["state"],
): SeekRow {
  const random = createRandom(`jobs/seek/${person.id}`)
  const payType = random.pick(["hour", "day", "day", null] as const)
  const others = random.chance(0.4) ? [random.pick(KIND_TEXTS).kind] : []
  const shortTerm = random.chance(0.35)
  const seek = resolveSeek(random.pick(text.seek), random)
  // Who begins asks for less.
  const isNew = seek.careerYears === 0
  const payWon =
    payType === "hour"
      ? random.int(108, isNew ? 120 : 180) * 100
      : payType === "day"
        ? random.int(10, isNew ? 13 : 22) * 10_000
        : null
  const sido = getSidoCode(person.regionCode) ?? "11"
  const closings = CLOSINGS.filter((line) => !shortTerm || !line.startsWith("오래"))
  return {
    id: createSeedId(`seek/${person.id}`, openedAt),
    workerId: person.id,
    state,
    title: seek.title,
    introduction: `${seek.text}\n${random.pick(closings)}`,
    kinds: [...new Set([text.kind, ...others])],
    regionCodes: random.chance(0.5)
      ? [sido]
      : [...new Set([person.regionCode, random.pick(listSigungus(sido)).code])],
    payType,
    payWon,
    hourlyWon: toWantedHourlyWon(payType, payWon),
    weekdays: [...seek.weekdays],
    dayTimes: seek.dayTimes,
    shortTerm,
    availableFrom: addDays(toKstDateString(present), seek.isSoon ? 1 : random.int(0, 9)),
    careerYears: seek.careerYears,
    licences: text.licences.length > 0 && random.chance(0.5) ? [random.pick(text.licences)] : [],
    hiddenAt: null,
    hiddenReason: "",
    openedAt,
    closedAt: state === "closed" ? latestOf(openedAt, hoursAgo(present, 5)) : null,
    updatedAt: openedAt,
  }
}
