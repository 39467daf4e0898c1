/**
 * Owns which devices have signed in to an account before: they have a door of their own while strangers
 * guess.
 */
import { newId } from "../../../basics/ids.ts"
import { dayMs } from "../../../basics/time.ts"
import { cookieText } from "../../../platform/cookies.server.ts"
import { readCookie } from "../session.server.ts"
import { isSame, signature } from "../../../platform/signatures.server.ts"

const DEVICE_COOKIE = "baroildang.device"
const MOST_ACCOUNTS = 5

/** The marks in the device cookie: `{device id}.{signature over device and user}`, the newest first. */
const marksOf = (request: Request) =>
  (readCookie(request, DEVICE_COOKIE) ?? "")
    .split("~")
    .filter((mark) => mark.length < 120)
    .slice(0, MOST_ACCOUNTS)

/** The id of this device where it has signed in as `userId` before, else null. */
export function knownDevice(request: Request, userId: string): string | null {
  for (const mark of marksOf(request)) {
    const [device = "", signed = ""] = mark.split(".")
    if (isSame(signed, signature("device", `${device} ${userId}`))) return device
  }
  return null
}

/** The Set-Cookie line that remembers that this device has signed in as `userId`, for a year. */
export function deviceCookie(request: Request, userId: string): string {
  const known = knownDevice(request, userId)
  const device = known ?? newId()
  const mark = `${device}.${signature("device", `${device} ${userId}`)}`
  const marks = [mark, ...marksOf(request).filter((other) => other !== mark)].slice(0, MOST_ACCOUNTS)
  return cookieText(request, DEVICE_COOKIE, marks.join("~"), 365 * dayMs)
}
