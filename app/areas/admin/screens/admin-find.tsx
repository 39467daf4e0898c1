import { Link, href } from "react-router"
import { readQuery } from "#app/basics/form.ts"
import { titleOf } from "#app/basics/brand.ts"
import { requestContext } from "#app/platform/request.server.ts"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { Card, PageHeader } from "#app/ui/section.tsx"
import { adminLoader, adminMiddleware } from "../../accounts/guards.server.ts"
import { listRights, type Right } from "../../accounts/rules.ts"
import { AdminFindQuery } from "../list-queries.ts"
import { AdminLayout } from "../parts/admin-layout.tsx"
import { canOpen, listMenuCommands } from "../parts/admin-menu.ts"
import { AdminSearch } from "../parts/admin-search.tsx"
import {
  COMMON_COMMANDS,
  describeRecord,
  getRecordHref,
  listRecordCommands,
  RECORD_LABELS,
  type Command,
} from "../record-links.ts"
import { RECORD_KINDS } from "#app/basics/record-kind.ts"
import type { FoundRecord } from "../desk-view.ts"
import { findRecords } from "../service/desk.server.ts"
import type { Route } from "./+types/admin-find"

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

/** What was found, kind by kind, and under the first of each kind what can be done with it. */
function toCommands(records: readonly FoundRecord[], term: string, rights: readonly Right[]): Command[] {
  const found = RECORD_KINDS.flatMap((kind) => records.filter((record) => record.kind === kind))
  const fitting = [
    ...listMenuCommands(rights),
    ...COMMON_COMMANDS.filter(({ href: to }) => canOpen(to, rights)),
  ].filter(({ label, detail }) => term === "" || label.includes(term) || detail.includes(term))
  const [first] = found
  return [
    ...found.map(({ kind, id, title, detail }) => ({
      group: RECORD_LABELS[kind],
      href: getRecordHref(kind, id),
      label: title,
      detail: describeRecord(kind, detail),
    })),
    ...(first ? listRecordCommands(first.kind, first.id, first.title) : []),
    ...fitting,
  ]
}

export const loader = adminLoader(async (actor, { request, context }: Route.LoaderArgs) => {
  const { q: term } = readQuery(AdminFindQuery, new URL(request.url).searchParams)
  return {
    term,
    commands: toCommands(
      await findRecords(actor, term, context.get(requestContext).address),
      term.trim(),
      listRights(actor),
    ),
  }
})

export const meta: Route.MetaFunction = () => [
  { title: titleOf("찾기") },
  { name: "robots", content: "noindex" },
]

export default function AdminFind({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return null
  const { term, commands } = loaderData
  const groups = [...new Set(commands.map((command) => command.group))]
  return (
    <AdminLayout current={null}>
      <PageHeader
        title="찾기"
        text="이름, 제목, 주문번호, 전화번호, 이메일의 앞부분으로 찾아요. 상품을 받는 사람의 전화번호는 끝까지 적어 주세요."
      />
      <AdminSearch
        action={href("/admin/find")}
        label="모두 찾기"
        placeholder="이름, 번호, 전화, 이메일"
        term={term}
      />
      {commands.length === 0 ? (
        <EmptyState
          art="search"
          title={`‘${term}’에 맞는 것이 없어요`}
          text="앞 글자부터 적었는지 확인해 주세요."
        />
      ) : (
        <div className="grid gap-4">
          {groups.map((group) => (
            <Card key={group} className="p-0 md:p-0">
              <h2 className="px-4 pt-4 pb-1 text-sm font-semibold text-ink-3 md:px-5">{group}</h2>
              <ul className="pb-2">
                {commands
                  .filter((command) => command.group === group)
                  .map((command) => (
                    <li key={`${command.href} ${command.label}`}>
                      <Link
                        to={command.href}
                        className={
                          "flex min-h-11 items-center justify-between gap-3 px-4 py-2 text-base " +
                          "hover:bg-base-200 md:px-5"
                        }
                      >
                        <span className="min-w-0 truncate font-medium">{command.label}</span>
                        <span className="max-w-[45%] flex-none truncate text-sm text-ink-3">
                          {command.detail}
                        </span>
                      </Link>
                    </li>
                  ))}
              </ul>
            </Card>
          ))}
        </div>
      )}
    </AdminLayout>
  )
}
