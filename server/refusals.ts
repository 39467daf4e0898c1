/** Owns what is said where a request is turned away before any screen sees it: as a page, as JSON, or as a line of text. */

export type Refusal = { status: 400 | 403 | 408 | 413 | 429 | 503 | 507; sentence: string; retryAfterSeconds?: number }

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character)

const STYLE =
  "body{font-family:system-ui,sans-serif;line-height:1.6;margin:0;display:grid;place-items:center;min-height:100vh;" +
  "background:Canvas;color:CanvasText}main{padding:2rem;max-width:26rem;text-align:center;word-break:keep-all}" +
  "h1{font-size:1.375rem;margin:0 0 .5rem}p{margin:0 0 1.5rem}" +
  "a{display:inline-block;padding:.75rem 1.25rem;border:1px solid;border-radius:.75rem;color:inherit;text-decoration:none}"

/** What was typed stays in the browser's form: going back shows it. */
function pageOf(request: Request, { sentence }: Refusal): string {
  const isReading = request.method === "GET" || request.method === "HEAD"
  const { pathname, search } = new URL(request.url)
  const [title, ...rest] = sentence.split(/(?<=요\.) /)
  const further = isReading
    ? `<a href="${escapeHtml(pathname + search)}">다시 시도하기</a>`
    : "<p>이전 화면으로 돌아가면 적은 내용이 그대로 있어요. 잠시 뒤 다시 보내 주세요.</p>"
  return (
    `<!DOCTYPE html><html lang="ko"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<meta name="color-scheme" content="light dark"><title>${escapeHtml(title ?? "")}</title><style>${STYLE}</style></head>` +
    `<body><main><h1>${escapeHtml(title ?? "")}</h1><p>${escapeHtml(rest.join(" "))}</p>${further}</main></body></html>`
  )
}

/** The answer to a request that is turned away. Scripts that send files read JSON; a browser that opens a page gets one. */
export function refusalResponse(request: Request, refusal: Refusal): Response {
  const headers = new Headers({ "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" })
  if (refusal.retryAfterSeconds) headers.set("Retry-After", String(refusal.retryAfterSeconds))
  const { status, sentence } = refusal
  const path = new URL(request.url).pathname
  const opensPage = request.headers.get("Accept")?.includes("text/html") && !path.endsWith(".data") && path !== "/uploads"
  if (opensPage) {
    headers.set("Content-Type", "text/html; charset=utf-8")
    headers.set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
    return new Response(request.method === "HEAD" ? null : pageOf(request, refusal), { status, headers })
  }
  if (path === "/uploads" || request.headers.get("Content-Type")?.startsWith("multipart/")) {
    headers.set("Content-Type", "application/json")
    return new Response(JSON.stringify({ problem: sentence }), { status, headers })
  }
  headers.set("Content-Type", "text/plain; charset=utf-8")
  return new Response(sentence, { status, headers })
}
