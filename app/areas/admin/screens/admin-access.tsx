import { Form, Link, href } from "react-router"
import { getListUrl } from "#app/basics/list-urls.ts"
import { formatNumber } from "#app/basics/numbers.ts"
import { readQuery } from "#app/basics/form.ts"
import { formatMonth } from "#app/basics/month.ts"
import { formatDateTime } from "#app/basics/time.ts"
import { titleOf } from "#app/basics/brand.ts"
import { isRecordKind } from "#app/basics/record-kind.ts"
import { intents } from "#app/platform/intents.server.ts"
import { type ScreenAnswer, useActionAnswer } from "#app/ui/action-answer.ts"
import { StateBadge, Tag } from "#app/ui/badge.tsx"
import { FilterChip } from "#app/ui/chips.tsx"
import { Sheet } from "#app/ui/dialog.tsx"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { DateField, SelectField, TextArea } from "#app/ui/field.tsx"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import { Pager } from "#app/ui/pager.tsx"
import { Card, PageHeader } from "#app/ui/section.tsx"
import { adminLoader, adminMiddleware, requireAdmin } from "../../accounts/guards.server.ts"
import type { Member } from "../../accounts/rules.ts"
import {
  ACCESS_DEED_LABELS,
  ACCESS_DEEDS,
  ACCESS_RETENTION_YEARS,
  AccessQuery,
  AccessReviewForm,
} from "../access-rules.ts"
import { getAuditActionSentence } from "../audit-sentences.ts"
import { AdminLayout } from "../parts/admin-layout.tsx"
import { AdminTable } from "../parts/admin-table.tsx"
import { ExportButton } from "../parts/export-button.tsx"
import { getRecordHref, RECORD_LABELS } from "../record-links.ts"
import {
  findAccessMonth,
  findAccessRecords,
  reviewAccess,
  type AccessFilter,
  type AccessMonth,
  type AccessRow,
} from "../service/access.server.ts"
import { findOfficeMembers } from "../service/roles.server.ts"
import type { Route } from "./+types/admin-access"

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

const PATH = href("/admin/access")

export const loader = adminLoader(async (actor, { request }: Route.LoaderArgs) => {
  const { after, ...filter } = readQuery(AccessQuery, new URL(request.url).searchParams)
  const [records, month, members] = await Promise.all([
    findAccessRecords(actor, { filter, cursor: after }),
    findAccessMonth(actor),
    findOfficeMembers(actor),
  ])
  return { filter, month, members, isFirstPage: after === null, ...records }
})

const answerForm = intents<{ actor: Member }>((intent) => ({
  review: intent({
    form: AccessReviewForm,
    hidden: ["month"],
    run: ({ actor }, review) => reviewAccess(actor, review),
    done: "점검한 것으로 남겼어요",
    problems: {
      not_over: "아직 끝나지 않은 달이에요. 다음 달에 점검해 주세요.",
      reviewed: "이미 점검한 달이에요. 새로고침해 주세요.",
    },
  }),
}))

export async function action({ request, context }: Route.ActionArgs) {
  return answerForm(await request.formData(), { actor: requireAdmin(context) }, { to: PATH })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("접속 기록") },
  { name: "robots", content: "noindex" },
]

const buildListUrl = (filter: AccessFilter, after?: string) => getListUrl(PATH, {}, { ...filter, after })

export default function AdminAccess({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  if (!loaderData) return null
  const { filter, month, members, rows, cursor, isFirstPage } = loaderData
  return (
    <AdminLayout current="access">
      <PageHeader
        title="접속 기록"
        text={
          "누가 언제 어디에서 누구의 정보를 보고 바꾸고 내려받았는지 남아요. " +
          `${ACCESS_RETENTION_YEARS}년 동안 두고, 달마다 점검해요.`
        }
      >
        <ExportButton kind="access" listUrl={buildListUrl(filter)} rows={rows} />
      </PageHeader>
      <FormAlert message={answer.problem} className="mb-4" />
      {month ? <MonthCard month={month} answer={answer.of("review")} /> : null}
      <AccessSearch filter={filter} members={members} />
      {filter.about ? (
        <p className="mt-3">
          <FilterChip href={buildListUrl({ ...filter, about: null })} isActive isRemovable>
            한 회원의 기록만
          </FilterChip>
        </p>
      ) : null}
      <div className="h-3" />
      {rows.length === 0 ? (
        <EmptyState
          art="done"
          title="해당하는 기록이 없어요"
          text="관리자가 회원이나 주문을 열어 보면 여기에 남아요."
        />
      ) : (
        <AccessTable rows={rows} filter={filter} />
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

/** What last month came to, and whether somebody has looked through it. */
function MonthCard({
  month: { month, actors, review },
  answer,
}: {
  month: AccessMonth
  answer: ScreenAnswer
}) {
  const name = formatMonth(month)
  return (
    <Card className="mb-4 md:p-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="flex items-center gap-2 text-lg font-bold">
          {name} 점검
          {review ? (
            <StateBadge tone="ok">점검함</StateBadge>
          ) : actors.length > 0 ? (
            <StateBadge tone="warn">점검 전</StateBadge>
          ) : null}
        </h2>
        {review || actors.length === 0 ? null : (
          <Sheet
            trigger="점검하기"
            triggerClassName="btn btn-primary btn-sm"
            title={`${name} 점검`}
            defaultOpen={answer.hasErrors}
          >
            <Form method="post" noValidate className="grid gap-4">
              <input type="hidden" name="month" value={month} />
              <TextArea
                label="점검 내용"
                help="많이 보거나 내려받은 사람, 밤에 쓴 기록에 이유가 있는지 적어 주세요."
                name="note"
                rows={4}
                maxLength={1_000}
                defaultValue={answer.typed("note")}
                error={answer.errors.note}
              />
              <SubmitButton name="intent" value="review" className="btn btn-primary btn-lg">
                점검한 것으로 남기기
              </SubmitButton>
            </Form>
          </Sheet>
        )}
      </div>
      {review ? (
        <p className="mt-2 text-base whitespace-pre-line text-ink-2">
          {review.by} · {formatDateTime(review.at)}
          <br />
          {review.note}
        </p>
      ) : null}
      {actors.length === 0 ? (
        <p className="mt-2 text-base text-ink-3">지난달에는 기록이 없어요.</p>
      ) : (
        <ul className="mt-3 grid gap-2 text-base">
          {actors.map(({ by, deeds, people, exports, atNight }) => (
            <li key={by} className="flex flex-wrap gap-x-3">
              <b className="font-semibold">{by}</b>
              <span className="num text-ink-2">
                기록 {formatNumber(deeds)}건 · 회원 {formatNumber(people)}명 · 내려받기 {exports}번 · 밤
                10시~아침 7시 {atNight}건
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function AccessSearch({ filter, members }: Pick<View, "filter" | "members">) {
  return (
    <Form
      method="get"
      action={PATH}
      key={buildListUrl(filter)}
      className="grid grid-cols-2 items-end gap-3 card-line p-4 lg:grid-cols-[1fr_1fr_10rem_10rem_auto]"
    >
      {filter.about ? <input type="hidden" name="about" value={filter.about} /> : null}
      <SelectField
        label="관리자"
        name="by"
        placeholder="모두"
        options={members.map(({ userId, name }) => ({ value: userId, label: name }))}
        defaultValue={filter.by}
      />
      <SelectField
        label="한 일"
        name="deed"
        placeholder="모두"
        options={ACCESS_DEEDS.map((value) => ({ value, label: ACCESS_DEED_LABELS[value] }))}
        defaultValue={filter.deed}
      />
      <DateField label="시작" name="from" defaultValue={filter.from} />
      <DateField label="끝" name="to" defaultValue={filter.to} />
      <button type="submit" className="btn btn-line btn-lg max-lg:col-span-2">
        찾기
      </button>
    </Form>
  )
}

/** What it was that somebody looked at: a link where it has a screen. */
function Subject({ row }: { row: AccessRow }) {
  if (isRecordKind(row.kind))
    return (
      <Link to={getRecordHref(row.kind, row.subjectId)} className="hover:underline">
        {RECORD_LABELS[row.kind]}
      </Link>
    )
  return (
    <span className="break-all">
      {row.deed === "export" ? getAuditActionSentence(`export.${row.subjectId}`) : row.subjectId}
      {row.people > 0 ? ` · ${formatNumber(row.people)}건` : ""}
    </span>
  )
}

const AccessTable = ({ rows, filter }: { rows: readonly AccessRow[]; filter: AccessFilter }) => (
  <AdminTable
    rows={rows}
    keyOf={(row) => row.id}
    columns={[
      {
        label: "관리자",
        slot: "name",
        render: ({ by, address }) => (
          <>
            <span className="font-semibold">{by}</span>
            <span className="block text-sm text-ink-3">{address || "주소 없음"}</span>
          </>
        ),
      },
      { label: "한 일", slot: "badge", render: ({ deed }) => <Tag>{ACCESS_DEED_LABELS[deed]}</Tag> },
      {
        label: "정보주체",
        slot: "detail",
        render: (row) => (
          <>
            {row.personId ? (
              <Link to={buildListUrl({ ...filter, about: row.personId })} className="hover:underline">
                {row.person ?? "탈퇴한 회원"}
              </Link>
            ) : (
              <span className="max-md:hidden">–</span>
            )}
            <span className="block text-ink-3 md:hidden">
              <Subject row={row} />
              {row.note ? ` · ${row.note}` : null}
            </span>
          </>
        ),
      },
      {
        label: "대상",
        slot: "wide",
        render: (row) => (
          <>
            <Subject row={row} />
            {row.note ? <span className="block text-sm text-ink-3">{row.note}</span> : null}
          </>
        ),
      },
      {
        label: "때",
        slot: "figure",
        className: "num text-ink-3 whitespace-nowrap",
        render: ({ at }) => formatDateTime(at),
      },
    ]}
  />
)
