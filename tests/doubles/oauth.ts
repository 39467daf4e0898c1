/**
 * Kakao, Naver, Google and Apple as far as signing in goes, in the shapes in which they really answer.
 * Nothing leaves the process.
 */
import { createHash, createPublicKey, generateKeyPairSync, randomUUID, verify } from "node:crypto"
import { now } from "#app/basics/clock.ts"

export type SocialPerson = {
  id: string
  name: string
  /** Absent: the person keeps it to themselves. */ email?: string
  /** Naver never says. */ emailVerified?: boolean
}
type Provider = "kakao" | "naver" | "google" | "apple"
type Grant = {
  provider: Provider
  person: SocialPerson
  redirectUri: string
  challenge: string | null
  clientId: string
}

const appleKey = generateKeyPairSync("ec", { namedCurve: "P-256" })

/** Where each provider is reached, and the secret with which our server shows itself there. */
export const SOCIAL_SETTINGS = {
  KAKAO_CLIENT_ID: "kakao-id",
  KAKAO_CLIENT_SECRET: "kakao-secret",
  NAVER_CLIENT_ID: "naver-id",
  NAVER_CLIENT_SECRET: "naver-secret",
  GOOGLE_CLIENT_ID: "google-id",
  GOOGLE_CLIENT_SECRET: "google-secret",
  APPLE_CLIENT_ID: "apple-id",
  APPLE_TEAM_ID: "TEAM123456",
  APPLE_KEY_ID: "KEY1234567",
  APPLE_PRIVATE_KEY: appleKey.privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
}
const AUTHORIZE_URLS: Record<string, Provider> = {
  "https://kauth.kakao.com/oauth/authorize": "kakao",
  "https://nid.naver.com/oauth2.0/authorize": "naver",
  "https://accounts.google.com/o/oauth2/v2/auth": "google",
  "https://appleid.apple.com/auth/authorize": "apple",
}
const TOKEN_URLS: Record<string, Provider> = {
  "https://kauth.kakao.com/oauth/token": "kakao",
  "https://nid.naver.com/oauth2.0/token": "naver",
  "https://oauth2.googleapis.com/token": "google",
  "https://appleid.apple.com/auth/token": "apple",
}
const PROFILE_URLS: Record<string, Provider> = {
  "https://kapi.kakao.com/v2/user/me": "kakao",
  "https://openapi.naver.com/v1/nid/me": "naver",
}

const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url")

const buildProfile: Record<"kakao" | "naver", (person: SocialPerson) => object> = {
  kakao: ({ id, name, email, emailVerified = false }) => ({
    id: Number(id),
    connected_at: "2026-11-21T03:00:00Z",
    properties: { nickname: name },
    kakao_account: {
      profile_nickname_needs_agreement: false,
      profile_image_needs_agreement: false,
      profile: {
        nickname: name,
        thumbnail_image_url: "http://k.kakaocdn.net/dn/a/img_110x110.jpg",
        profile_image_url: "http://k.kakaocdn.net/dn/a/img_640x640.jpg",
        is_default_image: true,
        is_default_nickname: false,
      },
      has_email: email !== undefined,
      email_needs_agreement: email === undefined,
      ...(email === undefined ? {} : { is_email_valid: true, is_email_verified: emailVerified, email }),
    },
  }),
  naver: ({ id, name, email }) => ({
    resultcode: "00",
    message: "success",
    response: {
      id,
      nickname: name,
      profile_image: "https://ssl.pstatic.net/static/pwe/address/img_profile.png",
      ...(email === undefined ? {} : { email }),
      name,
    },
  }),
}

const buildTokens = (provider: Provider, accessToken: string, { person, clientId }: Grant): object => {
  if (provider === "kakao") {
    return {
      access_token: accessToken,
      token_type: "bearer",
      refresh_token: randomUUID(),
      expires_in: 21_599,
      scope: "account_email profile_image profile_nickname",
      refresh_token_expires_in: 5_183_999,
    }
  }
  if (provider === "naver")
    return {
      access_token: accessToken,
      refresh_token: randomUUID(),
      token_type: "bearer",
      expires_in: "3600",
    }
  const issuedAt = Math.floor(Date.now() / 1_000)
  const claims = {
    iss: provider === "apple" ? "https://appleid.apple.com" : "https://accounts.google.com",
    azp: clientId,
    aud: clientId,
    sub: person.id,
    email: person.email,
    email_verified: person.emailVerified ?? false,
    at_hash: "x",
    ...(provider === "apple" ? {} : { name: person.name }),
    picture: "https://lh3.googleusercontent.com/a/x=s96-c",
    given_name: person.name,
    iat: issuedAt,
    exp: issuedAt + 3_600,
  }
  const idToken =
    `${base64url({ alg: "RS256", kid: "double", typ: "JWT" })}.${base64url(claims)}.` +
    `${Buffer.from("signature").toString("base64url")}`
  return {
    access_token: accessToken,
    expires_in: 3_599,
    scope:
      "openid https://www.googleapis.com/auth/userinfo.profile " +
      "https://www.googleapis.com/auth/userinfo.email",
    token_type: "Bearer",
    id_token: idToken,
  }
}

const toChallenge = (verifier: string) => createHash("sha256").update(verifier).digest("base64url")

/** Whether Apple would take `secret`: signed with our key, for Apple, not over, and of at most six months. */
function isAppleSecret(secret: string): boolean {
  const [header = "", claims = "", signature = ""] = secret.split(".")
  const read = (part: string) =>
    JSON.parse(Buffer.from(part, "base64url").toString()) as Record<string, unknown>
  const { iss, sub, aud, exp, iat } = read(claims)
  const time = now().getTime() / 1_000
  const isInTime = Number(exp) > time && Number(iat) <= time && Number(exp) - time < 15_777_000
  const isSigned = verify(
    "sha256",
    Buffer.from(`${header}.${claims}`),
    { key: createPublicKey(appleKey.privateKey), dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  )
  const isForApple = iss === "TEAM123456" && sub === "apple-id" && aud === "https://appleid.apple.com"
  const { alg, kid } = read(header)
  return isInTime && isSigned && isForApple && alg === "ES256" && kid === "KEY1234567"
}

/** Why a provider gives no token for what `form` says; null where it does. */
function findTokenError(
  provider: Grant["provider"],
  form: URLSearchParams,
  grant: Grant | undefined,
  authorization: string,
): "invalid_grant" | "invalid_client" | null {
  if (form.get("grant_type") !== "authorization_code" || grant?.provider !== provider) return "invalid_grant"
  if (form.get("redirect_uri") !== grant.redirectUri) return "invalid_grant"
  if (provider === "apple") {
    const isOurs = form.get("client_id") === "apple-id" && isAppleSecret(form.get("client_secret") ?? "")
    return isOurs ? null : "invalid_client"
  }
  const bodyCredentials = `${form.get("client_id")}:${form.get("client_secret")}`
  const headerCredentials = Buffer.from(authorization.replace("Basic ", ""), "base64").toString()
  if (![bodyCredentials, headerCredentials].includes(`${provider}-id:${provider}-secret`))
    return "invalid_client"
  const isVerified = !grant.challenge || toChallenge(form.get("code_verifier") ?? "") === grant.challenge
  return isVerified ? null : "invalid_grant"
}

/**
 * Answers in place of the four providers until `stop` is called; any other address is refused, so that no
 * test reaches the network.
 */
export function startSocialDouble() {
  const grants = new Map<string, Grant>()
  const tokens = new Map<string, Grant>()
  const realFetch = globalThis.fetch
  const refuse = (error: string, status = 400) =>
    Response.json({ error, error_description: error }, { status })

  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const tokenProvider = TOKEN_URLS[request.url.split("?")[0] ?? ""]
    if (tokenProvider) {
      const form = new URLSearchParams(await request.text())
      const grant = grants.get(form.get("code") ?? "")
      grants.delete(form.get("code") ?? "")
      const error = findTokenError(tokenProvider, form, grant, request.headers.get("Authorization") ?? "")
      if (error || !grant) return refuse(error ?? "invalid_grant", error === "invalid_client" ? 401 : 400)
      const accessToken = randomUUID()
      tokens.set(accessToken, grant)
      return Response.json(buildTokens(tokenProvider, accessToken, grant))
    }
    const profileProvider = PROFILE_URLS[request.url]
    if (profileProvider === "kakao" || profileProvider === "naver") {
      const grant = tokens.get(request.headers.get("Authorization")?.replace("Bearer ", "") ?? "")
      return grant?.provider === profileProvider
        ? Response.json(buildProfile[profileProvider](grant.person))
        : refuse("invalid_token", 401)
    }
    throw new Error(`A test asked for ${request.url}`)
  }

  return {
    /**
     * What the person does at the provider: agrees to what `url` asks. Returns the address, at ours, to which
     * the provider sends them back.
     */
    authorize(url: string, person: SocialPerson): string {
      const authorizationUrl = new URL(url)
      const provider = AUTHORIZE_URLS[authorizationUrl.origin + authorizationUrl.pathname]
      const redirectUri = authorizationUrl.searchParams.get("redirect_uri") ?? ""
      const clientId = authorizationUrl.searchParams.get("client_id") ?? ""
      if (
        !provider ||
        authorizationUrl.searchParams.get("response_type")?.split(" ")[0] !== "code" ||
        clientId !== `${provider}-id`
      )
        throw new Error(`No provider would take ${url}`)
      const code = randomUUID()
      grants.set(code, {
        provider,
        person,
        redirectUri,
        clientId,
        challenge: authorizationUrl.searchParams.get("code_challenge"),
      })
      const state = authorizationUrl.searchParams.get("state") ?? ""
      return `${redirectUri}?${new URLSearchParams({ code, state })}`
    },
    stop: () => void (globalThis.fetch = realFetch),
  }
}
