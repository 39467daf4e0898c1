/** How cookies are read and written: the same attributes for all, and over https for https alone. */
import { isCleanText } from "../basics/korean.ts"

const isHttps = (request: Request) => new URL(request.url).protocol === "https:"

/**
 * The Set-Cookie line of a cookie that page scripts cannot read. Without `maxAgeMs` the browser forgets the
 * cookie when it closes; 0 takes it away. Over https its name begins with `__Host-`: no neighbouring host and
 * no page over http can write one.
 */
export function formatSetCookie(request: Request, name: string, value: string, maxAgeMs?: number): string {
  const [prefix, secureAttribute] = isHttps(request) ? ["__Host-", "; Secure"] : ["", ""]
  const maxAgeAttribute = maxAgeMs === undefined ? "" : `; Max-Age=${Math.floor(maxAgeMs / 1_000)}`
  return `${prefix}${name}=${value}; Path=/${maxAgeAttribute}; HttpOnly; SameSite=Lax${secureAttribute}`
}

/**
 * Makes every cookie that `headers` set one for https alone, also those whose writer does not know the
 * request.
 */
export function makeCookiesSecure(headers: Headers): void {
  const cookies = headers.getSetCookie()
  if (cookies.every((cookie) => /;\s*secure\s*(?:;|$)/i.test(cookie))) return
  headers.delete("Set-Cookie")
  for (const cookie of cookies)
    headers.append("Set-Cookie", /;\s*secure\s*(?:;|$)/i.test(cookie) ? cookie : `${cookie}; Secure`)
}

/**
 * The value of one cookie of `request`, decoded; undefined where it is absent, broken, or no text that the
 * database takes.
 */
export const readCookie = (request: Request, name: string): string | undefined =>
  readCookieValue(request.headers.get("Cookie") ?? "", name)

/** As {@link readCookie}, of the value of a Cookie header. */
export function readCookieValue(header: string, name: string): string | undefined {
  const pairs = header.split(";").map((pair) => pair.trim())
  // One with the prefix was written by this host over https; one without may be a neighbouring host's.
  const pair =
    pairs.find((cookiePair) => cookiePair.startsWith(`__Host-${name}=`)) ??
    pairs.find((cookiePair) => cookiePair.startsWith(`${name}=`))
  try {
    const value = pair && decodeURIComponent(pair.slice(pair.indexOf("=") + 1).trim())
    return value !== undefined && isCleanText(value) ? value : undefined
  } catch {
    return undefined
  }
}
