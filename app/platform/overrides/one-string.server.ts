/**
 * Override `one-string`: renders a page with `renderToString` instead of a stream.
 *
 * Reason: no screen sends a part later than the rest. React Router hands its data to the browser in a stream
 * all the same: it is read whole and written where the router looks for it. Gain: 15–21 % of the
 * CPU time of a signed-in page, and about twice the pages where rendering is most of it (decision 003). Off:
 * the page is rendered as a stream and read to its end, as React Router does it.
 * Relies on: `entry.serverHandoffStream`, which ServerRouter leaves alone when it is undefined, and
 * `window.__reactRouterContext.streamController` in the page (tests/requests/overrides.test.ts).
 */
import type { ReactNode } from "react"
import { renderToReadableStream, renderToString } from "react-dom/server"
import type { EntryContext } from "react-router"
import { waitForExclusiveTurn } from "../event-loop-turns.server.ts"

/** `dataScript`: the router's data, to be put at the end of the page with its hash in the policy. */
export type RenderedPage = { html: string; dataScript: string | undefined }

/** Renders the page of `entry` as one string; `createPage` makes its elements. */
export async function renderAsString(
  entry: EntryContext,
  createPage: () => ReactNode,
): Promise<RenderedPage> {
  const chunks = await readStream(entry.serverHandoffStream)
  entry.serverHandoffStream = undefined
  await waitForExclusiveTurn()
  const html = renderToString(createPage())
  return { html, dataScript: html.includes(ROUTER_CONTEXT) ? createDataScript(chunks) : undefined }
}

/** Renders the page as React Router expects it: a stream, here read to its end. */
export async function renderAsStream(createPage: () => ReactNode, nonce: string): Promise<RenderedPage> {
  await waitForExclusiveTurn()
  const stream = await renderToReadableStream(createPage(), { nonce })
  await stream.allReady
  return { html: await new Response(stream).text(), dataScript: undefined }
}

const ROUTER_CONTEXT = "window.__reactRouterContext"

function createDataScript(chunks: readonly string[]): string {
  const calls = chunks.map(
    (chunk) => `${ROUTER_CONTEXT}.streamController.enqueue(${escapeScript(quote(chunk))});`,
  )
  return `${calls.join("")}${ROUTER_CONTEXT}.streamController.close();`
}

async function readStream(stream: ReadableStream<Uint8Array> | undefined): Promise<string[]> {
  const chunks: string[] = []
  if (!stream) return chunks
  const decoder = new TextDecoder()
  for await (const chunk of stream) chunks.push(decoder.decode(chunk, { stream: true }))
  return chunks
}

/**
 * A string literal in single quotes: in the lines of JSON every tenth letter is a double quote, and of
 * control characters there are only the ends of the lines.
 */
const quote = (json: string) =>
  `'${json.replaceAll("\\", "\\\\").replaceAll("'", "\\'").replaceAll("\n", "\\n").replaceAll("\r", "\\r")}'`

const ESCAPES: Record<string, string> = {
  "&": "\\u0026",
  ">": "\\u003e",
  "<": "\\u003c",
  "\u2028": "\\u2028",
  "\u2029": "\\u2029",
}
const escapeScript = (text: string) =>
  text.replace(/[&><\u2028\u2029]/g, (character) => ESCAPES[character] ?? character)
