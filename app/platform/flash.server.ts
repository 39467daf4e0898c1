/** The word that goes with a redirect: shown once, as a toast, on the next screen. */
import { redirect } from "react-router"
import { newId } from "../basics/ids.ts"
import { FLASH_COOKIE } from "../basics/flash.ts"

/** Sends the visitor to `url` (a path of ours) with `text` to be shown there. */
export function redirectWithFlash(url: string, text: string): Response {
  return redirect(url, {
    headers: {
      "Set-Cookie":
        `${FLASH_COOKIE}=${newId().slice(-12)}~${encodeURIComponent(text)}; Path=/; Max-Age=20; ` +
        "SameSite=Lax",
    },
  })
}
