import { Search } from "#app/ui/icons.tsx"
import { Form, href, Link } from "react-router"
import { requireMember } from "#app/areas/accounts/guards.server.ts"
import { titleOf } from "#app/basics/brand.ts"
import { readQuery } from "#app/basics/form.ts"
import { getListUrl } from "#app/basics/list-urls.ts"
import { Avatar } from "#app/ui/avatar.tsx"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { Pager } from "#app/ui/pager.tsx"
import { RelativeTime } from "#app/ui/relative-time.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { ChatSearchQuery } from "../forms.ts"
import { PartnerAndSubject } from "../parts/partner-and-subject.tsx"
import { buildChatHref } from "../parts/room-list.tsx"
import { toPartnerView } from "../room-list.server.ts"
import { findRoomPeople } from "../service/room-people.server.ts"
import { searchMessages } from "../service/search-messages.server.ts"
import type { Route } from "./+types/chat-search"

export const handle = {
  bar: "task",
  title: "대화 찾기",
  backHref: href("/chat"),
  background: "white",
} satisfies ScreenHandle

/** Messages that follow what was found are shown with it. */
const FOLLOWING_MESSAGES = 10

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  const { q, after } = readQuery(ChatSearchQuery, new URL(request.url).searchParams)
  const { found, next } = await searchMessages(actor, { words: q, after })
  const toPerson = ({ subject, partnerId }: (typeof found)[number]) => ({
    subject,
    userId: partnerId,
    otherId: actor.userId,
  })
  const findPerson = await findRoomPeople(found.map(toPerson))
  return {
    q,
    next,
    isFirstPage: after === null,
    found: found.map((message) => ({
      ...message,
      partner: toPartnerView(message.partnerId, findPerson(toPerson(message)), false),
    })),
  }
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("대화 찾기") },
  { name: "robots", content: "noindex" },
]

export default function ChatSearch({ loaderData: { q, found, next, isFirstPage } }: Route.ComponentProps) {
  return (
    <Page isNarrow>
      <PageHeader title="대화 찾기" back={{ href: href("/chat"), label: "채팅" }} bar="same" />
      <search>
        <Form className="relative mt-2">
          <Search size={20} className="pointer-events-none absolute inset-y-0 left-4 my-auto text-ink-3" />
          <input
            name="q"
            type="search"
            aria-label="대화에서 찾을 말"
            placeholder="주고받은 말에서 찾기"
            defaultValue={q}
            maxLength={50}
            enterKeyHint="search"
            className="field-box pr-4 pl-12"
          />
        </Form>
      </search>
      {found.length > 0 ? (
        <ul className="mt-4 divide-y divide-base-300">
          {found.map((message) => (
            <FoundRow key={message.id} message={message} words={q} />
          ))}
        </ul>
      ) : q.trim().length < 2 ? (
        <EmptyState art="chat" title="무엇을 찾으세요?" text="두 글자부터 찾을 수 있어요." />
      ) : (
        <EmptyState
          art="chat"
          title={`‘${q.trim()}’에 맞는 대화를 찾지 못했어요`}
          text="띄어쓰기를 확인하거나 더 짧은 말로 찾아보세요."
          action={{ href: href("/chat"), label: "모든 대화 보기" }}
        />
      )}
      <Pager
        isFirstPage={isFirstPage}
        nextCursor={next}
        buildHref={(cursor) => getListUrl(href("/chat/search"), {}, { q, after: cursor })}
      />
    </Page>
  )
}

type Found = Route.ComponentProps["loaderData"]["found"][number]

/** Who said it about what, and the words around what was found; leads to the place in the conversation. */
function FoundRow({ message, words }: { message: Found; words: string }) {
  const { partner, subjectTitle, text, isMine, at } = message
  return (
    <li className="relative flex items-start gap-3.5 py-4 hover:bg-base-200">
      <Avatar pictureId={partner.avatarId} name={partner.name} size={44} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-1.5 text-sm text-ink-3">
          <PartnerAndSubject name={partner.name} subject={subjectTitle} />
          <RelativeTime at={at} />
        </p>
        <Link
          to={buildChatHref({
            room: message.roomId,
            before: message.seq + FOLLOWING_MESSAGES,
            message: message.seq,
          })}
          className="mt-0.5 line-clamp-2 text-base after:absolute after:inset-0"
        >
          {isMine ? <span className="text-ink-3">나: </span> : null}
          <MarkedText text={text} words={words.trim()} />
        </Link>
      </div>
    </li>
  )
}

/** Letters before what was found that are shown with it. */
const LEADING_LETTERS = 20

function MarkedText({ text, words }: { text: string; words: string }) {
  const index = text.toLowerCase().indexOf(words.toLowerCase())
  if (index < 0) return text
  const start = Math.max(0, index - LEADING_LETTERS)
  return (
    <>
      {start > 0 ? "…" : ""}
      {text.slice(start, index)}
      <mark className="bg-primary-tint text-primary-ink">{text.slice(index, index + words.length)}</mark>
      {text.slice(index + words.length)}
    </>
  )
}
