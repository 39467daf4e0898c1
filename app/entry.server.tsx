import { renderToString } from "react-dom/server"
import { isRouteErrorResponse, ServerRouter, type EntryContext, type HandleErrorFunction, type RouterContextProvider } from "react-router"
import { log } from "./platform/log.server.ts"
import { requestContext } from "./platform/request.server.ts"
import { NonceContext } from "./shell/nonce.ts"

/**
 * No screen streams a part later than the rest, so the page is rendered as one string, twice as fast as a stream. React
 * Router hands its data over in a stream all the same; it is read whole and written where the router looks for it.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { nonce } = context.get(requestContext)
  const chunks = await readAll(entry.serverHandoffStream)
  entry.serverHandoffStream = undefined
  const page = renderToString(
    <NonceContext value={nonce}>
      <ServerRouter context={entry} url={request.url} nonce={nonce} />
    </NonceContext>,
  )
  const scripts = chunks.map((chunk) => `window.__reactRouterContext.streamController.enqueue(${escapeScript(JSON.stringify(chunk))});`).join("")
  const handover = `<script nonce="${nonce}">${scripts}window.__reactRouterContext.streamController.close();</script>`
  headers.set("Content-Type", "text/html; charset=utf-8")
  const body = page.includes("window.__reactRouterContext") ? page.replace(/<\/body><\/html>$/, () => `${handover}</body></html>`) : page
  return new Response(`<!DOCTYPE html>${body}`, { status, headers })
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  log().error({ err: error, id: context?.get(requestContext).id, path: new URL(request.url).pathname }, "unexpected error")
}

async function readAll(stream: ReadableStream<Uint8Array> | undefined): Promise<string[]> {
  const chunks: string[] = []
  if (!stream) return chunks
  const decoder = new TextDecoder()
  for await (const chunk of stream) chunks.push(decoder.decode(chunk, { stream: true }))
  return chunks
}

const ESCAPES: Record<string, string> = { "&": "\\u0026", ">": "\\u003e", "<": "\\u003c", "\u2028": "\\u2028", "\u2029": "\\u2029" }
const escapeScript = (text: string) => text.replace(/[&><\u2028\u2029]/g, (character) => ESCAPES[character] ?? character)
