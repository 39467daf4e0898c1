/**
 * The second-hand part of the town: items in every state with pictures, wishes, talks, offers, reviews,
 * alerts.
 */
import type postgres from "postgres"
import {
  parseAlertWords,
  BAD_TAGS,
  GOOD_TAGS,
  getMinOfferWon,
  LIMITS,
  type Condition,
  type DealRole,
  type ItemState,
} from "#app/areas/market/rules.ts"
import {
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
import { pictures } from "#app/platform/schema.server.ts"
import { spreadByKind } from "../spread-by-kind.ts"
import { storePictures } from "../demo-pictures.ts"
import {
  findDemoPeople,
  writePart,
  writeWithProgress,
  type RunStep,
  type DemoPeople,
  type DemoPerson,
} from "../parts.ts"
import { atWrapped, createRandom, createSeedId, type SeededRandom } from "../random.ts"
import { daysAgo, earliestOf, latestOf, minutesAfter } from "../times.ts"
import type { DemoPicture } from "../town.ts"
import { insertInBatches } from "../write.ts"
import {
  BAD_WORDS,
  BROKEN,
  ENDINGS,
  FREE,
  GOOD_WORDS,
  GOODS,
  KEYWORDS,
  MEETINGS,
  REASONS,
  type Good,
} from "./goods.ts"

const ITEMS = 1_560
const PUBLIC_VIEWS = 8

type Rows = {
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
const STATE_SHARES: readonly [ItemState, number][] = [
  ["selling", 54],
  ["reserved", 9],
  ["sold", 37],
]

const roundPrice = (won: number) =>
  won >= 100_000 ? Math.round(won / 5_000) * 5_000 : Math.max(1_000, Math.round(won / 1_000) * 1_000)
const pickByShare = <Value>(list: readonly (readonly [Value, number])[], random: SeededRandom): Value =>
  random.pickWeighted(list, ([, weight]) => weight)[0]

/** One item of `seller` and all that happened about it. */
function addItem(
  rows: Rows,
  demoPictures: ReadonlyMap<string, DemoPicture>,
  people: readonly DemoPerson[],
  present: Date,
  spec: {
    label: string
    seller: DemoPerson
    good: Good
    state: ItemState
    buyer?: DemoPerson
    days?: number
  },
): void {
  const random = createRandom(`market/${spec.label}`)
  const { good, seller, state } = spec
  const condition = pickByShare(CONDITION_SHARES, random)
  const isFree = random.chance(0.07)
  const days = spec.days ?? (state === "sold" ? random.int(3, 170) : Math.floor(45 * random.next() ** 2))
  const postedAt = days === 0 ? minutesAfter(present, -random.int(2, 600)) : daysAgo(present, days, random)
  const createdAt = earliestOf(latestOf(postedAt, seller.joinedAt), minutesAfter(present, -2))
  const id = createSeedId(`item/${spec.label}`, createdAt)
  const basePriceWon = good.price[0] + random.next() * (good.price[1] - good.price[0])
  const priceWon = isFree ? 0 : roundPrice(basePriceWon * PRICE_FACTORS[condition])
  const direct = random.chance(0.9)
  const parcel =
    !direct || (good.category !== "furniture" && good.category !== "appliance" && random.chance(0.4))
  const ending = random.pick(ENDINGS[condition])
  const name = random.pick(good.titles)
  const title = isFree ? `${name} 나눔해요` : ending === "" ? name : `${name}, ${ending}`
  const defects =
    condition === "broken"
      ? random.pick(BROKEN)
      : condition === "heavy" || (condition === "light" && random.chance(0.4))
        ? random.pick(good.defects)
        : ""
  const others = people.filter((person) => person.id !== seller.id && person.joinedAt < present)
  const interested = random.sample(others, random.int(0, state === "selling" ? 6 : 9))
  const buyer =
    state === "selling"
      ? null
      : (spec.buyer ??
        (state === "sold" && random.chance(0.04) ? null : (interested[0] ?? random.pick(others))))
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

  let dealWon: number | null = buyer ? priceWon : null
  if (negotiable && priceWon >= 5_000) {
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
      const offerState = isBuyer
        ? ("accepted" as const)
        : expiresAt < present || state === "sold"
          ? random.pick(["declined", "expired"] as const)
          : random.chance(0.75)
            ? ("offered" as const)
            : ("declined" as const)
      if (isBuyer) dealWon = won
      rows.offers.push({
        id: createSeedId(`offer/${spec.label}/${place}`, offeredAt),
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
  }

  rows.items.push({
    id,
    sellerId: seller.id,
    title: title.slice(0, LIMITS.title),
    category: good.category,
    condition,
    priceWon,
    negotiable,
    direct,
    parcel,
    parcelFeeBy: parcel ? (random.chance(0.7) ? "buyer" : "seller") : null,
    regionCode: seller.regionCode,
    defects,
    description: [
      isFree ? random.pick(FREE) : random.pick(good.about),
      random.pick(REASONS),
      ...(isFree ? [random.pick(good.about)] : []),
      random.pick(MEETINGS),
    ].join("\n"),
    state,
    buyerId: buyer?.id ?? null,
    dealWon: buyer ? dealWon : null,
    reservedAt:
      state === "reserved" ? earliestOf(minutesAfter(createdAt, random.int(60, 1_440)), present) : null,
    soldAt,
    bumpedAt,
    hiddenAt: hiddenByAdmin ? minutesAfter(present, -random.int(60, 2_000)) : null,
    hiddenReason: hiddenByAdmin ? "사진과 다른 물건이라는 신고가 확인됐어요." : "",
    putAwayAt: putAway ? minutesAfter(present, -random.int(60, 2_000)) : null,
    createdAt,
    updatedAt: soldAt ?? bumpedAt,
  })
  for (const [position, picture] of [random.pick(good.pictures), ...(good.beside ?? [])].entries()) {
    const demoPicture = demoPictures.get(`thing-${picture}`)
    if (!demoPicture) throw new Error(`There is no picture thing-${picture}`)
    const pictureId = createSeedId(`picture/item/${spec.label}/${position}`, createdAt)
    rows.pictures.push({
      id: pictureId,
      ownerId: seller.id,
      purpose: "item",
      storageKey: demoPicture.storageKey,
      originalName: `${demoPicture.name}.webp`,
      alt: demoPicture.alt,
      width: demoPicture.width,
      height: demoPicture.height,
      bytes: demoPicture.bytes,
      placeholder: demoPicture.placeholder,
      createdAt,
      attachedAt: createdAt,
    })
    rows.itemPictures.push({ itemId: id, pictureId, position })
    if (position === 0) rows.firstPictureByItem.set(id, { cover: picture, joinedAt: seller.joinedAt })
  }
  const event = (move: string, toState: ItemState, when: Date, fromState: ItemState | null) =>
    rows.events.push({
      id: createSeedId(`item-event/${spec.label}/${move}`, when),
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
  if (soldAt && buyer && soldAt < present)
    addReviews(
      rows,
      { id, label: spec.label, sellerId: seller.id, buyerId: buyer.id, soldAt },
      present,
      random,
    )
}

function addReviews(
  rows: Rows,
  deal: { id: string; label: string; sellerId: string; buyerId: string; soldAt: Date },
  present: Date,
  random: SeededRandom,
): void {
  const write = (role: DealRole, writerId: string, subjectId: string, likely: number) => {
    if (!random.chance(likely)) return
    const good = random.chance(0.95)
    const createdAt = earliestOf(minutesAfter(deal.soldAt, random.int(20, 2_880)), present)
    rows.reviews.push({
      id: createSeedId(`deal-review/${deal.label}/${role}`, createdAt),
      itemId: deal.id,
      writerId,
      subjectId,
      role,
      good,
      tags: random.sample(good ? GOOD_TAGS : BAD_TAGS, random.int(1, 3)),
      body: good ? random.pick(GOOD_WORDS) : random.pick(BAD_WORDS),
      createdAt,
    })
  }
  write("buyer", deal.buyerId, deal.sellerId, 0.75)
  write("seller", deal.sellerId, deal.buyerId, 0.6)
}

function findGood(picture: string): Good {
  const found = GOODS.find((good) => good.pictures.includes(picture))
  if (!found) throw new Error(`Nobody sells ${picture}`)
  return found
}

/** What customer@demo.kr and expert@demo.kr sell, bought, wish and wait for. */
function addDemo(
  rows: Rows,
  demoPictures: ReadonlyMap<string, DemoPicture>,
  town: DemoPeople,
  people: readonly DemoPerson[],
  present: Date,
): void {
  const [customer, expert] = [withMoment(town.demo.customer), withMoment(town.demo.expert)]
  const add = (
    label: string,
    seller: DemoPerson,
    picture: string,
    state: ItemState,
    days: number,
    buyer?: DemoPerson,
  ) =>
    addItem(rows, demoPictures, people, present, {
      label: `demo/${label}`,
      seller,
      good: findGood(picture),
      state,
      days,
      ...(buyer ? { buyer } : {}),
    })
  add("bicycle", customer, "bicycle", "selling", 2)
  add("monitor", customer, "monitor", "selling", 1)
  add("tent", customer, "tent", "selling", 0)
  add("table", customer, "table", "reserved", 3)
  add("camera", customer, "camera", "sold", 20)
  add("books", customer, "books", "sold", 45, expert)
  add("toolbox", expert, "toolbox", "selling", 1)
  add("fan", expert, "fan", "sold", 30, customer)
  add("drawers", atWrapped(people, 5), "drawers", "sold", 12, customer)
  add("keyboard", atWrapped(people, 9), "keyboard", "sold", 60, customer)
  add("plant", atWrapped(people, 12), "plant", "reserved", 2, customer)
  const random = createRandom("market/demo-wishes")
  const there = new Set(rows.wishes.map((wish) => `${wish.itemId}:${wish.userId}`))
  const open = rows.items.filter(
    (item) => item.state === "selling" && item.sellerId !== customer.id && !item.hiddenAt && !item.putAwayAt,
  )
  for (const item of random.sample(open, 14))
    if (!there.has(`${item.id}:${customer.id}`))
      rows.wishes.push({
        itemId: item.id,
        userId: customer.id,
        createdAt: minutesAfter(present, -random.int(10, 9_000)),
      })
  for (const keyword of ["원목 식탁", "캠핑", "자전거"]) rows.alerts.push(alertOf(customer, keyword, present))
}

function alertOf(person: DemoPerson, keyword: string, present: Date): typeof keywordAlerts.$inferInsert {
  const words = parseAlertWords(keyword)
  return {
    id: createSeedId(`alert/${person.id}/${keyword}`, present),
    userId: person.id,
    keyword,
    words,
    head: words[0] ?? keyword,
    category: null,
    regionCode: null,
    minWon: null,
    maxWon: null,
    createdAt: present,
  }
}

/** A person as the database tells it: once another part has written, its moments come as text. */
const withMoment = <Person extends DemoPerson>(person: Person): Person => ({
  ...person,
  joinedAt: new Date(person.joinedAt),
})

/**
 * The same picture does not stand next to itself in the list. What was raised keeps the day between; nobody
 * sold before they came.
 */
function spreadPictures(rows: Rows): void {
  const listed = rows.items.filter((item) => !item.hiddenAt && !item.putAwayAt)
  spreadByKind(listed, {
    at: (item) => item.bumpedAt,
    kind: (item) => rows.firstPictureByItem.get(item.id)?.cover ?? item.id,
    set(item, moment) {
      const raised = item.bumpedAt.getTime() !== item.createdAt.getTime()
      const earliest = raised
        ? minutesAfter(item.createdAt, 1_441)
        : (rows.firstPictureByItem.get(item.id)?.joinedAt ?? item.createdAt)
      if (moment >= item.bumpedAt || moment < earliest) return
      if (item.updatedAt.getTime() === item.bumpedAt.getTime()) item.updatedAt = moment
      item.bumpedAt = moment
      if (!raised) item.createdAt = moment
    },
  })
}

/** Creates `part` of the town. */
export async function create(client: postgres.Sql, part: string, step: RunStep): Promise<void> {
  const demoPictures = await storePictures(["thing"], step)
  const town = await findDemoPeople(client)
  await writePart(client, part, async (tx, present) => {
    const rows: Rows = {
      items: [],
      pictures: [],
      itemPictures: [],
      events: [],
      views: [],
      wishes: [],
      talks: [],
      offers: [],
      reviews: [],
      alerts: [],
      firstPictureByItem: new Map(),
    }
    const people = [...town.customers, ...town.experts]
      .map(withMoment)
      .filter((person) => person.joinedAt < minutesAfter(present, -1_440))
    const random = createRandom("market")
    for (let number = 0; number < ITEMS; number += 1) {
      const state = pickByShare(STATE_SHARES, random)
      addItem(rows, demoPictures, people, present, {
        label: String(number),
        seller: random.pick(people),
        good: atWrapped(GOODS, number),
        state,
      })
    }
    addDemo(rows, demoPictures, town, people, present)
    spreadPictures(rows)
    for (const person of random.sample(people, 60))
      for (const keyword of random.sample(KEYWORDS, random.int(1, 3)))
        rows.alerts.push(alertOf(person, keyword, present))
    await writeWithProgress(step, "중고 물건", rows.items.length, "개", async () => {
      await insertInBatches(tx, pictures, rows.pictures)
      await insertInBatches(tx, items, rows.items)
      await insertInBatches(tx, itemPictures, rows.itemPictures)
      await insertInBatches(tx, itemEvents, rows.events)
      await insertInBatches(tx, itemViews, rows.views)
    })
    await writeWithProgress(
      step,
      "찜·제안·거래 후기",
      rows.wishes.length + rows.offers.length + rows.reviews.length,
      "건",
      async () => {
        await insertInBatches(tx, itemWishes, rows.wishes)
        await insertInBatches(tx, itemTalks, rows.talks)
        await insertInBatches(tx, priceOffers, rows.offers)
        await insertInBatches(tx, dealReviews, rows.reviews)
        await insertInBatches(tx, keywordAlerts, rows.alerts)
      },
    )
  })
}
