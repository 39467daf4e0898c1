/** Owns the short-lived cache of pages that look the same to every visitor who is not signed in. */
import { randomBytes } from "node:crypto"

const FRESH_MS = 5_000
const MOST_PAGES = 500
/** Public screens whose page depends on nothing but the address. */
const CACHED = [/^\/$/, /^\/category\/[a-z]+$/, /^\/experts$/, /^\/expert\/[0-9a-f-]{36}$/, /^\/sitemap$/, /^\/login$/, /^\/signup$/]

type Page = { status: number; headers: [string, string][]; pieces: Buffer[]; until: number }

/**
 * Answers from memory where a page was rendered within 5 s, else renders once for all who wait. The nonce of a cached page is
 * a placeholder that nobody can guess, filled in anew for each visitor.
 */
export function createPageCache(render: (request: Request, nonce: string) => Promise<Response>) {
  const placeholder = `nonce${randomBytes(18).toString("hex")}`
  const pages = new Map<string, Page>()
  const rendering = new Map<string, Promise<Page | Response>>()

  async function make(key: string, request: Request): Promise<Page | Response> {
    const response = await render(request, placeholder)
    if (response.status !== 200 || response.headers.has("Set-Cookie")) return response
    const page: Page = {
      status: response.status,
      headers: [...response.headers],
      // Bytes, so that an answer is a copy and not an encoding.
      pieces: (await response.text()).split(placeholder).map((piece) => Buffer.from(piece)),
      until: Date.now() + FRESH_MS,
    }
    pages.delete(key)
    pages.set(key, page)
    if (pages.size > MOST_PAGES) pages.delete(pages.keys().next().value as string)
    return page
  }

  return {
    /** Whether `request` may be answered from the cache: a plain reading of a public page without any cookie of ours. */
    covers(request: Request, url: URL): boolean {
      return request.method === "GET" && !/baroildang/.test(request.headers.get("Cookie") ?? "") && CACHED.some((path) => path.test(url.pathname)) && url.search.length < 200
    },
    async respond(request: Request, url: URL, nonce: string): Promise<{ response: Response; hit: boolean }> {
      const key = url.pathname + url.search
      const cached = pages.get(key)
      if (cached && cached.until > Date.now()) return { response: serve(cached, nonce), hit: true }
      let under = rendering.get(key)
      const first = !under
      if (!under) {
        under = make(key, request).finally(() => rendering.delete(key))
        rendering.set(key, under)
      }
      const made = await under
      if (!(made instanceof Response)) return { response: serve(made, nonce), hit: false }
      // What must not be kept was made for the first of those who wait; the others get their own.
      return { response: first ? await fill(made, placeholder, nonce) : await fill(await render(request, placeholder), placeholder, nonce), hit: false }
    },
    clear: () => pages.clear(),
  }
}

function serve(page: Page, nonce: string): Response {
  const filler = Buffer.from(nonce)
  const parts = page.pieces.flatMap((piece, place) => (place === 0 ? [piece] : [filler, piece]))
  return new Response(Buffer.concat(parts), { status: page.status, headers: page.headers })
}

async function fill(response: Response, placeholder: string, nonce: string): Promise<Response> {
  if (!response.body) return response
  return new Response((await response.text()).replaceAll(placeholder, nonce), { status: response.status, headers: response.headers })
}
