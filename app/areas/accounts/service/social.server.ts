/** Sign-in through Kakao, Naver, Google and Apple: the way there, and the way back into a session of ours. */
import { eq } from "drizzle-orm"
import { redirect, href } from "react-router"
import { toSafeReturnTo } from "../../../basics/safe-return-to.ts"
import { db } from "../../../platform/db.server.ts"
import { getBaseUrl, env } from "../../../platform/env.server.ts"
import { log } from "../../../platform/log.server.ts"
import { auth } from "../auth.server.ts"
import { buildProfileHref, buildSecondStepHref } from "../guards.server.ts"
import { sessions } from "../schema.server.ts"
import { findActor, SESSION_COOKIE } from "../session.server.ts"
import { continueSignIn } from "./second-step.server.ts"
import { findSignInProfile } from "./sign-in-profile.server.ts"

const PROVIDERS = ["kakao", "naver", "google", "apple"] as const
export type Provider = (typeof PROVIDERS)[number]

/** The providers that are configured, in the order of their buttons. */
export function listSocialProviders(): Provider[] {
  const { KAKAO_CLIENT_ID, NAVER_CLIENT_ID, GOOGLE_CLIENT_ID, APPLE_CLIENT_ID } = env()
  const configured: Record<Provider, string | undefined> = {
    kakao: KAKAO_CLIENT_ID,
    naver: NAVER_CLIENT_ID,
    google: GOOGLE_CLIENT_ID,
    apple: APPLE_CLIENT_ID,
  }
  return PROVIDERS.filter((provider) => configured[provider])
}

const FAILURE_PATH = `${href("/login")}?error=social`
const redirectToFailure = () => redirect(FAILURE_PATH)

/** Sends the visitor to the provider; afterwards they are at `returnTo`, a path of ours. */
export async function startSocialSignIn(
  request: Request,
  provider: Provider,
  returnTo: string,
): Promise<Response> {
  if (!listSocialProviders().includes(provider)) return redirectToFailure()
  const origin = getBaseUrl(request.url)
  const { handler } = await auth()
  const response = await handler(
    new Request(`${origin}/api/auth/sign-in/social`, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Origin: origin,
        Cookie: request.headers.get("Cookie") ?? "",
      },
      body: JSON.stringify({
        provider,
        callbackURL: returnTo,
        errorCallbackURL: FAILURE_PATH,
        disableRedirect: true,
      }),
    }),
  )
  const body: unknown = await response.json().catch(() => null)
  const url =
    typeof body === "object" && body !== null && "url" in body && typeof body.url === "string"
      ? body.url
      : null
  if (!response.ok || url === null) {
    log().error({ provider, status: response.status }, "social sign-in could not start")
    return redirectToFailure()
  }
  const headers = new Headers()
  for (const cookie of response.headers.getSetCookie()) headers.append("Set-Cookie", cookie)
  return redirect(url, { headers })
}

/**
 * Answers the provider's return to /api/auth/callback/{provider}. The library's session is changed for one of
 * ours, with our times and our cookies; who has no profile yet is sent to complete it.
 */
export async function handleSocialCallback(request: Request, address: string): Promise<Response> {
  const method = PROVIDERS.find((provider) => new URL(request.url).pathname.endsWith(`/${provider}`))
  if (!method || !listSocialProviders().includes(method)) return new Response(null, { status: 404 })
  if (request.method === "POST") return readSocialForm(request)
  const { token, location, headers } = await exchangeAtLibrary(request)
  if (!token)
    return redirect(location === null || location.includes("error=") ? FAILURE_PATH : location, { headers })
  const [librarySession] = await db()
    .delete(sessions)
    .where(eq(sessions.token, token))
    .returning({ userId: sessions.userId })
  if (!librarySession) return redirectToFailure()
  const { userId } = librarySession
  const profile = await findSignInProfile(userId)
  if (profile?.hasLeft || profile?.ban) return redirect(FAILURE_PATH, { headers })
  const actor = await findActor(request, { countsAsUse: false })
  const step = await continueSignIn({ request, address, actor }, userId, {
    staysSignedIn: false,
    sessionTimeoutMs: profile?.sessionTimeoutMs ?? null,
    method,
  })
  for (const cookie of step.headers.getSetCookie()) headers.append("Set-Cookie", cookie)
  if (step.needsSecondFactor) return redirect(buildSecondStepHref(toSafeReturnTo(location)), { headers })
  return redirect(profile ? (location ?? href("/")) : buildProfileHref(toSafeReturnTo(location)), { headers })
}

/** What a provider may send back; anything else is not taken along. */
const RETURNED_FIELDS = ["code", "state", "user", "error"]

/**
 * Answers a provider that comes back with a form instead of an address, as Apple does: leads on to the
 * address, because a browser sends our cookies with no form of another site.
 */
async function readSocialForm(request: Request): Promise<Response> {
  const form = new URLSearchParams(await request.text())
  const query = new URLSearchParams()
  for (const name of RETURNED_FIELDS) {
    const value = form.get(name)
    if (value !== null) query.set(name, value)
  }
  return redirect(`${new URL(request.url).pathname}?${query}`, 303)
}

const isSessionCookie = (cookie: string) => cookie.replace(/^__Secure-/, "").startsWith(`${SESSION_COOKIE}=`)

/**
 * Has the library take the provider's answer. Returns the token of the session that it made, empty where it
 * made none, where it wants to go on at, and its cookies but for that of the session.
 */
async function exchangeAtLibrary(request: Request) {
  const { pathname, search } = new URL(request.url)
  const { handler } = await auth()
  const response = await handler(
    new Request(getBaseUrl(request.url) + pathname + search, { headers: request.headers }),
  )
  const cookies = response.headers.getSetCookie()
  const headers = new Headers()
  for (const cookie of cookies) if (!isSessionCookie(cookie)) headers.append("Set-Cookie", cookie)
  const sessionCookie = cookies.find(isSessionCookie)?.split(/[=;]/)[1] ?? ""
  return {
    token: decodeURIComponent(sessionCookie).split(".")[0],
    location: response.headers.get("Location"),
    headers,
  }
}
