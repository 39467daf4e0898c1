/** Where the word that goes with a redirect lies until it is shown. */
export const FLASH_COOKIE = "baroildang.notice"

/** `refused`: it says why something was not done. */
export type FlashTone = "done" | "refused"
export const REFUSED_MARK = "!"

export type Flash = { key: string; text: string; tone: FlashTone }

/** The word in the value of the cookie and what tells it from the same word said again. */
export function readFlash(value: string | undefined): Flash | null {
  if (!value) return null
  const [, key = "", mark, text = ""] = /^(?:([0-9a-f]{12})~(!)?)?([\s\S]*)$/.exec(value) ?? []
  return {
    key: key || value.slice(0, 40),
    text: text.slice(0, 200),
    tone: mark === REFUSED_MARK ? "refused" : "done",
  }
}
