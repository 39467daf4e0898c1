/** A second-hand item of the town and what happened about it: pictures, offers, talks, wishes, reviews. */
import { canPaySafely } from "#app/areas/market/deal-rules.ts"
import { getMinOfferWon, LIMITS, type Condition, type ItemState } from "#app/areas/market/rules.ts"
import type {
  dealReviews,
  itemEvents,
  itemPictures,
  items,
  itemTalks,
  itemViews,
  itemWishes,
  keywordAlerts,
  priceOffers,
} from "#app/areas/market/schema.server.ts"
import type { pictures } from "#app/platform/schema.server.ts"
import type { DemoPerson } from "../parts.ts"
import { toPictureRow } from "../picture-rows.ts"
import { createRandom, createSeedId, type SeededRandom } from "../random.ts"
import { daysAgo, earliestOf, latestOf, minutesAfter } from "../times.ts"
import { getDemoPicture, type DemoPicture } from "../town.ts"
import { addDealReviews } from "./deal-reviews.ts"
import { isLarge, isMet, listAbout, listConditions, type Good } from "./good.ts"
import {
  BROKEN,
  ENDINGS,
  FREE,
  LARGE_MEETINGS,
  MEETINGS,
  NEW_ABOUT,
  PARCEL_MEETINGS,
  REASONS,
  REASONS_BY_CATEGORY,
} from "./texts.ts"

const PUBLIC_VIEWS = 8
/** Nobody gives away what is worth more. */
const MAX_FREE_WON = 60_000
/** What says already why something is sold. */
const GIVES_REASON =
  /내놓|정리|보내고 싶|접었|그만|못 |쓸 일|안 맞|작아|커서|둘 곳|떼서|끝나서|안 좋아해서|빠져서|너무/

export type MarketRows = {
  items: (typeof items.$inferInsert & { createdAt: Date; updatedAt: Date })[]
  pictures: (typeof pictures.$inferInsert)[]
  itemPictures: (typeof itemPictures.$inferInsert)[]
  /** By item: what its first picture shows, and since when its seller is here. */
  firstPictureByItem: Map<string, { cover: string; joinedAt: Date }>
  events: (typeof itemEvents.$inferInsert)[]
  views: (typeof itemViews.$inferInsert)[]
  wishes: (typeof itemWishes.$inferInsert)[]
  talks: (typeof itemTalks.$inferInsert)[]
  offers: (typeof priceOffers.$inferInsert)[]
  reviews: (typeof dealReviews.$inferInsert)[]
  alerts: (typeof keywordAlerts.$inferInsert)[]
}

/** The market while it is being made: its rows, who may trade, and the pictures of things. */
export type Market = {
  rows: MarketRows
  demoPictures: ReadonlyMap<string, DemoPicture>
  people: readonly DemoPerson[]
  present: Date
}

type ItemSpec = {
  label: string
  seller: DemoPerson
  good: Good
  state: ItemState
  buyer?: DemoPerson
  days?: number
}

/** How a price goes with the condition. */
const PRICE_FACTORS: Record<Condition, number> = {
  new: 1.35,
  like_new: 1.1,
  light: 0.9,
  heavy: 0.55,
  broken: 0.15,
}
const CONDITION_SHARES: readonly [Condition, number][] = [
  ["new", 8],
  ["like_new", 30],
  ["light", 42],
  ["heavy", 16],
  ["broken", 4],
]
const roundPrice = (won: number) =>
  won >= 100_000 ? Math.round(won / 5_000) * 5_000 : Math.max(1_000, Math.round(won / 1_000) * 1_000)
export const pickByShare = <Value>(
  list: readonly (readonly [Value, number])[],
  random: SeededRandom,
): Value => random.pickWeighted(list, ([, weight]) => weight)[0]

/** Two of three items within the limits are paid safely; the parcel of small things costs 3,500 won. */
function describeSafePayment({ priceWon, parcel }: { priceWon: number; parcel: boolean }) {
  const safe = canPaySafely(priceWon) && priceWon % 3 !== 0
  return { safe, parcelFeeWon: safe && parcel ? 3_500 : 0 }
}

/** One item of `seller` and all that happened about it. */
export function addItem(market: Market, spec: ItemSpec): void {
  const { rows, people, present } = market
  const { seller, state, label } = spec
  const random = createRandom(`market/${label}`)
  const offered = describeItem(spec, present, random)
  const { id, createdAt } = offered
  const others = people.filter((person) => person.id !== seller.id && person.joinedAt < present)
  const course = planItemCourse(spec, offered, others, present, random)
  const { buyer, soldAt, bumpedAt, raised, talkers } = course
  const acceptedWon = addOffers(market, spec, offered, course, random)
  rows.items.push({
    id,
    sellerId: seller.id,
    title: offered.title.slice(0, LIMITS.title),
    category: spec.good.category,
    condition: offered.condition,
    priceWon: offered.priceWon,
    negotiable: course.negotiable,
    direct: offered.direct,
    parcel: offered.parcel,
    parcelFeeBy: offered.parcel ? (random.chance(0.7) ? "buyer" : "seller") : null,
    ...describeSafePayment(offered),
    regionCode: seller.regionCode,
    defects: offered.defects,
    description: createDescription(spec.good, offered, random),
    state,
    buyerId: buyer?.id ?? null,
    dealWon: buyer ? (acceptedWon ?? offered.priceWon) : null,
    reservedAt:
      state === "reserved" ? earliestOf(minutesAfter(createdAt, random.int(60, 1_440)), present) : null,
    soldAt,
    bumpedAt,
    hiddenAt: course.hiddenByAdmin ? minutesAfter(present, -random.int(60, 2_000)) : null,
    hiddenReason: course.hiddenByAdmin ? "사진과 다른 물건이라는 신고가 확인됐어요." : "",
    putAwayAt: course.putAway ? minutesAfter(present, -random.int(60, 2_000)) : null,
    createdAt,
    updatedAt: soldAt ?? bumpedAt,
  })
  addItemPicture(market, spec, offered)
  const event = (move: string, toState: ItemState, when: Date, fromState: ItemState | null) =>
    rows.events.push({
      id: createSeedId(`item-event/${label}/${move}`, when),
      itemId: id,
      move,
      fromState,
      toState,
      actorId: seller.id,
      at: when,
    })
  event("post", "selling", createdAt, null)
  if (raised) event("bump", "selling", bumpedAt, "selling")
  if (state === "reserved") event("reserve", "reserved", minutesAfter(createdAt, 30), "selling")
  if (soldAt) event("sell", "sold", soldAt, "selling")
  addInterest(market, offered, talkers, others, random)
  if (soldAt && buyer && soldAt < present)
    addDealReviews(rows, { id, label, sellerId: seller.id, buyerId: buyer.id, soldAt }, present, random)
}

type OfferedItem = ReturnType<typeof describeItem>

/** What the seller wrote when they posted it. */
function describeItem(spec: ItemSpec, present: Date, random: SeededRandom) {
  const { good, seller, state } = spec
  const name = random.pick(good.titles)
  const possible = listConditions(good, name)
  const condition = pickByShare(
    CONDITION_SHARES.filter(([each]) => possible.includes(each)),
    random,
  )
  const isFree = good.price[1] <= MAX_FREE_WON && condition !== "new" && random.chance(0.12)
  const days = spec.days ?? (state === "sold" ? random.int(3, 170) : Math.floor(45 * random.next() ** 2))
  const postedAt = days === 0 ? minutesAfter(present, -random.int(2, 600)) : daysAgo(present, days, random)
  const createdAt = earliestOf(latestOf(postedAt, seller.joinedAt), minutesAfter(present, -2))
  const id = createSeedId(`item/${spec.label}`, createdAt)
  const basePriceWon = good.price[0] + random.next() * (good.price[1] - good.price[0])
  const priceWon = isFree ? 0 : roundPrice(basePriceWon * PRICE_FACTORS[condition])
  // What is given away is fetched.
  const isFetched = isFree || isMet(good)
  const direct = random.chance(0.9) || isFetched
  const parcel = !isFetched && (!direct || random.chance(0.4))
  const ending = random.pick(ENDINGS[condition])
  const isPlain = ending === "" || possible.length <= 2
  const title = isFree ? `${name} 나눔해요` : isPlain ? name : `${name} (${ending})`
  const defects = pickDefects(good, condition, random)
  return { id, condition, isFree, createdAt, priceWon, direct, parcel, title, defects }
}

function pickDefects(good: Good, condition: Condition, random: SeededRandom): string {
  if (condition === "broken") return random.pick(BROKEN)
  if (condition === "heavy" || (condition === "light" && random.chance(0.4))) return random.pick(good.defects)
  return ""
}

/** What the seller says: of the thing, why they sell it, and how they hand it over. */
function createDescription(good: Good, offered: OfferedItem, random: SeededRandom): string {
  const { condition, isFree } = offered
  const fitting = listAbout(good, condition)
  const about = condition === "new" ? random.pick(NEW_ABOUT) : fitting.length > 0 ? random.pick(fitting) : ""
  const reason = random.pick([...REASONS, ...(REASONS_BY_CATEGORY[good.category] ?? [])])
  const meetings = !offered.direct ? PARCEL_MEETINGS : isLarge(good) ? LARGE_MEETINGS : MEETINGS
  return [
    ...(isFree ? [random.pick(FREE)] : []),
    about,
    GIVES_REASON.test(about) || condition === "new" || isFree ? "" : reason,
    random.pick(meetings),
  ]
    .filter((line) => line !== "")
    .join("\n")
}

type ItemCourse = ReturnType<typeof planItemCourse>

/** Who of `others` is interested, who gets it, and when; whether it was raised, hidden or put away. */
function planItemCourse(
  spec: ItemSpec,
  { createdAt, priceWon }: OfferedItem,
  others: readonly DemoPerson[],
  present: Date,
  random: SeededRandom,
) {
  const { state } = spec
  const interested = random.sample(others, random.int(0, state === "selling" ? 6 : 9))
  const buyer = pickBuyer(spec, interested, others, random)
  const soldAt =
    state === "sold"
      ? earliestOf(minutesAfter(createdAt, random.int(180, 6 * 1_440)), minutesAfter(present, -1))
      : null
  const canRaise = minutesAfter(createdAt, 1_441)
  const raised = state === "selling" && canRaise < present && random.chance(0.45)
  const bumpedAt = raised ? latestOf(canRaise, minutesAfter(present, -random.int(3, 4 * 1_440))) : createdAt
  const negotiable = priceWon > 0 && random.chance(0.6)
  const hiddenByAdmin = state === "selling" && random.chance(0.006)
  const putAway = !hiddenByAdmin && state !== "reserved" && random.chance(0.02)
  const talkers = [...new Set([...(buyer ? [buyer] : []), ...interested.slice(0, random.int(0, 4))])]
  return { buyer, soldAt, raised, bumpedAt, negotiable, hiddenByAdmin, putAway, talkers }
}

/** Nobody for what is still for sale, and now and then nobody known for what is sold. */
function pickBuyer(
  { state, buyer }: ItemSpec,
  interested: readonly DemoPerson[],
  others: readonly DemoPerson[],
  random: SeededRandom,
): DemoPerson | null {
  if (state === "selling") return null
  if (buyer) return buyer
  if (state === "sold" && random.chance(0.04)) return null
  return interested[0] ?? random.pick(others)
}

/** The offers of those who talked with the seller. Returns the price of the one that was accepted. */
function addOffers(
  { rows, present }: Market,
  { label, state }: ItemSpec,
  { id, createdAt, priceWon }: OfferedItem,
  { buyer, soldAt, negotiable, talkers }: ItemCourse,
  random: SeededRandom,
): number | null {
  let acceptedWon: number | null = null
  if (!negotiable || priceWon < 5_000) return acceptedWon
  for (const [place, person] of talkers.slice(0, 3).entries()) {
    if (!random.chance(0.45)) continue
    const won = Math.min(
      priceWon - 100,
      Math.max(getMinOfferWon(priceWon), roundPrice(priceWon * (0.75 + random.next() * 0.2))),
    )
    if (won < getMinOfferWon(priceWon)) continue
    const end = soldAt ?? present
    const offeredAt = earliestOf(
      minutesAfter(createdAt, 30 + place * 90 + random.int(0, 400)),
      minutesAfter(end, -1),
    )
    if (offeredAt < createdAt) continue
    const isBuyer = person.id === buyer?.id
    const expiresAt = new Date(offeredAt.getTime() + LIMITS.offerTtlMs)
    const offerState = isBuyer ? "accepted" : pickOfferState(expiresAt < present || state === "sold", random)
    if (isBuyer) acceptedWon = won
    rows.offers.push({
      id: createSeedId(`offer/${label}/${place}`, offeredAt),
      itemId: id,
      buyerId: person.id,
      priceWon: won,
      state: offerState,
      expiresAt,
      createdAt: offeredAt,
      decidedAt:
        offerState === "offered" ? null : earliestOf(minutesAfter(offeredAt, random.int(5, 900)), present),
    })
  }
  return acceptedWon
}

const pickOfferState = (isOver: boolean, random: SeededRandom): "offered" | "declined" | "expired" =>
  isOver ? random.pick(["declined", "expired"] as const) : random.chance(0.75) ? "offered" : "declined"

function addItemPicture(
  { rows, demoPictures }: Market,
  { label, seller, good }: ItemSpec,
  { id, createdAt }: OfferedItem,
): void {
  const master = getDemoPicture({ demoPictures }, `thing-${good.picture}`)
  const pictureId = createSeedId(`picture/item/${label}/0`, createdAt)
  rows.pictures.push(
    toPictureRow(master, { id: pictureId, ownerId: seller.id, purpose: "item", at: createdAt }),
  )
  rows.itemPictures.push({ itemId: id, pictureId, position: 0 })
  rows.firstPictureByItem.set(id, { cover: good.picture, joinedAt: seller.joinedAt })
}

/** Who talks about it, who wishes for it, and how often it was looked at. */
function addInterest(
  { rows, present }: Market,
  { id, createdAt }: OfferedItem,
  talkers: readonly DemoPerson[],
  others: readonly DemoPerson[],
  random: SeededRandom,
): void {
  for (const person of talkers)
    rows.talks.push({ itemId: id, userId: person.id, createdAt: minutesAfter(createdAt, 20) })
  const wishers = random.sample(others, random.chance(0.2) ? random.int(6, 14) : random.int(0, 5))
  for (const person of wishers)
    rows.wishes.push({
      itemId: id,
      userId: person.id,
      createdAt: earliestOf(minutesAfter(createdAt, random.int(10, 2_000)), present),
    })
  rows.views.push({
    itemId: id,
    shard: random.int(0, PUBLIC_VIEWS - 1),
    views: wishers.length * 7 + talkers.length * 4 + random.int(3, 60),
  })
}
