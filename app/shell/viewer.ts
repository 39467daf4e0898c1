import { now } from "../basics/clock.ts"
import { getNeighbourhood } from "../areas/accounts/neighbourhood-rules.ts"
import { isAdmin, isExpert, getMyPagePath, toWatchedActor, type Actor } from "../areas/accounts/rules.ts"

/** What the shell knows of who looks at it. */
export type Viewer = {
  signedIn: boolean
  name: string
  isExpert: boolean
  isAdmin: boolean
  myPage: string
  cartCount: number
  chatCount: number
  notificationCount: number
  /** The region that lists begin with; null where nobody said. */
  regionCode: string | null
  watchedActor: ReturnType<typeof toWatchedActor>
}

export const VISITOR_VIEWER: Viewer = {
  signedIn: false,
  name: "",
  isExpert: false,
  isAdmin: false,
  myPage: "/my-info",
  cartCount: 0,
  chatCount: 0,
  notificationCount: 0,
  regionCode: null,
  watchedActor: null,
}

/**
 * The actor as the shell shows it; carries nothing that the person may not see of themselves. Null for a
 * visitor of whom nothing is known.
 */
export function toViewer(actor: Actor): Viewer | null {
  const regionCode = getNeighbourhood(actor)?.regionCode ?? null
  if (actor.kind === "visitor") return regionCode === null ? null : { ...VISITOR_VIEWER, regionCode }
  return {
    signedIn: true,
    name: actor.profile?.name ?? "",
    isExpert: isExpert(actor),
    isAdmin: isAdmin(actor),
    myPage: getMyPagePath(actor),
    cartCount: actor.profile?.cartCount ?? 0,
    chatCount: actor.profile?.chatCount ?? 0,
    notificationCount: actor.notificationCount,
    regionCode,
    // Whoever looks as somebody else has a session of their own, which ends where it began.
    watchedActor: actor.viewedBy ? null : toWatchedActor(actor, now().getTime()),
  }
}
