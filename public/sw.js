/* What the browser keeps for when there is no connection, and push. Kept small, and forgotten with the person it belongs to. */

const VERSION = "2"
const PUBLIC = `baroildang-public-${VERSION}`
const OWN = `baroildang-own-${VERSION}`
const FACTS = `baroildang-facts-${VERSION}`
const CACHES = [PUBLIC, OWN, FACTS]
const OFFLINE = "/offline.html"
/** Opens what is shown without a connection anew when it is back. */
const OFFLINE_SCRIPT = "/offline.js"
const LASTING_PATHS = [OFFLINE, OFFLINE_SCRIPT, "/favicon.svg"]

const MOST_ENTRIES = 60
const MOST_BYTES = 20 * 1024 * 1024
const MOST_ENTRY_BYTES = 2 * 1024 * 1024

/** Pages that look the same to everybody; kept as a visitor sees them or as the person does, apart. */
const PUBLIC_PAGES = [
  /^\/$/,
  /^\/category\/[a-z]+$/,
  /^\/experts$/,
  /^\/expert\/[0-9a-f-]{36}$/,
  /^\/jobs\/(hire|seek)(\/[0-9a-f-]{36})?$/,
  /^\/marketplace(\/[0-9a-f-]{36})?$/,
  /^\/shopping(\/product\/[0-9a-f-]{36})?$/,
  /^\/notices(\/[0-9a-f-]{36})?$/,
  /^\/(faq|about|terms|privacy|safety|support)$/,
]
/** Lists of one's own. */
const OWN_PAGES = [
  /^\/orders$/,
  /^\/orders\/[0-9a-f-]{36}(\/proposals)?$/,
  /^\/expert-dashboard(\/(requests|proposals))?$/,
  /^\/chat$/,
  /^\/notifications$/,
  /^\/shopping\/orders$/,
]
const LASTING = /^\/assets\//
const PICTURE = /^\/pictures\/[0-9a-f-]{36}\/(160|320)\.webp$/

const isPublicPage = (path) => PUBLIC_PAGES.some((one) => one.test(path))
const isOwnPage = (path) => OWN_PAGES.some((one) => one.test(path))

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(PUBLIC)
      .then((cache) => cache.addAll(LASTING_PATHS))
      .then(() => self.skipWaiting()),
  )
})

self.addEventListener("activate", (event) => {
  event.waitUntil(
    Promise.all([caches.keys(), self.registration.navigationPreload?.enable()])
      .then(([names]) =>
        Promise.all(
          names
            .filter((name) => name.startsWith("baroildang-") && !CACHES.includes(name))
            .map((name) => caches.delete(name)),
        ),
      )
      .then(() => self.clients.claim()),
  )
})

// ── Whose it is

const OWNER = "/-/owner"

async function readFacts() {
  const stored = await (await caches.open(FACTS)).match(OWNER)
  const { owner = "", staysSignedIn: outlivesClosing = false } = stored ? await stored.json() : {}
  return { owner, outlivesClosing }
}
const readOwner = async () => (await readFacts()).owner

/** One after the other: told twice at once, the second would take away what was kept after the first. */
let ownerIsSet = Promise.resolve()

/**
 * Pages of somebody else are gone before the next one is shown. `staysSignedIn`: 로그인 상태 유지, which
 * outlives closing.
 */
function setOwner(owner, staysSignedIn) {
  const isSet = ownerIsSet.then(() => changeOwner(owner, staysSignedIn))
  ownerIsSet = isSet.catch(() => {})
  return isSet
}

async function changeOwner(owner, staysSignedIn) {
  const before = await readFacts()
  if (before.owner === owner && before.outlivesClosing === staysSignedIn) return
  if (before.owner !== owner) await caches.delete(OWN)
  await (await caches.open(FACTS)).put(OWNER, Response.json({ owner, staysSignedIn }))
}

/**
 * Closing the last page signs out: where none is open, nothing of the person is shown to whoever opens the
 * next.
 */
async function forgetAfterClosing() {
  const { owner, outlivesClosing } = await readFacts()
  if (owner === "" || outlivesClosing) return
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true })
  if (pages.length === 0) await setOwner("", false)
}

self.addEventListener("message", (event) => {
  const { type, owner, staysSignedIn, path } = event.data ?? {}
  if (type === "owner")
    event.waitUntil(
      setOwner(typeof owner === "string" ? owner : "", staysSignedIn === true).then(() =>
        copyFirstPage(event.source),
      ),
    )
  if (type === "seen" && typeof path === "string" && path.startsWith("/"))
    event.waitUntil(copyPage(new URL(path, self.location.origin)))
})

/** The page of a first visit came before there was a worker: it is kept with what it is drawn with. */
async function copyFirstPage(client) {
  if (!client?.url) return
  const url = new URL(client.url)
  if (!(await copyPage(url))) return
  const html = await (await find(url))?.text()
  const paths = new Set(html?.match(/(?<=\b(?:href|src)=")\/assets\/[^"?#]+\.(?:css|svg)/g))
  for (const path of paths) {
    if (await caches.match(path)) continue
    // The browser has it from a moment ago.
    const response = await fetch(path).catch(() => null)
    if (response) await keepAsset(path, response)
  }
}

/**
 * A page that was reached without a document of its own is fetched once more, at most every few minutes.
 * Returns whether it was.
 */
async function copyPage(url) {
  if (url.origin !== self.location.origin || !(isPublicPage(url.pathname) || isOwnPage(url.pathname)))
    return false
  const before = (await find(url))?.headers.get("X-Cached-At")
  if (before && Date.now() - Number(before) < (isOwnPage(url.pathname) ? 60_000 : 300_000)) return false
  // It is no use of the session, and takes no closing back.
  const response = await fetch(url, { headers: { "X-Copy": "1" } }).catch(() => null)
  if (response?.status !== 200 || response.redirected) return false
  await keepPage(url, response)
  return true
}

// ── Pages, scripts, pictures

self.addEventListener("fetch", (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (url.origin !== self.location.origin) return
  // By the router, or by the form itself where scripts have not come yet.
  if (request.method === "POST" && /^\/logout(\.data)?$/.test(url.pathname)) {
    event.waitUntil(setOwner("", false))
    return
  }
  if (request.method !== "GET") return
  if (request.mode === "navigate") event.respondWith(page(event, url))
  else if (url.pathname === OFFLINE_SCRIPT)
    event.respondWith(caches.match(OFFLINE_SCRIPT).then((cached) => cached ?? fetch(request)))
  else if (LASTING.test(url.pathname) || PICTURE.test(url.pathname)) event.respondWith(asset(event, url))
})

/** The newest page where there is a connection, else the last one that was seen, else a page that says so. */
async function page(event, url) {
  const path = url.pathname
  await forgetAfterClosing()
  try {
    const response = (await event.preloadResponse) ?? (await fetch(event.request))
    if (response.status === 200 && !response.redirected && (isPublicPage(path) || isOwnPage(path)))
      event.waitUntil(keepPage(url, response.clone()))
    return response
  } catch {
    return (await lastSeen(url)) ?? (await caches.match(OFFLINE)) ?? Response.error()
  }
}

/** A page that a signed-in person saw is theirs, public or not: it says their name. */
async function keepPage(url, response) {
  const owner = await readOwner()
  const html = await response.text()
  // The way out is on every page of somebody who is signed in; before the worker has heard of that person
  // nothing of theirs is kept.
  const shown = html.includes('action="/logout"')
  if (shown !== (owner !== "")) return
  if (!shown && isOwnPage(url.pathname)) return
  await put(shown ? OWN : PUBLIC, url, html)
  // Who signed out meanwhile is forgotten with the page that was still on its way.
  if (shown && (await readOwner()) !== owner) await (await caches.open(OWN)).delete(url.pathname + url.search)
}

async function put(name, url, html) {
  const cache = await caches.open(name)
  const headers = {
    "Content-Type": "text/html; charset=utf-8",
    "X-Cached-At": String(Date.now()),
    "Content-Security-Policy":
      "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  }
  await cache.put(url.pathname + url.search, new Response(html, { headers }))
  await trim()
  await trimAssets()
}

/** The page as it was, readable and nothing more: its scripts would ask a server that is not there. */
async function lastSeen(url) {
  const cached = await find(url)
  if (!cached) return undefined
  const at = Number(cached.headers.get("X-Cached-At"))
  const silent = (await cached.text()).replace(
    /<script\b[^>]*>[\s\S]*?<\/script>|<link\b[^>]*\brel="modulepreload"[^>]*>/g,
    "",
  )
  const html = silent
    .replace("<head>", `<head><script src="${OFFLINE_SCRIPT}"></script>`)
    .replace(/<body([^>]*)>/, (body) => body + staleSign(at))
  return new Response(html, { headers: cached.headers })
}

/** The kept page: the person's own, or, for a visitor, everybody's. */
async function find(url) {
  const name = (await readOwner()) === "" ? PUBLIC : OWN
  return (await caches.open(name)).match(url.pathname + url.search)
}

function staleSign(at) {
  const time = new Intl.DateTimeFormat("ko-KR", {
    timeZone: "Asia/Seoul",
    month: "long",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
  })
    .format(at)
    .replace(/ (?=\d+:)/, "\u00A0")
  // As the bar of a page that is open (shell/connection-bar.tsx).
  return `<p role="status" data-stale class="sticky top-0 z-60 bg-fill px-4 py-3 text-center text-sm font-medium text-balance text-base-content">인터넷 연결이 끊겼어요 · ${time}에 본 화면이에요 · <a href="" class="font-semibold underline underline-offset-2">다시 연결하기</a></p>`
}

/** Built files never change, so the kept one is right; pictures neither. */
async function asset(event, url) {
  const cached = await caches.match(url.pathname)
  if (cached) return cached
  const response = await fetch(event.request)
  event.waitUntil(keepAsset(url.pathname, response))
  return response
}

/** Keeps a copy of what may be kept; the response itself stays to be read. */
async function keepAsset(path, response) {
  const isPrivate = /no-store|private/.test(response.headers.get("Cache-Control") ?? "")
  if (
    response.status !== 200 ||
    isPrivate ||
    Number(response.headers.get("Content-Length") ?? 0) > MOST_ENTRY_BYTES
  )
    return
  const copy = response.clone()
  const cache = await caches.open(LASTING.test(path) ? PUBLIC : OWN)
  await cache.put(path, copy)
  await trimAssets()
}

// ── Limits

const isPageEntry = (request) => {
  const { pathname } = new URL(request.url)
  return !LASTING.test(pathname) && !PICTURE.test(pathname) && !LASTING_PATHS.includes(pathname)
}

/** At most 60 pages, the longest unseen go first. */
async function trim() {
  const entries = []
  for (const name of [PUBLIC, OWN]) {
    const cache = await caches.open(name)
    for (const request of await cache.keys()) {
      if (!isPageEntry(request)) continue
      const cached = await cache.match(request)
      entries.push({ cache, request, at: Number(cached?.headers.get("X-Cached-At") ?? 0) })
    }
  }
  entries.sort((a, b) => a.at - b.at)
  for (const { cache, request } of entries.slice(0, Math.max(0, entries.length - MOST_ENTRIES)))
    await cache.delete(request)
}

let trimming
/** At most 20 MB all together; what came first goes first. */
function trimAssets() {
  trimming ??= (async () => {
    const entries = []
    let bytes = 0
    for (const name of [PUBLIC, OWN]) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const response = await cache.match(request)
        const size = Number(response?.headers.get("Content-Length")) || ((await response?.blob())?.size ?? 0)
        bytes += size
        if (!LASTING_PATHS.includes(new URL(request.url).pathname)) entries.push({ cache, request, size })
      }
    }
    for (const { cache, request, size } of entries) {
      if (bytes <= MOST_BYTES) break
      await cache.delete(request)
      bytes -= size
    }
  })().finally(() => (trimming = undefined))
  return trimming
}

// ── Push

self.addEventListener("push", (event) => {
  let message = {}
  try {
    message = event.data?.json() ?? {}
  } catch {
    // What cannot be read is still shown: a browser asks for it.
  }
  const text = (value, fallback) => (typeof value === "string" && value !== "" ? value : fallback)
  const shown = self.registration.showNotification(text(message.title, "바로일당에 새 소식이 있어요"), {
    body: text(message.text, ""),
    icon: "/icon-192.png",
    badge: "/status-icon.png",
    lang: "ko",
    tag: text(message.id, "baroildang"),
    data: { href: text(message.href, "/notifications") },
  })
  // Without a number the icon says that something waits.
  const unread = Number.isInteger(message.unread) && message.unread > 0 ? [message.unread] : []
  const marked = self.navigator.setAppBadge?.(...unread).catch(() => undefined)
  event.waitUntil(Promise.all([shown, marked]))
})

self.addEventListener("notificationclick", (event) => {
  event.notification.close()
  const target = new URL(event.notification.data?.href ?? "/notifications", self.location.origin)
  // Only ever a place of ours.
  const href = target.origin === self.location.origin ? target.href : self.location.origin
  event.waitUntil(
    self.clients.matchAll({ type: "window", includeUncontrolled: true }).then(async (pages) => {
      const open = pages.find((one) => new URL(one.url).origin === self.location.origin)
      if (!open) return self.clients.openWindow(href)
      // Where it may not come to the front by itself it shows the place all the same.
      await open.focus().catch(() => undefined)
      return open.navigate(href).catch(() => self.clients.openWindow(href))
    }),
  )
})
