/**
 * Owns who is let in when: a body comes first and holds no place of work, then work begins in an order that
 * is fair between addresses and people. Decision 018.
 */
import type { IncomingMessage } from "node:http"
import type { Context, MiddlewareHandler } from "hono"
import {
  createFairQueue,
  type FairQueue,
  type QueueLimits,
  type QueueRefusal,
  type Sender,
} from "../app/platform/fair-queue.ts"
import { countRefusal } from "../app/platform/metrics.server.ts"
import { boundaryOf, readMultipart } from "../app/platform/multipart.server.ts"
import { networkOf } from "../app/platform/network.ts"
import type { Arrival } from "./address.ts"
import { createReceiver, type Received, type ReceiveLimits, type ReceiveRefusal } from "./receive.ts"
import { refusalResponse, type Refusal } from "./refusals.ts"

type Kind = "page" | "form" | "files" | "picture" | "stream"
/**
 * `readForm`: what the screens read instead of the body of a form with files, which is no longer part of the
 * request.
 */
export type Admitted = {
  Bindings: { arrival: Arrival; incoming?: IncomingMessage }
  Variables: { readForm?: () => Promise<FormData> }
}

const MAX_FORM_BYTES = 1_000_000
/** Scripts send pictures one by one, of at most 10 MB. */
const MAX_UPLOAD_BYTES = 11_000_000
/** Forms that carry files: without scripts all pictures of a form come at once. */
const MAX_FILES_BYTES = 41_000_000

/**
 * Work: about as many as keep one core and the database busy; more at once would only make all of them
 * slower. Who waits for a page is told so within a second, a form waits longer, because what somebody typed
 * is not asked for again. One browser opens 6 connections, or 100 streams over one; a whole school may share
 * an address.
 */
const WORK: Record<Kind, QueueLimits> = {
  page: {
    maxAtWork: 12,
    workMs: 1_000,
    maxBegun: 120,
    maxBegunOfAddress: 90,
    maxBegunOfPerson: 40,
    maxWaiting: 512,
    maxWaitingOfAddress: 160,
    maxWaitingOfPerson: 64,
    maxWaitMs: 500,
  },
  form: {
    maxAtWork: 24,
    workMs: 1_000,
    maxBegun: 400,
    maxBegunOfAddress: 200,
    maxBegunOfPerson: 24,
    maxWaiting: 1_000,
    maxWaitingOfAddress: 600,
    maxWaitingOfPerson: 128,
    maxWaitMs: 10_000,
  },
  // They wait for the picture queue, which has an order of its own.
  files: {
    maxAtWork: 32,
    workMs: 60_000,
    maxBegun: 32,
    maxBegunOfAddress: 16,
    maxBegunOfPerson: 4,
    maxWaiting: 100,
    maxWaitingOfAddress: 32,
    maxWaitingOfPerson: 8,
    maxWaitMs: 30_000,
  },
  picture: {
    maxAtWork: 32,
    workMs: 1_000,
    maxBegun: 400,
    maxBegunOfAddress: 300,
    maxBegunOfPerson: 100,
    maxWaiting: 1_200,
    maxWaitingOfAddress: 600,
    maxWaitingOfPerson: 200,
    maxWaitMs: 5_000,
  },
  // After a restart all pages come back at the same moment; only the opening is work.
  stream: {
    maxAtWork: 24,
    workMs: 1_000,
    maxBegun: 400,
    maxBegunOfAddress: 400,
    maxBegunOfPerson: 24,
    maxWaiting: 6_000,
    maxWaitingOfAddress: 6_000,
    maxWaitingOfPerson: 24,
    maxWaitMs: 15_000,
  },
}

const RECEIVING: Record<"form" | "files", ReceiveLimits> = {
  form: {
    maxOpen: 600,
    maxOpenOfAddress: 100,
    maxOpenOfPerson: 60,
    maxBytes: 128_000_000,
    graceMs: 25_000,
    minBytesPerSecond: 131_072,
    checkMs: 500,
  },
  // On disk, all but the small ones.
  files: {
    maxOpen: 100,
    maxOpenOfAddress: 24,
    maxOpenOfPerson: 4,
    maxBytes: 1_500_000_000,
    graceMs: 25_000,
    minBytesPerSecond: 131_072,
    checkMs: 500,
  },
}

/** The longest time that a body which brings what it must may take; the connection is given up after it. */
export const MAX_REQUEST_MS =
  25_000 + Math.ceil((MAX_FILES_BYTES / RECEIVING.files.minBytesPerSecond) * 1_000)

const BUSY: Refusal = {
  status: 503,
  sentence: "지금 이용자가 많아요. 잠시 뒤 다시 시도해 주세요.",
  retryAfterSeconds: 2,
}
const TOO_MANY: Refusal = {
  status: 429,
  retryAfterSeconds: 2,
  sentence: "이 인터넷 연결에서 한꺼번에 너무 많이 요청했어요. 잠시 뒤 다시 시도해 주세요.",
}
const TOO_MANY_FILES: Refusal = {
  status: 429,
  retryAfterSeconds: 5,
  sentence: "사진을 한꺼번에 너무 많이 보냈어요. 올라가던 사진이 끝난 뒤 다시 올려 주세요.",
}
const LATE: Refusal = {
  status: 408,
  sentence: "보내는 데 너무 오래 걸렸어요. 인터넷 연결을 확인하고 다시 보내 주세요.",
}
const CUT: Refusal = { status: 400, sentence: "보낸 내용이 도중에 잘렸어요. 다시 보내 주세요." }
const NO_ROOM: Refusal = {
  status: 507,
  retryAfterSeconds: 60,
  sentence: "지금은 보낸 내용을 받아 둘 자리가 없어요. 잠시 뒤 다시 시도해 주세요.",
}

const NOT_RECEIVED: Record<ReceiveRefusal, Refusal> = {
  too_many: TOO_MANY,
  busy: BUSY,
  late: LATE,
  too_large: { status: 413, sentence: "보낸 내용이 너무 커요. 파일 크기를 줄이고 다시 보내 주세요." },
  no_room: NO_ROOM,
  cut: CUT,
}
const NO_TURN: Record<QueueRefusal, Refusal> = { too_many: TOO_MANY, full: BUSY, late: BUSY, left: CUT }
const BUSY_WITH_FILES: Refusal = {
  status: 503,
  sentence: "지금 사진이 많이 올라오고 있어요. 잠시 뒤 다시 올려 주세요.",
  retryAfterSeconds: 5,
}
const PICTURE_TOO_LARGE: Refusal = {
  status: 413,
  sentence: "사진이 10MB보다 커요. 더 작은 사진을 골라 주세요.",
}

/** The same in the words of those who send pictures. */
function inWordsOf(kind: Kind, path: string, refusal: Refusal): Refusal {
  if (path === "/uploads" && refusal.status === 413) return PICTURE_TOO_LARGE
  if (kind !== "files") return refusal
  return refusal === BUSY ? BUSY_WITH_FILES : refusal === TOO_MANY ? TOO_MANY_FILES : refusal
}

const SAFE = /^(?:GET|HEAD|OPTIONS|TRACE)$/
const SESSION = /baroildang\.session_token=([^;.]{1,64})/

/** Where somebody comes back who has paid or signed in elsewhere: as little is asked for again as a form. */
const RETURNS = /^\/(?:shopping\/pay|api\/auth\/callback)\//

function kindOf(request: Request, path: string): Kind {
  if (SAFE.test(request.method) && RETURNS.test(path)) return "form"
  if (SAFE.test(request.method))
    return path === "/live" ? "stream" : path.startsWith("/pictures/") ? "picture" : "page"
  return /^multipart\/form-data\b/i.test(request.headers.get("Content-Type") ?? "") ? "files" : "form"
}

/**
 * Whoever asks too much asks again as soon as there is an answer, and answering costs as well: it comes a
 * little later.
 */
const HOLD_MS = 1_000
const MAX_HELD = 2_000
let held = 0

async function hold(signal: AbortSignal): Promise<void> {
  if (held >= MAX_HELD) return
  held += 1
  await new Promise<void>((over) => {
    const timer = setTimeout(over, HOLD_MS)
    signal.addEventListener(
      "abort",
      () => {
        clearTimeout(timer)
        over()
      },
      { once: true },
    )
  })
  held -= 1
}

/** Where the body comes from; undefined where there is none. */
function bodyOf(c: Context<Admitted>): IncomingMessage | ReadableStream<Uint8Array> | undefined {
  const request = c.req.raw
  if (SAFE.test(request.method)) return undefined
  const { incoming } = c.env
  // The stream of a connection's request would take all of it into memory, however slowly it is read.
  if (!incoming) return request.body ?? undefined
  const { "content-length": length, "transfer-encoding": encoding } = incoming.headers
  return encoding !== undefined || Number(length) > 0 ? incoming : undefined
}

/** The same request with a body that is there. */
function withBody(request: Request, body: Uint8Array<ArrayBuffer> | null): Request {
  const { url, method, headers, signal } = request
  return new Request(url, { method, headers, signal, body })
}

/** Makes what lets requests in. */
export function admission(): MiddlewareHandler<Admitted> {
  const queues = Object.fromEntries(
    Object.entries(WORK).map(([kind, limits]) => [kind, createFairQueue(limits)]),
  ) as Record<Kind, FairQueue>
  const receivers = { form: createReceiver(RECEIVING.form), files: createReceiver(RECEIVING.files) }

  async function receive(
    c: Context<Admitted>,
    kind: Kind,
    sender: Sender,
  ): Promise<Received | ReceiveRefusal | undefined> {
    const body = bodyOf(c)
    if (!body) return undefined
    const files = kind === "files"
    const maxBytes = files ? (c.req.path === "/uploads" ? MAX_UPLOAD_BYTES : MAX_FILES_BYTES) : MAX_FORM_BYTES
    if (Number(c.req.header("Content-Length")) > maxBytes) return "too_large"
    return receivers[files ? "files" : "form"].receive(body, sender, maxBytes)
  }

  async function hand(c: Context<Admitted>, kind: Kind, { spool }: Received): Promise<void> {
    const request = c.req.raw
    if (kind !== "files") {
      c.req.raw = withBody(request, await spool.bytes())
      return
    }
    const boundary = boundaryOf(request.headers.get("Content-Type"))
    c.req.raw = withBody(request, null)
    c.set("readForm", async () => readMultipart(await spool.blob(), boundary))
  }

  return async (c, next) => {
    const request = c.req.raw
    const kind = kindOf(request, c.req.path)
    const sender = {
      address: networkOf(c.env.arrival.address),
      person: SESSION.exec(c.req.header("Cookie") ?? "")?.[1] ?? "",
    }
    const refuse = async (reason: string, refusal: Refusal) => {
      countRefusal(kind, reason)
      if (reason === "too_many") await hold(request.signal)
      return refusalResponse(request, inWordsOf(kind, c.req.path, refusal))
    }
    const received = await receive(c, kind, sender)
    if (typeof received === "string") return refuse(received, NOT_RECEIVED[received])
    try {
      // Work that changes something is done although its sender has left, as a page does that says that it
      // closes.
      const turn = await queues[kind].enter(sender, SAFE.test(request.method) ? request.signal : undefined)
      if (typeof turn === "string") return refuse(turn, NO_TURN[turn])
      try {
        if (received) await hand(c, kind, received)
        await next()
      } finally {
        turn.finish()
      }
    } finally {
      await received?.remove()
    }
    return undefined
  }
}
