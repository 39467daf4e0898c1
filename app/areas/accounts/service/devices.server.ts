/**
 * Which devices have signed in to an account before: they have a door of their own while strangers
 * guess.
 */
import { newId } from "../../../basics/ids.ts"
import { DAY_MS } from "../../../basics/time.ts"
import { formatSetCookie, readCookie } from "../../../platform/cookies.server.ts"
import { isSameSignature, sign } from "../../../platform/signatures.server.ts"

const DEVICE_COOKIE = "baroildang.device"
const MAX_ACCOUNTS = 5

/** The marks in the device cookie: `{device id}.{signature over device and user}`, the newest first. */
const readDeviceMarks = (request: Request) =>
  (readCookie(request, DEVICE_COOKIE) ?? "")
    .split("~")
    .filter((mark) => mark.length < 120)
    .slice(0, MAX_ACCOUNTS)

/** The id of this device where it has signed in as `userId` before, else null. */
export function findKnownDevice(request: Request, userId: string): string | null {
  for (const mark of readDeviceMarks(request)) {
    const [device = "", markSignature = ""] = mark.split(".")
    if (isSameSignature(markSignature, sign("device", `${device} ${userId}`))) return device
  }
  return null
}

/** The Set-Cookie line that remembers that this device has signed in as `userId`, for a year. */
export function buildDeviceCookie(request: Request, userId: string): string {
  const knownDeviceId = findKnownDevice(request, userId)
  const device = knownDeviceId ?? newId()
  const mark = `${device}.${sign("device", `${device} ${userId}`)}`
  const marks = [mark, ...readDeviceMarks(request).filter((other) => other !== mark)].slice(0, MAX_ACCOUNTS)
  return formatSetCookie(request, DEVICE_COOKIE, marks.join("~"), 365 * DAY_MS)
}
