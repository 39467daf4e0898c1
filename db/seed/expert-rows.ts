/** One expert of the town as rows: registration, profile, papers, questions, portfolio, decisions. */
import { atWrapped, type SeededRandom, createRandom, createSeedId, createDeck } from "./random.ts"
import { isBusinessNumber } from "#app/basics/business-number.ts"
import type { Trade, ExpertSeed } from "./seed-types.ts"
import { type Category, CATEGORIES } from "#app/areas/orders/rules.ts"
import { serviceSeeds } from "./services.ts"
import { trades } from "./texts/trades.ts"
import { type ExpertBadge, type ExpertState } from "#app/areas/experts/rules.ts"
import { findLowestPrice } from "#app/areas/experts/prices.ts"
import { addDays, toKstDateString } from "#app/basics/time.ts"
import { type Town, type Expert, getDemoPicture } from "./town.ts"
import { addPerson, createPhone } from "./people.ts"
import { minutesAfter } from "./times.ts"
import { addPicture } from "./picture-rows.ts"

/** Business numbers start with a tax office that does not exist (below 101), with a right check digit. */
function businessNumber(sequence: number): string {
  const serial = 1_000 + ((sequence * 71 + 2_117) % 9_000)
  const firstNine = `0${11 + (sequence % 80)}${14 + (sequence % 60)}${serial}`
  return (
    firstNine +
    atWrapped(
      [..."0123456789"].filter((digit) => isBusinessNumber(firstNine + digit)),
      0,
    )
  )
}

/** The categories in which somebody of these trades is asked for. */
const categoriesOf = (own: readonly Trade[]): Category[] =>
  CATEGORIES.filter((category) =>
    serviceSeeds.some(
      (seed) => seed.category === category && seed.trades.some((trade) => own.includes(trade)),
    ),
  )

const workHours = [
  "월–토 08:00–18:00",
  "월–금 09:00–18:00, 토 09:00–15:00",
  "매일 08:00–20:00",
  "월–토 09:00–19:00",
  "화–일 08:00–18:00",
  "월–금 08:30–18:30",
] as const

type Certificate = { name: string; issuer: string; hasPicture: boolean }

/** Certificates of one's trades, one or two; most with a picture, which an admin checks. */
function pickCertificates(seed: ExpertSeed, label: string, random: SeededRandom): Certificate[] {
  const offered = seed.trades.flatMap((trade, index) =>
    trades[trade].certificates.slice(0, index === 0 ? 2 : 1),
  )
  const count = label === "demo" ? 2 : random.int(1, Math.min(2, offered.length))
  const chosen = label === "demo" ? offered.slice(0, count) : random.sample(offered, count)
  return chosen.map(([name, issuer]) => ({
    name,
    issuer,
    hasPicture: label === "demo" || random.chance(0.75),
  }))
}

function createBadges(
  certificates: readonly Certificate[],
  approvedOn: string,
  random: SeededRandom,
): ExpertBadge[] {
  const badge = (
    kind: ExpertBadge["kind"],
    label: string,
    source: string,
    expiresOn: string | null = null,
  ): ExpertBadge => ({ kind, label, source, grantedOn: approvedOn, expiresOn })
  const badges = [badge("business", "사업자", "사업자등록번호와 서류를 바로일당이 확인했어요")]
  const checked = certificates.find((paper) => paper.hasPicture)
  if (random.chance(0.85)) badges.push(badge("identity", "본인인증", "휴대폰 본인확인"))
  if (checked) badges.push(badge("certificate", checked.name, "자격증 사진을 바로일당이 확인했어요"))
  if (random.chance(0.35))
    badges.push(
      badge("insurance", "배상책임보험", "보험 증권을 바로일당이 확인했어요", addDays(approvedOn, 1_095)),
    )
  return badges
}

export type RegistrationStatus = {
  state: ExpertState
  appliedAt: Date
  reviewingAt: Date | null
  decidedAt: Date | null
  reason: string
}

type Registration = {
  label: string
  sequence: number
  registrationStatus: RegistrationStatus
  portrait: string | undefined
  email: string
  password?: true
}

/** Was approved once, so that the page is complete. */
const wasApproved = ({ state }: RegistrationStatus) =>
  state === "approved" || state === "suspended" || state === "terminated"

export function addExpertRows(town: Town, seed: ExpertSeed, registration: Registration): Expert {
  const { rows } = town
  const { label, sequence, registrationStatus, portrait, email, password } = registration
  const random = createRandom(`expert/${label}`)
  const id = addPerson(town, {
    label: `expert/${label}`,
    name: seed.name,
    email,
    joinedAt: minutesAfter(registrationStatus.appliedAt, -random.int(30, 4_000)),
    regionCode: seed.base,
    phone: createPhone(2_000 + sequence),
    phoneVerified: wasApproved(registrationStatus),
    userType: "expert",
    expertState: registrationStatus.state,
    ...(password ? { password } : {}),
    ...(portrait ? { portrait } : {}),
  })
  const priceLevel = label === "demo" ? 1 : 0.9 + random.next() * 0.22
  const certificates = pickCertificates(seed, label, random)
  const categories = categoriesOf(seed.trades)
  rows.experts.push({
    userId: id,
    avatarId: rows.profiles.at(-1)?.avatarId ?? null,
    ...createExpertPage(town, id, seed, registration, certificates, priceLevel, random),
  })
  rows.expertCategories.push(...categories.map((category) => ({ expertId: id, category })))
  rows.expertRegions.push(...seed.covers.map((regionCode) => ({ expertId: id, regionCode })))
  addCertificates(town, id, seed, registration, certificates, random)
  addPortfolio(town, id, seed, registration, random)
  addDecisions(town, id, label, registrationStatus)
  const expert: Expert = {
    id,
    seed,
    trades: seed.trades,
    categories,
    covers: seed.covers,
    approvedAt: registrationStatus.state === "approved" ? registrationStatus.decidedAt : null,
    speed: random.pick([6, 8, 12, 15, 20, 25, 35, 45, 60, 80, 120, 180, 300, 500]),
    priceLevel,
    quality: 0.55 + random.next() * 0.35,
  }
  town.experts.push(expert)
  return expert
}

type ExpertPage = Omit<Town["rows"]["experts"][number], "userId" | "avatarId">

function createExpertPage(
  town: Town,
  id: string,
  seed: ExpertSeed,
  { label, sequence, registrationStatus }: Registration,
  certificates: readonly Certificate[],
  priceLevel: number,
  random: SeededRandom,
): ExpertPage {
  const isDemo = label === "demo"
  const known = wasApproved(registrationStatus)
  const trade = trades[seed.trades[0]]
  const { appliedAt, reviewingAt, decidedAt } = registrationStatus
  const offered = seed.trades.flatMap((one, index) => trades[one].prices.slice(0, index === 0 ? 5 : 3))
  const prices = offered.map(([name, unit, won]) => ({
    name,
    unit,
    priceWon: Math.round((won * priceLevel) / 1_000) * 1_000,
  }))
  const cheapest = findLowestPrice(prices)
  return {
    state: registrationStatus.state,
    stateReason: registrationStatus.reason,
    name: seed.business,
    oneLine: seed.line,
    introduction: seed.intro,
    careerYears: seed.years,
    businessNumber: businessNumber(sequence),
    businessName: seed.business,
    representative: seed.name,
    workHours: isDemo ? workHours[0] : random.pick(workHours),
    warranty: isDemo ? atWrapped(trade.warranties, 0) : random.pick(trade.warranties),
    prices,
    priceFromWon: cheapest?.priceWon ?? null,
    priceFromUnit: cheapest?.unit ?? "",
    badges: known ? createBadges(certificates, toKstDateString(decidedAt ?? appliedAt), random) : [],
    vacations: random.chance(0.2) ? [vacationAfter(town.present, random)] : [],
    coverId: known
      ? addPicture(town, random.pick(trade.covers), {
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

function vacationAfter(present: Date, random: SeededRandom) {
  const from = addDays(toKstDateString(present), random.int(5, 60))
  return { from, to: addDays(from, random.int(2, 6)) }
}

function addCertificates(
  town: Town,
  expertId: string,
  seed: ExpertSeed,
  { label, registrationStatus }: Registration,
  certificates: readonly Certificate[],
  random: SeededRandom,
): void {
  const { appliedAt, decidedAt } = registrationStatus
  certificates.forEach(({ name, issuer, hasPicture }, index) => {
    const use = {
      ownerId: expertId,
      purpose: "certificate",
      label: `certificate/${label}/${index}`,
      at: appliedAt,
    } as const
    town.rows.expertCertificates.push({
      id: createSeedId(`certificate/${label}/${index}`, appliedAt),
      expertId,
      name,
      issuer,
      acquiredOn: addDays(toKstDateString(appliedAt), -random.int(300, Math.max(400, seed.years * 330))),
      pictureId: hasPicture ? addPicture(town, "document-certificate", use) : null,
      verifiedAt: hasPicture && wasApproved(registrationStatus) ? decidedAt : null,
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

function addPortfolio(
  town: Town,
  expertId: string,
  seed: ExpertSeed,
  { label, registrationStatus }: Registration,
  random: SeededRandom,
): void {
  const { appliedAt, decidedAt } = registrationStatus
  const isDemo = label === "demo"
  const offered = seed.trades.flatMap((trade) => trades[trade].works.map((work) => ({ work, trade })))
  const seen = new Set<string>()
  const most = isDemo ? 9 : wasApproved(registrationStatus) ? random.int(4, 9) : 3
  const chosen = (isDemo ? offered : random.shuffle(offered))
    .filter(({ work: [, picture] }) => !seen.has(picture) && seen.add(picture))
    .slice(0, most)
  const story = createDeck(
    seed.trades.flatMap((trade) => trades[trade].stories),
    random,
  )
  chosen.forEach(({ work: [title, picture, price, pyeong], trade }, index) => {
    const before = getDemoPicture(town, picture).pair ?? befores[picture]
    const use = { ownerId: expertId, purpose: "portfolio", at: appliedAt } as const
    const priceWon =
      price === null ? null : Math.round(price * (isDemo ? 1 : 0.92 + random.next() * 0.2)) * 10_000
    town.rows.expertPortfolio.push({
      id: createSeedId(`work/${label}/${index}`, appliedAt),
      expertId,
      title,
      description: story(),
      category: mainCategory[trade],
      priceWon,
      areaPyeong: pyeong,
      doneOn: addDays(toKstDateString(decidedAt ?? appliedAt), -random.int(20, 500)),
      beforeId: before ? addPicture(town, before, { ...use, label: `work/${label}/${index}/before` }) : null,
      afterId: addPicture(town, picture, { ...use, label: `work/${label}/${index}` }),
      position: index,
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
  { state, reviewingAt, decidedAt, reason }: RegistrationStatus,
): void {
  const note = (from: ExpertState, to: ExpertState, moment: Date, why = "") =>
    town.rows.expertDecisions.push({
      id: createSeedId(`decision/${label}/${to}`, moment),
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
