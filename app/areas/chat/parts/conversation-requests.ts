/** What a room asks of the server. */
import { href as toHref } from "react-router"
import type { MessageView } from "../views.ts"
import type { PendingMessage } from "./conversation.ts"

/** After this a message is offered again; sent twice by the same key it is one. */
const SEND_TIMEOUT_MS = 20_000

type MessagesResponse = { messages: MessageView[]; before: number | null; partnerReadSeq: number }
type ErrorResponse = { problem?: string; errors?: Record<string, string> }

const NOT_SENT_MESSAGE = "연결이 끊겨서 보내지 못했어요."

const buildMessagesHref = (roomId: string, query: Record<string, string> = {}) =>
  `${toHref("/chat/messages")}?${new URLSearchParams({ room: roomId, ...query })}`
/** Tells the server a small thing without waiting for an answer. */
export const signal = (roomId: string, fields: Record<string, string>) =>
  void fetch(toHref("/chat/signal"), {
    method: "POST",
    body: new URLSearchParams({ room: roomId, ...fields }),
    keepalive: true,
  }).catch(() => {})

/** Messages of a room; null where the connection fails. */
export async function fetchMessages(
  roomId: string,
  query: Record<string, string>,
): Promise<MessagesResponse | null> {
  const response = await fetch(buildMessagesHref(roomId, query)).catch(() => null)
  return response?.ok ? ((await response.json()) as MessagesResponse) : null
}

/** Sends one message; says why it was not sent, or what the room says since. */
export async function postChatMessage(
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
