/** The experts of the town: who they are, since when, and those who wait or were refused. */
import { HOUR_MS } from "#app/basics/time.ts"
import { listPortraits } from "./picture-rows.ts"
import { createDeck, createRandom } from "./random.ts"
import type { ApplicantSeed, ExpertSeed } from "./seed-types.ts"
import { applicants } from "./texts/applicants.ts"
import { capitalExperts } from "./texts/experts-capital.ts"
import { regionalExperts } from "./texts/experts-regions.ts"
import { daysAgo, minutesAfter, onLaterDay } from "./times.ts"
import type { Expert, Town } from "./town.ts"
import { type RegistrationStatus, addExpertRows } from "./expert-rows.ts"

const demoExpert: ExpertSeed = {
  name: "김도현",
  age: 40,
  trades: ["paper"],
  years: 14,
  base: "11650",
  covers: ["11", "41290", "41131", "41133", "41135"],
  business: "도현도배",
  line: "하루 한 집만 맡아요. 이음매까지 보이지 않게 마감합니다.",
  intro:
    "안녕하세요, 14년째 도배만 해온 김도현입니다. 하루에 한 집만 맡아 처음부터 끝까지 제 손으로 마무리해요. 벽면 상태를 먼저 보여드리고, 꼭 필요한 작업만 권해드립니다. " +
    "작은 방 하나도 큰 집처럼 보양하고 시작하니 편하게 물어봐 주세요.",
}

/** The approved expert called `name`. */
export function findExpertByName(town: Town, name: string): Expert {
  const found = town.experts.find((expert) => expert.seed.name === name && expert.approvedAt)
  if (!found) throw new Error(`The demo town has no expert called ${name}`)
  return found
}

/** Adds every expert; returns the one with a demo account. */
export function addExperts(town: Town): Expert {
  const portraitsByGroup = new Map<string, () => string>()
  const pickPortrait = (seed: ExpertSeed): string => {
    const key = `${seed.woman ? "woman" : "man"}/${seed.age}`
    const next =
      portraitsByGroup.get(key) ??
      createDeck(listPortraits(town, seed.woman === true, seed.age), createRandom(`faces/${key}`))
    portraitsByGroup.set(key, next)
    return next()
  }
  const demo = addExpertRows(town, demoExpert, {
    label: "demo",
    sequence: 900,
    registrationStatus: approved(town, "demo", 860),
    portrait: "man-09",
    email: "expert@demo.kr",
    password: true,
  })
  Object.assign(demo, { speed: 8, quality: 0.78 })
  ;[...capitalExperts, ...regionalExperts].forEach((seed, sequence) => {
    const label = String(sequence + 1).padStart(3, "0")
    const random = createRandom(`approval/${label}`)
    // Every ninth is new in town.
    const days = sequence % 9 === 7 ? random.int(12, 50) : random.int(430, 980)
    const portrait = random.chance(0.92) ? pickPortrait(seed) : undefined
    addExpertRows(town, seed, {
      label,
      sequence,
      registrationStatus: approved(town, label, days),
      portrait,
      email: `e${label}@town.example`,
    })
  })
  applicants.forEach((seed, index) => {
    const label = `applicant/${index + 1}`
    const portrait = createRandom(label).chance(0.6) ? pickPortrait(seed) : undefined
    const email = `a${String(index + 1).padStart(3, "0")}@town.example`
    addExpertRows(town, seed, {
      label,
      sequence: 300 + index,
      registrationStatus: createStatus(town, seed),
      portrait,
      email,
    })
  })
  return demo
}

function approved(town: Town, label: string, days: number): RegistrationStatus {
  const random = createRandom(`standing/${label}`)
  const appliedAt = daysAgo(town.present, days, random)
  const reviewingAt = onLaterDay(appliedAt, 1, [9, 18], random)
  return {
    state: "approved",
    appliedAt,
    reviewingAt,
    decidedAt: onLaterDay(reviewingAt, random.int(1, 2), [9, 18], random),
    reason: "",
  }
}

function createStatus(town: Town, { state, hoursAgo, reason = "" }: ApplicantSeed): RegistrationStatus {
  const last = new Date(town.present.getTime() - hoursAgo * HOUR_MS)
  if (state === "applied") return { state, appliedAt: last, reviewingAt: null, decidedAt: null, reason }
  if (state === "reviewing")
    return { state, appliedAt: minutesAfter(last, -1_300), reviewingAt: last, decidedAt: null, reason }
  const lead = state === "suspended" || state === "terminated" ? 400_000 : 3_000
  return {
    state,
    appliedAt: minutesAfter(last, -lead),
    reviewingAt: minutesAfter(last, -lead + 1_400),
    decidedAt: last,
    reason,
  }
}
