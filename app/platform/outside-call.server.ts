/**
 * Calls to addresses that somebody else has typed: over HTTPS, to public addresses alone, without following
 * where they lead. The address is checked at the moment of the connection, because names can change.
 */
import { lookup as resolveName } from "node:dns"
import { request } from "node:https"
import { BlockList, isIP, type LookupFunction } from "node:net"

const TIMEOUT_MS = 10_000
const MAX_URL_LENGTH = 500

const privateAddresses = new BlockList()
for (const [network, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const)
  privateAddresses.addSubnet(network, bits, "ipv4")
/** Of IPv6 only what is given out for the public net, without tunnels, which lead to any IPv4. */
const publicIpv6 = new BlockList()
publicIpv6.addSubnet("2000::", 3, "ipv6")
const tunnels = new BlockList()
for (const [network, bits] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
] as const)
  tunnels.addSubnet(network, bits, "ipv6")

/** Whether `address` is one of the public net. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !privateAddresses.check(address, "ipv4")
  return version === 6 && publicIpv6.check(address, "ipv6") && !tunnels.check(address, "ipv6")
}

/** Whether `text` is an address that may be called at all; where its name leads is asked at the call. */
export function isOutsideUrl(text: string): boolean {
  const url = text.length > MAX_URL_LENGTH ? null : URL.parse(text)
  if (url?.protocol !== "https:" || url.username !== "" || url.password !== "" || url.hash !== "")
    return false
  const host = url.hostname.replace(/^\[|\]$/g, "")
  return isIP(host) === 0
    ? /\.[a-z][a-z0-9-]*\.?$/i.test(host) && !/\.(?:local|internal)\.?$/i.test(host)
    : isPublicAddress(host)
}

/** Finds the addresses of a name as a connection does, and gives none where one of them is private. */
const lookupPublic: LookupFunction = (name, options, done) => {
  resolveName(name, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, "")
    if (addresses.length === 0 || !addresses.every(({ address }) => isPublicAddress(address)))
      return done(new Error("The name leads to an address that is not public"), "")
    const [first] = addresses
    return options.all ? done(null, addresses) : done(null, first?.address ?? "", first?.family)
  })
}

export type OutsideCall = { url: string; headers: Record<string, string>; body: string }
/** Sends a body and gives the status of the answer; rejects where there was none. */
export type OutsideTransport = (call: OutsideCall) => Promise<number>

const postToPublicAddress: OutsideTransport = ({ url, headers, body }) =>
  new Promise((resolve, reject) => {
    if (!isOutsideUrl(url)) return reject(new Error("The address is not public"))
    const call = request(
      url,
      {
        method: "POST",
        headers: { ...headers, "Content-Length": String(Buffer.byteLength(body)) },
        lookup: lookupPublic,
        agent: false,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      },
      (response) => {
        // What is said besides is nobody's concern, and could go on for ever.
        response.destroy()
        resolve(response.statusCode ?? 0)
      },
    )
    call.on("error", reject)
    call.end(body)
    return undefined
  })

let transport: OutsideTransport = postToPublicAddress
/** Calls an address that somebody else has typed; rejects where it is private or does not answer in 10 s. */
export const callOutside: OutsideTransport = (call) => transport(call)

/** Replaces the way outside, for tests; null for the real one. */
export function setOutsideTransport(replacement: OutsideTransport | null): void {
  transport = replacement ?? postToPublicAddress
}
