/** How cookies are written: the same attributes for all, and over https for https alone. */

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
