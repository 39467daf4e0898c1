import { ChevronDown, ChevronLeft } from "lucide-react"
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react"
import { Link } from "react-router"
import type { SubjectCard } from "#app/basics/subject.ts"
import { Avatar } from "#app/ui/avatar.tsx"
import { StateBadge } from "#app/ui/badge.tsx"
import { FormProblem } from "#app/ui/form.tsx"
import { pictureUrl } from "#app/ui/picture.tsx"
import type { MessagePage, PartnerView, RoomView, SendAnswer } from "../views.ts"
import { Composer } from "./composer.tsx"
import { lastSeqOf } from "./conversation.ts"
import { MessageStream } from "./message-stream.tsx"
import { RoomMenu } from "./room-menu.tsx"
import { chatHref } from "./room-list.tsx"
import { useConversation, useReading } from "./use-conversation.ts"

export type SubjectView = SubjectCard & { next: { label: string; href: string } | null; isOwner: boolean }
export type RoomPaneProps = {
  room: RoomView
  partner: PartnerView
  subject: SubjectView | null
  page: MessagePage
  /** Not an older page that the address asks for. */
  latest: boolean
  clientKeys: { message: string; appointment: string }
  answer: SendAnswer | undefined
  back: string
}

/** Nearer to the end than this, one is at the end. */
const NEAR_PX = 96

/** One room: who and what about, the stream, where one writes. */
export function RoomPane({ room, partner, subject, page, latest, clientKeys, answer, back }: RoomPaneProps) {
  const action = chatHref({ room: room.id })
  const { conversation, typing, loadingOlder, send, sendAgain, drop, tellTyping, loadOlder } =
    useConversation({ room, page, latest })
  const { messages, pending } = conversation
  const { scroller, atEnd, unseen, onScroll, toEnd } = useScrolling({
    firstSeq: messages[0]?.seq ?? 0,
    lastSeq: lastSeqOf(conversation),
    lastMine: messages.at(-1)?.mine ?? null,
    below: pending.length + (typing ? 1 : 0),
  })
  useReading(room, lastSeqOf(conversation), atEnd)
  const height = useRef<HTMLElement>(null)
  useViewportHeight(height)
  const reportId = messages.findLast((message) => message.mine === false)?.id ?? null
  const problem =
    answer && answer.intent !== "send" && answer.intent !== "propose" ? answer.problem : undefined
  return (
    <section
      ref={height}
      data-fills-screen
      aria-label={`${partner.name}님과의 대화`}
      className="flex h-[var(--room-height,100dvh)] min-h-0 flex-col bg-base-100 md:h-full"
    >
      <header className="flex-none border-b border-base-300">
        <div className="flex items-center gap-1 px-1.5 pt-1.5 md:px-4 md:pt-3">
          <Link
            to={back}
            aria-label="대화 목록"
            className="grid size-11 flex-none place-items-center rounded-full md:hidden"
          >
            <ChevronLeft aria-hidden size={24} strokeWidth={1.75} />
          </Link>
          <span className="mr-2 max-md:hidden">
            <Avatar pictureId={partner.avatarId} name={partner.name} size={40} />
          </span>
          <h2 className="min-w-0 flex-1 truncate text-lg font-bold">{partner.name}</h2>
          <RoomMenu partner={partner} blocked={room.block === "mine"} reportId={reportId} action={action} />
        </div>
        {subject ? (
          <SubjectBar subject={subject} />
        ) : (
          <p className="px-4 pb-3 text-sm text-ink-3">{room.subject.title}</p>
        )}
      </header>
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
              <Older
                href={chatHref({ room: room.id, before: conversation.before })}
                busy={loadingOlder}
                onLoad={() => void loadOlder()}
              />
            )}
            {messages.length === 0 && pending.length === 0 ? (
              <p className="px-4 pt-16 text-center text-base text-ink-3">
                {`${partner.name}님과 대화를 시작해 보세요.`}
                <br />
                연락처보다 채팅으로 이야기하면 더 안전해요.
              </p>
            ) : null}
            <MessageStream {...{ conversation, room, partner, action }} onAgain={sendAgain} onDrop={drop} />
            <FormProblem problem={problem} className="mt-4" />
            {latest ? null : (
              <p className="pt-5 text-center noscript:block">
                <Link to={action} className="btn btn-sm btn-quiet">
                  최근 메시지 보기
                </Link>
              </p>
            )}
            {typing ? <Typing partner={partner} /> : null}
          </div>
        </div>
        {unseen ? (
          <button
            type="button"
            onClick={toEnd}
            className={
              "btn btn-sm absolute bottom-3 left-1/2 -translate-x-1/2 rounded-full border-0 bg-neutral " +
              "text-neutral-content shadow-float"
            }
          >
            새 메시지
            <ChevronDown aria-hidden size={16} strokeWidth={2} />
          </button>
        ) : null}
      </div>
      <Composer
        room={room}
        isOwner={subject?.isOwner ?? false}
        action={action}
        clientKeys={clientKeys}
        answer={answer}
        onSend={(text, pictures) => {
          send(text, pictures)
          toEnd()
        }}
        onTyping={tellTyping}
      />
      <noscript>
        <img
          src={
            "/chat/signal?" +
            `${new URLSearchParams({ room: room.id, seq: String(page.messages.at(-1)?.seq ?? 0) })}`
          }
          alt=""
          width={1}
          height={1}
          className="absolute"
        />
      </noscript>
    </section>
  )
}

/** What they talk about, and what comes next. */
function SubjectBar({ subject }: { subject: SubjectView }) {
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
          <span className="flex items-center gap-2">
            {subject.state ? <StateBadge tone={subject.state.tone}>{subject.state.label}</StateBadge> : null}
            <span className="min-w-0 truncate text-sm text-ink-2 group-hover:underline">{subject.title}</span>
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
function Older({ href, busy, onLoad }: { href: string; busy: boolean; onLoad: () => void }) {
  const place = useRef<HTMLParagraphElement>(null)
  const near = useEffectEvent(() => {
    if (!busy) onLoad()
  })
  useEffect(() => {
    if (!place.current || busy) return undefined
    const watch = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && near(),
      { rootMargin: "200px" },
    )
    watch.observe(place.current)
    return () => watch.disconnect()
  }, [busy])
  return (
    <p ref={place} className="flex justify-center pt-4">
      <Link
        to={href}
        onClick={(event) => {
          event.preventDefault()
          near()
        }}
        className="btn btn-sm btn-quiet"
      >
        {busy ? <output>loading...</output> : "이전 메시지 보기"}
      </Link>
    </p>
  )
}

function Typing({ partner }: { partner: PartnerView }) {
  return (
    <div className="mt-4 flex items-center gap-2">
      <Avatar pictureId={partner.avatarId} name={partner.name} size={36} />
      <p className="flex h-11 items-center gap-1 rounded-[20px] rounded-bl-[6px] bg-fill px-4">
        <span className="sr-only">{partner.name}님이 입력하고 있어요</span>
        {[0, 1, 2].map((dot) => (
          <span key={dot} aria-hidden className="typing-dot" style={{ animationDelay: `${dot * 0.16}s` }} />
        ))}
      </p>
    </div>
  )
}

/** Keeps the place: at the end one stays at the end, above it nothing moves, whatever comes or goes below. */
function useScrolling({
  firstSeq,
  lastSeq,
  lastMine,
  below,
}: {
  firstSeq: number
  lastSeq: number
  lastMine: boolean | null
  /** What stands below the messages. */ below: number
}) {
  const scroller = useRef<HTMLDivElement>(null)
  const [atEnd, setAtEnd] = useState(true)
  const [unseen, setUnseen] = useState(false)
  const before = useRef({ height: 0, firstSeq, lastSeq, below })
  useLayoutEffect(() => {
    const box = scroller.current
    if (!box) return
    const { height, ...known } = before.current
    const arrived = lastSeq > known.lastSeq && lastMine !== true
    // Older messages come above: the box counts from its end, so that they move nothing.
    if (box.scrollTop < -NEAR_PX && height > 0 && firstSeq === known.firstSeq) {
      box.scrollTop -= box.scrollHeight - height
      if (arrived) setUnseen(true)
    }
    before.current = { height: box.scrollHeight, firstSeq, lastSeq, below }
  }, [firstSeq, lastSeq, lastMine, below])
  return {
    scroller,
    atEnd,
    unseen: unseen && !atEnd,
    onScroll() {
      const box = scroller.current
      if (!box) return
      before.current.height = box.scrollHeight
      const end = box.scrollTop > -NEAR_PX
      setAtEnd(end)
      if (end) setUnseen(false)
    },
    toEnd() {
      scroller.current?.scrollTo({ top: 0 })
    },
  }
}

/** On phones the keyboard covers the page without making it smaller: the room is as high as what is left. */
function useViewportHeight(box: React.RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const viewport = window.visualViewport
    if (!viewport) return undefined
    const fit = () => {
      if (viewport.scale === 1) box.current?.style.setProperty("--room-height", `${viewport.height}px`)
    }
    viewport.addEventListener("resize", fit)
    return () => viewport.removeEventListener("resize", fit)
  }, [box])
}
