/** Where a visitor may be sent back to: a path of this site, never another site. */

// Control characters, every kind of space, and the characters that some reader takes for a slash.
const UNSAFE_CHARACTERS = /[\p{Cc}\p{Cf}\p{Z}\\\u2044\u2215\u29f5\u29f8\u29f9\ufe68\uff0f\uff3c]/u
const PLACEHOLDER_ORIGIN = "http://this-site.invalid"
/** In characters: a longer address is no place that anybody is sent back to. */
export const MAX_RETURN_TO_LENGTH = 2_000

/**
 * `value` when it is an absolute path of this site (`/orders?tab=1#top`), else `fallback`. The answer is the
 * path as a browser would write it, in ASCII, ready for a Location header.
 */
export function toSafeReturnTo(value: unknown, fallback = "/"): string {
  if (typeof value !== "string" || value.length > MAX_RETURN_TO_LENGTH) return fallback
  if (!isPlainPath(value)) return fallback
  if (!URL.canParse(value, PLACEHOLDER_ORIGIN)) return fallback
  const url = new URL(value, PLACEHOLDER_ORIGIN)
  // "/..//evil.com" becomes "//evil.com" only here, so what comes out is checked as what went in.
  const path = url.pathname + url.search + url.hash
  return url.origin === PLACEHOLDER_ORIGIN && isPlainPath(path) ? path : fallback
}

/** Where the address of `request` says that one goes on, made safe. */
export const readReturnTo = (request: Request, fallback = "/"): string =>
  toSafeReturnTo(new URL(request.url).searchParams.get("returnTo"), fallback)

function isPlainPath(path: string): boolean {
  if (!path.isWellFormed() || !startsWithOneSlash(path) || UNSAFE_CHARACTERS.test(path)) return false
  // A proxy may decode once more than we do; a query may hold a lone "%", so only what decodes is looked at.
  let decoded = path
  for (let round = 0; round < 3; round += 1) {
    const decodedOnceMore = decoded.replace(/(?:%[0-9a-f]{2})+/gi, decodeOrKeep)
    if (decodedOnceMore === decoded) break
    decoded = decodedOnceMore
    if (/[\p{Cc}\\]/u.test(decoded) || !startsWithOneSlash(decoded)) return false
  }
  return true
}

function startsWithOneSlash(path: string): boolean {
  return /^\/(?![/\\])/.test(path)
}

function decodeOrKeep(encoded: string): string {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return encoded.replace(/%([0-7][0-9a-f])/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
  }
}
