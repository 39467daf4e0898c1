import { ChevronDown, ChevronLeft } from "#app/ui/icons.tsx"
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react"
import { Link } from "react-router"
import type { SubjectCard } from "#app/basics/subject.ts"
import { Avatar } from "#app/ui/avatar.tsx"
import { StateBadge } from "#app/ui/badge.tsx"
import { FormAlert } from "#app/ui/form.tsx"
import { pictureUrl } from "#app/ui/picture.tsx"
import { listQuickReplies } from "../rules.ts"
import type { MessagePage, PartnerView, RoomView } from "../views.ts"
import { Composer } from "./composer.tsx"
import { getLastSeq } from "./conversation.ts"
import { MessageStream } from "./message-stream.tsx"
import { RoomMenu } from "./room-menu.tsx"
import { buildChatHref } from "./room-list.tsx"
import { useConversation, useReadReporting } from "./use-conversation.ts"
import type { ScreenAnswer } from "#app/ui/action-answer.ts"

export type RoomSubjectView = SubjectCard & { next: { label: string; href: string } | null; isOwner: boolean }
export type RoomPaneProps = {
  room: RoomView
  partner: PartnerView
  subject: RoomSubjectView | null
  page: MessagePage
  /** Not an older page that the address asks for. */
  isLatestPage: boolean
  /** The number of the message that is marked and brought into sight. */
  markedSeq: number | null
  clientKeys: { message: string; appointment: string }
  answer: ScreenAnswer
  backHref: string
}

/** Nearer to the end than this, one is at the end. */
const END_THRESHOLD_PX = 96

/** One room: who and what about, the stream, where one writes. */
export function RoomPane(props: RoomPaneProps) {
  const { room, partner, subject, page, isLatestPage, markedSeq, clientKeys, answer, backHref } = props
  const action = buildChatHref({ room: room.id })
  const chat = useConversation({ room, page, isLatestPage })
  const { messages, pending } = chat.conversation
  const lastSeq = getLastSeq(chat.conversation)
  const position = useScrollPosition({
    firstSeq: messages[0]?.seq ?? 0,
    lastSeq,
    lastMine: messages.at(-1)?.mine ?? null,
    countBelow: pending.length + (chat.typing ? 1 : 0),
  })
  useReadReporting(room, lastSeq, position.isAtEnd)
  useMarkInSight(position.scroller, markedSeq)
  const pane = useRef<HTMLElement>(null)
  useViewportHeight(pane)
  return (
    <section
      ref={pane}
      data-fills-screen
      aria-label={`${partner.name}님과의 대화`}
      className="flex h-[var(--room-height,100dvh)] min-h-0 flex-col bg-base-100 md:h-full"
    >
      <header className="flex-none border-b border-base-300">
        <div className="flex items-center gap-1 px-1.5 pt-1.5 md:px-4 md:pt-3">
          <Link
            to={backHref}
            aria-label="대화 목록"
            className="grid size-11 flex-none place-items-center rounded-full md:hidden"
          >
            <ChevronLeft size={24} />
          </Link>
          <span className="mr-2 max-md:hidden">
            <Avatar pictureId={partner.avatarId} name={partner.name} size={40} />
          </span>
          <h2 className="min-w-0 flex-1 truncate text-lg font-bold">{partner.name}</h2>
          <RoomMenu
            partner={partner}
            isBlocked={room.block === "mine"}
            reportId={messages.findLast((message) => message.mine === false)?.id ?? null}
            action={action}
          />
        </div>
        {subject ? (
          <SubjectBar subject={subject} />
        ) : (
          <p className="px-4 pb-3 text-sm text-ink-3">{room.subject.title}</p>
        )}
      </header>
      <MessageLog {...props} action={action} chat={chat} position={position} />
      <Composer
        room={room}
        replies={listQuickReplies(
          room.subject.kind,
          subject?.isOwner ?? false,
          subject?.state?.tone === "done" ? "over" : subject?.isAgreed ? "agreed" : "open",
        )}
        action={action}
        clientKeys={clientKeys}
        answer={answer}
        onSend={(text, pictures) => {
          chat.send(text, pictures)
          position.scrollToEnd()
        }}
        onTyping={chat.sendTyping}
      />
      <ReadSignal roomId={room.id} lastSeq={page.messages.at(-1)?.seq ?? 0} />
    </section>
  )
}

/** Tells without scripts how far the room was shown. */
function ReadSignal({ roomId, lastSeq }: { roomId: string; lastSeq: number }) {
  const query = new URLSearchParams({ room: roomId, seq: String(lastSeq) })
  return (
    <noscript>
      <img src={`/chat/signal?${query}`} alt="" width={1} height={1} className="absolute" />
    </noscript>
  )
}

/** The messages, laid out from their end, with what says that there are more. */
function MessageLog({
  room,
  partner,
  isLatestPage,
  markedSeq,
  answer,
  action,
  chat: { conversation, typing, loadingOlder, loadOlder, retrySend, drop },
  position: { scroller, hasUnseen, onScroll, scrollToEnd },
}: RoomPaneProps & {
  action: string
  chat: ReturnType<typeof useConversation>
  position: ReturnType<typeof useScrollPosition>
}) {
  const { messages, pending } = conversation
  const problem = answer.intent === "send" || answer.intent === "propose" ? undefined : answer.problem
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      {/* Laid out from its end: a page without scripts begins there, and what is loaded above moves
          nothing. */}
      {/* What scrolls must be reachable by keys. */}
      <div
        ref={scroller}
        onScroll={onScroll}
        role="log"
        aria-label="대화"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className={
          "flex min-h-0 flex-1 flex-col-reverse overflow-y-auto overscroll-contain -outline-offset-2 " +
          "[overflow-anchor:none]"
        }
      >
        <div className="mb-auto px-4 pb-4">
          {conversation.before === null ? null : (
            <OlderMessages
              href={buildChatHref({ room: room.id, before: conversation.before })}
              isLoading={loadingOlder}
              onLoad={() => void loadOlder()}
            />
          )}
          {messages.length === 0 && pending.length === 0 ? <EmptyRoom name={partner.name} /> : null}
          <MessageStream
            {...{ conversation, room, partner, action, markedSeq }}
            onRetry={retrySend}
            onDrop={drop}
          />
          <FormAlert message={problem} className="mt-4" />
          {isLatestPage ? null : (
            <p className="pt-5 text-center noscript:block">
              <Link to={action} className="btn btn-sm btn-quiet">
                최근 메시지 보기
              </Link>
            </p>
          )}
          {typing ? <TypingIndicator partner={partner} /> : null}
        </div>
      </div>
      {hasUnseen ? (
        <button
          type="button"
          onClick={scrollToEnd}
          className={
            "btn btn-sm absolute bottom-3 left-1/2 -translate-x-1/2 rounded-full border-0 bg-neutral " +
            "text-neutral-content shadow-float"
          }
        >
          새 메시지
          <ChevronDown size={16} strokeWidth={2} />
        </button>
      ) : null}
    </div>
  )
}

const EmptyRoom = ({ name }: { name: string }) => (
  <p className="px-4 pt-16 text-center text-base text-ink-3">
    {`${name}님과 대화를 시작해 보세요.`}
    <br />
    연락처보다 채팅으로 이야기하면 더 안전해요.
  </p>
)

/** What they talk about, and what comes next. */
function SubjectBar({ subject }: { subject: RoomSubjectView }) {
  return (
    <div className="flex items-center gap-3 px-4 pt-1 pb-3">
      <Link to={subject.href} className="group flex min-w-0 flex-1 items-center gap-3 rounded-lg">
        {subject.pictureId ? (
          <span className="picture block size-12 flex-none overflow-hidden rounded-lg bg-fill">
            <img
              src={pictureUrl(subject.pictureId, 160)}
              alt=""
              width={48}
              height={48}
              className="size-full object-cover"
            />
          </span>
        ) : null}
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-center gap-x-2">
            {subject.state ? <StateBadge tone={subject.state.tone}>{subject.state.label}</StateBadge> : null}
            <span className="min-w-0 flex-1 basis-[6em] truncate text-sm text-ink-2 group-hover:underline">
              {subject.title}
            </span>
          </span>
          <span className="mt-0.5 block truncate text-base font-bold">
            {subject.priceText ?? <span className="text-sm font-normal text-ink-3">{subject.line}</span>}
          </span>
        </span>
      </Link>
      {subject.next ? (
        <Link to={subject.next.href} className="btn btn-sm btn-tint flex-none">
          {subject.next.label}
        </Link>
      ) : null}
    </div>
  )
}

/** Older messages: a link, and by itself when the top comes near. */
function OlderMessages({
  href,
  isLoading,
  onLoad,
}: {
  href: string
  isLoading: boolean
  onLoad: () => void
}) {
  const sentinel = useRef<HTMLParagraphElement>(null)
  const loadWhenNear = useEffectEvent(() => {
    if (!isLoading) onLoad()
  })
  useEffect(() => {
    if (!sentinel.current || isLoading) return undefined
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && loadWhenNear(),
      { rootMargin: "200px" },
    )
    observer.observe(sentinel.current)
    return () => observer.disconnect()
  }, [isLoading])
  return (
    <p ref={sentinel} className="flex justify-center pt-4">
      <Link
        to={href}
        onClick={(event) => {
          event.preventDefault()
          loadWhenNear()
        }}
        className="btn btn-sm btn-quiet"
      >
        {isLoading ? <output>loading...</output> : "이전 메시지 보기"}
      </Link>
    </p>
  )
}

function TypingIndicator({ partner }: { partner: PartnerView }) {
  return (
    <div className="mt-4 flex items-center gap-2">
      <Avatar pictureId={partner.avatarId} name={partner.name} size={36} />
      <p className="flex min-h-11 items-center gap-1 rounded-[20px] rounded-bl-[6px] bg-fill px-4">
        <span className="sr-only">{partner.name}님이 입력하고 있어요</span>
        {[0, 1, 2].map((dot) => (
          <span key={dot} aria-hidden className="typing-dot" style={{ animationDelay: `${dot * 0.16}s` }} />
        ))}
      </p>
    </div>
  )
}

/** Keeps the place: at the end one stays at the end, above it nothing moves, whatever comes or goes below. */
function useScrollPosition({
  firstSeq,
  lastSeq,
  lastMine,
  countBelow,
}: {
  firstSeq: number
  lastSeq: number
  lastMine: boolean | null
  /** What stands below the messages. */ countBelow: number
}) {
  const scroller = useRef<HTMLDivElement>(null)
  const [isAtEnd, setIsAtEnd] = useState(true)
  const [hasUnseen, setHasUnseen] = useState(false)
  const before = useRef({ height: 0, firstSeq, lastSeq, below: countBelow })
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const { height, ...previousState } = before.current
    const hasArrived = lastSeq > previousState.lastSeq && lastMine !== true
    // Older messages come above: the box counts from its end, so that they move nothing.
    if (element.scrollTop < -END_THRESHOLD_PX && height > 0 && firstSeq === previousState.firstSeq) {
      element.scrollTop -= element.scrollHeight - height
      if (hasArrived) setHasUnseen(true)
    }
    before.current = { height: element.scrollHeight, firstSeq, lastSeq, below: countBelow }
  }, [firstSeq, lastSeq, lastMine, countBelow])
  return {
    scroller,
    isAtEnd,
    hasUnseen: hasUnseen && !isAtEnd,
    onScroll() {
      const element = scroller.current
      if (!element) return
      before.current.height = element.scrollHeight
      const isNearEnd = element.scrollTop > -END_THRESHOLD_PX
      setIsAtEnd(isNearEnd)
      if (isNearEnd) setHasUnseen(false)
    },
    scrollToEnd() {
      scroller.current?.scrollTo({ top: 0 })
    },
  }
}

/** Brings the marked message to the middle of what scrolls, once. */
function useMarkInSight(scroller: React.RefObject<HTMLElement | null>, markedSeq: number | null): void {
  useLayoutEffect(() => {
    if (markedSeq === null) return
    scroller.current?.querySelector(`[data-seq="${markedSeq}"]`)?.scrollIntoView({ block: "center" })
  }, [scroller, markedSeq])
}

/** On phones the keyboard covers the page without making it smaller: the room is as high as what is left. */
function useViewportHeight(element: React.RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const viewport = window.visualViewport
    if (!viewport) return undefined
    const updateHeight = () => {
      if (viewport.scale === 1) element.current?.style.setProperty("--room-height", `${viewport.height}px`)
    }
    viewport.addEventListener("resize", updateHeight)
    return () => viewport.removeEventListener("resize", updateHeight)
  }, [element])
}
