import { href as toHref } from "react-router"
import { useEffect, useEffectEvent, useReducer, useRef, useState } from "react"
import type { PictureData } from "#app/ui/picture.tsx"
import type { MessagePage, MessageView, RoomListView, RoomView } from "../views.ts"
import { readUnsent, writeUnsent } from "./unsent-messages.ts"
import {
  createConversation,
  getLastSeq,
  reduceConversation,
  type Conversation,
  type PendingMessage,
} from "./conversation.ts"

/** What the shell passes on from the live stream (shell/live-stream.ts). */
const LIVE_EVENT = "baroildang:live"
const TYPING_VISIBLE_MS = 5_000
const TYPING_INTERVAL_MS = 3_000
/** The server takes a page for gone two minutes after its last word. */
const READ_REPORT_INTERVAL_MS = 90_000
/** As many messages as one answer holds: there may be more. */
const MAX_MESSAGES_PER_RESPONSE = 100
const LIST_RELOAD_DELAY_MS = 500
/** After this a message is offered again; sent twice by the same key it is one. */
const SEND_TIMEOUT_MS = 20_000

type MessagesResponse = { messages: MessageView[]; before: number | null; partnerReadSeq: number }
type ErrorResponse = { problem?: string; errors?: Record<string, string> }
type LiveDetail = { type?: unknown; roomId?: unknown; seq?: unknown; userId?: unknown; chatCount?: unknown }

const NOT_SENT_MESSAGE = "연결이 끊겨서 보내지 못했어요."

const buildMessagesHref = (roomId: string, query: Record<string, string> = {}) =>
  `${toHref("/chat/messages")}?${new URLSearchParams({ room: roomId, ...query })}`
const signal = (roomId: string, fields: Record<string, string>) =>
  void fetch("/chat/signal", {
    method: "POST",
    body: new URLSearchParams({ room: roomId, ...fields }),
    keepalive: true,
  }).catch(() => {})

async function fetchMessages(
  roomId: string,
  query: Record<string, string>,
): Promise<MessagesResponse | null> {
  const response = await fetch(buildMessagesHref(roomId, query)).catch(() => null)
  return response?.ok ? ((await response.json()) as MessagesResponse) : null
}

/** Sends one message; says why it was not sent, or what the room says since. */
async function postChatMessage(
  roomId: string,
  message: PendingMessage,
): Promise<{ messages: MessageView[] } | { problem: string }> {
  const form = new FormData()
  form.set("intent", "send")
  form.set("clientKey", message.clientKey)
  form.set("text", message.text)
  for (const { id } of message.pictures) form.append("pictureIds[]", id)
  const response = await fetch(buildMessagesHref(roomId), {
    method: "POST",
    body: form,
    signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
  }).catch(() => null)
  if (!response) return { problem: NOT_SENT_MESSAGE }
  if (response.ok) return (await response.json()) as { messages: MessageView[] }
  const errorResponse = (await response.json().catch(() => ({}))) as ErrorResponse
  return {
    problem:
      errorResponse.problem ??
      Object.values(errorResponse.errors ?? {})[0] ??
      "메시지를 보내지 못했어요. 잠시 뒤 다시 보내 주세요.",
  }
}

/**
 * One room while it is on the screen: what the screen was loaded with, what the live stream announces, what
 * one sends oneself. Whatever the stream announces is fetched by number, so that nothing is missing and
 * nothing is twice.
 */
export function useConversation({
  room,
  page,
  isLatestPage,
}: {
  room: RoomView
  page: MessagePage
  /** `page` is the newest one, not an older one that the address asks for. */ isLatestPage: boolean
}) {
  const [state, dispatch] = useReducer(reduceConversation, undefined, () =>
    createConversation(page, room.partnerReadSeq),
  )
  const [typing, setTyping] = useState(false)
  const latestState = useRef<Conversation>(state)
  useEffect(() => {
    latestState.current = state
  }, [state])

  // Read before anything is written: what an earlier page left.
  useEffect(() => dispatch({ type: "left", pending: readUnsent(localStorage, room.id) }), [room.id])
  const isUntouched = useRef(true)
  useEffect(() => {
    if (isUntouched.current && state.pending.length === 0) return
    isUntouched.current = false
    writeUnsent(localStorage, room.id, state.pending)
  }, [room.id, state.pending])

  const [loaded, setLoaded] = useState(page)
  if (loaded !== page) {
    setLoaded(page)
    if (isLatestPage) dispatch({ type: "page", page, partnerReadSeq: room.partnerReadSeq })
  }

  const catchUpState = useRef({ running: false, again: false })
  const catchUp = useEffectEvent(async () => {
    const flags = catchUpState.current
    flags.again = true
    if (flags.running) return
    flags.running = true
    let after = getLastSeq(latestState.current)
    while (flags.again) {
      flags.again = false
      // oxlint-disable-next-line no-await-in-loop -- each answer says where the next goes on
      const fetched = await fetchMessages(room.id, { after: String(after) })
      if (!fetched) break
      dispatch({ type: "later", messages: fetched.messages, partnerReadSeq: fetched.partnerReadSeq })
      if (fetched.messages.some((message) => message.mine === false)) setTyping(false)
      after = Math.max(after, fetched.messages.at(-1)?.seq ?? 0)
      flags.again ||= fetched.messages.length === MAX_MESSAGES_PER_RESPONSE
    }
    flags.running = false
  })

  const handleLive = useEffectEvent((message: LiveDetail) => {
    if (message.type === "look-again") void catchUp()
    if (message.roomId !== room.id) return
    if (
      message.type === "chat.message" &&
      typeof message.seq === "number" &&
      message.seq > getLastSeq(latestState.current)
    )
      void catchUp()
    if (message.userId !== room.partnerId) return
    if (message.type === "chat.read" && typeof message.seq === "number")
      dispatch({ type: "read", seq: message.seq })
    if (message.type === "chat.typing") setTyping(true)
  })
  useEffect(() => {
    const handleLiveEvent = (event: Event) =>
      event instanceof CustomEvent && handleLive(event.detail as LiveDetail)
    const handleOnline = () => void catchUp()
    const handleVisible = () => document.visibilityState === "visible" && void catchUp()
    addEventListener(LIVE_EVENT, handleLiveEvent)
    addEventListener("online", handleOnline)
    document.addEventListener("visibilitychange", handleVisible)
    // What came between the answer of the server and this moment.
    handleVisible()
    return () => {
      removeEventListener(LIVE_EVENT, handleLiveEvent)
      removeEventListener("online", handleOnline)
      document.removeEventListener("visibilitychange", handleVisible)
    }
  }, [])

  useEffect(() => {
    if (!typing) return undefined
    const timer = setTimeout(() => setTyping(false), TYPING_VISIBLE_MS)
    return () => clearTimeout(timer)
  }, [typing])

  // One after the other, so that they arrive in the order in which they were written.
  const queue = useRef(Promise.resolve())
  const enqueueSend = (message: PendingMessage) => {
    queue.current = queue.current.then(async () => {
      const result = await postChatMessage(room.id, message)
      if ("problem" in result)
        dispatch({ type: "failed", clientKey: message.clientKey, problem: result.problem })
      else dispatch({ type: "later", messages: result.messages })
      // Others may have written in between: their numbers lie before.
      if ("messages" in result && (result.messages[0]?.seq ?? 0) > getLastSeq(latestState.current) + 1)
        await catchUp()
    })
  }

  const lastTypingSentAt = useRef(0)
  const [loadingOlder, setLoadingOlder] = useState(false)
  return {
    conversation: state,
    typing,
    loadingOlder,
    send(text: string, pictures: PictureData[]) {
      const message: PendingMessage = {
        clientKey: crypto.randomUUID(),
        text,
        pictures,
        at: new Date().toISOString(),
        state: "sending",
      }
      dispatch({ type: "send", pending: message })
      enqueueSend(message)
    },
    retrySend(message: PendingMessage) {
      dispatch({ type: "again", clientKey: message.clientKey })
      enqueueSend(message)
    },
    drop: (message: PendingMessage) => dispatch({ type: "drop", clientKey: message.clientKey }),
    sendTyping() {
      const at = Date.now()
      if (at - lastTypingSentAt.current < TYPING_INTERVAL_MS) return
      lastTypingSentAt.current = at
      signal(room.id, { signal: "typing" })
    },
    async loadOlder() {
      const before = state.before
      if (before === null || loadingOlder) return
      setLoadingOlder(true)
      const fetched = await fetchMessages(room.id, { before: String(before) })
      if (fetched) dispatch({ type: "older", page: { messages: fetched.messages, before: fetched.before } })
      setLoadingOlder(false)
    },
  }
}

/**
 * Tells the server how far this page has shown the room, and whether it still shows it. `atEnd`: the last
 * message is in sight.
 */
export function useReadReporting(room: RoomView, lastSeq: number, isAtEnd: boolean): void {
  const reportedSeq = useRef(room.unread > 0 ? 0 : room.readSeq)
  const roomId = room.id
  const reportRead = useEffectEvent((seq: number, again: boolean) => {
    if (document.visibilityState !== "visible" || (!again && seq <= reportedSeq.current)) return
    reportedSeq.current = Math.max(reportedSeq.current, seq)
    signal(roomId, { signal: "read", seq: String(reportedSeq.current) })
  })
  const visibleSeq = isAtEnd ? lastSeq : 0
  useEffect(() => reportRead(visibleSeq, false), [visibleSeq])
  const handleVisible = useEffectEvent(() => reportRead(visibleSeq, true))
  useEffect(() => {
    const reportAway = () =>
      navigator.sendBeacon("/chat/signal", new URLSearchParams({ room: roomId, signal: "away" }))
    const handleVisibilityChange = () =>
      document.visibilityState === "visible" ? handleVisible() : reportAway()
    handleVisible()
    const timer = setInterval(() => handleVisible(), READ_REPORT_INTERVAL_MS)
    document.addEventListener("visibilitychange", handleVisibilityChange)
    addEventListener("pagehide", reportAway)
    return () => {
      clearInterval(timer)
      document.removeEventListener("visibilitychange", handleVisibilityChange)
      removeEventListener("pagehide", reportAway)
      reportAway()
    }
  }, [roomId])
}

/**
 * The list as it was loaded, and as it is after what happens in any room: fetched again a moment later, once
 * for many messages. Where the connection fails it stays as it was.
 */
export function useLiveRooms(loaded: RoomListView, query: { view: string; show: number }): RoomListView {
  const [current, setCurrent] = useState({ loaded, list: loaded })
  if (current.loaded !== loaded) setCurrent({ loaded, list: loaded })
  const params = new URLSearchParams({ view: query.view, show: String(query.show) })
  const href = `${toHref("/chat/rooms")}?${params}`
  const again = useEffectEvent(async () => {
    const response = await fetch(href).catch(() => null)
    if (!response?.ok) return
    const list = (await response.json()) as RoomListView
    setCurrent((before) => (before.loaded === loaded ? { loaded, list } : before))
  })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const scheduleReload = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        void again()
      }, LIST_RELOAD_DELAY_MS)
    }
    const handleLive = (event: Event) => {
      // How far the partner has read is no matter of the list; that one has read oneself carries the count of
      // the navigation.
      const detail = event instanceof CustomEvent ? (event.detail as LiveDetail) : {}
      if (detail.type === "chat.message" || (detail.type === "chat.read" && detail.chatCount !== undefined))
        scheduleReload()
    }
    addEventListener(LIVE_EVENT, handleLive)
    addEventListener("online", scheduleReload)
    return () => {
      clearTimeout(timer)
      removeEventListener(LIVE_EVENT, handleLive)
      removeEventListener("online", scheduleReload)
    }
  }, [])
  return current.list
}
