import { Link, href } from "react-router"
import { titleOf } from "#app/basics/brand.ts"
import { StateBadge, Tag } from "#app/ui/badge.tsx"
import { Check } from "#app/ui/icons.tsx"
import { RelativeTime } from "#app/ui/relative-time.tsx"
import { Card, PageHeader } from "#app/ui/section.tsx"
import { adminLoader, adminMiddleware } from "../../accounts/guards.server.ts"
import { OFFICE_ROLES, RIGHTS, ROLE_RIGHTS } from "../../accounts/rules.ts"
import { AdminLayout } from "../parts/admin-layout.tsx"
import { AdminRequests } from "../parts/admin-requests.tsx"
import { AdminTable } from "../parts/admin-table.tsx"
import { OFFICE_ROLE_LABELS, OFFICE_ROLE_TEXTS, RIGHT_LABELS } from "../role-labels.ts"
import { findAdminRequests, findOfficeMembers } from "../service/roles.server.ts"
import type { Route } from "./+types/admin-rights"

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

export const loader = adminLoader(async (actor) => {
  const [members, requests] = await Promise.all([findOfficeMembers(actor), findAdminRequests(actor)])
  return { members, requests }
})

export const meta: Route.MetaFunction = () => [
  { title: titleOf("관리자와 권한") },
  { name: "robots", content: "noindex" },
]

export default function AdminRights({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return null
  const { members, requests } = loaderData
  return (
    <AdminLayout current="rights">
      <PageHeader
        title="관리자와 권한"
        text="맡은 일은 회원 화면에서 바꿔요. 바꾸려면 총괄 관리자 두 사람이 필요해요."
      />
      <AdminRequests requests={requests} />
      <AdminTable
        rows={members}
        keyOf={(row) => row.userId}
        columns={[
          {
            label: "이름",
            slot: "name",
            render: ({ userId, name }) => (
              <Link
                to={href("/admin/users/:userId", { userId })}
                className="font-semibold after:absolute after:inset-0"
              >
                {name}
              </Link>
            ),
          },
          {
            label: "맡은 일",
            slot: "badge",
            render: ({ officeRole }) => <Tag>{OFFICE_ROLE_LABELS[officeRole]}</Tag>,
          },
          {
            label: "2단계 인증",
            slot: "detail",
            render: ({ hasSecondFactor }) => (
              <StateBadge tone={hasSecondFactor ? "ok" : "warn"}>
                {/* On a phone no column says what is on or off. */}
                <span className="md:hidden">2단계 인증</span> {hasSecondFactor ? "켜짐" : "꺼짐"}
              </StateBadge>
            ),
          },
          {
            label: "마지막 이용",
            slot: "figure",
            className: "text-ink-3",
            render: ({ usedAt }) => <RelativeTime at={usedAt} />,
          },
        ]}
      />
      <RightsTable />
    </AdminLayout>
  )
}

/** What each role may look at and decide. */
function RightsTable() {
  return (
    // What is read aloud alone is placed within what scrolls, not beside it.
    <Card className="relative mt-4 overflow-x-auto md:p-6">
      <h2 className="text-lg font-bold">맡은 일마다 할 수 있는 것</h2>
      <dl className="mt-3 grid gap-1.5 text-sm text-ink-2">
        {OFFICE_ROLES.map((role) => (
          <div key={role} className="flex gap-2">
            <dt className="flex-none font-semibold">{OFFICE_ROLE_LABELS[role]}</dt>
            <dd>{OFFICE_ROLE_TEXTS[role]}</dd>
          </div>
        ))}
      </dl>
      <table className="mt-4 w-full min-w-[34rem] text-base">
        <caption className="sr-only">맡은 일마다 보고 정할 수 있는 것</caption>
        <thead className="text-sm text-ink-3">
          <tr className="border-b border-base-300">
            <th scope="col" className="py-2.5 text-left font-normal">
              권한
            </th>
            {OFFICE_ROLES.map((role) => (
              <th key={role} scope="col" className="px-2 py-2.5 font-normal whitespace-nowrap">
                {OFFICE_ROLE_LABELS[role]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {RIGHTS.map((right) => (
            <tr key={right} className="border-base-300 not-first:border-t">
              <th scope="row" className="py-2.5 pr-3 text-left font-medium">
                {RIGHT_LABELS[right]}
              </th>
              {OFFICE_ROLES.map((role) => (
                <td key={role} className="px-2 text-center">
                  {ROLE_RIGHTS[role].includes(right) ? (
                    <>
                      <Check size={18} className="inline text-primary-ink" aria-hidden />
                      <span className="sr-only">할 수 있음</span>
                    </>
                  ) : (
                    <span className="text-ink-3">–</span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}
