import { Form, Link, href } from "react-router"
import { getListUrl } from "#app/basics/list-urls.ts"
import { readQuery } from "#app/basics/form.ts"
import { formatDateTime } from "#app/basics/time.ts"
import { titleOf } from "#app/basics/brand.ts"
import { Tag } from "#app/ui/badge.tsx"
import { FilterChip } from "#app/ui/chips.tsx"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { DateField, SelectField, TextField } from "#app/ui/field.tsx"
import { Pager } from "#app/ui/pager.tsx"
import { PageHeader } from "#app/ui/section.tsx"
import type { Member } from "../../accounts/rules.ts"
import { formatAuditChain } from "#app/platform/audit-chain.server.ts"
import { intents } from "#app/platform/intents.server.ts"
import { SubmitButton } from "#app/ui/form.tsx"
import { adminLoader, adminMiddleware, requireAdmin } from "../../accounts/guards.server.ts"
import { AdminLayout } from "../parts/admin-layout.tsx"
import { ExportButton } from "../parts/export-button.tsx"
import { AdminSortLinks } from "../parts/admin-sort-links.tsx"
import { AuditQuery } from "../list-queries.ts"
import { AUDIT_AREAS } from "../rules.ts"
import { checkAudit, findAuditEntries, findAuditActors } from "../service/audit.server.ts"
import { getAuditActionSentence } from "../audit-sentences.ts"
import { AUDIT_AREA_LABELS, describeAuditChanges, getAuditHref } from "../audit-labels.ts"
import type { Route } from "./+types/admin-audit"

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

export const loader = adminLoader(async (actor, { request }: Route.LoaderArgs) => {
  const { after, sort, ...filter } = readQuery(AuditQuery, new URL(request.url).searchParams)
  const [page, auditors] = await Promise.all([
    findAuditEntries(actor, { filter, oldest: sort === "oldest", cursor: after }),
    findAuditActors(actor),
  ])
  return {
    filter: { ...filter, sort: sort === "newest" ? null : sort },
    auditors,
    isFirstPage: after === null,
    cursor: page.cursor,
    rows: page.rows.map(({ before, after: afterValue, ...row }) => ({
      ...row,
      sentence: getAuditActionSentence(row.action),
      href: getAuditHref(row.subjectKind, row.subjectId),
      changes: describeAuditChanges(row.subjectKind, before, afterValue),
    })),
  }
})

const answerForm = intents<{ actor: Member }, ChainAnswer>((intent) => ({
  check: intent({
    run: ({ actor }) => checkAudit(actor),
    done: ({ report }) => ({
      shown: { sentence: formatAuditChain(report), holds: report.problem === null, head: report.head },
    }),
    problems: {},
  }),
}))

export async function action({ request, context }: Route.ActionArgs) {
  return answerForm(await request.formData(), { actor: requireAdmin(context) }, { to: href("/admin/audit") })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("감사 기록") },
  { name: "robots", content: "noindex" },
]

type ChainAnswer = { sentence: string; holds: boolean; head: string }

/** Asks whether the log is what was written; what was found. */
function ChainCheck({ answer }: { answer: ChainAnswer | null }) {
  return (
    <Form method="post" className="mt-3 flex flex-wrap items-center gap-3 text-sm text-ink-2">
      <SubmitButton name="intent" value="check" className="btn btn-line btn-sm hit">
        기록이 그대로인지 확인하기
      </SubmitButton>
      <output className={answer === null || answer.holds ? "" : "font-semibold text-refused-ink"}>
        {answer === null ? "줄마다 앞줄과 이어진 값이 있어서, 고치거나 지우면 드러나요." : answer.sentence}
      </output>
      {answer ? <span className="num basis-full break-all text-ink-3">마지막 값 {answer.head}</span> : null}
    </Form>
  )
}

type Filter = {
  q: string
  area: string | null
  by: string | null
  about: string | null
  from: string | null
  to: string | null
  sort: "oldest" | null
}
const buildListUrl = (filter: Filter, after?: string) =>
  getListUrl(href("/admin/audit"), {}, { ...filter, after })

const SORT_OPTIONS = [
  ["newest", "최신순"],
  ["oldest", "오래된순"],
] as const

export default function AdminAudit({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData) return null
  const { filter, auditors, rows, cursor, isFirstPage } = loaderData
  return (
    <AdminLayout current="audit">
      <PageHeader title="감사 기록" text="누가 언제 무엇을 했는지 남아요. 아무도 고치거나 지울 수 없어요.">
        <ExportButton kind="audit" listUrl={buildListUrl(filter)} rows={rows} />
      </PageHeader>
      <div className="bar-of-chips mb-3">
        <FilterChip href={buildListUrl({ ...filter, area: null })} isActive={filter.area === null}>
          전체
        </FilterChip>
        {AUDIT_AREAS.map((area) => (
          <FilterChip key={area} href={buildListUrl({ ...filter, area })} isActive={filter.area === area}>
            {AUDIT_AREA_LABELS[area]}
          </FilterChip>
        ))}
      </div>
      <AuditSearch filter={filter} auditors={auditors} />
      <ChainCheck answer={actionData?.shown ?? null} />
      {filter.about ? (
        <p className="mt-3">
          <FilterChip href={buildListUrl({ ...filter, about: null })} isActive isRemovable>
            한 대상의 기록만
          </FilterChip>
        </p>
      ) : null}
      <AdminSortLinks
        options={SORT_OPTIONS}
        current={filter.sort ?? "newest"}
        address={(nextSort) => buildListUrl({ ...filter, sort: nextSort === "newest" ? null : nextSort })}
      />
      {rows.length === 0 ? (
        <EmptyState
          art="done"
          title="해당하는 기록이 없어요"
          text="관리자가 결정하거나 설정을 바꾸면 여기에 남아요."
        />
      ) : (
        <ol className="divide-y divide-base-300 overflow-hidden card-line">
          {rows.map((row) => (
            <AuditEntry key={row.id} row={row} filter={filter} />
          ))}
        </ol>
      )}
      <Pager
        isFirstPage={isFirstPage}
        nextCursor={cursor}
        buildHref={(after) => buildListUrl(filter, after)}
      />
    </AdminLayout>
  )
}

type View = NonNullable<Route.ComponentProps["loaderData"]>

/** Finds by who did it and when; what else the list is filtered by stays. */
function AuditSearch({ filter, auditors }: Pick<View, "filter" | "auditors">) {
  return (
    <Form
      method="get"
      action={href("/admin/audit")}
      className={
        "grid grid-cols-2 items-end gap-3 card-line p-4 " +
        "lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_10rem_10rem_auto]"
      }
      key={buildListUrl(filter)}
    >
      {filter.area ? <input type="hidden" name="area" value={filter.area} /> : null}
      {filter.about ? <input type="hidden" name="about" value={filter.about} /> : null}
      {filter.sort ? <input type="hidden" name="sort" value={filter.sort} /> : null}
      <SelectField
        label="관리자"
        name="by"
        options={auditors.map(({ userId, name }) => ({ value: userId, label: name }))}
        placeholder="모두"
        defaultValue={filter.by}
      />
      <TextField label="이유나 대상" name="q" maxLength={80} defaultValue={filter.q} />
      <DateField label="시작" name="from" defaultValue={filter.from} />
      <DateField label="끝" name="to" defaultValue={filter.to} />
      <button type="submit" className="btn btn-line btn-lg max-lg:col-span-2">
        찾기
      </button>
    </Form>
  )
}

/** Who did what to whom, why, and what it changed. */
function AuditEntry({ row, filter }: { row: View["rows"][number]; filter: Filter }) {
  return (
    <li className="grid gap-x-5 gap-y-1 px-4 py-3.5 md:grid-cols-[9.5rem_minmax(0,1fr)] md:px-5">
      <p className="num text-sm text-ink-3 md:pt-0.5">{formatDateTime(row.at)}</p>
      <div className="min-w-0">
        <p className="text-base">
          <Link to={buildListUrl({ ...filter, by: row.byId })} className="font-semibold hover:underline">
            {row.by}
          </Link>
          님이{" "}
          {row.subject ? (
            row.href ? (
              <Link to={row.href} className="font-medium text-primary-ink hover:underline">
                {row.subject}
              </Link>
            ) : (
              <span className="font-medium">{row.subject}</span>
            )
          ) : null}
          {row.subject ? <span className="text-ink-3"> · </span> : null}
          {row.sentence}
        </p>
        {row.note ? <p className="mt-0.5 text-sm whitespace-pre-line text-ink-2">{row.note}</p> : null}
        <Changes changes={row.changes} />
      </div>
    </li>
  )
}

/** Each field that changed, before and after. */
function Changes({ changes }: { changes: View["rows"][number]["changes"] }) {
  if (changes.length === 0) return null
  return (
    <ul className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-2">
      {changes.map((change) => (
        <li key={change.field} className="flex flex-wrap items-center gap-1.5">
          <Tag>{change.field}</Tag>
          {change.before === null ? null : (
            <>
              <span className="break-all text-ink-3 line-through">{change.before}</span>
              <span aria-hidden>→</span>
              <span className="sr-only">에서</span>
            </>
          )}
          <span className="break-all">{change.after ?? "없음"}</span>
        </li>
      ))}
    </ul>
  )
}
