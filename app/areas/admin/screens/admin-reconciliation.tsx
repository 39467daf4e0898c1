import { Form, Link, href } from "react-router"
import { z } from "zod"
import { now } from "#app/basics/clock.ts"
import { choice, listCursor } from "#app/basics/form-fields.ts"
import { readQuery } from "#app/basics/form.ts"
import { getListUrl } from "#app/basics/list-urls.ts"
import { addDays, formatDateTime, formatDateWithWeekday, toKstDateString } from "#app/basics/time.ts"
import { formatWon } from "#app/basics/won.ts"
import { titleOf } from "#app/basics/brand.ts"
import { intents } from "#app/platform/intents.server.ts"
import { useActionAnswer, type ScreenAnswer } from "#app/ui/action-answer.ts"
import { StateBadge } from "#app/ui/badge.tsx"
import { FilterChip } from "#app/ui/chips.tsx"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { DateField } from "#app/ui/field.tsx"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import { Pager } from "#app/ui/pager.tsx"
import { PageHeader } from "#app/ui/section.tsx"
import { adminLoader, adminMiddleware, requireAdmin } from "../../accounts/guards.server.ts"
import type { Member } from "../../accounts/rules.ts"
import { ReconcileDayForm } from "../../money/forms.ts"
import {
  DAY_QUEUES,
  DAY_QUEUE_LABELS,
  DAY_STATE_LABELS,
  MAX_RECONCILED_DAYS_BACK,
  type DayQueue,
} from "../../money/office-rules.ts"
import {
  findReconciliationDays,
  rerunReconciliation,
} from "../../money/service/reconciliation-office.server.ts"
import { AdminLayout } from "../parts/admin-layout.tsx"
import { AdminTable, type AdminTableColumn } from "../parts/admin-table.tsx"
import { getDayTone, RERUN_PROBLEMS } from "../parts/reconciliation-texts.ts"
import type { Route } from "./+types/admin-reconciliation"

const DaysQuery = z.object({ queue: choice(DAY_QUEUES, "상태").catch("all"), after: listCursor })

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

export const loader = adminLoader(async (actor, { request }: Route.LoaderArgs) => {
  const { queue, after } = readQuery(DaysQuery, new URL(request.url).searchParams)
  const found = await findReconciliationDays(actor, { queue, cursor: after })
  const today = toKstDateString(now())
  return (
    found && {
      queue,
      ...found,
      isFirstPage: after === null,
      firstDay: addDays(today, -MAX_RECONCILED_DAYS_BACK),
      lastDay: addDays(today, -1),
    }
  )
})

const answerForm = intents<{ actor: Member }>((intent) => ({
  "": intent({
    form: ReconcileDayForm,
    run: ({ actor }, { day }) => rerunReconciliation(actor, day),
    done: ({ state }, { day }) => ({
      to: href("/admin/reconciliation/:day", { day }),
      flash: state === "agreed" ? "결제사 기록과 일치해요" : "결제사 기록과 다른 것이 있어요",
    }),
    problems: RERUN_PROBLEMS,
  }),
}))

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireAdmin(context)
  return answerForm(await request.formData(), { actor }, { to: href("/admin/reconciliation") })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("결제사 대사") },
  { name: "robots", content: "noindex" },
]

type View = NonNullable<Route.ComponentProps["loaderData"]>
type Row = View["rows"][number]

const buildListUrl = (queue: DayQueue, after?: string) =>
  getListUrl("/admin/reconciliation", { queue: "all" }, { queue, after })

const COLUMNS: readonly AdminTableColumn<Row>[] = [
  {
    label: "날짜",
    slot: "name",
    render: (row) => (
      <Link
        to={href("/admin/reconciliation/:day", { day: row.day })}
        className="font-semibold whitespace-nowrap after:absolute after:inset-0"
      >
        {formatDateWithWeekday(row.day)}
      </Link>
    ),
  },
  {
    label: "결제",
    slot: "detail",
    render: (row) =>
      row.state === "silent" ? (
        <span className="text-ink-3">{row.tries}번 물었어요</span>
      ) : (
        <span className="num">
          <span className="md:hidden">결제 </span>
          {formatWon(row.paidWon)} <span className="text-ink-3">· {row.paidCount}건</span>
        </span>
      ),
  },
  {
    label: "취소",
    slot: "wide",
    render: (row) =>
      row.state === "silent" ? (
        <span className="text-ink-3">–</span>
      ) : (
        <span className="num">
          {formatWon(row.returnedWon)} <span className="text-ink-3">· {row.returnedCount}건</span>
        </span>
      ),
  },
  {
    label: "차이",
    slot: "figure",
    render: (row) => (
      <span className="num">
        {row.openCount > 0 ? <b className="font-semibold text-refused-ink">{row.openCount}건</b> : null}
        {row.openCount > 0 && row.settledCount > 0 ? " · " : ""}
        {row.settledCount > 0 ? <span className="text-ink-3">확인 {row.settledCount}건</span> : null}
        {row.openCount + row.settledCount === 0 ? <span className="text-ink-3">없음</span> : null}
      </span>
    ),
  },
  {
    label: "대조한 때",
    slot: "wide",
    render: (row) => <span className="text-sm text-ink-3">{formatDateTime(row.startedAt, now())}</span>,
  },
  {
    label: "상태",
    slot: "badge",
    render: (row) => <StateBadge tone={getDayTone(row)}>{DAY_STATE_LABELS[row.state]}</StateBadge>,
  },
]

export default function AdminReconciliation({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  if (!loaderData) return null
  const { queue, rows, cursor, isFirstPage } = loaderData
  return (
    <AdminLayout current="reconciliation">
      <PageHeader
        title="결제사 대사"
        text="매일 새벽 결제사의 하루 거래를 우리 결제·환불과 한 건씩 대조해요. 다르면 여기에 남아요."
      />
      <FormAlert className="mb-4" message={answer.problem} />
      <DayForm view={loaderData} answer={answer} />
      <div className="bar-of-chips mb-4">
        {DAY_QUEUES.map((each) => (
          <FilterChip key={each} href={buildListUrl(each)} isActive={each === queue}>
            {DAY_QUEUE_LABELS[each]}
          </FilterChip>
        ))}
      </div>
      {rows.length === 0 ? (
        <EmptyState
          art="done"
          title={queue === "all" ? "아직 대조한 날이 없어요" : "여기에 해당하는 날이 없어요"}
          text={queue === "all" ? "첫 결제가 있은 다음 날 새벽부터 대조해요." : undefined}
        />
      ) : (
        <AdminTable rows={rows} keyOf={(row) => row.day} columns={COLUMNS} />
      )}
      <Pager
        isFirstPage={isFirstPage}
        nextCursor={cursor}
        buildHref={(after) => buildListUrl(queue, after)}
      />
    </AdminLayout>
  )
}

/** Any day that is over can be compared, again or for the first time. */
function DayForm({ view, answer }: { view: Pick<View, "firstDay" | "lastDay">; answer: ScreenAnswer }) {
  return (
    <Form method="post" noValidate className="mb-5 flex flex-wrap items-end gap-3">
      <div className="w-52">
        <DateField
          label="대조할 날"
          name="day"
          min={view.firstDay}
          max={view.lastDay}
          defaultValue={answer.typed("day", view.lastDay)}
          error={answer.errors.day}
        />
      </div>
      <SubmitButton className="btn btn-line">지금 대조하기</SubmitButton>
    </Form>
  )
}
