/**
 * Who is let in when: a body comes first and holds no place of work, then work begins in an order that
 * is fair between addresses and people. Decision 018.
 */
import type { IncomingMessage } from "node:http"
import type { Context, MiddlewareHandler } from "hono"
import { isApiPath } from "../app/areas/api/rules.ts"
import { FairQueue, type QueueLimits, type QueueRejection, type Sender } from "../app/platform/fair-queue.ts"
import { countRejectedRequest } from "../app/platform/metrics.server.ts"
import { parseBoundary, readMultipart } from "../app/platform/multipart.server.ts"
import { networkOf } from "../app/platform/network.ts"
import type { ClientInfo } from "./client-address.ts"
import {
  BodyReceiver,
  type ReceivedBody,
  type ReceiveLimits,
  type ReceiveRejection,
} from "./body-receiver.ts"
import { createRejectionResponse, type HttpRejection } from "./rejections.ts"

type RequestKind = "page" | "form" | "files" | "picture" | "stream"
/**
 * `readForm`: what the screens read instead of the body of a form with files, which is no longer part of the
 * request.
 */
export type AppEnvironment = {
  Bindings: { client: ClientInfo; incoming?: IncomingMessage }
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
const QUEUE_LIMITS: Record<RequestKind, QueueLimits> = {
  page: {
    maxActive: 12,
    maxActiveMs: 1_000,
    maxInFlight: 120,
    maxInFlightPerAddress: 90,
    maxInFlightPerPerson: 40,
    maxWaiting: 512,
    maxWaitingPerAddress: 160,
    maxWaitingPerPerson: 64,
    maxWaitMs: 500,
  },
  form: {
    maxActive: 24,
    maxActiveMs: 1_000,
    maxInFlight: 400,
    maxInFlightPerAddress: 200,
    maxInFlightPerPerson: 24,
    maxWaiting: 1_000,
    maxWaitingPerAddress: 600,
    maxWaitingPerPerson: 128,
    maxWaitMs: 10_000,
  },
  // They wait for the picture queue, which has an order of its own.
  files: {
    maxActive: 32,
    maxActiveMs: 60_000,
    maxInFlight: 32,
    maxInFlightPerAddress: 16,
    maxInFlightPerPerson: 4,
    maxWaiting: 100,
    maxWaitingPerAddress: 32,
    maxWaitingPerPerson: 8,
    maxWaitMs: 30_000,
  },
  picture: {
    maxActive: 32,
    maxActiveMs: 1_000,
    maxInFlight: 400,
    maxInFlightPerAddress: 300,
    maxInFlightPerPerson: 100,
    maxWaiting: 1_200,
    maxWaitingPerAddress: 600,
    maxWaitingPerPerson: 200,
    maxWaitMs: 5_000,
  },
  // After a restart all pages come back at the same moment; only the opening is work.
  stream: {
    maxActive: 24,
    maxActiveMs: 1_000,
    maxInFlight: 400,
    maxInFlightPerAddress: 400,
    maxInFlightPerPerson: 24,
    maxWaiting: 6_000,
    maxWaitingPerAddress: 6_000,
    maxWaitingPerPerson: 24,
    maxWaitMs: 15_000,
  },
}

const RECEIVE_LIMITS: Record<"form" | "files", ReceiveLimits> = {
  form: {
    maxOpen: 600,
    maxOpenPerAddress: 100,
    maxOpenPerPerson: 60,
    maxBytes: 128_000_000,
    graceMs: 25_000,
    minBytesPerSecond: 131_072,
    checkIntervalMs: 500,
  },
  // On disk, all but the small ones.
  files: {
    maxOpen: 100,
    maxOpenPerAddress: 24,
    maxOpenPerPerson: 4,
    maxBytes: 1_500_000_000,
    graceMs: 25_000,
    minBytesPerSecond: 131_072,
    checkIntervalMs: 500,
  },
}

/** The longest time that a body which brings what it must may take; the connection is given up after it. */
export const MAX_REQUEST_MS =
  25_000 + Math.ceil((MAX_FILES_BYTES / RECEIVE_LIMITS.files.minBytesPerSecond) * 1_000)

const BUSY: HttpRejection = {
  status: 503,
  message: "지금 이용자가 많아요. 잠시 뒤 다시 시도해 주세요.",
  retryAfterSeconds: 2,
}
const TOO_MANY: HttpRejection = {
  status: 429,
  retryAfterSeconds: 2,
  message: "이 인터넷 연결에서 한꺼번에 너무 많이 요청했어요. 잠시 뒤 다시 시도해 주세요.",
}
const TOO_MANY_FILES: HttpRejection = {
  status: 429,
  retryAfterSeconds: 5,
  message: "사진을 한꺼번에 너무 많이 보냈어요. 올라가던 사진이 끝난 뒤 다시 올려 주세요.",
}
const LATE: HttpRejection = {
  status: 408,
  message: "보내는 데 너무 오래 걸렸어요. 인터넷 연결을 확인하고 다시 보내 주세요.",
}
const CUT: HttpRejection = { status: 400, message: "보낸 내용이 도중에 잘렸어요. 다시 보내 주세요." }
const NO_ROOM: HttpRejection = {
  status: 507,
  retryAfterSeconds: 60,
  message: "지금은 보낸 내용을 받아 둘 자리가 없어요. 잠시 뒤 다시 시도해 주세요.",
}

const RECEIVE_REJECTIONS: Record<ReceiveRejection, HttpRejection> = {
  too_many: TOO_MANY,
  busy: BUSY,
  late: LATE,
  too_large: { status: 413, message: "보낸 내용이 너무 커요. 파일 크기를 줄이고 다시 보내 주세요." },
  no_room: NO_ROOM,
  cut: CUT,
}
const QUEUE_REJECTIONS: Record<QueueRejection, HttpRejection> = {
  too_many: TOO_MANY,
  full: BUSY,
  late: BUSY,
  left: CUT,
}
const BUSY_WITH_FILES: HttpRejection = {
  status: 503,
  message: "지금 사진이 많이 올라오고 있어요. 잠시 뒤 다시 올려 주세요.",
  retryAfterSeconds: 5,
}
const PICTURE_TOO_LARGE: HttpRejection = {
  status: 413,
  message: "사진이 10MB보다 커요. 더 작은 사진을 골라 주세요.",
}

/** The same in the words of those who send pictures. */
function adaptRejection(kind: RequestKind, path: string, rejection: HttpRejection): HttpRejection {
  if (path === "/uploads" && rejection.status === 413) return PICTURE_TOO_LARGE
  if (kind !== "files") return rejection
  return rejection === BUSY ? BUSY_WITH_FILES : rejection === TOO_MANY ? TOO_MANY_FILES : rejection
}

const SAFE_METHODS = /^(?:GET|HEAD|OPTIONS|TRACE)$/
const SESSION_COOKIE = /baroildang\.session_token=([^;.]{1,64})/

/** Where somebody comes back who has paid or signed in elsewhere: as little is asked for again as a form. */
const RETURN_PATHS = /^\/(?:shopping\/pay|api\/auth\/callback)\//

function getRequestKind(request: Request, path: string): RequestKind {
  if (SAFE_METHODS.test(request.method) && RETURN_PATHS.test(path)) return "form"
  if (SAFE_METHODS.test(request.method))
    return path === "/live" ? "stream" : path.startsWith("/pictures/") ? "picture" : "page"
  return /^multipart\/form-data\b/i.test(request.headers.get("Content-Type") ?? "") ? "files" : "form"
}

/**
 * Whoever asks too much asks again as soon as there is an answer, and answering costs as well: it comes a
 * little later.
 */
const PENALTY_DELAY_MS = 1_000
const MAX_DELAYED_REQUESTS = 2_000
let delayedCount = 0

async function delayResponse(signal: AbortSignal): Promise<void> {
  if (delayedCount >= MAX_DELAYED_REQUESTS) return
  delayedCount += 1
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, PENALTY_DELAY_MS)
    signal.addEventListener(
      "abort",
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })
  delayedCount -= 1
}

/** Where the body comes from; undefined where there is none. */
function getBody(c: Context<AppEnvironment>): IncomingMessage | ReadableStream<Uint8Array> | undefined {
  const request = c.req.raw
  if (SAFE_METHODS.test(request.method)) return undefined
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
export function createAdmission(): MiddlewareHandler<AppEnvironment> {
  const queues = Object.fromEntries(
    Object.entries(QUEUE_LIMITS).map(([kind, limits]) => [kind, new FairQueue(limits)]),
  ) as Record<RequestKind, FairQueue>
  const receivers = {
    form: new BodyReceiver(RECEIVE_LIMITS.form),
    files: new BodyReceiver(RECEIVE_LIMITS.files),
  }

  async function receive(
    c: Context<AppEnvironment>,
    kind: RequestKind,
    sender: Sender,
  ): Promise<ReceivedBody | ReceiveRejection | undefined> {
    const body = getBody(c)
    if (!body) return undefined
    const hasFiles = kind === "files"
    const maxBytes = hasFiles
      ? c.req.path === "/uploads"
        ? MAX_UPLOAD_BYTES
        : MAX_FILES_BYTES
      : MAX_FORM_BYTES
    if (Number(c.req.header("Content-Length")) > maxBytes) return "too_large"
    return receivers[hasFiles ? "files" : "form"].receive(body, sender, maxBytes)
  }

  async function attachBody(
    c: Context<AppEnvironment>,
    kind: RequestKind,
    { spool }: ReceivedBody,
  ): Promise<void> {
    const request = c.req.raw
    if (kind !== "files") {
      c.req.raw = withBody(request, await spool.bytes())
      return
    }
    const boundary = parseBoundary(request.headers.get("Content-Type"))
    c.req.raw = withBody(request, null)
    c.set("readForm", async () => readMultipart(await spool.blob(), boundary))
  }

  return async (c, next) => {
    const request = c.req.raw
    const kind = getRequestKind(request, c.req.path)
    const sender = {
      address: networkOf(c.env.client.address),
      person: isApiPath(c.req.path)
        ? (c.req.header("Authorization") ?? "").slice(0, 80)
        : (SESSION_COOKIE.exec(c.req.header("Cookie") ?? "")?.[1] ?? ""),
    }
    const refuse = async (reason: string, rejection: HttpRejection) => {
      countRejectedRequest(kind, reason)
      if (reason === "too_many") await delayResponse(request.signal)
      return createRejectionResponse(request, adaptRejection(kind, c.req.path, rejection))
    }
    const received = await receive(c, kind, sender)
    if (typeof received === "string") return refuse(received, RECEIVE_REJECTIONS[received])
    try {
      // Work that changes something is done although its sender has left, as a page does that says that it
      // closes.
      const slot = await queues[kind].enter(
        sender,
        SAFE_METHODS.test(request.method) ? request.signal : undefined,
      )
      if (typeof slot === "string") return refuse(slot, QUEUE_REJECTIONS[slot])
      try {
        if (received) await attachBody(c, kind, received)
        await next()
      } finally {
        slot.release()
      }
    } finally {
      await received?.remove()
    }
    return undefined
  }
}
