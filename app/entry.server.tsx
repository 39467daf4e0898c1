import { createHash, randomBytes } from "node:crypto"
import {
  isRouteErrorResponse,
  ServerRouter,
  type EntryContext,
  type HandleErrorFunction,
  type RouterContextProvider,
  type ServerInstrumentation,
} from "react-router"
import { BoundedCache } from "./platform/bounded-cache.server.ts"
import { log } from "./platform/log.server.ts"
import { holdScripts } from "./platform/late-scripts.ts"
import { createPageAssembler } from "./platform/overrides/cached-html.server.tsx"
import { narrowRoutes } from "./platform/overrides/narrow-routes.server.ts"
import { renderAsStream, renderAsString } from "./platform/overrides/one-string.server.ts"
import { isOverrideOn } from "./platform/overrides/switches.server.ts"
import { removeLinkMarks } from "./platform/overrides/unmarked-links.ts"
import { requestContext } from "./platform/request.server.ts"
import { NonceContext } from "./shell/nonce.ts"
import { CachedHtmlContext } from "./ui/cached-html-context.ts"

/**
 * Marks the scripts that we write. Nobody outside this process ever sees it: it is taken out of the page, and
 * the policy names the marked scripts by their hashes. So the same page has the same bytes, and a script
 * smuggled into it has no hash.
 */
const nonce = `mark${randomBytes(24).toString("hex")}`
const NONCE_ATTRIBUTE = ` nonce="${nonce}"`
const DOCUMENT_END = "</body></html>"

/** Notes which screen a request was for: numbers and traces name it by the pattern of its address. */
export const instrumentations: ServerInstrumentation[] = [
  {
    handler: (handler) =>
      handler.instrument({
        async request(handle, { context }) {
          const { meta } = await handle()
          const details = context?.get(requestContext)
          // Below the root a pattern begins without a slash.
          if (meta && details) details.route = `/${meta.pattern.replace(/^\//, "")}`
        },
      }),
  },
]

/** Renders the page of a request; the overrides it uses are in app/platform/overrides. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { createCachedElement, assemble } = createPageAssembler()
  // Parts are written afresh, and routes looked up anew, while they are being worked on.
  const cachesHtml = !import.meta.env.DEV && isOverrideOn("cached-html")
  const narrowsRoutes = !import.meta.env.DEV && isOverrideOn("narrow-routes")
  const createPage = () => (
    <CachedHtmlContext value={cachesHtml ? createCachedElement : null}>
      <NonceContext value={nonce}>
        <ServerRouter context={narrowsRoutes ? narrowRoutes(entry) : entry} url={request.url} nonce={nonce} />
      </NonceContext>
    </CachedHtmlContext>
  )
  const page = isOverrideOn("one-string")
    ? await renderAsString(entry, createPage)
    : await renderAsStream(createPage, nonce)
  headers.set("Content-Type", "text/html; charset=utf-8")
  const { html: htmlWithoutNonces, scripts } = removeNonces(page.html)
  let html = holdScripts(htmlWithoutNonces)
  if (!import.meta.env.DEV && isOverrideOn("unmarked-links")) html = removeLinkMarks(html)
  if (!html.startsWith("<!DOCTYPE html>")) html = `<!DOCTYPE html>${html}`
  if (page.dataScript !== undefined && html.endsWith(DOCUMENT_END)) {
    scripts.push(hashScript(page.dataScript))
    html = `${html.slice(0, -DOCUMENT_END.length)}<script>${page.dataScript}</script>${DOCUMENT_END}`
  }
  context.get(requestContext).page = { html: assemble(html), scriptHashes: scripts }
  return new Response(null, { status, headers })
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  log().error(
    { err: error, id: context?.get(requestContext).id, path: new URL(request.url).pathname },
    "unexpected error",
  )
}

/** The router indents the list of routes by as many letters as it has. */
const INDENTATION = /\n\s+/g
/**
 * What each of those routes imports: the page has named its own scripts already (late-scripts.ts), and other
 * routes come with theirs when they are looked up.
 */
const IMPORTS_OF_ROUTE = /"imports": \[[^\]]*\]/g

/** The page without marks, and the hashes of the scripts that carried one. */
function removeNonces(page: string): { html: string; scripts: string[] } {
  const parts = page.split(NONCE_ATTRIBUTE)
  const scripts: string[] = []
  for (let index = 1; index < parts.length; index += 1) {
    if (!parts[index - 1]?.endsWith("<script")) continue
    const piece = parts[index] ?? ""
    const end = piece.indexOf("</script>")
    const script = piece
      .slice(0, end)
      .replaceAll(INDENTATION, "")
      .replaceAll(IMPORTS_OF_ROUTE, '"imports":[]')
    parts[index] = script + piece.slice(end)
    scripts.push(getScriptHash(script.slice(script.indexOf(">") + 1)))
  }
  return { html: parts.join(""), scripts }
}

const hashScript = (script: string) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`

const hashes = new BoundedCache<string>("script_hashes", 2 * 1_048_576)

/** Most scripts are the same on every page of a screen. */
function getScriptHash(script: string): string {
  const cached = hashes.get(script)
  if (cached) return cached
  const hash = hashScript(script)
  hashes.set(script, hash)
  return hash
}
