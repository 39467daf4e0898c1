import { z } from "zod"
import { href } from "react-router"
import { getListUrl } from "#app/basics/list-urls.ts"
import { readQuery } from "#app/basics/form.ts"
import { titleOf } from "#app/basics/brand.ts"
import { StateBadge } from "#app/ui/badge.tsx"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { Pager } from "#app/ui/pager.tsx"
import { RelativeTime } from "#app/ui/relative-time.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { requireMember } from "../../accounts/guards.server.ts"
import { KIND_LABELS, REASON_LABELS, STATE_LABELS, STATE_DESCRIPTIONS } from "../rules.ts"
import { listOwnReports } from "../service/report.server.ts"
import type { Route } from "./+types/my-reports"
import { listCursor } from "#app/basics/form-fields.ts"

const ListQuery = z.object({ after: listCursor })

export const handle = { bar: "task", title: "내 신고", backHref: href("/my-info") } satisfies ScreenHandle

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  const { after } = readQuery(ListQuery, new URL(request.url).searchParams)
  return { ...(await listOwnReports(actor, after)), isFirstPage: after === null }
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("내 신고") },
  { name: "robots", content: "noindex" },
]

export default function MyReports({ loaderData: { rows, cursor, isFirstPage } }: Route.ComponentProps) {
  return (
    <Page isNarrow>
      <PageHeader title="내 신고" back={{ href: href("/my-info"), label: "마이" }} bar="same" />
      {rows.length === 0 ? (
        <EmptyState
          art="done"
          title={isFirstPage ? "신고한 내용이 없어요" : "더 오래된 신고가 없어요"}
          text={isFirstPage ? "이상한 글이나 사람을 만나면 그 화면의 ‘신고하기’로 알려 주세요." : undefined}
        />
      ) : (
        <ul className="grid gap-3">
          {rows.map((row) => (
            <li key={row.id} className="card-line p-4 md:p-5">
              <div className="flex items-center justify-between gap-3">
                <p className="text-sm text-ink-3">
                  {KIND_LABELS[row.kind]} · <RelativeTime at={row.createdAt} />
                </p>
                <StateBadge tone={STATE_LABELS[row.state].tone}>{STATE_LABELS[row.state].label}</StateBadge>
              </div>
              <p className="mt-1.5 text-base font-semibold break-words">{row.title}</p>
              <p className="mt-0.5 text-sm text-ink-2">{REASON_LABELS[row.reason]}</p>
              <p className="mt-3 border-t border-base-300 pt-3 text-base text-ink-2">
                {STATE_DESCRIPTIONS[row.state]}
              </p>
            </li>
          ))}
        </ul>
      )}
      <Pager
        isFirstPage={isFirstPage}
        nextCursor={cursor}
        buildHref={(after) => getListUrl("/my-info/reports", {}, { after })}
      />
    </Page>
  )
}
