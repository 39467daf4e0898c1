/** The link in advertising that refuses it, free and without signing in (망법 §50 ④, ⑥). */
import { href } from "react-router"
import { isId } from "#app/basics/ids.ts"
import { isSameSignature, sign } from "#app/platform/signatures.server.ts"
import { refuseAdvertising } from "./settings.server.ts"

const signUserId = (userId: string) => sign("advertising", userId).slice(0, 32)

/** The address at which this person refuses advertising. */
export const buildAdvertisingRefusalHref = (userId: string): string =>
  `${href("/refuse-advertising")}?${new URLSearchParams({ user: userId, key: signUserId(userId) })}`

/** Whether the link is one of ours. */
export const isAdvertisingRefusalLink = (query: URLSearchParams): boolean =>
  isId(query.get("user")) && isSameSignature(query.get("key") ?? "", signUserId(query.get("user") ?? ""))

/** Refuses advertising for whom the link is; false for a link that is not ours. */
export async function refuseAdvertisingByLink(query: URLSearchParams): Promise<boolean> {
  const userId = query.get("user")
  if (!isAdvertisingRefusalLink(query) || userId === null) return false
  await refuseAdvertising(userId)
  return true
}
