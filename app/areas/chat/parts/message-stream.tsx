import { Clock, EyeOff, RotateCw, Trash2 } from "#app/ui/icons.tsx"
import { formatDateLong, formatTime } from "#app/basics/time.ts"
import { Avatar } from "#app/ui/avatar.tsx"
import { Gallery } from "#app/ui/gallery.tsx"
import { detectWarning } from "../rules.ts"
import type { MessageView, PartnerView, RoomView } from "../views.ts"
import { AppointmentCard } from "./appointment.tsx"
import { groupByDay, type Conversation, type MessageRow, type PendingMessage } from "./conversation.ts"
import { RoomCard } from "./room-card.tsx"
import { WarningAlert } from "./warning-alert.tsx"

const BUBBLE_CLASSES =
  "w-fit max-w-[min(100%,34rem)] rounded-[20px] px-4 py-2.5 text-base break-words whitespace-pre-wrap"
const OWN_BUBBLE_CLASSES = `${BUBBLE_CLASSES} rounded-br-[6px] bg-primary text-primary-content`
const PARTNER_BUBBLE_CLASSES = `${BUBBLE_CLASSES} rounded-bl-[6px] bg-fill`
const OWN_ROW_CLASSES = "flex flex-wrap-reverse items-end justify-end gap-x-2 pl-12 max-sm:pl-4"

/** Of a message that was looked for: a band across the whole room. */
const MARKED_CLASSES = "-mx-4 bg-primary-tint px-4 py-2"

type StreamContext = { room: RoomView; partner: PartnerView; action: string }

/** What was said, by days and speakers, and what is on its way. */
export function MessageStream({
  conversation,
  room,
  partner,
  action,
  markedSeq,
  onRetry,
  onDrop,
}: StreamContext & {
  conversation: Conversation
  /** The number of the message that was looked for. */ markedSeq: number | null
  onRetry: (message: PendingMessage) => void
  onDrop: (message: PendingMessage) => void
}) {
  const { messages, partnerReadSeq, pending } = conversation
  // The sign under the last message that calls for it; one warning on a screen is read, ten are not.
  const warnedMessage = messages.findLast(
    (message) => message.mine !== null && detectWarning(message.text) !== null,
  )
  const warning = warnedMessage ? detectWarning(warnedMessage.text) : null
  const lastReadSeq = messages.findLast(
    (message) => message.mine === true && message.seq <= partnerReadSeq,
  )?.seq
  return (
    <>
      {groupByDay(messages).map(({ day, lines }) => (
        <section key={day} aria-label={formatDateLong(day)}>
          <p className="py-5 text-center text-sm text-ink-3">{formatDateLong(day)}</p>
          <ol>
            {lines.map((line) => (
              <li
                key={line.message.id}
                data-seq={line.message.seq}
                aria-current={line.message.seq === markedSeq || undefined}
                className={
                  (line.first ? "mt-4 first:mt-0" : "mt-2") +
                  (line.message.seq === markedSeq ? ` ${MARKED_CLASSES}` : "")
                }
              >
                <MessageLine
                  line={line}
                  receipt={getReceipt(line.message, partnerReadSeq, lastReadSeq)}
                  {...{ room, partner, action }}
                />
                {line.message === warnedMessage && warning ? (
                  <div className="mt-4">
                    <WarningAlert warning={warning} />
                  </div>
                ) : null}
              </li>
            ))}
          </ol>
        </section>
      ))}
      {pending.length > 0 ? (
        <ol aria-label="보내는 메시지" className="mt-2 grid gap-2">
          {pending.map((message) => (
            <li key={message.clientKey}>
              <PendingLine
                message={message}
                onRetry={() => onRetry(message)}
                onDrop={() => onDrop(message)}
              />
            </li>
          ))}
        </ol>
      ) : null}
    </>
  )
}

/** 읽음 under the last message that was read; 1 beside each that was not. */
function getReceipt(
  message: MessageView,
  partnerReadSeq: number,
  lastReadSeq: number | undefined,
): "읽음" | "1" | null {
  if (message.mine !== true) return null
  return message.seq > partnerReadSeq ? "1" : message.seq === lastReadSeq ? "읽음" : null
}

function MessageLine({
  line: { message, first, showsTime: timed },
  receipt,
  room,
  partner,
  action,
}: StreamContext & { line: MessageRow; receipt: "읽음" | "1" | null }) {
  if (message.card) return <RoomCard card={message.card} />
  if (message.mine === null) {
    return (
      <p
        className={
          "mx-auto w-fit max-w-full rounded-full bg-fill px-3.5 py-1.5 text-center text-sm text-ink-2"
        }
      >
        {message.text}
      </p>
    )
  }
  const time = timed ? (
    <time dateTime={message.at} className="num">
      {formatTime(message.at)}
    </time>
  ) : null
  if (message.mine) {
    return (
      <div className={OWN_ROW_CLASSES}>
        <p className="flex-none text-right text-xs text-ink-3">
          {receipt === null ? null : receipt === "1" ? (
            <span className="block font-semibold text-primary-ink">
              <span aria-hidden>1</span>
              <span className="sr-only">안 읽음</span>
            </span>
          ) : (
            <span className="block">{receipt}</span>
          )}
          {time}
        </p>
        <div className="grid min-w-0 justify-items-end gap-1.5">
          <span className="sr-only">나:</span>
          <MessageContent message={message} bubbleClasses={OWN_BUBBLE_CLASSES} {...{ room, action }} />
        </div>
      </div>
    )
  }
  return (
    <div className="flex gap-2 pr-4">
      <span className="w-9 flex-none">
        {first ? <Avatar pictureId={partner.avatarId} name={partner.name} size={36} /> : null}
      </span>
      <div className="flex min-w-0 flex-wrap items-end gap-x-2">
        <div className="grid min-w-0 gap-1.5">
          <span className="sr-only">{partner.name}:</span>
          <MessageContent message={message} bubbleClasses={PARTNER_BUBBLE_CLASSES} {...{ room, action }} />
        </div>
        <p className="flex-none text-xs text-ink-3">{time}</p>
      </div>
    </div>
  )
}

function MessageContent({
  message,
  bubbleClasses,
  room,
  action,
}: {
  message: MessageView
  bubbleClasses: string
  room: RoomView
  action: string
}) {
  if (message.hidden) {
    return (
      <p className={`${BUBBLE_CLASSES} flex items-center gap-2 bg-fill text-ink-3`}>
        <EyeOff size={16} />
        운영 정책에 따라 가려진 메시지예요
      </p>
    )
  }
  if (message.appointment)
    return <AppointmentCard appointment={message.appointment} kind={room.subject.kind} action={action} />
  return (
    <>
      {message.pictures.length > 0 ? (
        <Gallery pictures={message.pictures} layout="bubble" label="보낸 사진" />
      ) : null}
      {message.text === "" ? null : <p className={bubbleClasses}>{message.text}</p>}
    </>
  )
}

function PendingLine({
  message,
  onRetry,
  onDrop,
}: {
  message: PendingMessage
  onRetry: () => void
  onDrop: () => void
}) {
  const isFailed = message.state === "failed"
  return (
    <>
      <div className={OWN_ROW_CLASSES}>
        {isFailed ? null : (
          <span className="flex-none pb-1 text-ink-3">
            <Clock size={14} />
            <span className="sr-only">보내는 중</span>
          </span>
        )}
        <div className={`grid min-w-0 justify-items-end gap-1.5 ${isFailed ? "opacity-60" : ""}`}>
          {message.pictures.length > 0 ? (
            <Gallery pictures={message.pictures} layout="bubble" label="보내는 사진" />
          ) : null}
          {message.text === "" ? null : <p className={OWN_BUBBLE_CLASSES}>{message.text}</p>}
        </div>
      </div>
      {isFailed ? (
        <div className="mt-1.5 flex flex-wrap items-center justify-end gap-1">
          <p role="alert" className="mr-1 text-sm text-refused-ink">
            {message.problem}
          </p>
          <button type="button" onClick={onRetry} className="btn btn-sm btn-quiet">
            <RotateCw size={16} />
            다시 보내기
          </button>
          <button type="button" onClick={onDrop} className="btn btn-sm btn-quiet">
            <Trash2 size={16} />
            삭제
          </button>
        </div>
      ) : null}
    </>
  )
}
