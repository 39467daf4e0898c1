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
import { nextRound } from "./platform/rounds.server.ts"
import { pageParts } from "./shell/keep.server.ts"
import { NonceContext } from "./shell/nonce.ts"
import { KeepContext } from "./ui/keep.ts"

/**
 * Marks the scripts that we write. Nobody outside this process ever sees it: it is taken out of the page, and
 * the policy names the marked scripts by their hashes. So the same page has the same bytes, and a script
 * smuggled into it has no hash.
 */
const mark = `mark${randomBytes(24).toString("hex")}`
const MARK = ` nonce="${mark}"`
const END = "</body></html>"

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
  const handover = await readAll(entry.serverHandoffStream)
  entry.serverHandoffStream = undefined
  await nextRound()
  const parts = pageParts()
  const page = renderToString(
    // Parts are written afresh while they are being worked on.
    <KeepContext value={import.meta.env.DEV ? null : parts.keep}>
      <NonceContext value={mark}>
        <ServerRouter
          context={import.meta.env.DEV ? entry : narrowed(entry)}
          url={request.url}
          nonce={mark}
        />
      </NonceContext>
    </KeepContext>,
  )
  headers.set("Content-Type", "text/html; charset=utf-8")
  const { html: written, scripts } = readMarks(page)
  let html = `<!DOCTYPE html>${written}`
  if (html.includes("window.__reactRouterContext") && html.endsWith(END)) {
    const script = `${handover.map((chunk) => `window.__reactRouterContext.streamController.enqueue(${escapeScript(JSON.stringify(chunk))});`).join("")}window.__reactRouterContext.streamController.close();`
    scripts.push(digest(script))
    html = `${html.slice(0, -END.length)}<script>${script}</script>${END}`
  }
  context.get(requestContext).page = { html: parts.assemble(html), scripts }
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
type Narrowed = { manifest: Manifest; above: Matches }
/** By the screen's route. */
const screens = new Map<string, Narrowed>()

/**
 * The context with the routes that this page names alone: its own, and those of the addresses above its own.
 * React Router prepares and searches all that it is given on every page, which took a tenth of the time of
 * one. All that it searches them for is which routes those are, so it is told at once.
 */
function narrowed(entry: EntryContext): EntryContext {
  const { matches } = entry.staticHandlerContext
  const screen = matches.at(-1)?.route.id
  if (screen === undefined) return entry
  const known = screens.get(screen) ?? narrow(entry)
  screens.set(screen, known)
  return {
    ...entry,
    manifest: known.manifest,
    staticHandlerContext: { ...entry.staticHandlerContext, _match: () => known.above },
  }
}

function narrow({
  manifest,
  staticHandlerContext: { matches, location, _match: match },
}: EntryContext): Narrowed {
  const steps = location.pathname.split("/").filter(Boolean)
  const above = steps.flatMap((_, deep) => match(`/${steps.slice(0, deep).join("/")}`) ?? [])
  const ids = new Set([...matches, ...above].map((each) => each.route.id))
  return {
    manifest: {
      ...manifest,
      routes: Object.fromEntries(Object.entries(manifest.routes).filter(([id]) => ids.has(id))),
    },
    above,
  }
}

/** The page without marks, and the hashes of the scripts that carried one. */
function readMarks(page: string): { html: string; scripts: string[] } {
  const pieces = page.split(MARK)
  const scripts: string[] = []
  for (let at = 1; at < pieces.length; at += 1) {
    const piece = pieces[at] ?? ""
    if (pieces[at - 1]?.endsWith("<script"))
      scripts.push(hashOf(piece.slice(piece.indexOf(">") + 1, piece.indexOf("</script>"))))
  }
  return { html: pieces.join(""), scripts }
}

const digest = (script: string) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`

const MOST_HASHES = 500
const hashes = new Map<string, string>()

/** Most scripts are the same on every page of a screen. */
function hashOf(script: string): string {
  const known = hashes.get(script)
  if (known) return known
  const hash = digest(script)
  if (hashes.size >= MOST_HASHES) hashes.clear()
  hashes.set(script, hash)
  return hash
}

async function readAll(stream: ReadableStream<Uint8Array> | undefined): Promise<string[]> {
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
