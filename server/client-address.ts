/**
 * From where a request came and under which public address: decided once, from settings and from proxies
 * that are trusted.
 */
import type { IncomingHttpHeaders, IncomingMessage } from "node:http"
import { BlockList, isIP, isIPv6 } from "node:net"
import { env, getConfiguredOrigin, memoizePerEnvironment, getOwnOrigin } from "../app/platform/env.server.ts"

/** `address`: of the visitor. `origin`: scheme and host under which the visitor sees the product. */
export type ClientInfo = { address: string; origin: string }

/** Where proxies stand that nobody named: on this machine, or in a private network with it. */
const PRIVATE_NETWORKS = [
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
const UNKNOWN_ADDRESS = "0.0.0.0"
const HOST_PATTERN = /^(?:[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i

function createBlockList(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = "", bits] = network.split("/")
    const family = isIPv6(address) ? "ipv6" : "ipv4"
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}

const privateNetworks = createBlockList(PRIVATE_NETWORKS)
/** The networks of TRUSTED_PROXIES; null where none are named. */
const getTrustedProxies = memoizePerEnvironment(() => {
  const { TRUSTED_PROXIES } = env()
  return TRUSTED_PROXIES ? createBlockList(TRUSTED_PROXIES) : null
})

const includesAddress = (list: BlockList, address: string) =>
  isIP(address) !== 0 && list.check(address, isIPv6(address) ? "ipv6" : "ipv4")

/** True where what a connection from `peer` says about the visitor is believed. */
function isTrustedProxy(peer: string): boolean {
  const list = getTrustedProxies() ?? (env().TRUST_PROXY ? privateNetworks : null)
  return list !== null && includesAddress(list, peer)
}

/** An address without the port and brackets that some proxies add; undefined where it is none. */
function parseIpAddress(text: string): string | undefined {
  const trimmed = text.trim()
  const withoutPort =
    /^\[([^\]]+)\](?::\d+)?$/.exec(trimmed)?.[1] ??
    (/^[\d.]+:\d+$/.test(trimmed) ? trimmed.split(":")[0] : trimmed)
  const address = withoutPort?.replace(/^::ffff:(?=\d+\.)/i, "")
  return address && isIP(address) ? address : undefined
}

/**
 * The nearest address in `forwarded`, which proxies write from left to right, that is no proxy of ours. Where
 * no networks are named there is one proxy, so what it wrote last is the visitor.
 */
function findVisitorAddress(peer: string, forwarded: string | undefined): string {
  let visitor = peer
  const networks = getTrustedProxies()
  for (const hop of forwarded?.split(",").reverse() ?? []) {
    const address = parseIpAddress(hop)
    if (address === undefined) break
    visitor = address
    if (networks === null || !includesAddress(networks, address)) break
  }
  return visitor
}

const getFirstHeaderValue = (header: string | string[] | undefined) =>
  [header ?? []].flat().join(",").split(",")[0]?.trim() || undefined

type ConnectionInfo = { headers: IncomingHttpHeaders; peer: string; encrypted: boolean }

/**
 * Where a request came from and under which origin it sees the product. The origin of the settings stands
 * above all; without one, a trusted proxy says it in X-Forwarded-Proto and X-Forwarded-Host, else the
 * connection and Host do. Null for a Host that is none.
 */
function determineClient({ headers, peer: connection, encrypted }: ConnectionInfo): ClientInfo | null {
  const peer = parseIpAddress(connection) ?? UNKNOWN_ADDRESS
  const isTrustedPeer = isTrustedProxy(peer)
  const address = isTrustedPeer
    ? findVisitorAddress(peer, [headers["x-forwarded-for"] ?? []].flat().join(","))
    : peer
  const configuredOrigin = getConfiguredOrigin()
  if (configuredOrigin) return { address, origin: configuredOrigin }
  const proto = isTrustedPeer ? getFirstHeaderValue(headers["x-forwarded-proto"])?.toLowerCase() : undefined
  const host = (isTrustedPeer ? getFirstHeaderValue(headers["x-forwarded-host"]) : undefined) ?? headers.host
  if (!host) return { address, origin: getOwnOrigin() }
  const origin = `${proto === "https" || (encrypted && proto !== "http") ? "https" : "http"}://${host}`
  return HOST_PATTERN.test(host) && URL.canParse(origin) ? { address, origin: new URL(origin).origin } : null
}

/** Asked by what cannot know an address: a balancer's check needs none to be answered. */
const HEALTH_CHECK_PATHS = ["/healthz", "/readyz", "/readyz/reads"]

const clientByRequest = new WeakMap<IncomingMessage, ClientInfo>()

/**
 * Gives `incoming` its public address: from here on its `url` is the whole of it, and everybody who reads it
 * reads the same. Null where the request has no address that could be one; such a request is refused.
 */
export function resolveClient(incoming: IncomingMessage): ClientInfo | null {
  const target = incoming.url?.replace(/^https?:\/\/[^/?#]*/i, "") ?? ""
  const path = target.startsWith("/") ? target : target === "" || target.startsWith("?") ? `/${target}` : null
  if (path === null) return null
  // HTTP/1.1 wants a Host of every request (RFC 9112, 3.2).
  if (
    !incoming.headers.host &&
    incoming.httpVersion !== "1.0" &&
    !HEALTH_CHECK_PATHS.includes(path.split("?")[0] ?? "")
  )
    return null
  const { socket, headers } = incoming
  const client = determineClient({
    headers,
    peer: socket.remoteAddress ?? UNKNOWN_ADDRESS,
    encrypted: "encrypted" in socket && socket.encrypted === true,
  })
  if (!client) return null
  incoming.url = client.origin + path
  clientByRequest.set(incoming, client)
  return client
}

/** What {@link resolveClient} decided for `incoming`. */
export const getClient = (incoming: IncomingMessage): ClientInfo =>
  clientByRequest.get(incoming) ?? { address: LOOPBACK, origin: getOwnOrigin() }

/** As {@link resolveClient}, for a request without a connection: as if it came from this machine. */
export function resolveClientOfRequest(request: Request): { request: Request; client: ClientInfo } {
  const url = new URL(request.url)
  const headers = { host: url.host, ...Object.fromEntries(request.headers) }
  const client = determineClient({ headers, peer: LOOPBACK, encrypted: url.protocol === "https:" }) ?? {
    address: LOOPBACK,
    origin: getOwnOrigin(),
  }
  if (client.origin === url.origin) return { request, client }
  return { request: new Request(client.origin + url.pathname + url.search, request), client }
}
