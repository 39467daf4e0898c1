import { CircleAlert } from "#app/ui/icons.tsx"
import { Link, href } from "react-router"
import { now } from "#app/basics/clock.ts"
import { formatRegionName } from "#app/basics/regions.ts"
import { formatDateTime } from "#app/basics/time.ts"
import { titleOf } from "#app/basics/brand.ts"
import { StateBadge } from "#app/ui/badge.tsx"
import { FilterChip } from "#app/ui/chips.tsx"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { requireMember } from "../../accounts/guards.server.ts"
import { PayLine } from "../parts/hire-card.tsx"
import { SeekCard } from "../parts/seek-card.tsx"
import { APPLICATION_TONES, getStateLabelForWorker, WORK_TAB_LABELS, WORK_TABS } from "../rules.ts"
import { findMyApplications } from "../service/applications.server.ts"
import { findOffers } from "../service/offers.server.ts"
import type { ApplicationCard } from "../views.ts"
import type { Route } from "./+types/my-applications"
import { findOwnSeek } from "#app/areas/jobs/service/seek-lists.server.ts"

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  const query = new URL(request.url).searchParams
  const tab = WORK_TABS.find((workTab) => workTab === query.get("tab")) ?? "all"
  const seek = await findOwnSeek(actor)
  const [applicationPage, offers] = await Promise.all([
    findMyApplications(actor, { tab, cursor: query.get("after") }),
    seek ? findOffers(actor, "worker", seek.id) : [],
  ])
  return {
    tab,
    ...applicationPage,
    seek,
    waitingOffers: offers.filter((offer) => offer.state === "sent").length,
  }
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("내 지원") },
  { name: "robots", content: "noindex" },
]

const getListHref = (tab: string, after?: string) =>
  (
    "/my-info/applications?" +
    `${new URLSearchParams({ ...(tab === "all" ? {} : { tab }), ...(after ? { after } : {}) })}`
  ).replace(/\?$/, "")

export default function MyApplications({
  loaderData: { tab, rows, next, counts, seek, waitingOffers },
}: Route.ComponentProps) {
  return (
    <Page>
      <PageHeader title="내 지원" back={{ href: href("/my-info"), label: "마이" }}>
        <Link to={href("/my-info/saved-jobs")} className="btn btn-line btn-sm">
          찜한 일자리
        </Link>
      </PageHeader>
      <section aria-label="내 구직 글" className="mb-6">
        {seek ? (
          <>
            <SeekCard post={seek} className="card-line border p-5" />
            {waitingOffers > 0 ? (
              <Link
                to={`${href("/jobs/seek/:seekId", { seekId: seek.id })}#offers`}
                className={
                  "mt-3 flex min-h-13 items-center gap-3 rounded-xl bg-primary-tint px-5 font-semibold " +
                  "text-primary-ink"
                }
              >
                답을 기다리는 제안이 {waitingOffers}개 있어요
              </Link>
            ) : null}
          </>
        ) : (
          <Link
            to={href("/jobs/post/seek")}
            className="card-line flex items-center justify-between gap-4 p-5"
          >
            <span>
              <b className="block text-base font-semibold">구직 글을 올려 보세요</b>
              <span className="mt-0.5 block text-sm text-ink-3">사업장이 먼저 일자리를 제안해요.</span>
            </span>
            <span className="btn btn-tint btn-sm flex-none">올리기</span>
          </Link>
        )}
      </section>
      <nav aria-label="지원 상태" className="bar-of-chips">
        {WORK_TABS.map((workTab) => (
          <FilterChip
            key={workTab}
            href={getListHref(workTab)}
            isActive={workTab === tab}
          >{`${WORK_TAB_LABELS[workTab]} ${counts[workTab]}`}</FilterChip>
        ))}
      </nav>
      {rows.length > 0 ? (
        <ul className="mt-4 grid gap-3 lg:grid-cols-2 lg:gap-4">
          {rows.map((row) => (
            <li key={row.id} className="grid min-w-0">
              <ApplicationRow row={row} />
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState
          art="orders"
          title={counts.all === 0 ? "아직 지원한 일자리가 없어요" : "이 상태의 지원이 없어요"}
          text="시간당 얼마인지 계산된 일자리를 둘러보세요."
          action={{ href: href("/jobs/hire"), label: "일자리 보기" }}
        />
      )}
      {next ? (
        <p className="mt-6 text-center">
          <Link to={getListHref(tab, next)} className="btn btn-line">
            더 보기
          </Link>
        </p>
      ) : null}
    </Page>
  )
}

function ApplicationRow({ row }: { row: ApplicationCard }) {
  return (
    <article className="card-line relative p-5 transition-colors hover:border-line-strong">
      <div className="flex items-start justify-between gap-3">
        <h2 className="min-w-0 text-base font-semibold">
          <Link
            to={href("/jobs/applications/:applicationId", { applicationId: row.id })}
            className="after:absolute after:inset-0 after:rounded-xl"
          >
            {row.hire.title}
          </Link>
        </h2>
        <StateBadge tone={APPLICATION_TONES[row.state]}>{getStateLabelForWorker(row.state)}</StateBadge>
      </div>
      <p className="mt-1 text-sm text-ink-3">
        {row.hire.businessName} · {formatRegionName(row.hire.regionCode)} ·{" "}
        {formatDateTime(row.firstStartsAt, now())}
        {row.slotCount > 1 ? ` 외 ${row.slotCount - 1}번` : ""}
      </p>
      <div className="mt-1.5">
        <PayLine post={row.hire} />
      </div>
      {row.todo ? (
        <p
          className={
            "mt-3 flex items-center gap-2 rounded-lg bg-primary-tint px-4 py-3 text-sm font-semibold " +
            "text-primary-ink"
          }
        >
          <CircleAlert size={18} className="flex-none" />
          {row.todo}
        </p>
      ) : null}
    </article>
  )
}
