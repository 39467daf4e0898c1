/** /admin/campaigns: coupons and messages to chosen people, and what became of them. */
import { Link, href } from "react-router"
import { readQuery } from "#app/basics/form.ts"
import { formatNumber } from "#app/basics/numbers.ts"
import { getListUrl } from "#app/basics/list-urls.ts"
import { formatRegionName } from "#app/basics/regions.ts"
import { titleOf } from "#app/basics/brand.ts"
import { StateBadge } from "#app/ui/badge.tsx"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { Pager } from "#app/ui/pager.tsx"
import { RelativeTime } from "#app/ui/relative-time.tsx"
import { PageHeader } from "#app/ui/section.tsx"
import { adminLoader, adminMiddleware, notFound } from "../../accounts/guards.server.ts"
import { CAMPAIGN_AUDIENCE_LABELS, CAMPAIGN_STATE_LABELS } from "../../campaigns/rules.ts"
import { findCampaigns } from "../../campaigns/service/campaigns.server.ts"
import { AdminLayout } from "../parts/admin-layout.tsx"
import { AdminTable, type AdminTableColumn } from "../parts/admin-table.tsx"
import { CAMPAIGN_STATE_TONES } from "../parts/campaign-state-tones.ts"
import { AdminPageQuery } from "../list-queries.ts"
import type { Route } from "./+types/admin-campaigns"

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

const buildListUrl = (after?: string) => getListUrl("/admin/campaigns", {}, { after })

export const loader = adminLoader(async (actor, { request }: Route.LoaderArgs) => {
  const { after } = readQuery(AdminPageQuery, new URL(request.url).searchParams)
  const found = (await findCampaigns(actor, after)) ?? notFound()
  return { ...found, isFirstPage: after === null }
})

export const meta: Route.MetaFunction = () => [
  { title: titleOf("캠페인") },
  { name: "robots", content: "noindex" },
]

type Row = NonNullable<Route.ComponentProps["loaderData"]>["rows"][number]

const COLUMNS: readonly AdminTableColumn<Row>[] = [
  {
    label: "캠페인",
    slot: "name",
    className: "md:max-w-80",
    render: (row) => (
      <>
        <Link
          to={href("/admin/campaigns/:campaignId", { campaignId: row.id })}
          className="block truncate font-semibold after:absolute after:inset-0"
        >
          {row.name}
        </Link>
        <span className="block truncate text-sm text-ink-3">{row.title || "쿠폰만 줘요"}</span>
      </>
    ),
  },
  {
    label: "받을 사람",
    slot: "detail",
    render: (row) => (
      <>
        {CAMPAIGN_AUDIENCE_LABELS[row.audience]}
        {row.regionCode ? ` · ${formatRegionName(row.regionCode)}` : ""}
      </>
    ),
  },
  {
    label: "보냄",
    slot: "figure",
    isNumeric: true,
    render: (row) =>
      row.state === "draft" ? "-" : `${formatNumber(row.handled)}/${formatNumber(row.people)}명`,
  },
  { label: "알림", slot: "wide", isNumeric: true, render: (row) => formatNumber(row.told) },
  { label: "읽음", slot: "wide", isNumeric: true, render: (row) => formatNumber(row.opened) },
  {
    label: "만든 때",
    slot: "wide",
    className: "whitespace-nowrap text-ink-3",
    render: (row) => <RelativeTime at={row.createdAt} />,
  },
  {
    label: "상태",
    slot: "badge",
    render: (row) => (
      <StateBadge tone={CAMPAIGN_STATE_TONES[row.state]}>{CAMPAIGN_STATE_LABELS[row.state]}</StateBadge>
    ),
  },
]

export default function AdminCampaigns({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return null
  const { rows, cursor, isFirstPage } = loaderData
  const newHref = href("/admin/campaigns/:campaignId", { campaignId: "new" })
  return (
    <AdminLayout current="campaigns">
      <PageHeader
        title="캠페인"
        text="고른 사람에게 쿠폰을 주고 소식을 보내요. 소식은 광고 수신에 동의한 분에게 아침 8시부터 밤 9시까지만 가요."
      >
        <Link to={newHref} className="btn btn-primary btn-sm hit">
          새 캠페인
        </Link>
      </PageHeader>
      {rows.length === 0 ? (
        <EmptyState
          art="done"
          title="아직 캠페인이 없어요"
          text="받을 사람을 고르고, 몇 명인지 본 뒤에 보내요."
          action={{ href: newHref, label: "캠페인 만들기" }}
        />
      ) : (
        <AdminTable rows={rows} keyOf={(row) => row.id} columns={COLUMNS} />
      )}
      <Pager isFirstPage={isFirstPage} nextCursor={cursor} buildHref={buildListUrl} />
    </AdminLayout>
  )
}
