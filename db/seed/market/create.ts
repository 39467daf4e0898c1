/**
 * Owns the second-hand part of the town: items in every state with pictures, wishes, talks, offers, reviews,
 * alerts.
 */
import type postgres from "postgres"
import {
  alertWords,
  BAD_TAGS,
  GOOD_TAGS,
  leastOffer,
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
import { setApart } from "../apart.ts"
import { storePictures } from "../masters.ts"
import {
  findTownspeople,
  writePart,
  writing,
  type Step,
  type Townspeople,
  type Townsperson,
} from "../parts.ts"
import { at, dice, idOf, type Dice } from "../random.ts"
import { daysAgo, earlier, later, minutesAfter } from "../times.ts"
import type { Master } from "../town.ts"
import { insert } from "../write.ts"
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
  shown: Map<string, { cover: string; joinedAt: Date }>
  events: (typeof itemEvents.$inferInsert)[]
  views: (typeof itemViews.$inferInsert)[]
  wishes: (typeof itemWishes.$inferInsert)[]
  talks: (typeof itemTalks.$inferInsert)[]
  offers: (typeof priceOffers.$inferInsert)[]
  reviews: (typeof dealReviews.$inferInsert)[]
  alerts: (typeof keywordAlerts.$inferInsert)[]
}

/** How a price goes with the condition. */
const WORTH: Record<Condition, number> = { new: 1.35, like_new: 1.1, light: 0.9, heavy: 0.55, broken: 0.15 }
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

const rounded = (won: number) =>
  won >= 100_000 ? Math.round(won / 5_000) * 5_000 : Math.max(1_000, Math.round(won / 1_000) * 1_000)
const share = <Value>(list: readonly (readonly [Value, number])[], chance: Dice): Value =>
  chance.weighted(list, ([, weight]) => weight)[0]

/** One item of `seller` and all that happened about it. */
function addItem(
  rows: Rows,
  masters: ReadonlyMap<string, Master>,
  people: readonly Townsperson[],
  present: Date,
  of: {
    label: string
    seller: Townsperson
    good: Good
    state: ItemState
    buyer?: Townsperson
    days?: number
  },
): void {
  const chance = dice(`market/${of.label}`)
  const { good, seller, state } = of
  const condition = share(CONDITION_SHARES, chance)
  const isFree = chance.chance(0.07)
  const days = of.days ?? (state === "sold" ? chance.int(3, 170) : Math.floor(45 * chance.next() ** 2))
  const wanted = days === 0 ? minutesAfter(present, -chance.int(2, 600)) : daysAgo(present, days, chance)
  const createdAt = earlier(later(wanted, seller.joinedAt), minutesAfter(present, -2))
  const id = idOf(`item/${of.label}`, createdAt)
  const base = good.price[0] + chance.next() * (good.price[1] - good.price[0])
  const priceWon = isFree ? 0 : rounded(base * WORTH[condition])
  const direct = chance.chance(0.9)
  const parcel =
    !direct || (good.category !== "furniture" && good.category !== "appliance" && chance.chance(0.4))
  const ending = chance.pick(ENDINGS[condition])
  const name = chance.pick(good.titles)
  const title = isFree ? `${name} 나눔해요` : ending === "" ? name : `${name}, ${ending}`
  const defects =
    condition === "broken"
      ? chance.pick(BROKEN)
      : condition === "heavy" || (condition === "light" && chance.chance(0.4))
        ? chance.pick(good.defects)
        : ""
  const others = people.filter((person) => person.id !== seller.id && person.joinedAt < present)
  const interested = chance.some(others, chance.int(0, state === "selling" ? 6 : 9))
  const buyer =
    state === "selling"
      ? null
      : (of.buyer ??
        (state === "sold" && chance.chance(0.04) ? null : (interested[0] ?? chance.pick(others))))
  const soldAt =
    state === "sold"
      ? earlier(minutesAfter(createdAt, chance.int(180, 6 * 1_440)), minutesAfter(present, -1))
      : null
  const canRaise = minutesAfter(createdAt, 1_441)
  const raised = state === "selling" && canRaise < present && chance.chance(0.45)
  const bumpedAt = raised ? later(canRaise, minutesAfter(present, -chance.int(3, 4 * 1_440))) : createdAt
  const negotiable = priceWon > 0 && chance.chance(0.6)

  const hiddenByAdmin = state === "selling" && chance.chance(0.006)
  const putAway = !hiddenByAdmin && state !== "reserved" && chance.chance(0.02)
  const talkers = [...new Set([...(buyer ? [buyer] : []), ...interested.slice(0, chance.int(0, 4))])]

  let dealWon: number | null = buyer ? priceWon : null
  if (negotiable && priceWon >= 5_000) {
    for (const [place, person] of talkers.slice(0, 3).entries()) {
      if (!chance.chance(0.45)) continue
      const won = Math.min(
        priceWon - 100,
        Math.max(leastOffer(priceWon), rounded(priceWon * (0.75 + chance.next() * 0.2))),
      )
      if (won < leastOffer(priceWon)) continue
      const end = soldAt ?? present
      const offeredAt = earlier(
        minutesAfter(createdAt, 30 + place * 90 + chance.int(0, 400)),
        minutesAfter(end, -1),
      )
      if (offeredAt < createdAt) continue
      const isBuyer = person.id === buyer?.id
      const expiresAt = new Date(offeredAt.getTime() + LIMITS.offerMs)
      const offerState = isBuyer
        ? ("accepted" as const)
        : expiresAt < present || state === "sold"
          ? chance.pick(["declined", "expired"] as const)
          : chance.chance(0.75)
            ? ("offered" as const)
            : ("declined" as const)
      if (isBuyer) dealWon = won
      rows.offers.push({
        id: idOf(`offer/${of.label}/${place}`, offeredAt),
        itemId: id,
        buyerId: person.id,
        priceWon: won,
        state: offerState,
        expiresAt,
        createdAt: offeredAt,
        decidedAt:
          offerState === "offered" ? null : earlier(minutesAfter(offeredAt, chance.int(5, 900)), present),
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
    parcelFeeBy: parcel ? (chance.chance(0.7) ? "buyer" : "seller") : null,
    regionCode: seller.regionCode,
    defects,
    description: [
      isFree ? chance.pick(FREE) : chance.pick(good.about),
      chance.pick(REASONS),
      ...(isFree ? [chance.pick(good.about)] : []),
      chance.pick(MEETINGS),
    ].join("\n"),
    state,
    buyerId: buyer?.id ?? null,
    dealWon: buyer ? dealWon : null,
    reservedAt:
      state === "reserved" ? earlier(minutesAfter(createdAt, chance.int(60, 1_440)), present) : null,
    soldAt,
    bumpedAt,
    hiddenAt: hiddenByAdmin ? minutesAfter(present, -chance.int(60, 2_000)) : null,
    hiddenReason: hiddenByAdmin ? "사진과 다른 물건이라는 신고가 확인됐어요." : "",
    putAwayAt: putAway ? minutesAfter(present, -chance.int(60, 2_000)) : null,
    createdAt,
    updatedAt: soldAt ?? bumpedAt,
  })
  for (const [position, picture] of [chance.pick(good.pictures), ...(good.beside ?? [])].entries()) {
    const master = masters.get(`thing-${picture}`)
    if (!master) throw new Error(`There is no picture thing-${picture}`)
    const pictureId = idOf(`picture/item/${of.label}/${position}`, createdAt)
    rows.pictures.push({
      id: pictureId,
      ownerId: seller.id,
      purpose: "item",
      storageKey: master.storageKey,
      originalName: `${master.name}.webp`,
      alt: master.alt,
      width: master.width,
      height: master.height,
      bytes: master.bytes,
      placeholder: master.placeholder,
      createdAt,
      attachedAt: createdAt,
    })
    rows.itemPictures.push({ itemId: id, pictureId, position })
    if (position === 0) rows.shown.set(id, { cover: picture, joinedAt: seller.joinedAt })
  }
  const event = (move: string, toState: ItemState, when: Date, fromState: ItemState | null) =>
    rows.events.push({
      id: idOf(`item-event/${of.label}/${move}`, when),
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
  const wishers = chance.some(others, chance.chance(0.2) ? chance.int(6, 14) : chance.int(0, 5))
  for (const person of wishers)
    rows.wishes.push({
      itemId: id,
      userId: person.id,
      createdAt: earlier(minutesAfter(createdAt, chance.int(10, 2_000)), present),
    })
  rows.views.push({
    itemId: id,
    shard: chance.int(0, PUBLIC_VIEWS - 1),
    views: wishers.length * 7 + talkers.length * 4 + chance.int(3, 60),
  })
  if (soldAt && buyer && soldAt < present)
    addReviews(rows, { id, label: of.label, sellerId: seller.id, buyerId: buyer.id, soldAt }, present, chance)
}

function addReviews(
  rows: Rows,
  deal: { id: string; label: string; sellerId: string; buyerId: string; soldAt: Date },
  present: Date,
  chance: Dice,
): void {
  const write = (role: DealRole, writerId: string, subjectId: string, likely: number) => {
    if (!chance.chance(likely)) return
    const good = chance.chance(0.95)
    const createdAt = earlier(minutesAfter(deal.soldAt, chance.int(20, 2_880)), present)
    rows.reviews.push({
      id: idOf(`deal-review/${deal.label}/${role}`, createdAt),
      itemId: deal.id,
      writerId,
      subjectId,
      role,
      good,
      tags: chance.some(good ? GOOD_TAGS : BAD_TAGS, chance.int(1, 3)),
      body: good ? chance.pick(GOOD_WORDS) : chance.pick(BAD_WORDS),
      createdAt,
    })
  }
  write("buyer", deal.buyerId, deal.sellerId, 0.75)
  write("seller", deal.sellerId, deal.buyerId, 0.6)
}

function goodCalled(picture: string): Good {
  const found = GOODS.find((good) => good.pictures.includes(picture))
  if (!found) throw new Error(`Nobody sells ${picture}`)
  return found
}

/** What customer@demo.kr and expert@demo.kr sell, bought, wish and wait for. */
function addDemo(
  rows: Rows,
  masters: ReadonlyMap<string, Master>,
  town: Townspeople,
  people: readonly Townsperson[],
  present: Date,
): void {
  const [customer, expert] = [withMoment(town.demo.customer), withMoment(town.demo.expert)]
  const add = (
    label: string,
    seller: Townsperson,
    picture: string,
    state: ItemState,
    days: number,
    buyer?: Townsperson,
  ) =>
    addItem(rows, masters, people, present, {
      label: `demo/${label}`,
      seller,
      good: goodCalled(picture),
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
  add("drawers", at(people, 5), "drawers", "sold", 12, customer)
  add("keyboard", at(people, 9), "keyboard", "sold", 60, customer)
  add("plant", at(people, 12), "plant", "reserved", 2, customer)
  const chance = dice("market/demo-wishes")
  const there = new Set(rows.wishes.map((wish) => `${wish.itemId}:${wish.userId}`))
  const open = rows.items.filter(
    (item) => item.state === "selling" && item.sellerId !== customer.id && !item.hiddenAt && !item.putAwayAt,
  )
  for (const item of chance.some(open, 14))
    if (!there.has(`${item.id}:${customer.id}`))
      rows.wishes.push({
        itemId: item.id,
        userId: customer.id,
        createdAt: minutesAfter(present, -chance.int(10, 9_000)),
      })
  for (const keyword of ["원목 식탁", "캠핑", "자전거"]) rows.alerts.push(alertOf(customer, keyword, present))
}

function alertOf(person: Townsperson, keyword: string, present: Date): typeof keywordAlerts.$inferInsert {
  const words = alertWords(keyword)
  return {
    id: idOf(`alert/${person.id}/${keyword}`, present),
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
const withMoment = <Person extends Townsperson>(person: Person): Person => ({
  ...person,
  joinedAt: new Date(person.joinedAt),
})

/**
 * The same picture does not stand next to itself in the list. What was raised keeps the day between; nobody
 * sold before they came.
 */
function setPicturesApart(rows: Rows): void {
  const listed = rows.items.filter((item) => !item.hiddenAt && !item.putAwayAt)
  setApart(listed, {
    at: (item) => item.bumpedAt,
    kind: (item) => rows.shown.get(item.id)?.cover ?? item.id,
    set(item, moment) {
      const raised = item.bumpedAt.getTime() !== item.createdAt.getTime()
      const earliest = raised
        ? minutesAfter(item.createdAt, 1_441)
        : (rows.shown.get(item.id)?.joinedAt ?? item.createdAt)
      if (moment >= item.bumpedAt || moment < earliest) return
      if (item.updatedAt.getTime() === item.bumpedAt.getTime()) item.updatedAt = moment
      item.bumpedAt = moment
      if (!raised) item.createdAt = moment
    },
  })
}

/** Creates `part` of the town. */
export async function create(client: postgres.Sql, part: string, step: Step): Promise<void> {
  const masters = await storePictures(["thing"], step)
  const town = await findTownspeople(client)
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
      shown: new Map(),
    }
    const people = [...town.customers, ...town.experts]
      .map(withMoment)
      .filter((person) => person.joinedAt < minutesAfter(present, -1_440))
    const chance = dice("market")
    for (let number = 0; number < ITEMS; number += 1) {
      const state = share(STATE_SHARES, chance)
      addItem(rows, masters, people, present, {
        label: String(number),
        seller: chance.pick(people),
        good: at(GOODS, number),
        state,
      })
    }
    addDemo(rows, masters, town, people, present)
    setPicturesApart(rows)
    for (const person of chance.some(people, 60))
      for (const keyword of chance.some(KEYWORDS, chance.int(1, 3)))
        rows.alerts.push(alertOf(person, keyword, present))
    await writing(step, "중고 물건", rows.items.length, "개", async () => {
      await insert(tx, pictures, rows.pictures)
      await insert(tx, items, rows.items)
      await insert(tx, itemPictures, rows.itemPictures)
      await insert(tx, itemEvents, rows.events)
      await insert(tx, itemViews, rows.views)
    })
    await writing(
      step,
      "찜·제안·거래 후기",
      rows.wishes.length + rows.offers.length + rows.reviews.length,
      "건",
      async () => {
        await insert(tx, itemWishes, rows.wishes)
        await insert(tx, itemTalks, rows.talks)
        await insert(tx, priceOffers, rows.offers)
        await insert(tx, dealReviews, rows.reviews)
        await insert(tx, keywordAlerts, rows.alerts)
      },
    )
  })
}
