import { isAdmin, isExpert, myPage, watchOf, type Actor } from "../areas/accounts/rules.ts"

/** What the shell knows of who looks at it. */
export type Viewer = {
  signedIn: boolean
  name: string
  isExpert: boolean
  isAdmin: boolean
  myPage: string
  cartCount: number
  chatCount: number
  noticeCount: number
  watched: ReturnType<typeof watchOf>
}

export const visitorView: Viewer = {
  signedIn: false,
  name: "",
  isExpert: false,
  isAdmin: false,
  myPage: "/my-info",
  cartCount: 0,
  chatCount: 0,
  noticeCount: 0,
  watched: null,
}

/** The actor as the shell shows it; carries nothing that the person may not see of themselves. */
export function viewerOf(actor: Actor): Viewer {
  if (actor.kind === "visitor") return visitorView
  return {
    signedIn: true,
    name: actor.profile?.name ?? "",
    isExpert: isExpert(actor),
    isAdmin: isAdmin(actor),
    myPage: myPage(actor),
    cartCount: actor.profile?.cartCount ?? 0,
    chatCount: actor.profile?.chatCount ?? 0,
    noticeCount: actor.noticeCount,
    watched: watchOf(actor),
  }
}
