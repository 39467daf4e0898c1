/** What the worker of the browser does with a push, with a tap on it, and with whose pages it keeps. */
import { readFileSync } from "node:fs"
import { createContext, runInContext } from "node:vm"
import { expect, test } from "vitest"

const SOURCE = readFileSync(new URL("../../public/sw.js", import.meta.url), "utf8")
const ORIGIN = "https://baroildang.kr"

type Handler = (event: object) => void

/** The store of the browser; a second removal comes to its turn later than the first. */
function createCaches() {
  const stores = new Map<string, Map<string, Response>>()
  let turns = 0
  return {
    open: async (name: string) => {
      const store = stores.get(name) ?? new Map<string, Response>()
      stores.set(name, store)
      return {
        match: async (path: string) => store.get(path)?.clone(),
        put: async (path: string, response: Response) => void store.set(path, response),
      }
    },
    delete: async (name: string) => {
      for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve))
      turns += 10
      return stores.delete(name)
    },
    has: async (name: string) => stores.has(name),
  }
}

/** The worker with `pages` open, and what it did. */
function startWorker(pages: { url: string; canFocus: boolean; canNavigate: boolean }[] = []) {
  const handlers = new Map<string, Handler>()
  const done: unknown[] = []
  const clients = {
    matchAll: async () =>
      pages.map(({ url, canFocus, canNavigate }) => ({
        url,
        focus: async () => {
          if (!canFocus) throw new TypeError("not allowed")
          done.push(["focus", url])
        },
        navigate: async (href: string) => {
          if (!canNavigate) throw new TypeError("not its page")
          done.push(["navigate", href])
        },
      })),
    openWindow: async (href: string) => void done.push(["open", href]),
  }
  const self = {
    addEventListener: (name: string, handler: Handler) => void handlers.set(name, handler),
    location: { origin: ORIGIN },
    navigator: { setAppBadge: async (...count: number[]) => void done.push(["badge", ...count]) },
    clients,
    registration: {
      showNotification: async (title: string, { body, tag, data }: Record<string, unknown>) =>
        void done.push(["show", title, body, tag, data]),
    },
  }
  const caches = createCaches()
  runInContext(SOURCE, createContext({ self, caches, URL, Request, Response, Headers }))
  return {
    done,
    caches,
    tell: async (name: string, facts: object) => {
      const waits: unknown[] = []
      handlers.get(name)?.({ waitUntil: (wait: unknown) => void waits.push(wait), ...facts })
      await Promise.all(waits)
    },
  }
}

const tap = (href: unknown) => ({ notification: { close: () => {}, data: { href } } })
const orders = { url: `${ORIGIN}/orders`, canFocus: true, canNavigate: true }

test("a push is shown with its place and number, and one that cannot be read is shown, too", async () => {
  const { done, tell } = startWorker()
  const quote = { id: "1", title: "새 견적", text: "열기", href: "/orders", unread: 3 }
  await tell("push", { data: { json: () => quote } })
  await tell("push", {
    data: {
      json: () => {
        throw new SyntaxError("no JSON")
      },
    },
  })
  expect(done).toEqual([
    ["show", "새 견적", "열기", "1", { href: "/orders" }],
    ["badge", 3],
    ["show", "바로일당에 새 소식이 있어요", "", "baroildang", { href: "/notifications" }],
    ["badge"],
  ])
})

test("a tap leads the open page on, also where it may not come to the front", async () => {
  const seen = startWorker([orders])
  await seen.tell("notificationclick", tap("/chat"))
  expect(seen.done).toEqual([
    ["focus", orders.url],
    ["navigate", `${ORIGIN}/chat`],
  ])
  const behind = startWorker([{ ...orders, canFocus: false }])
  await behind.tell("notificationclick", tap("/chat"))
  expect(behind.done).toEqual([["navigate", `${ORIGIN}/chat`]])
})

test("a tap opens a window where no page is open or may be led, and no place of others", async () => {
  const none = startWorker()
  await none.tell("notificationclick", tap("/chat"))
  const foreign = startWorker([{ ...orders, canNavigate: false }])
  await foreign.tell("notificationclick", tap("https://elsewhere.example/"))
  expect([none.done, foreign.done]).toEqual([
    [["open", `${ORIGIN}/chat`]],
    [
      ["focus", orders.url],
      ["open", ORIGIN],
    ],
  ])
})

test("who is told twice at once to be signed in keeps what was kept after the first word", async () => {
  const { caches, tell } = startWorker()
  const word = { data: { type: "owner", owner: "a", staysSignedIn: true } }
  const first = tell("message", word).then(() => caches.open("baroildang-own-2"))
  await Promise.all([first, tell("message", word)])
  expect(await caches.has("baroildang-own-2")).toBe(true)
  await tell("message", { data: { type: "owner", owner: "b", staysSignedIn: true } })
  expect(await caches.has("baroildang-own-2")).toBe(false)
})
