import { createHash, randomBytes } from "node:crypto"
import { renderToString } from "react-dom/server"
import {
  isRouteErrorResponse,
  ServerRouter,
  type EntryContext,
  type HandleErrorFunction,
  type RouterContextProvider,
} from "react-router"
import { log } from "./platform/log.server.ts"
import { requestContext } from "./platform/request.server.ts"
import { waitForExclusiveTurn } from "./platform/event-loop-turns.server.ts"
import { createPageAssembler } from "./shell/cached-html.server.ts"
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

/**
 * No screen streams a part later than the rest, so the page is rendered as one string, twice as fast as a
 * stream. React Router hands its data over in a stream all the same; it is read whole and written where the
 * router looks for it.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const streamedData = await readStream(entry.serverHandoffStream)
  entry.serverHandoffStream = undefined
  await waitForExclusiveTurn()
  const parts = createPageAssembler()
  const page = renderToString(
    // Parts are written afresh while they are being worked on.
    <CachedHtmlContext value={import.meta.env.DEV ? null : parts.cacheHtml}>
      <NonceContext value={nonce}>
        <ServerRouter
          context={import.meta.env.DEV ? entry : getNarrowedContext(entry)}
          url={request.url}
          nonce={nonce}
        />
      </NonceContext>
    </CachedHtmlContext>,
  )
  headers.set("Content-Type", "text/html; charset=utf-8")
  const { html: htmlWithoutNonces, scripts } = removeNonces(page)
  let html = `<!DOCTYPE html>${htmlWithoutNonces}`
  if (html.includes("window.__reactRouterContext") && html.endsWith(DOCUMENT_END)) {
    const script = `${streamedData.map((chunk) => `window.__reactRouterContext.streamController.enqueue(${escapeScript(JSON.stringify(chunk))});`).join("")}window.__reactRouterContext.streamController.close();`
    scripts.push(hashScript(script))
    html = `${html.slice(0, -DOCUMENT_END.length)}<script>${script}</script>${DOCUMENT_END}`
  }
  context.get(requestContext).page = { html: parts.assemble(html), scriptHashes: scripts }
  return new Response(null, { status, headers })
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  log().error(
    { err: error, id: context?.get(requestContext).id, path: new URL(request.url).pathname },
    "unexpected error",
  )
}

type Manifest = EntryContext["manifest"]
type Matches = ReturnType<EntryContext["staticHandlerContext"]["_match"]>
type NarrowedRoutes = { manifest: Manifest; parentMatches: Matches }
/** By the screen's route. */
const narrowedByRoute = new Map<string, NarrowedRoutes>()

/**
 * The context with the routes that this page names alone: its own, and those of the addresses above its own.
 * React Router prepares and searches all that it is given on every page, which took a tenth of the time of
 * one. All that it searches them for is which routes those are, so it is told at once.
 */
function getNarrowedContext(entry: EntryContext): EntryContext {
  const { matches } = entry.staticHandlerContext
  const screen = matches.at(-1)?.route.id
  if (screen === undefined) return entry
  const cached = narrowedByRoute.get(screen) ?? narrowRoutes(entry)
  narrowedByRoute.set(screen, cached)
  return {
    ...entry,
    manifest: cached.manifest,
    staticHandlerContext: { ...entry.staticHandlerContext, _match: () => cached.parentMatches },
  }
}

function narrowRoutes({
  manifest,
  staticHandlerContext: { matches, location, _match: match },
}: EntryContext): NarrowedRoutes {
  const steps = location.pathname.split("/").filter(Boolean)
  const parentMatches = steps.flatMap((_, depth) => match(`/${steps.slice(0, depth).join("/")}`) ?? [])
  const ids = new Set([...matches, ...parentMatches].map((each) => each.route.id))
  return {
    manifest: {
      ...manifest,
      routes: Object.fromEntries(Object.entries(manifest.routes).filter(([id]) => ids.has(id))),
    },
    parentMatches,
  }
}

/** The page without marks, and the hashes of the scripts that carried one. */
function removeNonces(page: string): { html: string; scripts: string[] } {
  const parts = page.split(NONCE_ATTRIBUTE)
  const scripts: string[] = []
  for (let index = 1; index < parts.length; index += 1) {
    const piece = parts[index] ?? ""
    if (parts[index - 1]?.endsWith("<script"))
      scripts.push(getScriptHash(piece.slice(piece.indexOf(">") + 1, piece.indexOf("</script>"))))
  }
  return { html: parts.join(""), scripts }
}

const hashScript = (script: string) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`

const MAX_HASHES = 500
const hashes = new Map<string, string>()

/** Most scripts are the same on every page of a screen. */
function getScriptHash(script: string): string {
  const cached = hashes.get(script)
  if (cached) return cached
  const hash = hashScript(script)
  if (hashes.size >= MAX_HASHES) hashes.clear()
  hashes.set(script, hash)
  return hash
}

async function readStream(stream: ReadableStream<Uint8Array> | undefined): Promise<string[]> {
  const chunks: string[] = []
  if (!stream) return chunks
  const decoder = new TextDecoder()
  for await (const chunk of stream) chunks.push(decoder.decode(chunk, { stream: true }))
  return chunks
}

const ESCAPES: Record<string, string> = {
  "&": "\\u0026",
  ">": "\\u003e",
  "<": "\\u003c",
  "\u2028": "\\u2028",
  "\u2029": "\\u2029",
}
const escapeScript = (text: string) =>
  text.replace(/[&><\u2028\u2029]/g, (character) => ESCAPES[character] ?? character)
