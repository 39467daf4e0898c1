/**
 * The provider of payouts over HTTP: answers as the simulator does, unless it is told to fail. Nothing of the
 * bodies can be read on the way.
 */
import { createServer } from "node:http"
import { once } from "node:events"
import { decryptBody } from "#app/platform/payouts/encryption.server.ts"
import { answerAsPayoutProvider, SIMULATOR_PAYOUT_KEYS } from "#app/platform/payouts/simulator.server.ts"

export type PayoutCall = {
  method: string
  path: string
  idempotencyKey: string | undefined
  securityMode: string | undefined
  header: Record<string, unknown>
  body: unknown
}

/**
 * What happens to the next calls instead of the answer: `cut` breaks the line after it was done, `silent`
 * before; or another answer in its place.
 */
export type PayoutTrouble = "cut" | "silent" | { status: number; body: unknown }

export type PayoutDouble = {
  url: string
  calls: PayoutCall[]
  /** Each call that is sent takes the first of these. */
  troubles: PayoutTrouble[]
  stop(): Promise<void>
}

async function readCall(request: Request, text: string): Promise<PayoutCall> {
  const read = text === "" ? null : await decryptBody(text, SIMULATOR_PAYOUT_KEYS.securityKey)
  return {
    method: request.method,
    path: new URL(request.url).pathname,
    idempotencyKey: request.headers.get("idempotency-key") ?? undefined,
    securityMode: request.headers.get("tosspayments-api-security-mode") ?? undefined,
    header: read?.header ?? {},
    body: read?.body ?? null,
  }
}

export async function startPayoutDouble(): Promise<PayoutDouble> {
  const calls: PayoutCall[] = []
  const troubles: PayoutTrouble[] = []
  const server = createServer((asked, answer) => {
    void (async () => {
      let text = ""
      for await (const chunk of asked) text += String(chunk)
      const headers = new Headers(
        Object.entries(asked.headers).map(([name, value]): [string, string] => [name, String(value)]),
      )
      const method = asked.method ?? "GET"
      const request = new Request(`http://double.invalid${asked.url}`, {
        method,
        headers,
        ...(text === "" ? {} : { body: text }),
      })
      calls.push(await readCall(request, text))
      const trouble = troubles.shift()
      if (trouble === "silent") return void asked.socket.destroy()
      if (trouble && trouble !== "cut") {
        answer.writeHead(trouble.status, { "Content-Type": "application/json" })
        return void answer.end(JSON.stringify(trouble.body))
      }
      const done = await answerAsPayoutProvider(request)
      if (trouble === "cut") return void asked.socket.destroy()
      answer.writeHead(done.status, { "Content-Type": done.headers.get("Content-Type") ?? "" })
      answer.end(await done.text())
    })().catch((error: unknown) => answer.writeHead(500).end(String(error)))
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`,
    calls,
    troubles,
    stop: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}
