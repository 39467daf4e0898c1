/** A collector of OpenTelemetry: takes spans over OTLP/HTTP as JSON and keeps them. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

type Value = { stringValue?: string; intValue?: number | string; doubleValue?: number }
type SentSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: { key: string; value: Value }[]
}
type SentTraces = { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] }

export type CollectedSpan = Omit<SentSpan, "attributes"> & { attributes: Record<string, string | number> }
export type TraceCollector = {
  url: string
  spans: CollectedSpan[]
  /** Everything that was sent, as it came. */
  received(): string
  stop(): Promise<void>
}

/** Listens on a free port of 127.0.0.1. */
export async function startTraceCollector(): Promise<TraceCollector> {
  const spans: CollectedSpan[] = []
  let text = ""
  const server = createServer((incoming, outgoing) => {
    const parts: Buffer[] = []
    incoming.on("data", (part: Buffer) => parts.push(part))
    incoming.on("end", () => {
      const body = Buffer.concat(parts).toString()
      text += body
      const sent = JSON.parse(body) as SentTraces
      for (const { scopeSpans } of sent.resourceSpans)
        for (const span of scopeSpans.flatMap((scope) => scope.spans)) spans.push(toCollected(span))
      outgoing.writeHead(200, { "Content-Type": "application/json" }).end("{}")
    })
  })
  await new Promise<void>((open) => server.listen(0, "127.0.0.1", open))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    received: () => text,
    stop: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

function toCollected({ attributes, ...span }: SentSpan): CollectedSpan {
  const entries = attributes.map(({ key, value }) => [
    key,
    value.stringValue ?? Number(value.intValue ?? value.doubleValue),
  ])
  return { ...span, attributes: Object.fromEntries(entries) }
}
