import { href, Form, Link } from "react-router"
import { getListUrl } from "#app/basics/list-urls.ts"
import { readQuery } from "#app/basics/form.ts"
import { titleOf } from "#app/basics/brand.ts"
import { toSafeReturnTo } from "#app/basics/safe-return-to.ts"
import { formatDateTime } from "#app/basics/time.ts"
import { intents } from "#app/platform/intents.server.ts"
import { useActionAnswer } from "#app/ui/action-answer.ts"
import { FilterChip } from "#app/ui/chips.tsx"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import { Pager } from "#app/ui/pager.tsx"
import { RelativeTime } from "#app/ui/relative-time.tsx"
import { PageHeader } from "#app/ui/section.tsx"
import { adminLoader, adminMiddleware, requireAdmin } from "../../accounts/guards.server.ts"
import type { Member } from "../../accounts/rules.ts"
import type { CaseView } from "../desk-view.ts"
import { CASE_LABELS, getCaseHref } from "../case-links.ts"
import { AdminInboxQuery } from "../list-queries.ts"
import { AdminLayout } from "../parts/admin-layout.tsx"
import { AdminTable, type AdminTableColumn } from "../parts/admin-table.tsx"
import { DueBadge, NextCaseForm } from "../parts/case-bar.tsx"
import {
  INBOX_VIEW_LABELS,
  INBOX_VIEWS,
  SNOOZE_LABELS,
  type InboxQueue,
  type InboxView,
} from "../inbox-rules.ts"
import { CASE_FORMS } from "../rules.ts"
import {
  handOnCase,
  noteCase,
  refreshCases,
  releaseCase,
  snoozeCase,
  takeCase,
  takeNextCase,
} from "../service/cases.server.ts"
import { findInbox } from "../service/inbox.server.ts"
import type { Route } from "./+types/admin-inbox"

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

const PATH = href("/admin/inbox")

export const loader = adminLoader(async (actor, { request }: Route.LoaderArgs) => {
  const { view, queue, after } = readQuery(AdminInboxQuery, new URL(request.url).searchParams)
  const inbox = await findInbox(actor, { view, queue, cursor: after })
  return inbox && { ...inbox, view, queue, isFirstPage: after === null }
})

const closed = "이미 끝난 일이에요. 그사이 누군가 결정했어요."
const goBack = (back: string | null) => toSafeReturnTo(back, PATH)
const answerForm = intents<{ actor: Member }>((intent) => ({
  take: intent({
    form: CASE_FORMS.take,
    hidden: ["caseId", "back", "seen"],
    run: ({ actor }, { caseId, seen }) => takeCase(actor, caseId, seen),
    done: (_, { back }) => ({ to: goBack(back), flash: "이 일을 맡았어요" }),
    problems: {
      closed,
      taken: ({ by }) => `${by}님이 먼저 맡았어요. 함께 보려면 ‘이어받기’를 눌러 주세요.`,
    },
  }),
  release: intent({
    form: CASE_FORMS.release,
    hidden: ["caseId", "back"],
    run: ({ actor }, { caseId }) => releaseCase(actor, caseId),
    done: (_, { back }) => ({ to: goBack(back), flash: "일을 내려놓았어요" }),
    problems: { closed, not_yours: "지금은 다른 동료가 맡고 있어요." },
  }),
  hand_on: intent({
    form: CASE_FORMS.hand_on,
    hidden: ["caseId", "back"],
    run: ({ actor }, { caseId, to }) => handOnCase(actor, caseId, to),
    done: ({ name }, { back }) => ({ to: goBack(back), flash: `${name}님에게 넘겼어요` }),
    problems: { closed, no_colleague: "이 일을 결정할 수 있는 동료가 아니에요. 다른 동료를 골라 주세요." },
  }),
  snooze: intent({
    form: CASE_FORMS.snooze,
    hidden: ["caseId", "back"],
    run: ({ actor }, { caseId, until }) => snoozeCase(actor, caseId, until),
    done: (_, { back, until }) => ({ to: goBack(back), flash: `${SNOOZE_LABELS[until]} 다시 알려 드려요` }),
    problems: { closed },
  }),
  note: intent({
    form: CASE_FORMS.note,
    hidden: ["caseId", "back"],
    run: ({ actor }, { caseId, note }) => noteCase(actor, caseId, note),
    done: (_, { back }) => ({ to: goBack(back), flash: "메모를 저장했어요" }),
    problems: { closed },
  }),
  next: intent({
    form: CASE_FORMS.next,
    hidden: ["after"],
    run: async ({ actor }, { after }) => {
      await refreshCases()
      return takeNextCase(actor, after)
    },
    done: ({ queue, targetId }) => ({ to: getCaseHref(queue, targetId) }),
    problems: { none: "지금 맡을 수 있는 일이 없어요. 모두 끝났거나 동료가 맡고 있어요." },
  }),
}))

export async function action({ request, context }: Route.ActionArgs) {
  return answerForm(await request.formData(), { actor: requireAdmin(context) }, { to: PATH })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("받은 일") },
  { name: "robots", content: "noindex" },
]

type ListQuery = { view: InboxView; queue: InboxQueue | null }
const buildListUrl = ({ view, queue }: ListQuery, after?: string) =>
  getListUrl(PATH, { view: "todo" }, { view, queue, after })

const columns: AdminTableColumn<CaseView>[] = [
  {
    label: "일",
    slot: "name",
    render: ({ queue, targetId, title, note }) => (
      <>
        <Link
          to={getCaseHref(queue, targetId)}
          className="block max-w-[min(28rem,40vw)] truncate font-semibold after:absolute after:inset-0"
        >
          {title || CASE_LABELS[queue]}
        </Link>
        {note ? (
          <span className="block max-w-[min(28rem,40vw)] truncate text-sm text-ink-3">메모: {note}</span>
        ) : null}
      </>
    ),
  },
  {
    label: "종류",
    slot: "wide",
    className: "whitespace-nowrap",
    render: ({ queue }) => CASE_LABELS[queue],
  },
  {
    label: "들어온 때",
    slot: "wide",
    className: "whitespace-nowrap",
    render: ({ since }) => <RelativeTime at={since} />,
  },
  {
    label: "기한",
    slot: "detail",
    className: "max-md:col-span-full max-md:flex max-md:items-center max-md:gap-2",
    render: (row) => (
      <>
        <span className="md:hidden">{CASE_LABELS[row.queue]}</span>
        <DueBadge {...row} />
      </>
    ),
  },
  {
    label: "맡은 사람",
    slot: "badge",
    render: ({ id, isOwn, holder, snoozedUntil }) =>
      snoozedUntil ? (
        <span className="text-ink-3">{formatDateTime(snoozedUntil)}까지</span>
      ) : isOwn ? (
        "나"
      ) : (
        (holder ?? <TakeForm caseId={id} />)
      ),
  },
]

/** Takes what nobody has, without opening it. */
const TakeForm = ({ caseId }: { caseId: string }) => (
  <Form method="post" className="relative z-10">
    <input type="hidden" name="caseId" value={caseId} />
    <SubmitButton name="intent" value="take" aria-keyshortcuts="t" className="btn btn-sm btn-line">
      맡기
    </SubmitButton>
  </Form>
)

export default function AdminInbox({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  if (!loaderData) return null
  const { rows, cursor, counts, queues, view, queue, isFirstPage } = loaderData
  return (
    <AdminLayout current="inbox">
      <PageHeader
        title="받은 일"
        text={
          counts.late > 0
            ? `기한이 지난 일이 ${counts.late}건 있어요.`
            : counts.todo > 0
              ? "급한 일부터 보여 드려요."
              : "지금 기다리는 일이 없어요."
        }
      >
        <NextCaseForm after={null} className="btn btn-primary md:hidden" />
      </PageHeader>
      <FormAlert message={answer.problem} className="mb-4" />
      <div className="bar-of-chips">
        {INBOX_VIEWS.map((each) => (
          <FilterChip key={each} href={buildListUrl({ view: each, queue: null })} isActive={each === view}>
            {INBOX_VIEW_LABELS[each]} {counts[each]}
          </FilterChip>
        ))}
      </div>
      {queues.length > 1 || queue ? (
        <div className="bar-of-chips">
          <FilterChip href={buildListUrl({ view, queue: null })} isActive={queue === null}>
            모든 종류
          </FilterChip>
          {queues.map((each) => (
            <FilterChip
              key={each.queue}
              href={buildListUrl({ view, queue: each.queue })}
              isActive={each.queue === queue}
            >
              {CASE_LABELS[each.queue]} {each.count}
            </FilterChip>
          ))}
        </div>
      ) : null}
      <div className="h-3" />
      {rows.length === 0 ? (
        <EmptyState art="done" title="여기에 해당하는 일이 없어요" />
      ) : (
        <AdminTable rows={rows} keyOf={(row) => row.id} columns={columns} />
      )}
      <Pager
        isFirstPage={isFirstPage}
        nextCursor={cursor}
        buildHref={(after) => buildListUrl({ view, queue }, after)}
      />
    </AdminLayout>
  )
}
