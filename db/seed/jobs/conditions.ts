/** What a job post says below its title, and what it asks for and gives beside the pay. */
import { asksForExperience } from "#app/areas/jobs/hire-forms.ts"
import type { SeededRandom } from "../random.ts"
import type { JobText, KindText } from "./kind-text.ts"
import type { HireSpec } from "./posts.ts"
import { EXTRAS, PLACES, REMOTE_KINDS, SITE_KINDS } from "./texts.ts"

/** What the post says below its title. */
export function describeHire(
  { text, employer }: Pick<HireSpec, "text" | "employer">,
  job: JobText,
  payDate: string,
  random: SeededRandom,
): string {
  const place = REMOTE_KINDS.has(text.kind) ? "remote" : SITE_KINDS.has(text.kind) ? "site" : "indoors"
  const extras = EXTRAS[place].filter(
    (extra) =>
      !(/장갑/.test(extra) && /장갑/.test(job.text)) &&
      !(/쉬는/.test(extra) && /쉬/.test(job.text)) &&
      !(saysBeginners(extra) && !BEGINNER_KINDS.has(text.kind)),
  )
  const paid = payDate === "same_day" && random.chance(0.5) ? ["끝나면 바로 임금을 보내 드려요."] : []
  return [
    job.text,
    random.pick(PLACES[employer.number === null ? "home" : place]),
    ...random.sample(extras, random.int(1, 2)),
    ...paid,
  ].join("\n")
}

/** Work that one is shown on the day, and posts that say so themselves. */
const BEGINNER_KINDS: ReadonlySet<string> = new Set([
  "packing",
  "event",
  "cleaning",
  "moving",
  "site",
  "cafe",
  "kitchen",
  "office",
])
/** Words that promise a meal. */
const SAYS_MEALS = /점심은 (저희|함께)|한 끼를/
const saysBeginners = (said: string) => /초보 가능|처음이어도/.test(said)
const takesBeginners = (text: KindText, said: string): boolean =>
  saysBeginners(said) || (BEGINNER_KINDS.has(text.kind) && !/경력|자격증|면허|숙련|기공|다룰/.test(said))

type Work = {
  text: KindText
  job: JobText
  /** Title and description. */ said: string
  isAtNight: boolean
  days: number
}

/** What it asks for and gives beside the pay. */
export function pickConditions(work: Work, random: SeededRandom) {
  const { text, job, said } = work
  const asked = job.needs ?? text.needs
  const picked = asked.length > 0 && random.chance(0.4) ? [random.pick(asked)] : []
  const needs = saysBeginners(said) && asksForExperience(picked) ? [] : picked
  return {
    needs,
    beginners: takesBeginners(text, said) && !asksForExperience(needs),
    ...pickExtras(work, random),
  }
}
const pickExtras = ({ text, said, isAtNight, days }: Work, random: SeededRandom) => ({
  safetyTraining: text.safety === true && random.chance(0.6),
  // Who works at their own desk eats there.
  meals: !REMOTE_KINDS.has(text.kind) && (SAYS_MEALS.test(said) || random.chance(0.45)),
  // Nobody sleeps there for a day's work.
  lodging: days > 2 && SITE_KINDS.has(text.kind) && random.chance(0.25),
  foreigners: random.chance(0.3),
  teens: !isAtNight && (text.kind === "cafe" || text.kind === "event") && random.chance(0.35),
})
