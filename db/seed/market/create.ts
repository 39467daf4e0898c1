/**
 * The second-hand part of the town: items in every state with pictures, wishes, talks, offers, reviews,
 * alerts.
 */
import type postgres from "postgres"
import type { ItemState } from "#app/areas/market/rules.ts"
import { toKeywordColumns } from "#app/basics/alert-words.ts"
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
import { DEAL_STORIES } from "../safe-deals/stories.ts"
import { spreadByKind } from "../spread-by-kind.ts"
import { pickHomes } from "./homes.ts"
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
import { getAlertMoment, minutesAfter } from "../times.ts"
import { insertInBatches } from "../write.ts"
import type { DemoPicture } from "../town.ts"
import type { Good } from "./good.ts"
import { GOODS } from "./goods.ts"
import { addItem, pickByShare, type Market, type MarketRows } from "./item.ts"
import { KEYWORDS } from "./texts.ts"

const ITEMS = 1_560
const STATE_SHARES: readonly [ItemState, number][] = [
  ["selling", 54],
  ["reserved", 9],
  ["sold", 37],
]

function findGood(picture: string): Good {
  const found = GOODS.find((good) => good.picture === picture)
  if (!found) throw new Error(`Nobody sells ${picture}`)
  return found
}

/** What customer@demo.kr and expert@demo.kr sell, bought, wish and wait for. */
function addDemo(market: Market, town: DemoPeople): void {
  const { rows, people, present } = market
  const [customer, expert] = [withMoment(town.demo.customer), withMoment(town.demo.expert)]
  const add = (
    label: string,
    seller: DemoPerson,
    picture: string,
    state: ItemState,
    days: number,
    buyer?: DemoPerson,
  ) =>
    addItem(market, {
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

const alertOf = (person: DemoPerson, keyword: string, present: Date): typeof keywordAlerts.$inferInsert => ({
  id: createSeedId(`alert/${person.id}/${keyword}`, present),
  userId: person.id,
  ...toKeywordColumns(keyword),
  category: null,
  regionCode: null,
  range: "city",
  minWon: null,
  maxWon: null,
  createdAt: getAlertMoment(person, present),
})

/** A person as the database tells it: once another part has written, its moments come as text. */
const withMoment = <Person extends DemoPerson>(person: Person): Person => ({
  ...person,
  joinedAt: new Date(person.joinedAt),
})

/**
 * Neither the same picture nor the same thing stands close to itself in the list. What was raised keeps the
 * day between; nobody sold before they came.
 */
function spreadPictures({ rows, demoPictures }: Market): void {
  const listed = rows.items.filter((item) => !item.hiddenAt && !item.putAwayAt)
  const isSold = (item: Item) => item.state === "sold"
  // What is sold is a list of its own, behind the others.
  for (const shown of [listed.filter((item) => !isSold(item)), listed.filter(isSold)]) {
    for (const ofCategory of Map.groupBy(shown, (item) => item.category).values())
      spreadThings(rows, ofCategory, 8)
    // Last, so that a page of the whole list, 24 things, shows each once.
    spreadThings(rows, shown, 24)
  }
  assignHomes(rows, demoPictures)
}

type Item = MarketRows["items"][number]
const getThing = (rows: MarketRows, item: Item) => rows.firstPictureByItem.get(item.id)?.cover ?? item.id

function spreadThings(rows: MarketRows, things: readonly Item[], neighbours: number): void {
  spreadByKind(
    things,
    {
      at: (item) => item.bumpedAt,
      kind: (item) => getThing(rows, item),
      set(item, moment) {
        const raised = item.bumpedAt.getTime() !== item.createdAt.getTime()
        const joinedAt = rows.firstPictureByItem.get(item.id)?.joinedAt ?? item.createdAt
        // What was raised came at least a day before.
        const createdAt = raised ? minutesAfter(moment, -1_441) : moment
        if (moment >= item.bumpedAt || createdAt < joinedAt) return
        if (item.updatedAt.getTime() === item.bumpedAt.getTime()) item.updatedAt = moment
        item.bumpedAt = moment
        if (createdAt < item.createdAt) item.createdAt = createdAt
      },
    },
    neighbours,
  )
}

const HOMES = 7
/** The seventh home belongs to the things that were bought safely. */
const COVERS_IN_STORIES: ReadonlySet<string> = new Set(
  DEAL_STORIES.map(({ picture }) => picture.replace(/^thing-|-7$/g, "")),
)

const countHomes = (cover: string) => (COVERS_IN_STORIES.has(cover) ? HOMES - 1 : HOMES)

/**
 * The state of the next thing of a kind: of those that a search finds there are no more than pictures, with
 * one left for what the demo accounts sell.
 */
function pickState({ picture }: Good, openByCover: Map<string, number>, random: SeededRandom): ItemState {
  const state = pickByShare(STATE_SHARES, random)
  const open = openByCover.get(picture) ?? 0
  if (state === "sold" || open >= countHomes(picture) - 1) return "sold"
  openByCover.set(picture, open + 1)
  return state
}

/** Gives each thing one of the homes where it was photographed. */
function assignHomes(rows: MarketRows, demoPictures: ReadonlyMap<string, DemoPicture>): void {
  const homeById = pickHomes(
    rows.items.map((item) => ({
      id: item.id,
      cover: getThing(rows, item),
      category: item.category,
      regionCode: item.regionCode,
      priceWon: item.priceWon,
      isSold: item.state === "sold",
      bumpedAt: item.bumpedAt,
    })),
    countHomes,
  )
  const pictureByItem = new Map(
    rows.itemPictures.filter(({ position }) => position === 0).map((row) => [row.itemId, row.pictureId]),
  )
  const pictureById = new Map(rows.pictures.map((picture) => [picture.id, picture]))
  for (const item of rows.items) {
    const cover = getThing(rows, item)
    const home = homeById.get(item.id) ?? 0
    const master = demoPictures.get(home === 0 ? `thing-${cover}` : `thing-${cover}-${home + 1}`)
    const picture = pictureById.get(pictureByItem.get(item.id) ?? "")
    if (!master || !picture) throw new Error(`There is no picture of ${cover}`)
    const { storageKey, name, width, height, bytes, placeholder } = master
    Object.assign(picture, {
      storageKey,
      originalName: `${name}.webp`,
      alt: master.alt,
      width,
      height,
      bytes,
      placeholder,
    })
  }
}

/** Creates `part` of the town. */
export async function create(client: postgres.Sql, part: string, step: RunStep): Promise<void> {
  const demoPictures = await storePictures(["thing"], step)
  const town = await findDemoPeople(client)
  await writePart(client, part, async (tx, present) => {
    const rows: MarketRows = {
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
    const market: Market = { rows, demoPictures, people, present }
    const random = createRandom("market")
    const openByCover = new Map<string, number>()
    for (let number = 0; number < ITEMS; number += 1) {
      const good = atWrapped(GOODS, number)
      const state = pickState(good, openByCover, random)
      addItem(market, { label: String(number), seller: random.pick(people), good, state })
    }
    addDemo(market, town)
    spreadPictures(market)
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
