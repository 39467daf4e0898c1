import { Settings } from "#app/ui/icons.tsx"
import { Form, Link, href, useFetcher } from "react-router"
import { readQuery } from "#app/basics/form.ts"
import { intents, STAY } from "#app/platform/intents.server.ts"
import { ok } from "#app/platform/outcome.ts"
import { titleOf } from "#app/basics/brand.ts"
import { PullToRefresh } from "#app/ui/pull-to-refresh.tsx"
import { FilterChip } from "#app/ui/chips.tsx"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { SubmitButton } from "#app/ui/form.tsx"
import { MoreLink } from "#app/ui/more-link.tsx"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { usePages } from "#app/ui/use-pages.ts"
import { requireMember } from "../../accounts/guards.server.ts"
import { isApprovedExpert, type Member } from "../../accounts/rules.ts"
import { NotificationCentreQuery, READ_FORMS } from "../forms.ts"
import { NotificationRow } from "../parts/notification-row.tsx"
import { KIND_NAMES, listKinds, type NotificationKind } from "../rules.ts"
import {
  countUnreadByKind,
  listNotifications,
  markAllNotificationsRead,
  markNotificationRead,
} from "../service/centre.server.ts"
import type { Route } from "./+types/notifications"

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  const { kind, after } = readQuery(NotificationCentreQuery, new URL(request.url).searchParams)
  const [page, unread] = await Promise.all([
    listNotifications(actor, { kind, cursor: after }),
    countUnreadByKind(actor),
  ])
  return { kind, after, unread, kinds: listKinds(isApprovedExpert(actor)), ...page }
}

const answerForm = intents<{ actor: Member }>((intent) => ({
  read: intent({
    form: READ_FORMS.read,
    hidden: ["id"],
    run: async ({ actor }, { id }) => {
      await markNotificationRead(actor, id)
      return ok()
    },
    done: STAY,
    problems: {},
  }),
  "read-all": intent({
    form: READ_FORMS["read-all"],
    run: async ({ actor }, { kind }) => {
      await markAllNotificationsRead(actor, kind)
      return ok()
    },
    done: (_marked, { kind }) => ({ to: buildHref(kind), flash: "모두 읽음으로 표시했어요" }),
    problems: {},
  }),
}))

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireMember(context, request)
  return answerForm(await request.formData(), { actor }, { to: href("/notifications") })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("알림") },
  { name: "robots", content: "noindex" },
]

const buildHref = (kind: NotificationKind | null, after?: string) => {
  const query = new URLSearchParams({ ...(kind && { kind }), ...(after && { after }) }).toString()
  return query ? `${href("/notifications")}?${query}` : "/notifications"
}

export default function Notifications({ loaderData: view }: Route.ComponentProps) {
  const { kind, unread } = view
  const unreadTotal = kind ? (unread[kind] ?? 0) : Object.values(unread).reduce((sum, each) => sum + each, 0)
  return (
    <Page isNarrow>
      <PullToRefresh />
      <PageHeader title="알림">
        <Form method="post">
          <input type="hidden" name="intent" value="read-all" />
          {kind ? <input type="hidden" name="kind" value={kind} /> : null}
          <SubmitButton className="btn btn-sm btn-quiet hit" disabled={unreadTotal === 0}>
            모두 읽음
          </SubmitButton>
        </Form>
        <Link to={href("/my-info/notifications")} className="btn btn-sm btn-quiet hit">
          <Settings size={16} /> 설정
        </Link>
      </PageHeader>
      <nav aria-label="알림 종류" className="bar-of-chips mb-2 md:mb-4">
        <FilterChip href={buildHref(null)} isActive={kind === null}>
          전체
        </FilterChip>
        {view.kinds.map((each) => (
          <FilterChip key={each} href={buildHref(each)} isActive={kind === each}>
            {KIND_NAMES[each]}{" "}
            {unread[each] ? <span className="num">{unread[each] > 99 ? "99+" : unread[each]}</span> : null}
          </FilterChip>
        ))}
      </nav>
      <NotificationList key={kind ?? ""} view={view} />
    </Page>
  )
}

function NotificationList({ view }: { view: Route.ComponentProps["loaderData"] }) {
  const { pages, more } = usePages(view, useFetcher<typeof loader>(), (after) => buildHref(view.kind, after))
  // A new one pushes the last of each page into the next.
  const rows = [...new Map(pages.flatMap((page) => page.rows).map((row) => [row.id, row])).values()]
  if (rows.length === 0) {
    return view.after === null ? (
      <EmptyState
        art="notifications"
        title={view.kind ? `${KIND_NAMES[view.kind]} 알림이 없어요` : "아직 알림이 없어요"}
        text="견적이 도착하거나 새 소식이 있으면 여기로 바로 알려 드릴게요."
        action={
          view.kind
            ? { href: href("/notifications"), label: "모든 알림 보기" }
            : { href: href("/"), label: "홈으로" }
        }
      />
    ) : (
      <EmptyState
        art="notifications"
        title="더 오래된 알림이 없어요"
        action={{ href: buildHref(view.kind), label: "처음으로" }}
      />
    )
  }
  return (
    <>
      <ul
        className={
          "-mx-4 divide-y divide-base-300 md:mx-0 md:overflow-hidden md:rounded-xl md:border " +
          "md:border-base-300 md:bg-base-100"
        }
      >
        {rows.map((row) => (
          <NotificationRow key={row.id} notification={row} />
        ))}
      </ul>
      {more ? <MoreLink {...more} skeleton="rows" /> : null}
    </>
  )
}
