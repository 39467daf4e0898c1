import { ChevronRight } from "#app/ui/icons.tsx"
import { Link, href } from "react-router"
import { now } from "#app/basics/clock.ts"
import { formatDate, toKstDateString } from "#app/basics/time.ts"
import { getBaseUrl } from "#app/platform/env.server.ts"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { buildArticleMeta } from "../meta.ts"
import { CAREER_TEAMS, getCategoryLabel } from "../rules.ts"
import { listCareers } from "../service/read-articles.server.ts"
import type { Route } from "./+types/careers"

export async function loader({ request }: Route.LoaderArgs) {
  return { rows: await listCareers(toKstDateString(now())), origin: getBaseUrl(request.url) }
}

export const meta: Route.MetaFunction = ({ loaderData: view }) =>
  view
    ? buildArticleMeta({
        origin: view.origin,
        path: href("/careers"),
        title: "채용",
        description: "동네의 일과 사람을 잇는 바로일당에서 함께할 동료를 찾고 있어요.",
      })
    : []

export default function Careers({ loaderData: { rows } }: Route.ComponentProps) {
  const teams = CAREER_TEAMS.map((team) => ({ team, rows: rows.filter((row) => row.team === team) })).filter(
    (group) => group.rows.length > 0,
  )
  return (
    <Page isNarrow>
      <PageHeader
        title="함께 일할 동료를 찾아요"
        text="하루의 일을 믿고 맡길 수 있는 세상. 그 뒤에서 일하는 사람들의 하루도 좋아야 한다고 생각해요."
      />
      {teams.length === 0 ? (
        <EmptyState
          art="waiting"
          title="지금 열려 있는 자리가 없어요"
          text="새 자리가 생기면 여기에 올릴게요. 먼저 이야기하고 싶다면 문의하기에 남겨 주세요."
          action={{ href: href("/contact"), label: "문의하기" }}
        />
      ) : (
        teams.map(({ team, rows: teamRows }) => (
          <section key={team} className="mb-8">
            <h2 className="mb-3 text-lg font-bold">
              {getCategoryLabel(team)} <span className="num text-ink-3">{teamRows.length}</span>
            </h2>
            <ul className="grid gap-3">
              {teamRows.map((row) => (
                <li key={row.id}>
                  <Link
                    to={href("/careers/:careerId", { careerId: row.id })}
                    className="flex items-center gap-3 card-line p-4 hover:bg-base-200 md:p-5"
                  >
                    <span className="min-w-0 flex-1">
                      <span className="block text-base font-semibold md:text-lg">{row.title}</span>
                      <span className="mt-1 block text-sm text-ink-3">
                        {[
                          row.employment,
                          row.place,
                          row.closesOn ? `${formatDate(row.closesOn)}까지` : "상시 채용",
                        ]
                          .filter(Boolean)
                          .join(" · ")}
                      </span>
                    </span>
                    <ChevronRight size={18} className="flex-none text-ink-3" />
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))
      )}
    </Page>
  )
}
