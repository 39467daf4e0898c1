import { Clock, EyeOff, RotateCw, Trash2 } from "lucide-react"
import { formatDateLong, formatTime } from "#app/basics/time.ts"
import { Avatar } from "#app/ui/avatar.tsx"
import { Gallery } from "#app/ui/gallery.tsx"
import { warningSign } from "../rules.ts"
import type { MessageView, PartnerView, RoomView } from "../views.ts"
import { AppointmentCard } from "./appointment.tsx"
import { daysOf, type Conversation, type Line, type Pending } from "./conversation.ts"
import { WarningBox } from "./warning-box.tsx"

const bubble =
  "w-fit max-w-[min(100%,34rem)] rounded-[20px] px-4 py-2.5 text-base whitespace-pre-wrap " +
  "[overflow-wrap:anywhere]"
const own = `${bubble} rounded-br-[6px] bg-primary text-primary-content`
const other = `${bubble} rounded-bl-[6px] bg-fill`
const ownRow = "flex items-end justify-end gap-2 pl-12"

type Shown = { room: RoomView; partner: PartnerView; action: string }

/** What was said, by days and speakers, and what is on its way. */
export function MessageStream({
  conversation,
  room,
  partner,
  action,
  onAgain,
  onDrop,
}: Shown & {
  conversation: Conversation
  onAgain: (message: Pending) => void
  onDrop: (message: Pending) => void
}) {
  const { messages, partnerReadSeq, pending } = conversation
  // The sign under the last message that calls for it; one warning on a screen is read, ten are not.
  const warned = messages.findLast(
    (message) => message.kind !== "system" && warningSign(message.text) !== null,
  )
  const sign = warned ? warningSign(warned.text) : null
  const lastRead = messages.findLast((message) => message.mine === true && message.seq <= partnerReadSeq)?.seq
  return (
    <>
      {daysOf(messages).map(({ day, lines }) => (
        <section key={day} aria-label={formatDateLong(day)}>
          <p className="py-5 text-center text-sm text-ink-3">{formatDateLong(day)}</p>
          <ol>
            {lines.map((line) => (
              <li
                key={line.message.id}
                data-seq={line.message.seq}
                className={line.first ? "mt-4 first:mt-0" : "mt-2"}
              >
                <MessageLine
                  line={line}
                  receipt={receiptOf(line.message, partnerReadSeq, lastRead)}
                  {...{ room, partner, action }}
                />
                {line.message === warned && sign ? (
                  <div className="mt-4">
                    <WarningBox sign={sign} />
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
                onAgain={() => onAgain(message)}
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
function receiptOf(
  message: MessageView,
  partnerReadSeq: number,
  lastRead: number | undefined,
): "읽음" | "1" | null {
  if (message.mine !== true) return null
  return message.seq > partnerReadSeq ? "1" : message.seq === lastRead ? "읽음" : null
}

function MessageLine({
  line: { message, first, timed },
  receipt,
  room,
  partner,
  action,
}: Shown & { line: Line; receipt: "읽음" | "1" | null }) {
  if (message.mine === null) {
    return (
      <p className="mx-auto w-fit max-w-full rounded-full bg-fill px-3.5 py-1.5 text-center text-sm text-ink-2">
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
      <div className={ownRow}>
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
          <Content message={message} look={own} {...{ room, action }} />
        </div>
      </div>
    )
  }
  return (
    <div className="flex gap-2 pr-4">
      <span className="w-9 flex-none">
        {first ? <Avatar pictureId={partner.avatarId} name={partner.name} size={36} /> : null}
      </span>
      <div className="flex min-w-0 items-end gap-2">
        <div className="grid min-w-0 gap-1.5">
          <span className="sr-only">{partner.name}:</span>
          <Content message={message} look={other} {...{ room, action }} />
        </div>
        <p className="flex-none text-xs text-ink-3">{time}</p>
      </div>
    </div>
  )
}

function Content({
  message,
  look,
  room,
  action,
}: {
  message: MessageView
  look: string
  room: RoomView
  action: string
}) {
  if (message.hidden) {
    return (
      <p className={`${bubble} flex items-center gap-2 bg-fill text-ink-3`}>
        <EyeOff aria-hidden size={16} strokeWidth={1.75} />
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
      {message.text === "" ? null : <p className={look}>{message.text}</p>}
    </>
  )
}

function PendingLine({
  message,
  onAgain,
  onDrop,
}: {
  message: Pending
  onAgain: () => void
  onDrop: () => void
}) {
  const failed = message.state === "failed"
  return (
    <>
      <div className={ownRow}>
        {failed ? null : (
          <span className="flex-none pb-1 text-ink-3">
            <Clock aria-hidden size={14} strokeWidth={1.75} />
            <span className="sr-only">보내는 중</span>
          </span>
        )}
        <div className={`grid min-w-0 justify-items-end gap-1.5 ${failed ? "opacity-60" : ""}`}>
          {message.pictures.length > 0 ? (
            <Gallery pictures={message.pictures} layout="bubble" label="보내는 사진" />
          ) : null}
          {message.text === "" ? null : <p className={own}>{message.text}</p>}
        </div>
      </div>
      {failed ? (
        <div className="mt-1.5 flex flex-wrap items-center justify-end gap-1">
          <p role="alert" className="mr-1 text-sm text-refused-ink">
            {message.problem}
          </p>
          <button type="button" onClick={onAgain} className="btn btn-sm btn-quiet">
            <RotateCw aria-hidden size={16} strokeWidth={1.75} />
            다시 보내기
          </button>
          <button type="button" onClick={onDrop} className="btn btn-sm btn-quiet">
            <Trash2 aria-hidden size={16} strokeWidth={1.75} />
            삭제
          </button>
        </div>
      ) : null}
    </>
  )
}
