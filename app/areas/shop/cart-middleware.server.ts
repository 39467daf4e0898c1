/** Whose cart a request reads and changes: a member's, or that of a visitor, which is in a cookie. */
import { createContext, type MiddlewareFunction, type RouterContextProvider } from "react-router"
import { getActor, isForPictureFile, requireMember, updateCartCount } from "../accounts/guards.server.ts"
import type { Member } from "../accounts/rules.ts"
import { readCookie } from "#app/platform/cookies.server.ts"
import { setFlash } from "#app/platform/flash.server.ts"
import {
  buildCartCookie,
  CART_COOKIE,
  mergeVisitorCart,
  parseCartCookie,
  type VisitorCart,
} from "./service/visitor-cart.server.ts"

const visitorCartContext = createContext<VisitorCart | null>(null)

/**
 * Root middleware after the actor's: reads the cart of a visitor and writes it back where it was changed. The
 * first request of somebody who has signed in puts it into their own cart; until the profile is complete,
 * which holds that, it stays in the browser.
 */
export const cartMiddleware: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  if (isForPictureFile(request)) return next()
  const actor = getActor(context)
  const cart = parseCartCookie(readCookie(request, CART_COOKIE))
  if (actor.kind === "visitor") {
    context.set(visitorCartContext, cart)
    const response = await next()
    if (cart.isChanged) response.headers.append("Set-Cookie", buildCartCookie(request, cart))
    return response
  }
  if (actor.profile === null || actor.viewedBy || cart.id === null) return next()
  const { left, kinds } = await mergeVisitorCart(actor, cart)
  if (kinds !== null) updateCartCount(context, kinds)
  const response = await next()
  response.headers.append("Set-Cookie", buildCartCookie(request, { lines: [] }))
  if (left > 0) setFlash(response, `장바구니가 가득 차서 ${left}가지는 담지 못했어요`, "refused")
  return response
}

type Context = Readonly<Pick<RouterContextProvider, "get">>

/** The cart of whoever makes this request; a member without a profile completes it first. */
export function requireCartOwner(context: Context, request: Request): Member | VisitorCart {
  return context.get(visitorCartContext) ?? requireMember(context, request)
}

/** How many kinds of goods lie in the cart of whoever makes this request. */
export function countCartKinds(context: Context): number {
  const actor = getActor(context)
  if (actor.kind === "member") return actor.profile?.cartCount ?? 0
  return context.get(visitorCartContext)?.lines.length ?? 0
}
