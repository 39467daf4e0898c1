/**
 * Owns from where a request came and under which public address: decided once, from settings and from proxies
 * that are trusted.
 */
import type { IncomingHttpHeaders, IncomingMessage } from "node:http"
import { BlockList, isIP, isIPv6 } from "node:net"
import { env, fixedOrigin, keptWith, ownOrigin } from "../app/platform/env.server.ts"

/** `address`: of the visitor. `origin`: scheme and host under which the visitor sees the product. */
export type Arrival = { address: string; origin: string }

/** Where proxies stand that nobody named: on this machine, or in a private network with it. */
const NEAR = [
  "127.0.0.0/8",
  "::1",
  "10.0.0.0/8",
  "172.16.0.0/12",
  "192.168.0.0/16",
  "169.254.0.0/16",
  "fc00::/7",
  "fe80::/10",
]
const LOOPBACK = "127.0.0.1"
/** Of a connection that has gone already; nobody trusts it. */
const UNKNOWN = "0.0.0.0"
const HOST = /^(?:[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i

function blockListOf(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = "", bits] = network.split("/")
    const family = isIPv6(address) ? "ipv6" : "ipv4"
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}

const near = blockListOf(NEAR)
/** The networks of TRUSTED_PROXIES; null where none are named. */
const named = keptWith(() => {
  const { TRUSTED_PROXIES } = env()
  return TRUSTED_PROXIES ? blockListOf(TRUSTED_PROXIES) : null
})

const holds = (list: BlockList, address: string) =>
  isIP(address) !== 0 && list.check(address, isIPv6(address) ? "ipv6" : "ipv4")

/** True where what a connection from `peer` says about the visitor is believed. */
function isTrusted(peer: string): boolean {
  const list = named() ?? (env().TRUST_PROXY ? near : null)
  return list !== null && holds(list, peer)
}

/** An address without the port and brackets that some proxies add; undefined where it is none. */
function plainAddress(text: string): string | undefined {
  const trimmed = text.trim()
  const bare =
    /^\[([^\]]+)\](?::\d+)?$/.exec(trimmed)?.[1] ??
    (/^[\d.]+:\d+$/.test(trimmed) ? trimmed.split(":")[0] : trimmed)
  const address = bare?.replace(/^::ffff:(?=\d+\.)/i, "")
  return address && isIP(address) ? address : undefined
}

/**
 * The nearest address in `forwarded`, which proxies write from left to right, that is no proxy of ours. Where
 * no networks are named there is one proxy, so what it wrote last is the visitor.
 */
function visitorOf(peer: string, forwarded: string | undefined): string {
  let visitor = peer
  const networks = named()
  for (const hop of forwarded?.split(",").reverse() ?? []) {
    const address = plainAddress(hop)
    if (address === undefined) break
    visitor = address
    if (networks === null || !holds(networks, address)) break
  }
  return visitor
}

const first = (header: string | string[] | undefined) =>
  [header ?? []].flat().join(",").split(",")[0]?.trim() || undefined

type Told = { headers: IncomingHttpHeaders; peer: string; encrypted: boolean }

/**
 * Where a request came from and under which origin it sees the product. The origin of the settings stands
 * above all; without one, a trusted proxy says it in X-Forwarded-Proto and X-Forwarded-Host, else the
 * connection and Host do. Null for a Host that is none.
 */
function arrivalOf({ headers, peer: connection, encrypted }: Told): Arrival | null {
  const peer = plainAddress(connection) ?? UNKNOWN
  const trusted = isTrusted(peer)
  const address = trusted ? visitorOf(peer, [headers["x-forwarded-for"] ?? []].flat().join(",")) : peer
  const fixed = fixedOrigin()
  if (fixed) return { address, origin: fixed }
  const proto = trusted ? first(headers["x-forwarded-proto"])?.toLowerCase() : undefined
  const host = (trusted ? first(headers["x-forwarded-host"]) : undefined) ?? headers.host
  if (!host) return { address, origin: ownOrigin() }
  const origin = `${proto === "https" || (encrypted && proto !== "http") ? "https" : "http"}://${host}`
  return HOST.test(host) && URL.canParse(origin) ? { address, origin: new URL(origin).origin } : null
}

/** Asked by what cannot know an address: a balancer's check needs none to be answered. */
const CHECKS = ["/healthz", "/readyz"]

const arrivals = new WeakMap<IncomingMessage, Arrival>()

/**
 * Gives `incoming` its public address: from here on its `url` is the whole of it, and everybody who reads it
 * reads the same. Null where the request has no address that could be one; such a request is refused.
 */
export function arrive(incoming: IncomingMessage): Arrival | null {
  const target = incoming.url?.replace(/^https?:\/\/[^/?#]*/i, "") ?? ""
  const path = target.startsWith("/") ? target : target === "" || target.startsWith("?") ? `/${target}` : null
  if (path === null) return null
  // HTTP/1.1 wants a Host of every request (RFC 9112, 3.2).
  if (!incoming.headers.host && incoming.httpVersion !== "1.0" && !CHECKS.includes(path.split("?")[0] ?? ""))
    return null
  const { socket, headers } = incoming
  const arrival = arrivalOf({
    headers,
    peer: socket.remoteAddress ?? UNKNOWN,
    encrypted: "encrypted" in socket && socket.encrypted === true,
  })
  if (!arrival) return null
  incoming.url = arrival.origin + path
  arrivals.set(incoming, arrival)
  return arrival
}

/** What {@link arrive} decided for `incoming`. */
export const arrivalAt = (incoming: IncomingMessage): Arrival =>
  arrivals.get(incoming) ?? { address: LOOPBACK, origin: ownOrigin() }

/** As {@link arrive}, for a request without a connection: as if it came from this machine. */
export function arriveWithout(request: Request): { request: Request; arrival: Arrival } {
  const url = new URL(request.url)
  const headers = { host: url.host, ...Object.fromEntries(request.headers) }
  const arrival = arrivalOf({ headers, peer: LOOPBACK, encrypted: url.protocol === "https:" }) ?? {
    address: LOOPBACK,
    origin: ownOrigin(),
  }
  if (arrival.origin === url.origin) return { request, arrival }
  return { request: new Request(arrival.origin + url.pathname + url.search, request), arrival }
}
