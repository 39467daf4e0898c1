/** The headers that keep a visitor safe, the same for every answer of its kind. */
import { env } from "../app/platform/env.server.ts"

const COMMON_HEADERS: readonly [string, string][] = [
  ["X-Content-Type-Options", "nosniff"],
  ["Referrer-Policy", "strict-origin-when-cross-origin"],
  ["Cross-Origin-Opener-Policy", "same-origin"],
]

/**
 * Where the browser may tell its place: the check of a neighbourhood, checking in to work and setting the
 * workplace. A page that was reached by a script keeps the policy of the document that was loaded first, so
 * these are loaded as documents of their own (`ui/place-form.tsx`).
 */
const PLACE_SCREENS = /^\/(?:neighbourhood\/check|jobs\/applications\/[^/]+\/work|jobs\/hire\/[^/]+\/site)$/

const buildPermissionsPolicy = (path: string): string =>
  `camera=(), microphone=(), geolocation=${PLACE_SCREENS.test(path) ? "(self)" : "()"}`

/**
 * Where the form of social sign-in leads on to: browsers hold a form's redirects to the same rule as the
 * form.
 */
function getSignInOrigins(): string[] {
  const { KAKAO_CLIENT_ID, NAVER_CLIENT_ID, GOOGLE_CLIENT_ID, APPLE_CLIENT_ID } = env()
  return [
    KAKAO_CLIENT_ID && "https://kauth.kakao.com https://accounts.kakao.com",
    NAVER_CLIENT_ID && "https://nid.naver.com",
    GOOGLE_CLIENT_ID && "https://accounts.google.com",
    APPLE_CLIENT_ID && "https://appleid.apple.com",
  ].filter((origin) => origin !== undefined)
}

type ExternalSources = Record<"scripts" | "frames" | "connections" | "forms" | "images", string[]>
const NO_SOURCES: ExternalSources = { scripts: [], frames: [], connections: [], forms: [], images: [] }

/** What sharing by KakaoTalk loads and sends to, from any page, where there is a key for it. */
const KAKAO_SHARE: ExternalSources = {
  ...NO_SOURCES,
  scripts: ["https://t1.kakaocdn.net/kakao_js_sdk/"],
  connections: ["https://kapi.kakao.com"],
  forms: ["https://sharer.kakao.com"],
}

const ADDRESS_SEARCH = "/postcode"

/**
 * Whose scripts and frames the page at `path` needs: the search for an address, which stands in a frame of
 * its own, and, where they are configured, the payment provider's window and the map.
 */
function getExternalSources(path: string): ExternalSources {
  if (path === ADDRESS_SEARCH) {
    return {
      ...NO_SOURCES,
      scripts: ["https://t1.kakaocdn.net/mapjsapi/"],
      frames: ["https://postcode.map.kakao.com", "https://postcode.map.daum.net"],
    }
  }
  if (path.startsWith("/shopping/pay/") && env().TOSS_CLIENT_KEY) {
    const provider = "https://*.tosspayments.com"
    return {
      ...NO_SOURCES,
      scripts: ["https://js.tosspayments.com"],
      frames: [provider],
      connections: [provider],
      forms: [provider],
    }
  }
  if ((path.startsWith("/map/") || path === "/chat/meet") && env().KAKAO_JS_KEY) {
    return {
      ...NO_SOURCES,
      scripts: ["https://dapi.kakao.com", "https://t1.daumcdn.net"],
      connections: ["https://dapi.kakao.com"],
      images: ["https://*.daumcdn.net", "https://*.kakaocdn.net"],
    }
  }
  return env().KAKAO_JS_KEY ? KAKAO_SHARE : NO_SOURCES
}

/** The policy of a page: of inline scripts only those run whose hashes are in `scripts`. */
function buildContentSecurityPolicy(scripts: readonly string[], path: string): string {
  const external = getExternalSources(path)
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scripts, ...external.scripts].join(" "),
    "style-src 'self' 'unsafe-inline'",
    ["img-src 'self' data: blob:", ...external.images].join(" "),
    "font-src 'self'",
    ["connect-src 'self'", ...external.connections].join(" "),
    ["frame-src 'self'", ...external.frames].join(" "),
    "object-src 'none'",
    "base-uri 'none'",
    ["form-action 'self'", ...getSignInOrigins(), ...external.forms].join(" "),
    `frame-ancestors ${path === ADDRESS_SEARCH ? "'self'" : "'none'"}`,
  ].join("; ")
}

/** The headers of an answer to `url`; with `scripts`, of a page that has these inline scripts. */
export function getSecurityHeaders(url: URL, scripts: readonly string[] | undefined): [string, string][] {
  const headers: [string, string][] = [
    ...COMMON_HEADERS,
    ["Permissions-Policy", buildPermissionsPolicy(url.pathname)],
  ]
  if (url.protocol === "https:")
    headers.push(["Strict-Transport-Security", "max-age=31536000; includeSubDomains"])
  if (scripts) headers.push(["Content-Security-Policy", buildContentSecurityPolicy(scripts, url.pathname)])
  return headers
}
