/** Cookies of answers, as a browser would send them back. */

/** The name=value pairs of `before` with what `answer` sets and takes away. */
export function toCookieHeader(answer: Response, before = ""): string {
  const jar = new Map(
    before
      .split("; ")
      .filter(Boolean)
      .map((pair) => [pair.slice(0, pair.indexOf("=")), pair]),
  )
  for (const cookie of answer.headers.getSetCookie()) {
    const pair = cookie.split(";")[0] ?? ""
    const name = pair.slice(0, pair.indexOf("="))
    if (/Max-Age=0/.test(cookie)) jar.delete(name)
    else jar.set(name, pair)
  }
  return [...jar.values()].join("; ")
}

/** The name=value pair of the cookie `name` that `answer` sets; empty where it sets none. */
export const findSetCookie = (answer: Response, name: string): string =>
  answer.headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith(name))
    ?.split(";")[0] ?? ""
