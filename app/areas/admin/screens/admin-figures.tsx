/** /admin/figures: what goes on, counted by day, over any span, by category and region. */
import { Form, href } from "react-router"
import { now } from "#app/basics/clock.ts"
import { readQuery } from "#app/basics/form.ts"
import { getListUrl } from "#app/basics/list-urls.ts"
import { addDays, formatDate, formatDateLong, formatTime, toKstDateString } from "#app/basics/time.ts"
import { titleOf } from "#app/basics/brand.ts"
import { intents } from "#app/platform/intents.server.ts"
import { useActionAnswer } from "#app/ui/action-answer.ts"
import { LineChart } from "#app/ui/chart.tsx"
import { FilterChip } from "#app/ui/chips.tsx"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { DateField, SelectField } from "#app/ui/field.tsx"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import { PageHeader } from "#app/ui/section.tsx"
import { StatTile } from "#app/ui/stat-tile.tsx"
import { adminLoader, adminMiddleware, notFound, requireAdmin } from "../../accounts/guards.server.ts"
import { hasRight, type Member } from "../../accounts/rules.ts"
import {
  formatAxisFigure,
  formatFigure,
  formatStep,
  getFigureCategoryLabel,
  getFigureRegionLabel,
  listFigureCategories,
} from "../figure-labels.ts"
import { AdminFiguresQuery, FigureMailForm, toFigureFilter } from "../figure-forms.ts"
import {
  FIGURE_VIEW_LABELS,
  FIGURE_VIEWS,
  getFigure,
  getStepDays,
  SPAN_DAYS,
  STEP_LABELS,
  STEPS,
  VIEW_FIGURES,
  type FigureColumn,
  type FigureView,
} from "../figure-rules.ts"
import { AdminLayout } from "../parts/admin-layout.tsx"
import { CohortTable } from "../parts/cohort-table.tsx"
import { ExportButton } from "../parts/export-button.tsx"
import { FigureTable } from "../parts/figure-table.tsx"
import { findCohorts, findFigures, hasFigureMail, switchFigureMail } from "../service/figures.server.ts"
import { listSidoOptions } from "../parts/sido-options.ts"
import type { Route } from "./+types/admin-figures"

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

export const loader = adminLoader(async (actor, { request }: Route.LoaderArgs) => {
  const today = toKstDateString(now())
  const query = readQuery(AdminFiguresQuery, new URL(request.url).searchParams)
  const { view } = query
  const filter = toFigureFilter(query, today)
  const [figures, cohorts, hasMail] = await Promise.all([
    findFigures(actor, view, filter),
    view === "people" ? findCohorts(actor) : [],
    hasFigureMail(actor),
  ])
  return {
    today,
    view,
    ...filter,
    figures: figures ?? notFound(),
    cohorts: cohorts ?? [],
    hasMail,
    hasLists: hasRight(actor, "people"),
  }
})

const answerForm = intents<{ actor: Member }>((intent) => ({
  mail: intent({
    form: FigureMailForm,
    run: ({ actor }, { wanted }) => switchFigureMail(actor, wanted === "on"),
    done: (_, { wanted }) => (wanted === "on" ? "아침마다 메일로 보내 드려요" : "이제 메일로 보내지 않아요"),
    problems: {},
  }),
}))

export async function action({ request, context }: Route.ActionArgs) {
  return answerForm(
    await request.formData(),
    { actor: requireAdmin(context) },
    { to: href("/admin/figures") },
  )
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("통계") },
  { name: "robots", content: "noindex" },
]

type View = NonNullable<Route.ComponentProps["loaderData"]>
type Changes = Partial<Record<"view" | "from" | "to" | "step" | "category" | "region", string | null>>

const buildHref = ({ view, span, category, region }: View, changes: Changes = {}) =>
  getListUrl("/admin/figures", { view: "orders" }, { view, ...span, category, region, ...changes })

/** The requests that the figures of a step are of. */
function buildOrdersHref({ span, category, region }: View, start: string): string {
  const { first, last } = getStepDays(span, start)
  return getListUrl("/admin/orders", {}, { from: first, to: last, category, region })
}

export default function AdminFigures({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  if (!loaderData) return null
  const { view, span, figures } = loaderData
  const { columns, text } = VIEW_FIGURES[view]
  const hasAny = columns.some(({ of }) => figures.total[of] !== undefined)
  return (
    <AdminLayout current="figures">
      <PageHeader title="통계" text={`${describeSpan(loaderData)}. ${text}`}>
        <ExportButton kind="figures" listUrl={buildHref(loaderData)} rows={hasAny ? figures.steps : []} />
      </PageHeader>
      <FormAlert message={answer.problem} className="mb-4" />
      <ViewChips view={loaderData} />
      <SpanFilter key={buildHref(loaderData)} view={loaderData} />
      {hasAny ? (
        <>
          <Totals view={loaderData} />
          <Charts view={loaderData} />
          <FigureTable
            title={`${STEP_LABELS[span.step]} 보기`}
            keyLabel="기간"
            columns={columns}
            rows={figures.steps.toReversed().map(({ day, sums }) => ({
              key: day,
              label: formatStep(day, span.step),
              ...(view === "orders" && loaderData.hasLists ? { href: buildOrdersHref(loaderData, day) } : {}),
              sums,
            }))}
          />
          <Breakdowns view={loaderData} />
        </>
      ) : (
        <EmptyState
          art="search"
          title="이 기간에 센 것이 없어요"
          text={
            figures.countedFrom
              ? `${formatDateLong(figures.countedFrom)}부터 셌어요. 기간이나 조건을 넓혀 보세요.`
              : "아직 센 적이 없어요. 몇 분 뒤에 오늘 숫자가 보여요."
          }
        />
      )}
      {loaderData.cohorts.length > 0 ? <CohortTable cohorts={loaderData.cohorts} /> : null}
      <MailSwitch hasMail={loaderData.hasMail} />
    </AdminLayout>
  )
}

const describeSpan = ({ span, figures }: View) =>
  `${formatDate(span.from)}${span.from === span.to ? "" : `~${formatDate(span.to)}`}` +
  (figures.countedAt ? `, ${formatTime(figures.countedAt)}에 셌어요` : "")

const ViewChips = ({ view }: { view: View }) => (
  <nav aria-label="무엇을 볼지" className="bar-of-chips">
    {FIGURE_VIEWS.map((each: FigureView) => (
      <FilterChip
        key={each}
        href={buildHref(view, { view: each, category: null, region: null })}
        isActive={each === view.view}
      >
        {FIGURE_VIEW_LABELS[each]}
      </FilterChip>
    ))}
  </nav>
)

/** The span, its step, and what the figures are narrowed to: a form that needs no script. */
function SpanFilter({ view }: { view: View }) {
  const { span, today, category, region } = view
  const { categoryName, hasRegions } = VIEW_FIGURES[view.view]
  return (
    <section aria-label="기간" className="mt-3 card-line p-4 md:p-5">
      <div className="bar-of-chips">
        {SPAN_DAYS.map((days) => (
          <FilterChip
            key={days}
            href={buildHref(view, { from: addDays(today, 1 - days), to: today, step: null })}
            isActive={span.to === today && span.from === addDays(today, 1 - days)}
          >
            {days === 365 ? "1년" : `${days}일`}
          </FilterChip>
        ))}
      </div>
      <Form method="get" className="mt-3 grid grid-cols-2 items-end gap-3 lg:grid-cols-6">
        <input type="hidden" name="view" value={view.view} />
        <DateField label="처음" name="from" max={today} defaultValue={span.from} />
        <DateField label="끝" name="to" max={today} defaultValue={span.to} />
        <SelectField
          label="간격"
          name="step"
          defaultValue={span.step}
          options={STEPS.map((step) => ({ value: step, label: STEP_LABELS[step] }))}
        />
        {categoryName ? (
          <SelectField
            label={categoryName}
            name="category"
            required={false}
            defaultValue={category ?? ""}
            options={[{ value: "", label: "모두" }, ...listFigureCategories(view.view)]}
          />
        ) : null}
        {hasRegions ? (
          <SelectField
            label="지역"
            name="region"
            required={false}
            defaultValue={region ?? ""}
            options={listSidoOptions()}
          />
        ) : null}
        <button type="submit" className="btn btn-primary min-h-12">
          보기
        </button>
      </Form>
    </section>
  )
}

/** The sums of the whole span. */
const Totals = ({ view }: { view: View }) => (
  <dl className="mt-3 grid grid-cols-2 gap-3 lg:mt-4 lg:grid-cols-4 lg:gap-4">
    {VIEW_FIGURES[view.view].columns.slice(0, 8).map((column) => (
      <StatTile
        key={column.key}
        name={column.label}
        value={formatFigure(getFigure(column, view.figures.total), column.unit)}
      />
    ))}
  </dl>
)

function Charts({ view }: { view: View }) {
  const { columns, charts } = VIEW_FIGURES[view.view]
  const drawn = charts.flatMap((key) => columns.find((column) => column.key === key) ?? [])
  return (
    <div className={`mt-3 grid gap-3 lg:mt-4 lg:gap-4 ${drawn.length > 1 ? "lg:grid-cols-2" : ""}`}>
      {drawn.map((column) => (
        <FigureChart key={column.key} column={column} view={view} />
      ))}
    </div>
  )
}

const FigureChart = ({ column, view }: { column: FigureColumn; view: View }) => (
  <section className="card-line p-4 md:p-6">
    <h2 className="text-lg font-bold">{column.label}</h2>
    <LineChart
      label={column.label}
      height={180}
      scale={column.unit === "minutes" ? "minutes" : "number"}
      isTableShown={false}
      points={view.figures.steps.map(({ day, sums }) => ({
        label: formatStep(day, view.span.step),
        value: getFigure(column, sums) ?? 0,
      }))}
      format={(value) => formatAxisFigure(value, column.unit)}
    />
  </section>
)

/** The same span told apart by category and by region, the largest first. */
function Breakdowns({ view }: { view: View }) {
  const { columns, categoryName, hasRegions } = VIEW_FIGURES[view.view]
  const [first] = columns
  const sorted = (rows: View["figures"]["categories"]) =>
    rows.toSorted((a, b) => (first ? (b.sums[first.of] ?? 0) - (a.sums[first.of] ?? 0) : 0))
  return (
    <>
      {categoryName && view.figures.categories.length > 0 ? (
        <FigureTable
          title={`${categoryName}별`}
          keyLabel={categoryName}
          columns={columns}
          rows={sorted(view.figures.categories).map(({ key, sums }) => ({
            key,
            label: getFigureCategoryLabel(view.view, key),
            href: buildHref(view, { category: key }),
            sums,
          }))}
        />
      ) : null}
      {hasRegions && view.figures.regions.length > 0 ? (
        <FigureTable
          title="지역별"
          keyLabel="지역"
          columns={columns}
          rows={sorted(view.figures.regions).map(({ key, sums }) => ({
            key,
            label: getFigureRegionLabel(key),
            href: buildHref(view, { region: key }),
            sums,
          }))}
        />
      ) : null}
    </>
  )
}

/** Whether yesterday's figures come by mail in the morning. */
const MailSwitch = ({ hasMail }: { hasMail: boolean }) => (
  <Form
    method="post"
    className="mt-3 flex flex-wrap items-center justify-between gap-3 card-line p-4 md:p-5 lg:mt-4"
  >
    <input type="hidden" name="intent" value="mail" />
    <input type="hidden" name="wanted" value={hasMail ? "off" : "on"} />
    <p className="min-w-0 text-base text-ink-2">
      {hasMail
        ? "어제 통계를 아침 8시에 메일로 받고 있어요."
        : "어제 통계를 아침 8시에 메일로 받아 볼 수 있어요."}
    </p>
    <SubmitButton className="btn btn-line btn-sm hit">{hasMail ? "그만 받기" : "메일로 받기"}</SubmitButton>
  </Form>
)
