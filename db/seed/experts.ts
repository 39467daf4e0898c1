/**
 * Owns the experts of the town: registration, profile, portfolio, papers, questions, and those who wait or
 * were refused.
 */
import type { ExpertBadge, ExpertState } from "#app/areas/experts/rules.ts"
import { lowestPrice } from "#app/areas/experts/rules.ts"
import { CATEGORIES, type Category } from "#app/areas/orders/rules.ts"
import { isBusinessNumber } from "#app/basics/business-number.ts"
import { addDays, hourMs, kstDateString } from "#app/basics/time.ts"
import { addPerson, phoneOf } from "./people.ts"
import { hang, portraits } from "./picture-rows.ts"
import { at, deck, dice, idOf, type Dice } from "./random.ts"
import { seeds } from "./services.ts"
import type { ApplicantSeed, ExpertSeed, Trade } from "./shapes.ts"
import { applicants } from "./texts/applicants.ts"
import { capitalExperts } from "./texts/experts-capital.ts"
import { regionalExperts } from "./texts/experts-regions.ts"
import { trades } from "./texts/trades.ts"
import { daysAgo, minutesAfter, onLaterDay } from "./times.ts"
import { masterOf, type Expert, type Town } from "./town.ts"

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

/** Business numbers start with a tax office that does not exist (below 101), with a right check digit. */
function businessNumber(running: number): string {
  const nine = `0${11 + (running % 80)}${14 + (running % 60)}${1_000 + ((running * 71 + 2_117) % 9_000)}`
  return (
    nine +
    at(
      [..."0123456789"].filter((digit) => isBusinessNumber(nine + digit)),
      0,
    )
  )
}

/** The categories in which somebody of these trades is asked for. */
const categoriesOf = (own: readonly Trade[]): Category[] =>
  CATEGORIES.filter((category) =>
    seeds.some((seed) => seed.category === category && seed.trades.some((trade) => own.includes(trade))),
  )

const workHours = [
  "월–토 08:00–18:00",
  "월–금 09:00–18:00, 토 09:00–15:00",
  "매일 08:00–20:00",
  "월–토 09:00–19:00",
  "화–일 08:00–18:00",
  "월–금 08:30–18:30",
] as const

type Paper = { name: string; issuer: string; pictured: boolean }

/** Certificates of one's trades, one or two; most with a picture, which an admin checks. */
function papersOf(seed: ExpertSeed, label: string, chance: Dice): Paper[] {
  const offered = seed.trades.flatMap((trade, place) =>
    trades[trade].certificates.slice(0, place === 0 ? 2 : 1),
  )
  const count = label === "demo" ? 2 : chance.int(1, Math.min(2, offered.length))
  const chosen = label === "demo" ? offered.slice(0, count) : chance.some(offered, count)
  return chosen.map(([name, issuer]) => ({ name, issuer, pictured: label === "demo" || chance.chance(0.75) }))
}

function badgesOf(papers: readonly Paper[], approvedOn: string, chance: Dice): ExpertBadge[] {
  const badge = (
    kind: ExpertBadge["kind"],
    label: string,
    source: string,
    expiresOn: string | null = null,
  ): ExpertBadge => ({ kind, label, source, grantedOn: approvedOn, expiresOn })
  const badges = [badge("business", "사업자", "사업자등록번호와 서류를 바로일당이 확인했어요")]
  const checked = papers.find((paper) => paper.pictured)
  if (chance.chance(0.85)) badges.push(badge("identity", "본인인증", "휴대폰 본인확인"))
  if (checked) badges.push(badge("certificate", checked.name, "자격증 사진을 바로일당이 확인했어요"))
  if (chance.chance(0.35))
    badges.push(
      badge("insurance", "배상책임보험", "보험 증권을 바로일당이 확인했어요", addDays(approvedOn, 1_095)),
    )
  return badges
}

type Standing = {
  state: ExpertState
  appliedAt: Date
  reviewingAt: Date | null
  decidedAt: Date | null
  reason: string
}
type Registration = {
  label: string
  running: number
  standing: Standing
  portrait: string | undefined
  email: string
  password?: true
}

/** Was approved once, so that the page is complete. */
const isKnown = ({ state }: Standing) =>
  state === "approved" || state === "suspended" || state === "terminated"

function addExpert(town: Town, seed: ExpertSeed, registration: Registration): Expert {
  const { rows } = town
  const { label, running, standing, portrait, email, password } = registration
  const chance = dice(`expert/${label}`)
  const id = addPerson(town, {
    label: `expert/${label}`,
    name: seed.name,
    email,
    joinedAt: minutesAfter(standing.appliedAt, -chance.int(30, 4_000)),
    regionCode: seed.base,
    phone: phoneOf(2_000 + running),
    phoneVerified: isKnown(standing),
    userType: "expert",
    expertState: standing.state,
    ...(password ? { password } : {}),
    ...(portrait ? { portrait } : {}),
  })
  const priceLevel = label === "demo" ? 1 : 0.9 + chance.next() * 0.22
  const papers = papersOf(seed, label, chance)
  const categories = categoriesOf(seed.trades)
  rows.experts.push({
    userId: id,
    avatarId: rows.profiles.at(-1)?.avatarId ?? null,
    ...pageOf(town, id, seed, registration, papers, priceLevel, chance),
  })
  rows.expertCategories.push(...categories.map((category) => ({ expertId: id, category })))
  rows.expertRegions.push(...seed.covers.map((regionCode) => ({ expertId: id, regionCode })))
  addPapers(town, id, seed, registration, papers, chance)
  addWorks(town, id, seed, registration, chance)
  addDecisions(town, id, label, standing)
  const expert: Expert = {
    id,
    seed,
    trades: seed.trades,
    categories,
    covers: seed.covers,
    approvedAt: standing.state === "approved" ? standing.decidedAt : null,
    speed: chance.pick([6, 8, 12, 15, 20, 25, 35, 45, 60, 80, 120, 180, 300, 500]),
    priceLevel,
    quality: 0.55 + chance.next() * 0.35,
  }
  town.experts.push(expert)
  return expert
}

type Page = Omit<Town["rows"]["experts"][number], "userId" | "avatarId">

function pageOf(
  town: Town,
  id: string,
  seed: ExpertSeed,
  { label, running, standing }: Registration,
  papers: readonly Paper[],
  priceLevel: number,
  chance: Dice,
): Page {
  const isDemo = label === "demo"
  const known = isKnown(standing)
  const trade = trades[seed.trades[0]]
  const { appliedAt, reviewingAt, decidedAt } = standing
  const offered = seed.trades.flatMap((one, place) => trades[one].prices.slice(0, place === 0 ? 5 : 3))
  const prices = offered.map(([name, unit, won]) => ({
    name,
    unit,
    priceWon: Math.round((won * priceLevel) / 1_000) * 1_000,
  }))
  const cheapest = lowestPrice(prices)
  return {
    state: standing.state,
    stateReason: standing.reason,
    name: seed.name,
    oneLine: seed.line,
    introduction: seed.intro,
    careerYears: seed.years,
    businessNumber: businessNumber(running),
    businessName: seed.business,
    representative: seed.name,
    workHours: isDemo ? workHours[0] : chance.pick(workHours),
    warranty: isDemo ? at(trade.warranties, 0) : chance.pick(trade.warranties),
    prices,
    priceFromWon: cheapest?.priceWon ?? null,
    priceFromUnit: cheapest?.unit ?? "",
    badges: known ? badgesOf(papers, kstDateString(decidedAt ?? appliedAt), chance) : [],
    vacations: chance.chance(0.2) ? [vacationAfter(town.present, chance)] : [],
    coverId: known
      ? hang(town, chance.pick(trade.covers), {
          ownerId: id,
          purpose: "cover",
          label: `cover/${label}`,
          at: appliedAt,
        })
      : null,
    appliedAt,
    reviewingAt,
    decidedAt,
    createdAt: appliedAt,
    updatedAt: decidedAt ?? reviewingAt ?? appliedAt,
  }
}

function vacationAfter(present: Date, chance: Dice) {
  const from = addDays(kstDateString(present), chance.int(5, 60))
  return { from, to: addDays(from, chance.int(2, 6)) }
}

function addPapers(
  town: Town,
  expertId: string,
  seed: ExpertSeed,
  { label, standing }: Registration,
  papers: readonly Paper[],
  chance: Dice,
): void {
  const { appliedAt, decidedAt } = standing
  papers.forEach(({ name, issuer, pictured }, place) => {
    const use = {
      ownerId: expertId,
      purpose: "certificate",
      label: `certificate/${label}/${place}`,
      at: appliedAt,
    } as const
    town.rows.expertCertificates.push({
      id: idOf(`certificate/${label}/${place}`, appliedAt),
      expertId,
      name,
      issuer,
      acquiredOn: addDays(kstDateString(appliedAt), -chance.int(300, Math.max(400, seed.years * 330))),
      pictureId: pictured ? hang(town, "document-certificate", use) : null,
      verifiedAt: pictured && isKnown(standing) ? decidedAt : null,
    })
  })
}

// What a finished work may be shown beside where the room itself has no picture from before.
const befores: Readonly<Record<string, string>> = {
  "demolition-waste": "site-waste-furniture",
  "aircon-wall": "site-old-aircon",
  "bath-mint": "bath-shower-before",
  "electric-light": "site-broken-light",
  "plumbing-faucet": "site-leaking-sink",
  "moving-boxes": "site-box-pile",
}

function addWorks(
  town: Town,
  expertId: string,
  seed: ExpertSeed,
  { label, standing }: Registration,
  chance: Dice,
): void {
  const { appliedAt, decidedAt } = standing
  const isDemo = label === "demo"
  const offered = seed.trades.flatMap((trade) => trades[trade].works.map((work) => ({ work, trade })))
  const seen = new Set<string>()
  const most = isDemo ? 9 : isKnown(standing) ? chance.int(4, 9) : 3
  const chosen = (isDemo ? offered : chance.shuffle(offered))
    .filter(({ work: [, picture] }) => !seen.has(picture) && seen.add(picture))
    .slice(0, most)
  const story = deck(
    seed.trades.flatMap((trade) => trades[trade].stories),
    chance,
  )
  chosen.forEach(({ work: [title, picture, price, pyeong], trade }, place) => {
    const before = masterOf(town, picture).pair ?? befores[picture]
    const use = { ownerId: expertId, purpose: "portfolio", at: appliedAt } as const
    const priceWon =
      price === null ? null : Math.round(price * (isDemo ? 1 : 0.92 + chance.next() * 0.2)) * 10_000
    town.rows.expertPortfolio.push({
      id: idOf(`work/${label}/${place}`, appliedAt),
      expertId,
      title,
      description: story(),
      category: mainCategory[trade],
      priceWon,
      areaPyeong: pyeong,
      doneOn: addDays(kstDateString(decidedAt ?? appliedAt), -chance.int(20, 500)),
      beforeId: before ? hang(town, before, { ...use, label: `work/${label}/${place}/before` }) : null,
      afterId: hang(town, picture, { ...use, label: `work/${label}/${place}` }),
      position: place,
      createdAt: appliedAt,
    })
  })
}

const mainCategory: Readonly<Record<Trade, Category>> = {
  leak: "repair",
  electric: "repair",
  door: "repair",
  boiler: "repair",
  bath: "repair",
  paper: "interior",
  tile: "interior",
  kitchen: "interior",
  film: "interior",
  remodel: "interior",
  home: "moving",
  small: "moving",
  office: "moving",
  clean: "demolition",
  appliance: "demolition",
  demo: "demolition",
  waste: "demolition",
  aircon: "installation",
  tv: "installation",
  furniture: "installation",
}

function addDecisions(
  town: Town,
  expertId: string,
  label: string,
  { state, reviewingAt, decidedAt, reason }: Standing,
): void {
  const note = (from: ExpertState, to: ExpertState, moment: Date, why = "") =>
    town.rows.expertDecisions.push({
      id: idOf(`decision/${label}/${to}`, moment),
      expertId,
      actorId: town.adminId,
      fromState: from,
      toState: to,
      reason: why,
      at: moment,
    })
  if (reviewingAt) note("applied", "reviewing", reviewingAt)
  if (!decidedAt) return
  if (state === "needs_info" || state === "rejected") note("reviewing", state, decidedAt, reason)
  else {
    const approvedAt = state === "approved" ? decidedAt : minutesAfter(reviewingAt ?? decidedAt, 900)
    note("reviewing", "approved", approvedAt)
    if (state === "suspended") note("approved", "suspended", decidedAt, reason)
    if (state === "terminated") {
      note("approved", "suspended", minutesAfter(decidedAt, -20_160), reason)
      note("suspended", "terminated", decidedAt, reason)
    }
  }
}

/** The approved expert called `name`. */
export function expertCalled(town: Town, name: string): Expert {
  const found = town.experts.find((expert) => expert.seed.name === name && expert.approvedAt)
  if (!found) throw new Error(`The demo town has no expert called ${name}`)
  return found
}

/** Adds every expert; returns the one with a demo account. */
export function addExperts(town: Town): Expert {
  const faces = new Map<string, () => string>()
  const faceOf = (seed: ExpertSeed): string => {
    const key = `${seed.woman ? "woman" : "man"}/${seed.age}`
    const next = faces.get(key) ?? deck(portraits(town, seed.woman === true, seed.age), dice(`faces/${key}`))
    faces.set(key, next)
    return next()
  }
  const demo = addExpert(town, demoExpert, {
    label: "demo",
    running: 900,
    standing: approved(town, "demo", 860),
    portrait: "man-09",
    email: "expert@demo.kr",
    password: true,
  })
  Object.assign(demo, { speed: 8, quality: 0.78 })
  ;[...capitalExperts, ...regionalExperts].forEach((seed, running) => {
    const label = String(running + 1).padStart(3, "0")
    const chance = dice(`approval/${label}`)
    // Every ninth is new in town.
    const days = running % 9 === 7 ? chance.int(12, 50) : chance.int(430, 980)
    const portrait = chance.chance(0.92) ? faceOf(seed) : undefined
    addExpert(town, seed, {
      label,
      running,
      standing: approved(town, label, days),
      portrait,
      email: `e${label}@town.example`,
    })
  })
  applicants.forEach((seed, place) => {
    const label = `applicant/${place + 1}`
    const portrait = dice(label).chance(0.6) ? faceOf(seed) : undefined
    const email = `a${String(place + 1).padStart(3, "0")}@town.example`
    addExpert(town, seed, { label, running: 300 + place, standing: standingOf(town, seed), portrait, email })
  })
  return demo
}

function approved(town: Town, label: string, days: number): Standing {
  const chance = dice(`standing/${label}`)
  const appliedAt = daysAgo(town.present, days, chance)
  const reviewingAt = onLaterDay(appliedAt, 1, [9, 18], chance)
  return {
    state: "approved",
    appliedAt,
    reviewingAt,
    decidedAt: onLaterDay(reviewingAt, chance.int(1, 2), [9, 18], chance),
    reason: "",
  }
}

function standingOf(town: Town, { state, hoursAgo, reason = "" }: ApplicantSeed): Standing {
  const last = new Date(town.present.getTime() - hoursAgo * hourMs)
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
