import { useEffect, useEffectEvent, useReducer, useRef, useState } from "react"
import type { PictureFacts } from "#app/ui/picture.tsx"
import type { MessagePage, MessageView, RoomListView, RoomView } from "../views.ts"
import { readUnsent, writeUnsent } from "./unsent.ts"
import { beginConversation, lastSeqOf, step, type Conversation, type Pending } from "./conversation.ts"

/** What the shell passes on from the live stream (shell/live-stream.ts). */
const LIVE_EVENT = "baroildang:live"
const TYPING_SHOWN_MS = 5_000
const TYPING_EVERY_MS = 3_000
/** The server takes a page for gone two minutes after its last word. */
const LOOK_EVERY_MS = 90_000
/** As many messages as one answer holds: there may be more. */
const FULL = 100
const LIST_AGAIN_MS = 500
/** After this a message is offered again; sent twice by the same key it is one. */
const PATIENCE_MS = 20_000

type Answer = { messages: MessageView[]; before: number | null; partnerReadSeq: number }
type Refusal = { problem?: string; errors?: Record<string, string> }
type LiveDetail = { type?: unknown; roomId?: unknown; seq?: unknown; userId?: unknown; chatCount?: unknown }

const NOT_SENT = "연결이 끊겨서 보내지 못했어요."

const addressOf = (roomId: string, query: Record<string, string> = {}) =>
  `/chat/messages?${new URLSearchParams({ room: roomId, ...query })}`
const signal = (roomId: string, fields: Record<string, string>) =>
  void fetch("/chat/signal", {
    method: "POST",
    body: new URLSearchParams({ room: roomId, ...fields }),
    keepalive: true,
  }).catch(() => {})

async function ask(roomId: string, query: Record<string, string>): Promise<Answer | null> {
  const answer = await fetch(addressOf(roomId, query)).catch(() => null)
  return answer?.ok ? ((await answer.json()) as Answer) : null
}

/** Sends one message; says why it was not sent, or what the room says since. */
async function post(
  roomId: string,
  message: Pending,
): Promise<{ messages: MessageView[] } | { problem: string }> {
  const form = new FormData()
  form.set("intent", "send")
  form.set("clientKey", message.clientKey)
  form.set("text", message.text)
  for (const { id } of message.pictures) form.append("pictureIds[]", id)
  const answer = await fetch(addressOf(roomId), {
    method: "POST",
    body: form,
    signal: AbortSignal.timeout(PATIENCE_MS),
  }).catch(() => null)
  if (!answer) return { problem: NOT_SENT }
  if (answer.ok) return (await answer.json()) as { messages: MessageView[] }
  const refusal = (await answer.json().catch(() => ({}))) as Refusal
  return {
    problem:
      refusal.problem ??
      Object.values(refusal.errors ?? {})[0] ??
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
  latest,
}: {
  room: RoomView
  page: MessagePage
  /** `page` is the newest one, not an older one that the address asks for. */ latest: boolean
}) {
  const [state, dispatch] = useReducer(step, undefined, () => beginConversation(page, room.partnerReadSeq))
  const [typing, setTyping] = useState(false)
  const known = useRef<Conversation>(state)
  useEffect(() => {
    known.current = state
  }, [state])

  // Read before anything is written: what an earlier page left.
  useEffect(() => dispatch({ type: "left", pending: readUnsent(localStorage, room.id) }), [room.id])
  const leftAlone = useRef(true)
  useEffect(() => {
    if (leftAlone.current && state.pending.length === 0) return
    leftAlone.current = false
    writeUnsent(localStorage, room.id, state.pending)
  }, [room.id, state.pending])

  const [loaded, setLoaded] = useState(page)
  if (loaded !== page) {
    setLoaded(page)
    if (latest) dispatch({ type: "page", page, partnerReadSeq: room.partnerReadSeq })
  }

  const asking = useRef({ running: false, again: false })
  const catchUp = useEffectEvent(async () => {
    const turn = asking.current
    turn.again = true
    if (turn.running) return
    turn.running = true
    let after = lastSeqOf(known.current)
    while (turn.again) {
      turn.again = false
      // oxlint-disable-next-line no-await-in-loop -- each answer says where the next goes on
      const got = await ask(room.id, { after: String(after) })
      if (!got) break
      dispatch({ type: "later", messages: got.messages, partnerReadSeq: got.partnerReadSeq })
      if (got.messages.some((message) => message.mine === false)) setTyping(false)
      after = Math.max(after, got.messages.at(-1)?.seq ?? 0)
      turn.again ||= got.messages.length === FULL
    }
    turn.running = false
  })

  const hear = useEffectEvent((message: LiveDetail) => {
    if (message.type === "look-again") void catchUp()
    if (message.roomId !== room.id) return
    if (
      message.type === "chat.message" &&
      typeof message.seq === "number" &&
      message.seq > lastSeqOf(known.current)
    )
      void catchUp()
    if (message.userId !== room.partnerId) return
    if (message.type === "chat.read" && typeof message.seq === "number")
      dispatch({ type: "read", seq: message.seq })
    if (message.type === "chat.typing") setTyping(true)
  })
  useEffect(() => {
    const live = (event: Event) => event instanceof CustomEvent && hear(event.detail as LiveDetail)
    const back = () => void catchUp()
    const look = () => document.visibilityState === "visible" && void catchUp()
    addEventListener(LIVE_EVENT, live)
    addEventListener("online", back)
    document.addEventListener("visibilitychange", look)
    // What came between the answer of the server and this moment.
    look()
    return () => {
      removeEventListener(LIVE_EVENT, live)
      removeEventListener("online", back)
      document.removeEventListener("visibilitychange", look)
    }
  }, [])

  useEffect(() => {
    if (!typing) return undefined
    const timer = setTimeout(() => setTyping(false), TYPING_SHOWN_MS)
    return () => clearTimeout(timer)
  }, [typing])

  // One after the other, so that they arrive in the order in which they were written.
  const queue = useRef(Promise.resolve())
  const deliver = (message: Pending) => {
    queue.current = queue.current.then(async () => {
      const result = await post(room.id, message)
      if ("problem" in result)
        dispatch({ type: "failed", clientKey: message.clientKey, problem: result.problem })
      else dispatch({ type: "later", messages: result.messages })
      // Others may have written in between: their numbers lie before.
      if ("messages" in result && (result.messages[0]?.seq ?? 0) > lastSeqOf(known.current) + 1)
        await catchUp()
    })
  }

  const typedAt = useRef(0)
  const [loadingOlder, setLoadingOlder] = useState(false)
  return {
    conversation: state,
    typing,
    loadingOlder,
    send(text: string, pictures: PictureFacts[]) {
      const message: Pending = {
        clientKey: crypto.randomUUID(),
        text,
        pictures,
        at: new Date().toISOString(),
        state: "sending",
      }
      dispatch({ type: "send", pending: message })
      deliver(message)
    },
    sendAgain(message: Pending) {
      dispatch({ type: "again", clientKey: message.clientKey })
      deliver(message)
    },
    drop: (message: Pending) => dispatch({ type: "drop", clientKey: message.clientKey }),
    tellTyping() {
      const at = Date.now()
      if (at - typedAt.current < TYPING_EVERY_MS) return
      typedAt.current = at
      signal(room.id, { signal: "typing" })
    },
    async loadOlder() {
      const before = state.before
      if (before === null || loadingOlder) return
      setLoadingOlder(true)
      const got = await ask(room.id, { before: String(before) })
      if (got) dispatch({ type: "older", page: { messages: got.messages, before: got.before } })
      setLoadingOlder(false)
    },
  }
}

/**
 * Tells the server how far this page has shown the room, and whether it still shows it. `atEnd`: the last
 * message is in sight.
 */
export function useReading(room: RoomView, lastSeq: number, atEnd: boolean): void {
  const told = useRef(room.unread > 0 ? 0 : room.readSeq)
  const roomId = room.id
  const tell = useEffectEvent((seq: number, again: boolean) => {
    if (document.visibilityState !== "visible" || (!again && seq <= told.current)) return
    told.current = Math.max(told.current, seq)
    signal(roomId, { signal: "read", seq: String(told.current) })
  })
  const shownSeq = atEnd ? lastSeq : 0
  useEffect(() => tell(shownSeq, false), [shownSeq])
  const look = useEffectEvent(() => tell(shownSeq, true))
  useEffect(() => {
    const away = () =>
      navigator.sendBeacon("/chat/signal", new URLSearchParams({ room: roomId, signal: "away" }))
    const change = () => (document.visibilityState === "visible" ? look() : away())
    look()
    const timer = setInterval(() => look(), LOOK_EVERY_MS)
    document.addEventListener("visibilitychange", change)
    addEventListener("pagehide", away)
    return () => {
      clearInterval(timer)
      document.removeEventListener("visibilitychange", change)
      removeEventListener("pagehide", away)
      away()
    }
  }, [roomId])
}

/**
 * The list as it was loaded, and as it is after what happens in any room: fetched again a moment later, once
 * for many messages. Where the connection fails it stays as it was.
 */
export function useLiveRooms(loaded: RoomListView, query: { view: string; show: number }): RoomListView {
  const [shown, setShown] = useState({ loaded, list: loaded })
  if (shown.loaded !== loaded) setShown({ loaded, list: loaded })
  const address = `/chat/rooms?${new URLSearchParams({ view: query.view, show: String(query.show) })}`
  const again = useEffectEvent(async () => {
    const answer = await fetch(address).catch(() => null)
    if (!answer?.ok) return
    const list = (await answer.json()) as RoomListView
    setShown((before) => (before.loaded === loaded ? { loaded, list } : before))
  })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const soon = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        void again()
      }, LIST_AGAIN_MS)
    }
    const hear = (event: Event) => {
      // How far the partner has read is no matter of the list; that one has read oneself carries the count of
      // the navigation.
      const detail = event instanceof CustomEvent ? (event.detail as LiveDetail) : {}
      if (detail.type === "chat.message" || (detail.type === "chat.read" && detail.chatCount !== undefined))
        soon()
    }
    addEventListener(LIVE_EVENT, hear)
    addEventListener("online", soon)
    return () => {
      clearTimeout(timer)
      removeEventListener(LIVE_EVENT, hear)
      removeEventListener("online", soon)
    }
  }, [])
  return shown.list
}
