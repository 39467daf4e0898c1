import { Plus } from "#app/ui/icons.tsx"
import { Link, href } from "react-router"
import { now } from "#app/basics/clock.ts"
import { formatRegionName } from "#app/basics/regions.ts"
import { titleOf } from "#app/basics/brand.ts"
import { formatWon } from "#app/basics/won.ts"
import { StateBadge } from "#app/ui/badge.tsx"
import { FilterChip } from "#app/ui/chips.tsx"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { requireMember } from "../../accounts/guards.server.ts"
import { DeadlineBadge, PayLine } from "../parts/hire-card.tsx"
import { formatWhen } from "../parts/format.ts"
import { findMyHires } from "../service/hire-lists.server.ts"
import { findOffers } from "../service/offers.server.ts"
import { findOwnLateWages } from "../service/work-records.server.ts"
import { OFFER_STATE_LABELS, OFFER_TONES } from "../rules.ts"
import { countLateDays } from "../work-rules.ts"
import type { Route } from "./+types/my-hiring"

const TABS = [
  { key: "all", label: "전체" },
  { key: "open", label: "모집 중" },
  { key: "closed", label: "마감" },
] as const

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  const query = new URL(request.url).searchParams
  const tab = TABS.find(({ key }) => key === query.get("tab"))?.key ?? "all"
  const [hirePage, offers, lateWages] = await Promise.all([
    findMyHires(actor, { tab, cursor: query.get("after") }),
    findOffers(actor, "employer"),
    findOwnLateWages(actor),
  ])
  return { tab, ...hirePage, offers: offers.slice(0, 10), lateWages }
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("내 구인") },
  { name: "robots", content: "noindex" },
]

const getListHref = (tab: string, after?: string) =>
  (
    "/my-info/hiring?" +
    `${new URLSearchParams({ ...(tab === "all" ? {} : { tab }), ...(after ? { after } : {}) })}`
  ).replace(/\?$/, "")

export default function MyHiring({
  loaderData: { tab, rows, next, offers, lateWages },
}: Route.ComponentProps) {
  return (
    <Page>
      <PageHeader title="내 구인" back={{ href: href("/my-info"), label: "마이" }}>
        <Link to={href("/jobs/post/hire")} className="btn btn-primary">
          <Plus size={18} /> 공고 올리기
        </Link>
      </PageHeader>
      <LateWages lateWages={lateWages} />
      <nav aria-label="공고 상태" className="bar-of-chips">
        {TABS.map(({ key, label }) => (
          <FilterChip key={key} href={getListHref(key)} isActive={key === tab}>
            {label}
          </FilterChip>
        ))}
      </nav>
      {rows.length > 0 ? (
        <ul className="mt-4 grid gap-3 lg:grid-cols-2 lg:gap-4">
          {rows.map((post) => (
            <li key={post.id} className="grid min-w-0">
              <OwnHireCard post={post} />
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState
          art="orders"
          title={tab === "all" ? "아직 올린 공고가 없어요" : "이 상태의 공고가 없어요"}
          text="한 번에 한 가지씩 물어보니 3분이면 올릴 수 있어요."
          action={{ href: href("/jobs/post/hire"), label: "구인 공고 올리기" }}
        />
      )}
      {next ? (
        <p className="mt-6 text-center">
          <Link to={getListHref(tab, next)} className="btn btn-line">
            더 보기
          </Link>
        </p>
      ) : null}
      {offers.length > 0 ? (
        <section className="mt-10">
          <h2 className="text-xl font-bold">보낸 제안</h2>
          <ul className="mt-3 divide-y divide-base-300">
            {offers.map((offer) => (
              <li key={offer.id}>
                <Link
                  to={
                    offer.state === "accepted"
                      ? href("/jobs/hire/:hireId/applicants", { hireId: offer.hire.id })
                      : href("/jobs/seek/:seekId", { seekId: offer.seekId })
                  }
                  className="flex min-h-14 items-center gap-3 py-3 text-base"
                >
                  <span className="min-w-0 flex-1 truncate">
                    <b className="font-semibold">{offer.otherName}님</b>{" "}
                    <span className="text-ink-3">{offer.hire.title}</span>
                  </span>
                  <StateBadge tone={OFFER_TONES[offer.state]}>{OFFER_STATE_LABELS[offer.state]}</StateBadge>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </Page>
  )
}

/** What has to be paid at once. */
function LateWages({ lateWages }: { lateWages: Route.ComponentProps["loaderData"]["lateWages"] }) {
  if (lateWages.length === 0) return null
  return (
    <section aria-label="늦은 임금" className="mb-5 rounded-xl bg-warn-tint p-5">
      <h2 className="text-lg font-bold">지급일이 지난 임금이 있어요</h2>
      <p className="mt-1 text-base text-ink-2">바로 지급하고 알려 주세요. 3일이 넘으면 운영팀이 확인해요.</p>
      <ul className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-2">
        {lateWages.map((wage) => (
          <li key={wage.wageId}>
            <Link
              to={href("/jobs/applications/:applicationId/wages/:wageId", {
                applicationId: wage.applicationId,
                wageId: wage.wageId,
              })}
              className={
                "flex min-h-12 flex-wrap items-center gap-x-3 rounded-lg bg-base-100 px-4 py-2.5 text-base"
              }
            >
              <span className="min-w-[min(100%,6rem)] flex-1 truncate">
                <b className="font-semibold">{wage.workerName}님</b>{" "}
                <span className="text-ink-3">{wage.title}</span>
              </span>
              <b className="num flex-none font-semibold">{formatWon(wage.netWon)}</b>
              <span className="flex-none text-sm font-semibold text-refused-ink" suppressHydrationWarning>
                {countLateDays(new Date(wage.dueAt), now())}일 지남
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function OwnHireCard({ post }: { post: Route.ComponentProps["loaderData"]["rows"][number] }) {
  return (
    <article className="card-line flex flex-col p-5">
      <div className="flex items-start justify-between gap-3">
        <h2 className="min-w-0 text-base font-semibold">
          <Link to={href("/jobs/hire/:hireId", { hireId: post.id })} className="hover:underline">
            {post.title}
          </Link>
        </h2>
        {post.hidden ? <StateBadge tone="refused">숨김</StateBadge> : <DeadlineBadge post={post} />}
      </div>
      <p className="mt-1 text-sm text-ink-3" suppressHydrationWarning>
        {formatRegionName(post.regionCode)} · {formatWhen(post, now())}
      </p>
      <div className="mt-1.5">
        <PayLine post={post} />
      </div>
      <div className="mt-auto pt-4">
        <div className="flex flex-wrap items-center justify-between gap-3 border-t border-base-300 pt-4">
          <p className="text-sm text-ink-2">
            {post.headcount}자리 중 {post.hiredCount}자리 채용 · 결과를 기다리는 지원자{" "}
            <b className="font-semibold">{post.waiting}명</b>
          </p>
          <Link
            to={href("/jobs/hire/:hireId/applicants", { hireId: post.id })}
            className={`btn btn-sm ${post.newApplicants > 0 ? "btn-primary" : "btn-tint"}`}
          >
            {post.newApplicants > 0 ? `새 지원자 ${post.newApplicants}명` : "지원자 보기"}
          </Link>
        </div>
      </div>
    </article>
  )
}
