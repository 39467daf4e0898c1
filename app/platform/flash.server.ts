/** The word that goes with a redirect: shown once, as a toast, on the next screen. */
import { redirect } from "react-router"
import { newId } from "../basics/ids.ts"
import { FLASH_COOKIE, REFUSED_MARK, type FlashTone } from "../basics/flash.ts"

const formatFlashCookie = (text: string, tone: FlashTone): string =>
  `${FLASH_COOKIE}=${newId().slice(-12)}~${tone === "refused" ? REFUSED_MARK : ""}` +
  `${encodeURIComponent(text)}; Path=/; Max-Age=20; SameSite=Lax`

/** Sends the visitor to `url` (a path of ours) with `text` to be shown there. */
export function redirectWithFlash(url: string, text: string, tone: FlashTone = "done"): Response {
  return redirect(url, { headers: { "Set-Cookie": formatFlashCookie(text, tone) } })
}

/** Adds `text` to an answer, to be shown on the screen after it. */
export function setFlash(response: Response, text: string, tone: FlashTone = "done"): void {
  response.headers.append("Set-Cookie", formatFlashCookie(text, tone))
}
