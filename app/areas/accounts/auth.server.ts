/** Owns better-auth: passwords, verification and reset links, and social sign-in. Sessions are read by session.server.ts. */
import { newId } from "../../basics/ids.ts"
import { db } from "../../platform/db.server.ts"
import { env } from "../../platform/env.server.ts"
import { credentials, sessions, users, verifications } from "./schema.server.ts"

// The library takes a second to load: it is loaded at first use, and the server listens meanwhile.
async function createAuth() {
  const [{ betterAuth }, { drizzleAdapter }] = await Promise.all([import("better-auth"), import("better-auth/adapters/drizzle")])
  const settings = env()
  const provider = (clientId: string | undefined, clientSecret: string | undefined) =>
    clientId && clientSecret ? { clientId, clientSecret } : undefined
  const kakao = provider(settings.KAKAO_CLIENT_ID, settings.KAKAO_CLIENT_SECRET)
  const naver = provider(settings.NAVER_CLIENT_ID, settings.NAVER_CLIENT_SECRET)
  const google = provider(settings.GOOGLE_CLIENT_ID, settings.GOOGLE_CLIENT_SECRET)
  return betterAuth({
    secret: settings.SECRET,
    database: drizzleAdapter(db(), {
      provider: "pg",
      schema: { user: users, session: sessions, account: credentials, verification: verifications },
    }),
    advanced: {
      cookiePrefix: "baroildang",
      database: { generateId: () => newId() },
    },
    rateLimit: { enabled: false },
    emailAndPassword: { enabled: true, minPasswordLength: 8, maxPasswordLength: 128 },
    socialProviders: { ...(kakao && { kakao }), ...(naver && { naver }), ...(google && { google }) },
  })
}

let instance: ReturnType<typeof createAuth> | undefined

/** The authentication library, made at first use. */
export function auth() {
  return (instance ??= createAuth())
}

/** Answers the provider's return to /api/auth/callback/{provider}. */
export const socialCallbacks = async (request: Request): Promise<Response> => (await auth()).handler(request)
