/** Where the word that goes with a redirect lies until it is shown. */
export const FLASH_COOKIE = "baroildang.notice"

/** The word in the value of the cookie and what tells it from the same word said again. */
export function readFlash(value: string | undefined): { key: string; text: string } | null {
  if (!value) return null
  const [, key = "", text = ""] = /^(?:([0-9a-f]{12})~)?([\s\S]*)$/.exec(value) ?? []
  return { key: key || value.slice(0, 40), text: text.slice(0, 200) }
}
