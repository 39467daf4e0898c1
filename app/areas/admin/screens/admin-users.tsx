import { getScreenPath } from "#app/platform/request.server.ts"
import { formatCount } from "#app/basics/counted.ts"
import { Link, href } from "react-router"
import { changeQuery } from "#app/basics/list-urls.ts"
import { readQuery } from "#app/basics/form.ts"
import { formatPhone } from "#app/basics/phone.ts"
import { formatDate } from "#app/basics/time.ts"
import { intents } from "#app/platform/intents.server.ts"
import { ok } from "#app/platform/outcome.ts"
import { titleOf } from "#app/basics/brand.ts"
import { Avatar } from "#app/ui/avatar.tsx"
import { FilterChip } from "#app/ui/chips.tsx"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { SelectField, TextField } from "#app/ui/field.tsx"
import { type ScreenAnswer, useActionAnswer } from "#app/ui/action-answer.ts"
import { Pager } from "#app/ui/pager.tsx"
import { PageHeader } from "#app/ui/section.tsx"
import { adminLoader, adminMiddleware, requireAdmin } from "../../accounts/guards.server.ts"
import type { Member } from "../../accounts/rules.ts"
import { countMembers, endSessionsOfMembers, findMembers } from "../../accounts/service/members.server.ts"
import { BAN_LABELS, BAN_LENGTHS } from "../../trust/rules.ts"
import { sanctionPeople } from "../../trust/service/sanctions.server.ts"
import { AdminLayout } from "../parts/admin-layout.tsx"
import { SavedViews } from "../parts/saved-views.tsx"
import { AdminSearch } from "../parts/admin-search.tsx"
import { AdminRequests } from "../parts/admin-requests.tsx"
import { BulkActionBar, BulkCheckbox } from "../parts/bulk-action-bar.tsx"
import { ExportButton } from "../parts/export-button.tsx"
import { AdminTable } from "../parts/admin-table.tsx"
import { MemberStateBadge, MemberTypeTags } from "../parts/member-badges.tsx"
import { AdminSortLinks } from "../parts/admin-sort-links.tsx"
import { AdminPeopleQuery } from "../list-queries.ts"
import { BULK_PEOPLE_FORMS } from "../rules.ts"
import { findAdminRequests } from "../service/roles.server.ts"
import type { Route } from "./+types/admin-users"

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

export const loader = adminLoader(async (actor, { request }: Route.LoaderArgs) => {
  const { after, q, sort, kind, state, days } = readQuery(AdminPeopleQuery, new URL(request.url).searchParams)
  const filter = { term: q, kind, state, days }
  const [page, total, requests] = await Promise.all([
    findMembers(actor, { filter, sort, cursor: after }),
    countMembers(actor, filter),
    findAdminRequests(actor),
  ])
  return { filter, sort, isFirstPage: after === null, total, requests, ...page }
})

const nobody = "고른 사람은 제재할 수 없어요. 관리자와 탈퇴한 회원은 빼고 골라 주세요."
const formatSkipped = (count: number) => (count > 0 ? `. ${count}명은 제외했어요` : "")

const answerForm = intents<{ actor: Member }>((intent) => ({
  sign_out: intent({
    form: BULK_PEOPLE_FORMS.reason,
    hidden: ["ids"],
    run: async ({ actor }, { ids, reason }) =>
      ok({ endedCount: await endSessionsOfMembers(actor, ids, reason) }),
    done: ({ endedCount }) => `${endedCount}명을 로그아웃했어요`,
    problems: {},
  }),
  warn: intent({
    form: BULK_PEOPLE_FORMS.reason,
    hidden: ["ids"],
    run: ({ actor }, { ids, reason }) => sanctionPeople(actor, ids, { ban: "none", reason }),
    done: ({ sanctionedCount, skippedCount }) =>
      `${sanctionedCount}명에게 주의를 줬어요${formatSkipped(skippedCount)}`,
    problems: { nobody },
  }),
  ban: intent({
    form: BULK_PEOPLE_FORMS.ban,
    hidden: ["ids"],
    run: ({ actor }, { ids, ...sanction }) => sanctionPeople(actor, ids, sanction),
    done: ({ sanctionedCount, skippedCount }) =>
      `${sanctionedCount}명의 이용을 정지했어요${formatSkipped(skippedCount)}`,
    problems: { nobody },
  }),
}))

export async function action({ request, context }: Route.ActionArgs) {
  const to = getScreenPath(request) + new URL(request.url).search
  return answerForm(await request.formData(), { actor: requireAdmin(context) }, { to })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("회원 관리") },
  { name: "robots", content: "noindex" },
]

type ListQuery = {
  term: string
  kind: string | null
  state: string | null
  days: string | null
  sort: string
}
function toQueryString({ term, kind, state, days, sort }: ListQuery): string {
  return new URLSearchParams({
    ...(term && { q: term }),
    ...(kind && { kind }),
    ...(state && { state }),
    ...(days && { days }),
    ...(sort !== "newest" && { sort }),
  }).toString()
}
const buildListUrl = (listQuery: ListQuery, after?: string) =>
  changeQuery(href("/admin/users"), toQueryString(listQuery), after ? { after } : {})

const KIND_OPTIONS = [
  [null, "전체"],
  ["customer", "일반회원"],
  ["expert", "전문가"],
  ["seller", "판매자"],
  ["admin", "관리자"],
] as const
const STATE_OPTIONS = [
  ["active", "이용 중"],
  ["banned", "이용 정지"],
  ["left", "탈퇴"],
] as const
const JOINED_OPTIONS = [
  ["1", "오늘 가입"],
  ["7", "7일 안에 가입"],
  ["30", "30일 안에 가입"],
] as const
const SORT_OPTIONS = [
  ["newest", "최근 가입순"],
  ["oldest", "먼저 가입순"],
  ["used", "최근 이용순"],
  ["name", "이름순"],
] as const

export default function AdminUsers({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  if (!loaderData) return null
  const { filter, sort, rows, cursor, isFirstPage, total, requests } = loaderData
  const listQuery: ListQuery = { ...filter, sort }
  const isFiltered =
    filter.term !== "" || filter.kind !== null || filter.state !== null || filter.days !== null
  return (
    <AdminLayout current="users">
      <PageHeader title="회원" text={`${isFiltered ? "찾은 회원" : "모든 회원"} ${formatCount(total, "명")}`}>
        <ExportButton kind="users" listUrl={buildListUrl(listQuery)} rows={rows} />
      </PageHeader>
      <AdminRequests requests={requests} />
      <SavedViews list="users" columns={["연락처", "유형", "가입", "마지막 이용"]} />
      <AdminSearch
        action={href("/admin/users")}
        label="회원 찾기"
        placeholder="이름, 별명, 이메일, 휴대폰 번호의 앞부분"
        term={filter.term}
        hiddenFields={{ kind: filter.kind, state: filter.state, days: filter.days }}
      />
      <MemberFilters listQuery={listQuery} />
      <AdminSortLinks
        options={SORT_OPTIONS}
        current={sort}
        address={(nextSort) => buildListUrl({ ...listQuery, sort: nextSort })}
      />
      {rows.length === 0 ? (
        <EmptyState
          art="search"
          title="찾는 회원이 없어요"
          text="이름은 첫 글자부터, 이메일과 번호도 앞에서부터 적어 주세요."
        />
      ) : (
        <MemberTable rows={rows} sort={sort} />
      )}
      <MemberActions answer={answer} />
      <Pager
        isFirstPage={isFirstPage}
        nextCursor={cursor}
        buildHref={(after) => buildListUrl(listQuery, after)}
      />
    </AdminLayout>
  )
}

/** The kinds of members of which one is chosen, and the states and times that can be taken off again. */
function MemberFilters({ listQuery }: { listQuery: ListQuery }) {
  return (
    <div className="bar-of-chips">
      {KIND_OPTIONS.map(([kind, label]) => (
        <FilterChip
          key={label}
          href={buildListUrl({ ...listQuery, kind })}
          isActive={listQuery.kind === kind}
        >
          {label}
        </FilterChip>
      ))}
      {STATE_OPTIONS.map(([state, label]) => (
        <FilterChip
          key={state}
          href={buildListUrl({ ...listQuery, state: listQuery.state === state ? null : state })}
          isActive={listQuery.state === state}
          isRemovable
        >
          {label}
        </FilterChip>
      ))}
      {JOINED_OPTIONS.map(([days, label]) => (
        <FilterChip
          key={days}
          href={buildListUrl({ ...listQuery, days: listQuery.days === days ? null : days })}
          isActive={listQuery.days === days}
          isRemovable
        >
          {label}
        </FilterChip>
      ))}
    </div>
  )
}

type Row = NonNullable<Route.ComponentProps["loaderData"]>["rows"][number]

function MemberTable({ rows, sort }: { rows: readonly Row[]; sort: string }) {
  return (
    <AdminTable
      rows={rows}
      keyOf={(row) => row.userId}
      renderCheckbox={(row) =>
        row.state === "left" || row.role === "admin" ? null : (
          <BulkCheckbox id={row.userId} label={`${row.name}님`} />
        )
      }
      columns={[
        {
          label: "이름",
          slot: "name",
          render: (row) => (
            <Link
              to={href("/admin/users/:userId", { userId: row.userId })}
              className="flex min-w-0 items-center gap-3 font-semibold after:absolute after:inset-0"
            >
              <Avatar pictureId={row.avatarId} name={row.name} size={32} />
              <span className="min-w-0">
                <span className="block truncate">{row.name}</span>
                {row.nickname === null ? null : (
                  <span className="block truncate text-sm font-normal text-ink-3">{row.nickname}</span>
                )}
              </span>
              <MemberStateBadge state={row.state} />
            </Link>
          ),
        },
        {
          label: "연락처",
          slot: "detail",
          className: "md:max-w-64",
          render: (row) => (
            <>
              <span className="block truncate text-sm text-ink-2">{row.email}</span>
              {row.phone ? (
                <span className="num block text-sm text-ink-3">{formatPhone(row.phone)}</span>
              ) : null}
            </>
          ),
        },
        {
          label: "유형",
          slot: "badge",
          render: (row) => (
            <span className="flex flex-wrap justify-end gap-1 md:justify-start">
              <MemberTypeTags {...row} />
            </span>
          ),
        },
        {
          label: sort === "used" ? "마지막 이용" : "가입",
          slot: "figure",
          className: "num text-sm text-ink-3",
          render: (row) => formatDate(sort === "used" ? row.usedAt : row.joinedAt),
        },
      ]}
    />
  )
}

/** What is done with those who are chosen: signing out, a warning, a ban. */
function MemberActions({ answer }: { answer: ScreenAnswer }) {
  return (
    <BulkActionBar
      failed={answer.wasSent ? answer : undefined}
      fields={
        <TextField
          label="이유 (본인에게 전해져요)"
          name="reason"
          maxLength={1_000}
          defaultValue={answer.typed("reason")}
          error={answer.errors.reason}
        />
      }
      actions={[
        {
          intent: "sign_out",
          label: "로그아웃",
          title: (count) => `${count}명을 로그아웃할까요?`,
          text: "모든 기기에서 바로 로그아웃돼요. 다시 로그인할 수 있어요.",
          confirmLabel: "로그아웃하기",
        },
        {
          intent: "warn",
          label: "주의 주기",
          title: (count) => `${count}명에게 주의를 줄까요?`,
          text: "이용은 그대로 할 수 있고, 제재 기록에 남아요.",
          confirmLabel: "주의 주기",
        },
        {
          intent: "ban",
          label: "이용 정지",
          title: (count) => `${count}명의 이용을 정지할까요?`,
          text: "바로 로그아웃되고 그동안 로그인할 수 없어요. 회원 화면에서 풀 수 있어요.",
          confirmLabel: "정지하기",
          tone: "danger",
          fields: (
            <SelectField
              key="ban"
              label="기간"
              name="ban"
              options={BAN_LENGTHS.filter((ban) => ban !== "none").map((ban) => ({
                value: ban,
                label: BAN_LABELS[ban],
              }))}
              defaultValue={answer.typed("ban") || "7"}
              error={answer.errors.ban}
            />
          ),
        },
      ]}
    />
  )
}
