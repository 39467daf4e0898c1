/**
 * Toss Payments as a server of its own: its API, its script for browsers and its payment window. The API
 * answers as the simulator does, from a database of its own, which the process under test never sees.
 */
import { createServer } from "node:http"
import { once } from "node:events"
import { answerAsPaymentProvider, createSimulatedPayment } from "#app/platform/payments/simulator.server.ts"

export type TossServer = { stop(): Promise<void> }

type WindowRequest = {
  method: "CARD" | "VIRTUAL_ACCOUNT"
  amount: { value: number }
  orderId: string
  orderName: string
  customerName: string
  successUrl: string
  failUrl: string
}

/** What the provider's script does in a browser: `requestPayment` leads to the window. */
const SCRIPT = `window.TossPayments = (clientKey) => ({
  payment: ({ customerKey }) => ({
    requestPayment(request) {
      const query = new URLSearchParams({ request: JSON.stringify({ clientKey, customerKey, ...request }) })
      location.assign("https://pay.tosspayments.com/window?" + query)
      return new Promise(() => {})
    },
  }),
})`

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

function renderWindow(text: string): string {
  const request = JSON.parse(text) as WindowRequest
  return `<!doctype html><html lang="ko"><meta charset="utf-8"><title>토스페이먼츠</title><h1>토스페이먼츠 결제창</h1>
    <p>${escapeHtml(request.orderName)} · ${request.amount.value}원</p>
    <form method="post" action="/window"><input type="hidden" name="request" value="${escapeHtml(text)}">
    <button name="act" value="pay">결제</button> <button name="act" value="reject">한도 초과 카드로 결제</button>
    <button name="act" value="close">닫기</button></form></html>`
}

/** Where the window sends the buyer back to. */
async function getReturnUrl(fields: URLSearchParams): Promise<string> {
  const request = JSON.parse(fields.get("request") ?? "") as WindowRequest
  const { orderId, amount, orderName, customerName } = request
  const act = fields.get("act")
  const buildReturnUrl = (url: string, answer: Record<string, string>) =>
    `${url}?${new URLSearchParams(answer)}`
  if (act === "close")
    return buildReturnUrl(request.failUrl, { code: "PAY_PROCESS_CANCELED", message: "취소했어요", orderId })
  const { paymentKey } = await createSimulatedPayment({
    orderId,
    amountWon: amount.value,
    orderName,
    customerName,
    method: request.method === "CARD" ? "카드" : "가상계좌",
    script: act === "reject" ? "reject" : "pay",
  })
  return buildReturnUrl(request.successUrl, {
    paymentType: "NORMAL",
    paymentKey,
    orderId,
    amount: String(amount.value),
  })
}

/** Answers on 127.0.0.1:`port`; the database of this process must be connected. */
export async function startTossServer(port: number): Promise<TossServer> {
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const parts: Buffer[] = []
      for await (const part of incoming as AsyncIterable<Buffer>) parts.push(part)
      const body = Buffer.concat(parts)
      const url = new URL(incoming.url ?? "/", "https://toss.invalid")
      const { method = "GET" } = incoming
      if (url.pathname === "/v2/standard") {
        return outgoing.writeHead(200, { "Content-Type": "text/javascript; charset=utf-8" }).end(SCRIPT)
      }
      if (url.pathname === "/window" && method === "GET") {
        const page = renderWindow(url.searchParams.get("request") ?? "")
        return outgoing.writeHead(200, { "Content-Type": "text/html; charset=utf-8" }).end(page)
      }
      if (url.pathname === "/window") {
        return outgoing
          .writeHead(303, { Location: await getReturnUrl(new URLSearchParams(body.toString())) })
          .end()
      }
      const headers = new Headers()
      for (const name of ["authorization", "idempotency-key", "content-type"]) {
        const value = incoming.headers[name]
        if (typeof value === "string") headers.set(name, value)
      }
      const answer = await answerAsPaymentProvider(
        new Request(url, method === "GET" ? { headers } : { method, headers, body }),
      )
      return outgoing
        .writeHead(answer.status, { "Content-Type": "application/json" })
        .end(await answer.text())
    })().catch((error: unknown) => outgoing.writeHead(500).end(String(error)))
  })
  server.listen(port, "127.0.0.1")
  await once(server, "listening")
  return {
    stop: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}
