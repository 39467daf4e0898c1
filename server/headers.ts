/** Owns the headers that keep a visitor safe, the same for every answer of its kind. */
import { env } from "../app/platform/env.server.ts"

const ALWAYS: readonly [string, string][] = [
  ["X-Content-Type-Options", "nosniff"],
  ["Referrer-Policy", "strict-origin-when-cross-origin"],
  ["Cross-Origin-Opener-Policy", "same-origin"],
  ["Permissions-Policy", "camera=(), microphone=(), geolocation=()"],
]

/** Where the form of social sign-in leads on to: browsers hold a form's redirects to the same rule as the form. */
function signInOrigins(): string[] {
  const { KAKAO_CLIENT_ID, NAVER_CLIENT_ID, GOOGLE_CLIENT_ID } = env()
  return [KAKAO_CLIENT_ID && "https://kauth.kakao.com https://accounts.kakao.com", NAVER_CLIENT_ID && "https://nid.naver.com", GOOGLE_CLIENT_ID && "https://accounts.google.com"].filter((origin) => origin !== undefined)
}

/** The policy of a page: of inline scripts only those run whose hashes are in `scripts`. */
const policyOf = (scripts: readonly string[]): string =>
  [
    "default-src 'self'",
    ["script-src 'self'", ...scripts].join(" "),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    ["form-action 'self'", ...signInOrigins()].join(" "),
    "frame-ancestors 'none'",
  ].join("; ")

/** The headers of an answer over `protocol`; with `scripts`, of a page that has these inline scripts. */
export function safetyHeaders(protocol: string, scripts: readonly string[] | undefined): [string, string][] {
  const headers = [...ALWAYS]
  if (protocol === "https:") headers.push(["Strict-Transport-Security", "max-age=31536000; includeSubDomains"])
  if (scripts) headers.push(["Content-Security-Policy", policyOf(scripts)])
  return headers
}
