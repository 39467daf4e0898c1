/** Owns the link in advertising that refuses it, free and without signing in (망법 §50 ④, ⑥). */
import { isId } from "#app/basics/ids.ts"
import { isSame, signature } from "#app/platform/signatures.server.ts"
import { refuseAdvertising } from "./settings.server.ts"

const keyOf = (userId: string) => signature("advertising", userId).slice(0, 32)

/** The address at which this person refuses advertising. */
export const advertisingRefusalHref = (userId: string): string =>
  `/refuse-advertising?${new URLSearchParams({ user: userId, key: keyOf(userId) })}`

/** Whether the link is one of ours. */
export const isRefusalLink = (query: URLSearchParams): boolean =>
  isId(query.get("user")) && isSame(query.get("key") ?? "", keyOf(query.get("user") ?? ""))

/** Refuses advertising for whom the link is; false for a link that is not ours. */
export async function refuseByLink(query: URLSearchParams): Promise<boolean> {
  const userId = query.get("user")
  if (!isRefusalLink(query) || userId === null) return false
  await refuseAdvertising(userId)
  return true
}
