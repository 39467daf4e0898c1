/**
 * Better-auth, which speaks with Kakao, Naver, Google and Apple. Passwords, links and sessions are ours: see
 * service/.
 */
import { newId } from "../../basics/ids.ts"
import { db } from "../../platform/db.server.ts"
import { env, getConfiguredOrigin, memoizePerEnvironment } from "../../platform/env.server.ts"
import { redactValues } from "../../platform/error-text.server.ts"
import { log } from "../../platform/log.server.ts"
import { credentials, sessions, users, verifications } from "./schema.server.ts"
import { buildAppleClientSecret } from "./service/apple-secret.server.ts"
import { buildPlaceholderEmail } from "./service/email.server.ts"

/** Nobody reads a provider's tokens after sign-in, so none are kept. */
const NO_TOKENS = { accessToken: null, refreshToken: null, idToken: null }

// The library takes a second to load: it is loaded at first use, and the server listens meanwhile.
async function createAuth() {
  const [{ betterAuth }, { drizzleAdapter }] = await Promise.all([
    import("better-auth"),
    import("better-auth/adapters/drizzle"),
  ])
  const settings = env()
  const provider = (clientId: string | undefined, clientSecret: string | undefined) =>
    clientId && clientSecret ? { clientId, clientSecret } : undefined
  const kakao = provider(settings.KAKAO_CLIENT_ID, settings.KAKAO_CLIENT_SECRET)
  const naver = provider(settings.NAVER_CLIENT_ID, settings.NAVER_CLIENT_SECRET)
  const google = provider(settings.GOOGLE_CLIENT_ID, settings.GOOGLE_CLIENT_SECRET)
  const { APPLE_CLIENT_ID } = settings
  const apple = APPLE_CLIENT_ID && {
    clientId: APPLE_CLIENT_ID,
    // Read at each use, and good for minutes.
    get clientSecret() {
      return buildAppleClientSecret() ?? ""
    },
    mapProfileToUser: (profile: { sub: string; email?: string }) =>
      profile.email ? {} : { email: buildPlaceholderEmail("apple", profile.sub), emailVerified: false },
  }
  return betterAuth({
    secret: settings.SECRET,
    ...(getConfiguredOrigin() ? { baseURL: getConfiguredOrigin() } : {}),
    database: drizzleAdapter(db(), {
      provider: "pg",
      schema: { user: users, session: sessions, account: credentials, verification: verifications },
    }),
    advanced: {
      cookiePrefix: "baroildang",
      database: { generateId: () => newId() },
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    // What goes wrong on the way back from a provider is foreseen: the visitor hears of it on /login.
    logger: {
      level: "warn",
      log: (level, message) => log().info({ library: "better-auth", level }, redactValues(String(message))),
    },
    onAPIError: { errorURL: "/login?error=social" },
    // An address that a provider has not verified must not open somebody's account.
    account: { accountLinking: { enabled: true, trustedProviders: [] }, updateAccountOnSignIn: false },
    databaseHooks: {
      account: { create: { before: async (account) => ({ data: { ...account, ...NO_TOKENS } }) } },
    },
    socialProviders: {
      ...(kakao && {
        kakao: {
          ...kakao,
          mapProfileToUser: (profile) =>
            profile.kakao_account?.email
              ? {}
              : { email: buildPlaceholderEmail("kakao", String(profile.id)), emailVerified: false },
        },
      }),
      ...(naver && {
        naver: {
          ...naver,
          // Naver does not say whether it has verified the address.
          mapProfileToUser: (profile) => ({
            emailVerified: false,
            ...(profile.response.email ? {} : { email: buildPlaceholderEmail("naver", profile.response.id) }),
          }),
        },
      }),
      ...(google && { google }),
      ...(apple && { apple }),
    },
  })
}

/** The authentication library, made at first use. */
export const auth = memoizePerEnvironment(createAuth)
