/**
 * A proxy that ends TLS, as one stands before the product in production: it forwards to the host that was
 * asked for.
 */
import { createHash, X509Certificate } from "node:crypto"
import { readFileSync } from "node:fs"
import { request as ask, type IncomingMessage, type ServerResponse } from "node:http"
import { createServer } from "node:https"
import { join } from "node:path"

/**
 * Self-signed for baro.example and *.tosspayments.com, for a hundred years; nothing outside the tests trusts
 * it.
 */
const folder = join(import.meta.dirname, "tls")
const tls = {
  key: readFileSync(join(folder, "key.pem")),
  cert: readFileSync(join(folder, "certificate.pem")),
}

/** The SHA-256 of the certificate's public key in Base64, as Chromium is told which key to trust. */
export const TLS_KEY_HASH = createHash("sha256")
  .update(new X509Certificate(tls.cert).publicKey.export({ type: "spki", format: "der" }))
  .digest("base64")

export type TlsProxy = { port: number; stop(): Promise<void> }

/**
 * Listens on 127.0.0.1:`port` (0: any) and forwards each request to the port that `upstreams` names for its
 * host, 502 where there is none or it does not answer. It adds X-Forwarded-For, -Proto and -Host and leaves
 * Host as the browser sent it.
 */
export async function startTlsProxy(
  port: number,
  upstreams: Readonly<Record<string, number>>,
): Promise<TlsProxy> {
  const server = createServer(tls, (incoming, outgoing) => forward(incoming, outgoing, upstreams))
  await new Promise<void>((open) => server.listen(port, "127.0.0.1", open))
  const address = server.address()
  return {
    port: typeof address === "object" && address ? address.port : port,
    stop: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  upstreams: Readonly<Record<string, number>>,
): void {
  const host = incoming.headers.host ?? ""
  const port = upstreams[host.replace(/:\d+$/, "")]
  const refuse = () => {
    if (outgoing.headersSent) outgoing.destroy()
    else outgoing.writeHead(502).end()
  }
  if (port === undefined) return refuse()
  const previousForwardedFor = incoming.headers["x-forwarded-for"]
  const clientAddress = incoming.socket.remoteAddress ?? ""
  const headers = {
    ...incoming.headers,
    "x-forwarded-for": previousForwardedFor
      ? `${String(previousForwardedFor)}, ${clientAddress}`
      : clientAddress,
    "x-forwarded-proto": "https",
    "x-forwarded-host": host,
  }
  const upstreamRequest = ask(
    { host: "127.0.0.1", port, method: incoming.method, path: incoming.url, headers },
    (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    },
  )
  upstreamRequest.on("error", refuse)
  outgoing.on("close", () => upstreamRequest.destroy())
  incoming.pipe(upstreamRequest)
}
