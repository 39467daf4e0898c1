/**
 * What people do while hosts fail: they read, talk, listen, buy and pay, and send again what is not answered.
 */
import { setTimeout as wait } from "node:timers/promises"
import { newId } from "#app/basics/ids.ts"
import { createPeople, createRooms } from "../../bench/live.ts"
import { createCheckoutFields } from "../setup/shop-requests.ts"
import { toCookieHeader } from "../setup/cookies.ts"
import { openLiveStream, type StreamClient } from "../setup/live-stream-client.ts"

const ROOMS = 12
/** A person may send twenty messages a minute. */
const MESSAGE_INTERVAL_MS = 3_300
const PAGE_INTERVAL_MS = 200
const RETRY_INTERVAL_MS = 250
const REQUEST_TIMEOUT_MS = 8_000
const TRADE_INTERVAL_MS = 700
const LISTS = ["/marketplace", "/jobs/hire", "/shopping", "/experts"]
const PAGES = ["/", "/shopping", "/marketplace", "/orders", "/my-info", "/about"]

export type Answer = { status: number; location: string; text: string; cookies: string }

/** Sends one request; status 0 where nobody answered. */
async function send(
  url: string,
  path: string,
  cookie: string,
  fields?: Record<string, string | string[]>,
): Promise<Answer> {
  try {
    const entries = Object.entries(fields ?? {}).flatMap(([name, value]) =>
      [value].flat().map((one) => [name, one]),
    )
    const answer = await fetch(new URL(path, url), {
      method: fields ? "POST" : "GET",
      headers: { Cookie: cookie, Origin: url },
      redirect: "manual",
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      ...(fields && { body: new URLSearchParams(entries) }),
    })
    const text = await answer.text()
    const location = answer.headers.get("Location") ?? ""
    return { status: answer.status, location, text, cookies: toCookieHeader(answer, cookie) }
  } catch {
    return { status: 0, location: "", text: "", cookies: cookie }
  }
}

/** Whether somebody at a screen would send it again: nobody answered, or nobody could. */
const isUndecided = ({ status }: Answer) => status === 0 || status >= 500 || status === 429

/**
 * Sends until somebody decides, as a person does who is told to try again: the form's own key makes one of
 * them.
 */
export async function sendUntilDecided(
  url: string,
  path: string,
  cookie: string,
  fields?: Record<string, string | string[]>,
): Promise<Answer> {
  for (;;) {
    const answer = await send(url, path, cookie, fields)
    if (!isUndecided(answer)) return answer
    await wait(RETRY_INTERVAL_MS)
  }
}

export type Buyer = { cookie: string; productId: string; variantId: string }

/** A purchase by forms, screen by screen; the id of the paid purchase, or null where somebody was faster. */
export async function buy(url: string, { cookie, productId, variantId }: Buyer): Promise<string | null> {
  const step = (path: string, fields?: Record<string, string | string[]>) =>
    sendUntilDecided(url, path, cookie, fields)
  await step(`/shopping/product/${productId}`, { intent: "cart", variantId, quantity: "1" })
  const { location: checkout } = await step("/shopping/cart", { intent: "order", submissionKey: newId() })
  if (!checkout) return null
  const { location: pay } = await step(checkout, createCheckoutFields())
  if (!pay.includes("/pay/")) return null
  const { location: done } = await step(pay, { act: "pay" })
  if (!done) return null
  const { location: complete } = await step(done)
  if (!complete.startsWith("/shopping/order-complete")) return null
  return new URL(complete, url).searchParams.get("order")
}

type Message = { roomId: string; clientKey: string }

/** One page: when it heard each number of its room, when it was told to look again, and its connections. */
export type Listener = {
  userId: string
  roomId: string
  heardAt: Map<number, number>
  lookedAgainAt: number[]
  connections: string[]
}

export type ClusterLoad = {
  /** When each message was acknowledged, and each page answered, since 1970 in milliseconds. */
  acknowledgedAt: number[]
  pagesAt: number[]
  /** The same of public lists that a visitor reads past the cache. */ listsAt: number[]
  /** And of those that a member reads. */ memberListsAt: number[]
  lists: { asked: number; answered: number }
  /** Lists that who had just changed them read, and those of them that did not show it. */
  ownReads: { all: number; stale: number }
  pageFailures: Map<number, number>
  acknowledged: Message[]
  listeners: Listener[]
  /** Stops sending, and waits for what was begun. */
  stop(): Promise<void>
  close(): void
}

/** Somebody with something for sale. */
type Trader = { userId: string; itemId: string; cookie: string }

/**
 * Begins to talk, listen and read at `url`, and lets `traders` hide and show what they sell; the people are
 * made in the database in use.
 */
export async function startClusterLoad(url: string, traders: readonly Trader[]): Promise<ClusterLoad> {
  const rooms = await createRooms(await createPeople(ROOMS * 2))
  const load: ClusterLoad = {
    acknowledgedAt: [],
    pagesAt: [],
    listsAt: [],
    memberListsAt: [],
    lists: { asked: 0, answered: 0 },
    ownReads: { all: 0, stale: 0 },
    pageFailures: new Map(),
    acknowledged: [],
    listeners: [],
    stop: async () => {
      stopping.abort()
      await Promise.all(running)
    },
    close: () => {
      for (const stream of streams) stream.stop()
    },
  }
  const stopping = new AbortController()
  const { signal } = stopping
  const pause = (ms: number) => wait(ms, undefined, { signal }).catch(() => undefined)
  const streams: StreamClient[] = []
  for (const { roomId, pair } of rooms)
    for (const { userId, cookie } of pair) {
      const listener: Listener = { userId, roomId, heardAt: new Map(), lookedAgainAt: [], connections: [] }
      const note = (what: string) => listener.connections.push(`${what} ${new Date().toISOString()}`)
      load.listeners.push(listener)
      streams.push(
        openLiveStream(
          url,
          cookie,
          (message) => {
            if (message.type === "chat.message") listener.heardAt.set(Number(message.seq), Date.now())
            if (message.type === "look-again") listener.lookedAgainAt.push(Date.now())
          },
          100,
          { onOpened: () => note("opened"), onClosed: () => note("closed") },
        ),
      )
    }
  await Promise.all(streams.map(({ opened }) => opened))
  const talk = async (roomId: string, cookie: string, offsetMs: number) => {
    await pause(offsetMs)
    while (!signal.aborted) {
      const clientKey = newId()
      const path = `/chat/messages?room=${roomId}`
      const answer = await sendUntilDecided(url, path, cookie, { intent: "send", clientKey, text: clientKey })
      if (answer.status === 200) {
        load.acknowledgedAt.push(Date.now())
        load.acknowledged.push({ roomId, clientKey })
      }
      await pause(MESSAGE_INTERVAL_MS)
    }
  }
  const read = async () => {
    const { pair } = rooms[0] ?? { pair: [] }
    for (let turn = 0; !signal.aborted; turn += 1) {
      const cookie = turn % 2 === 0 ? "" : (pair[0]?.cookie ?? "")
      const { status } = await send(url, PAGES[turn % PAGES.length] ?? "/", cookie)
      if (status > 0 && status < 500) load.pagesAt.push(Date.now())
      else load.pageFailures.set(status, (load.pageFailures.get(status) ?? 0) + 1)
      await pause(PAGE_INTERVAL_MS)
    }
  }
  const readLists = async (cookie: string, answeredAt: number[]) => {
    for (let turn = 0; !signal.aborted; turn += 1) {
      // No other page of the cache has this address.
      const { status } = await send(url, `${LISTS[turn % LISTS.length]}?after=${turn}`, cookie)
      load.lists.asked += 1
      if (status === 200) {
        load.lists.answered += 1
        answeredAt.push(Date.now())
      }
      await pause(PAGE_INTERVAL_MS)
    }
  }
  const trade = async ({ userId, itemId, cookie }: Trader) => {
    const path = `/marketplace/${itemId}`
    for (let [away, cookies] = ["1", cookie]; !signal.aborted; away = away === "1" ? "0" : "1") {
      const answer = await sendUntilDecided(url, path, cookies, { intent: "put-away", away })
      cookies = answer.cookies
      const list = await send(url, `/marketplace/seller/${userId}`, cookies)
      if (answer.status < 400 && list.status === 200) {
        load.ownReads.all += 1
        if (list.text.includes(path) !== (away === "0")) load.ownReads.stale += 1
      }
      await pause(TRADE_INTERVAL_MS)
    }
  }
  const talking = rooms.flatMap(({ roomId, pair }, index) =>
    pair.map(({ cookie }, side) =>
      talk(roomId, cookie, ((index * 2 + side) * MESSAGE_INTERVAL_MS) / (ROOMS * 2)),
    ),
  )
  const reading = [readLists("", load.listsAt), readLists(rooms[1]?.pair[0].cookie ?? "", load.memberListsAt)]
  const running = [...talking, read(), read(), ...reading, ...traders.map(trade)]
  return load
}

/** The longest time in which nothing of `times` happened, between `from` and `to`. */
export function longestGap(times: readonly number[], from: number, to: number): number {
  const inside = [from, ...times.filter((at) => at > from && at < to).sort((a, b) => a - b), to]
  return Math.max(...inside.slice(1).map((at, index) => at - (inside[index] ?? at)))
}
