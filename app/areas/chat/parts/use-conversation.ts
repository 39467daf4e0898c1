import { href as toHref } from "react-router"
import {
  useEffect,
  useEffectEvent,
  useReducer,
  useRef,
  useState,
  type ActionDispatch,
  type RefObject,
} from "react"
import type { PictureData } from "#app/ui/picture.tsx"
import type { MessagePage, RoomListView, RoomView } from "../views.ts"
import { fetchMessages, postChatMessage, signal } from "./conversation-requests.ts"
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

type LiveDetail = { type?: unknown; roomId?: unknown; seq?: unknown; userId?: unknown; chatCount?: unknown }

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
  const [conversation, dispatch] = useReducer(reduceConversation, undefined, () =>
    createConversation(page, room.partnerReadSeq),
  )
  const latest = useRef<Conversation>(conversation)
  useEffect(() => {
    latest.current = conversation
  }, [conversation])
  useUnsentMessages(room.id, conversation.pending, dispatch)

  const [loaded, setLoaded] = useState(page)
  if (loaded !== page) {
    setLoaded(page)
    if (isLatestPage) dispatch({ type: "page", page, partnerReadSeq: room.partnerReadSeq })
  }

  const [typing, setTyping] = useTypingIndicator()
  const catchUp = useCatchUp(room.id, latest, dispatch, () => setTyping(false))
  const handleLive = (message: LiveDetail) => {
    if (message.type === "look-again") void catchUp()
    if (message.roomId !== room.id) return
    const seq = typeof message.seq === "number" ? message.seq : null
    if (message.type === "chat.message" && seq !== null && seq > getLastSeq(latest.current)) void catchUp()
    if (message.userId !== room.partnerId) return
    if (message.type === "chat.read" && seq !== null) dispatch({ type: "read", seq })
    if (message.type === "chat.typing") setTyping(true)
  }
  useLiveEvents(handleLive, () => void catchUp())
  const sending = useSendQueue(room.id, latest, dispatch, catchUp)
  const older = useOlderMessages(room.id, conversation.before, dispatch)
  return { conversation, typing, ...older, ...sending, sendTyping: useTypingSignal(room.id) }
}

type Dispatch = ActionDispatch<[Parameters<typeof reduceConversation>[1]]>

/** Keeps what was not sent for the next page, and begins with what an earlier page left. */
function useUnsentMessages(roomId: string, pending: readonly PendingMessage[], dispatch: Dispatch): void {
  // Read before anything is written.
  useEffect(() => dispatch({ type: "left", pending: readUnsent(localStorage, roomId) }), [roomId, dispatch])
  const isUntouched = useRef(true)
  useEffect(() => {
    if (isUntouched.current && pending.length === 0) return
    isUntouched.current = false
    writeUnsent(localStorage, roomId, pending)
  }, [roomId, pending])
}

/** Whether the other one writes, as far as is known; it is forgotten after a while. */
function useTypingIndicator(): [boolean, (isTyping: boolean) => void] {
  const [typing, setTyping] = useState(false)
  useEffect(() => {
    if (!typing) return undefined
    const timer = setTimeout(() => setTyping(false), TYPING_VISIBLE_MS)
    return () => clearTimeout(timer)
  }, [typing])
  return [typing, setTyping]
}

/** Tells the other one that one writes, now and then. */
function useTypingSignal(roomId: string): () => void {
  const lastSentAt = useRef(0)
  return () => {
    const at = Date.now()
    if (at - lastSentAt.current < TYPING_INTERVAL_MS) return
    lastSentAt.current = at
    signal(roomId, { signal: "typing" })
  }
}

/** Fetches what came after the last message that is known, once at a time. */
function useCatchUp(
  roomId: string,
  latest: RefObject<Conversation>,
  dispatch: Dispatch,
  onPartnerMessage: () => void,
): () => Promise<void> {
  const flags = useRef({ isRunning: false, isWanted: false })
  return async () => {
    flags.current.isWanted = true
    if (flags.current.isRunning) return
    flags.current.isRunning = true
    let after = getLastSeq(latest.current)
    while (flags.current.isWanted) {
      flags.current.isWanted = false
      // oxlint-disable-next-line no-await-in-loop -- each answer says where the next goes on
      const fetched = await fetchMessages(roomId, { after: String(after) })
      if (!fetched) break
      dispatch({ type: "later", messages: fetched.messages, partnerReadSeq: fetched.partnerReadSeq })
      if (fetched.messages.some((message) => message.mine === false)) onPartnerMessage()
      after = Math.max(after, fetched.messages.at(-1)?.seq ?? 0)
      flags.current.isWanted ||= fetched.messages.length === MAX_MESSAGES_PER_RESPONSE
    }
    flags.current.isRunning = false
  }
}

/** Hears the live stream; `onBack` when the connection or the reader comes back. */
function useLiveEvents(onLive: (message: LiveDetail) => void, onBack: () => void): void {
  const handleLive = useEffectEvent(onLive)
  const handleBack = useEffectEvent(onBack)
  useEffect(() => {
    const handleLiveEvent = (event: Event) =>
      event instanceof CustomEvent && handleLive(event.detail as LiveDetail)
    const handleOnline = () => handleBack()
    const handleVisible = () => document.visibilityState === "visible" && handleBack()
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
}

/** Sends messages one after the other, so that they arrive in the order in which they were written. */
function useSendQueue(
  roomId: string,
  latest: RefObject<Conversation>,
  dispatch: Dispatch,
  catchUp: () => Promise<void>,
) {
  const queue = useRef(Promise.resolve())
  const enqueue = (message: PendingMessage) => {
    queue.current = queue.current.then(async () => {
      const result = await postChatMessage(roomId, message)
      if ("problem" in result)
        return dispatch({ type: "failed", clientKey: message.clientKey, problem: result.problem })
      dispatch({ type: "later", messages: result.messages })
      // Others may have written in between: their numbers lie before.
      if ((result.messages[0]?.seq ?? 0) > getLastSeq(latest.current) + 1) await catchUp()
      return undefined
    })
  }
  return {
    send(text: string, pictures: PictureData[]) {
      const clientKey = crypto.randomUUID()
      const at = new Date().toISOString()
      const message: PendingMessage = { clientKey, text, pictures, at, state: "sending" }
      dispatch({ type: "send", pending: message })
      enqueue(message)
    },
    retrySend(message: PendingMessage) {
      dispatch({ type: "again", clientKey: message.clientKey })
      enqueue(message)
    },
    drop: (message: PendingMessage) => dispatch({ type: "drop", clientKey: message.clientKey }),
  }
}

/** Loads what came before the oldest message that is shown. */
function useOlderMessages(roomId: string, before: number | null, dispatch: Dispatch) {
  const [loadingOlder, setLoadingOlder] = useState(false)
  return {
    loadingOlder,
    async loadOlder() {
      if (before === null || loadingOlder) return
      setLoadingOlder(true)
      const fetched = await fetchMessages(roomId, { before: String(before) })
      if (fetched) dispatch({ type: "older", page: { messages: fetched.messages, before: fetched.before } })
      setLoadingOlder(false)
    },
  }
}

/**
 * Tells the server how far this page has shown the room, and whether it still shows it. `isAtEnd`: the last
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
