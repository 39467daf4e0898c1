/**
 * What is said where a request is turned away before any screen sees it: as a page, as JSON, or as a
 * line of text.
 */

import {
  createCommonProblem,
  readLanguage,
  type CommonProblem,
} from "../app/areas/api/http/problems.server.ts"
import { isApiPath } from "../app/areas/api/rules.ts"

export type HttpRejection = {
  status: 400 | 403 | 408 | 413 | 429 | 503 | 507
  message: string
  retryAfterSeconds?: number
}

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character)

/** As public/offline.html: it needs nothing that would have to be asked for. */
const STYLE = `
:root { color-scheme: light dark; --page: #fff; --ink: #0f1728; --soft: #4a5468; --tint: #eaf1ff; --blue:
  #2b66f6 }
@media (prefers-color-scheme: dark) { :root { --page: #0e1116; --ink: #e9edf3; --soft: #a7b0bf; --tint:
  #17243f } }
body { margin: 0; min-height: 100dvh; display: grid; place-items: center; background: var(--page); color:
  var(--ink);
  font: 400 16px/1.6 "Pretendard Variable", Pretendard, system-ui, "Apple SD Gothic Neo", "Malgun Gothic",
    sans-serif;
  word-break: keep-all; text-align: center }
main { padding: 32px 24px; max-width: 24rem }
svg { width: 112px; height: 112px }
h1 { margin: 20px 0 0; font-size: 20px; line-height: 28px }
p { margin: 8px 0 0; color: var(--soft) }
a { display: inline-grid; place-items: center; margin-top: 28px; min-height: 52px; padding: 0 28px;
  border-radius: 14px;
  background: var(--blue); color: #fff; font-weight: 600; text-decoration: none }
a:focus-visible { outline: 2px solid var(--blue); outline-offset: 2px }`
const CLOCK_ICON =
  `<svg viewBox="0 0 112 112" fill="none" aria-hidden="true"><circle cx="56" cy="56" r="52"
fill="var(--tint)"/>` +
  `<circle cx="56" cy="56" r="28" stroke="var(--blue)" stroke-width="6"/>` +
  `<path d="M56 40v17l11 8" stroke="var(--blue)" stroke-width="6" stroke-linecap="round"
stroke-linejoin="round"/></svg>`

/** What was typed stays in the browser's form: going back shows it. */
function renderRejectionPage(request: Request, { message }: HttpRejection): string {
  const isRead = request.method === "GET" || request.method === "HEAD"
  const { pathname, search } = new URL(request.url)
  const [title, ...rest] = message.split(/(?<=요\.) /)
  const followUp = isRead
    ? `<a href="${escapeHtml(pathname + search)}">다시 시도하기</a>`
    : "<p>이전 화면으로 돌아가면 적은 내용이 그대로 있어요. 잠시 뒤 다시 보내 주세요.</p>"
  return (
    `<!DOCTYPE html><html lang="ko"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">` +
    `<meta name="robots" content="noindex"><title>${escapeHtml(title ?? "")} ·
바로일당</title><style>${STYLE}</style></head>` +
    `<body><main>${CLOCK_ICON}<h1>${escapeHtml(title ?? "")}</h1>` +
    `<p>${escapeHtml(rest.join(" "))}</p>${followUp}</main></body></html>`
  )
}

/** What programs are told in place of a sentence for people. */
const PROBLEMS: Record<HttpRejection["status"], CommonProblem> = {
  400: "cut",
  403: "scope_missing",
  408: "late",
  413: "too_large",
  429: "too_many",
  503: "busy",
  507: "no_room",
}

/**
 * The answer to a request that is turned away. Scripts that send files read JSON; a browser that opens a page
 * gets one.
 */
export function createRejectionResponse(request: Request, rejection: HttpRejection): Response {
  const headers = new Headers({ "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" })
  if (rejection.retryAfterSeconds) headers.set("Retry-After", String(rejection.retryAfterSeconds))
  const { status, message } = rejection
  const path = new URL(request.url).pathname
  if (isApiPath(path))
    return createCommonProblem(readLanguage(request.headers.get("Accept-Language")), PROBLEMS[status], {
      headers: Object.fromEntries(headers),
    })
  const acceptsHtml =
    request.headers.get("Accept")?.includes("text/html") && !path.endsWith(".data") && path !== "/uploads"
  if (acceptsHtml) {
    headers.set("Content-Type", "text/html; charset=utf-8")
    headers.set(
      "Content-Security-Policy",
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    )
    return new Response(request.method === "HEAD" ? null : renderRejectionPage(request, rejection), {
      status,
      headers,
    })
  }
  if (path === "/uploads" || request.headers.get("Content-Type")?.startsWith("multipart/")) {
    headers.set("Content-Type", "application/json")
    return new Response(JSON.stringify({ problem: message }), { status, headers })
  }
  headers.set("Content-Type", "text/plain; charset=utf-8")
  return new Response(message, { status, headers })
}
