/** The guards of specification §6: who may enter a screen; services ask again for themselves. */
import { anyOf } from "#app/basics/patterns.ts"
import {
  createContext,
  data,
  href,
  redirect,
  type MiddlewareFunction,
  type RouterContextProvider,
} from "react-router"
import { MAX_RETURN_TO_LENGTH } from "../../basics/safe-return-to.ts"
import { readCookie } from "../../platform/cookies.server.ts"
import { ensureDraftOwner, saveDraft } from "../../platform/drafts.server.ts"
import { getScreenPath, isSentByScript, requestContext } from "../../platform/request.server.ts"
import { isAdmin, isCustomer, isExpert, type Actor, type Member } from "./rules.ts"
import { findActor, SESSION_COOKIE } from "./session.server.ts"
import { withReturnTo } from "./sign-in-href.ts"
import { answerAsViewedPerson, readPersonView } from "./viewed-person.server.ts"

const actorContext = createContext<Actor>()
const hiddenScreenContext = createContext(false)

/**
 * What somebody may open who has not agreed to changed terms yet: the question, the texts, the ways out, and
 * what is no screen.
 */
const PATHS_OPEN_BEFORE_AGREEMENT = anyOf(
  /^\/(?:agree|terms|privacy|contact|my-info\/leave|logout|login)(?:\/|\.data$|$)/,
  /^\/(?:session|pictures|share|sitemaps|api)(?:\/|\.data$|$)/,
  /\.(txt|xml|webmanifest|html|js)$/,
)

/** What answers no screen and never asks who is there, unless it says so itself. */
const PICTURE_FILE_PATH = /^\/pictures\/[^/]+\/[^/]+\.webp$/
/** Whether `request` is for a picture, of which a page asks for dozens: nobody is asked who sends it. */
export const isForPictureFile = (request: Request): boolean =>
  request.method === "GET" && PICTURE_FILE_PATH.test(new URL(request.url).pathname)

type Context = Readonly<Pick<RouterContextProvider, "get">>

/**
 * Root middleware: cookie → session → actor. Reading a page or sending a form counts as use; what the page
 * asks by itself does not.
 */
export const actorMiddleware: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const { pathname } = new URL(request.url)
  // They are public: the few private ones ask for themselves.
  if (isForPictureFile(request)) return next()
  const isUserAction = request.method !== "GET" || !isSentByScript(request)
  const isBackgroundRequest =
    pathname.startsWith("/session/closing") ||
    ["/live", "/chat/messages", "/chat/rooms", "/chat/signal"].includes(pathname)
  // A page that the service worker fetches to keep it was not asked for by a hand.
  const isServiceWorkerCopy = request.headers.get("X-Copy") === "1"
  const actor = await findActor(request, {
    countsAsUse: isUserAction && !isBackgroundRequest && !isServiceWorkerCopy,
    cancelsClosing: !isServiceWorkerCopy,
  })
  const viewId = readPersonView(request, actor)
  if (viewId !== null && actor.kind === "member")
    return answerAsViewedPerson(
      { request, admin: actor, viewId, setActor: (member) => context.set(actorContext, member) },
      next,
    )
  context.set(actorContext, actor)
  // What is sent is never lost to a question; the next screen that is opened asks it.
  if (
    actor.kind === "member" &&
    actor.mustAgree &&
    actor.profile !== null &&
    request.method === "GET" &&
    !isBackgroundRequest &&
    !isServiceWorkerCopy &&
    !PATHS_OPEN_BEFORE_AGREEMENT.test(pathname)
  ) {
    throw redirect(`${href("/agree")}?${new URLSearchParams({ returnTo: getReturnPath(request) })}`)
  }
  return next()
}

/** Says how many kinds of goods the cart of the member holds since this request has changed it. */
export function updateCartCount(
  context: Pick<RouterContextProvider, "get" | "set">,
  cartCount: number,
): void {
  const actor = getActor(context)
  if (actor.kind === "member" && actor.profile)
    context.set(actorContext, { ...actor, profile: { ...actor.profile, cartCount } })
}

/** Who makes this request. */
export const getActor = (context: Context): Actor => context.get(actorContext)

/**
 * The signed-in person, whose profile may be missing; a visitor is sent to sign in and comes back afterwards.
 */
export function requireSignedIn(context: Context, request: Request): Member {
  const actor = getActor(context)
  if (actor.kind === "member") return actor
  throw redirect(buildSignInHref(request))
}

/**
 * As {@link requireSignedIn}, and with a profile: who has none yet completes it and comes back afterwards.
 */
export function requireMember(context: Context, request: Request): Member {
  const actor = requireSignedIn(context, request)
  if (actor.profile === null) throw redirect(buildProfileHref(getReturnPath(request)))
  return actor
}

/** Where the second factor is asked for; afterwards the person is at `returnTo`. */
export const buildSecondStepHref = (returnTo: string): string =>
  `${href("/login/code")}?${new URLSearchParams({ returnTo })}`

/** Where a profile is completed; afterwards one is at `returnTo`, or on one's own page where it is "/". */
export const buildProfileHref = (returnTo: string): string => withReturnTo(href("/my-info"), returnTo)

/**
 * The address of the screen that `request` asks for, also where it asks for its data alone; without its query
 * where it is too long to come back to.
 */
function getReturnPath(request: Request): string {
  const url = new URL(request.url)
  const path = getScreenPath(request)
  url.searchParams.delete("_routes")
  return path.length + url.search.length > MAX_RETURN_TO_LENGTH ? path : path + url.search
}

const buildSignInHref = (request: Request): string =>
  `${href("/login")}?${new URLSearchParams({ returnTo: getReturnPath(request) })}`

/**
 * The signed-in person who sends the long form `formName`. A visitor, or one whose session has ended
 * meanwhile, is sent to sign in; what was typed is kept as a draft and is there again afterwards.
 */
export async function requireMemberOrSaveDraft(
  context: Context,
  request: Request,
  formName: string,
  formValues: unknown,
): Promise<Member> {
  const actor = getActor(context)
  if (actor.kind === "member") return actor
  const { owner, setCookie } = ensureDraftOwner(actor, request, context.get(requestContext).address)
  await saveDraft(owner, formName, formValues)
  throw redirect(buildSignInHref(request), setCookie ? { headers: { "Set-Cookie": setCookie } } : {})
}

/** A customer (specification §6); visitors sign in first, admins and experts go to "/". */
export function requireCustomer(context: Context, request: Request): Member {
  const actor = requireMember(context, request)
  if (!isCustomer(actor)) throw redirect(href("/"))
  return actor
}

/** An expert, approved or not; all others go to "/" (specification §6). */
export function requireExpert(context: Context): Member {
  const actor = getActor(context)
  if (!isExpert(actor)) throw redirect(href("/"))
  return actor
}

/**
 * An admin; all others go to "/" (specification §6), but for one who must set up a second factor first.
 */
export function requireAdmin(context: Context): Member {
  const actor = requireColleague(context)
  if (context.get(hiddenScreenContext)) notFound()
  return actor
}

/**
 * Makes {@link requireAdmin} answer 404 to this request, whether its screen or its form asks: the frame
 * around them is drawn nevertheless, which it is not where a middleware throws.
 */
export const hideScreen = (context: Readonly<Pick<RouterContextProvider, "set">>): void =>
  context.set(hiddenScreenContext, true)

/** As {@link requireAdmin}, also around a screen that is not there for them. */
export function requireColleague(context: Context): Member {
  const actor = getActor(context)
  if (actor.kind === "member" && actor.lacksSecondFactor) throw redirect(href("/my-info/second-factor"))
  if (!isAdmin(actor)) throw redirect(href("/"))
  return actor
}

/** Middleware of the admin screens: guards in loaders alone can be skipped by asking for a child's data. */
export const adminMiddleware: MiddlewareFunction<Response> = ({ context, request }, next) => {
  leadBackIn(context, request)
  if (!isWaitingForProfile(getActor(context))) requireColleague(context)
  return next()
}

/** Middleware of the expert screens. */
export const expertMiddleware: MiddlewareFunction<Response> = ({ context, request }, next) => {
  leadBackIn(context, request)
  if (!isWaitingForProfile(getActor(context))) requireExpert(context)
  return next()
}

/** Sends who was signed in until just now to sign in again, where the reason is said, and back. */
function leadBackIn(context: Context, request: Request): void {
  if (wasSignedIn(context, request)) throw redirect(buildSignInHref(request))
}

/**
 * Signed in, but the profile is missing: admin and expert screens render nothing and wait (specification §4).
 */
export const isWaitingForProfile = (actor: Actor): boolean =>
  actor.kind === "member" && actor.profile === null

/**
 * Wraps the loaders of a role's screens: `load` gets whom `requireRole` lets in, and nothing is loaded while
 * their profile is missing.
 */
const wrapLoader =
  (requireRole: (context: Context) => Member) =>
  <Args extends { context: Context }, Data>(load: (actor: Member, args: Args) => Data) =>
  async (args: Args): Promise<Awaited<Data> | null> =>
    isWaitingForProfile(getActor(args.context)) ? null : await load(requireRole(args.context), args)

/** Makes the loader of an admin screen; see {@link requireAdmin}. */
export const adminLoader = wrapLoader(requireAdmin)

/** Makes the loader of an expert screen; see {@link requireExpert}. */
export const expertLoader = wrapLoader(requireExpert)

/** A visitor who was signed in until just now: the cookie of the session that ended is still there. */
export const wasSignedIn = (context: Context, request: Request): boolean =>
  getActor(context).kind === "visitor" && readCookie(request, SESSION_COOKIE) !== undefined

/** What is not there, or not for this person: 404. */
export function notFound(): never {
  throw data(null, { status: 404 })
}
