import { href } from "react-router"
import { getListUrl } from "#app/basics/list-urls.ts"
import { readQuery } from "#app/basics/form.ts"
import { titleOf } from "#app/basics/brand.ts"
import { FilterChip } from "#app/ui/chips.tsx"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { Pager } from "#app/ui/pager.tsx"
import { PageHeader } from "#app/ui/section.tsx"
import { adminLoader, adminMiddleware } from "../../accounts/guards.server.ts"
import { EXPERT_STATES, type ApplicationSort } from "../../experts/rules.ts"
import { countApplications, findApplicationQueue } from "../../experts/service/application-queries.server.ts"
import {
  countWaitingInsurancePapers,
  findInsurancePaperQueue,
} from "../../experts/service/insurance-papers.server.ts"
import { AdminLayout } from "../parts/admin-layout.tsx"
import { AdminSearch } from "../parts/admin-search.tsx"
import { ApplicationRows, HIDEABLE_LABELS, InsurancePaperRows } from "../parts/application-rows.tsx"
import { SavedViews } from "../parts/saved-views.tsx"
import type { BulkMove } from "../bulk-rules.ts"
import { BulkPreviewBar } from "../parts/bulk-preview-bar.tsx"
import { AdminSortLinks } from "../parts/admin-sort-links.tsx"
import { AdminExpertsQuery } from "../list-queries.ts"
import { EXPERT_QUEUE_LABELS, EXPERT_QUEUE_STATES, EXPERT_QUEUES, type ExpertQueue } from "../rules.ts"
import type { Route } from "./+types/admin-experts"

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

export const loader = adminLoader(async (actor, { request }: Route.LoaderArgs) => {
  const { q: term, queue, sort, after } = readQuery(AdminExpertsQuery, new URL(request.url).searchParams)
  const showsPapers = queue === "insurance" && term === ""
  const [counts, waitingPaperCount, page, papers] = await Promise.all([
    countApplications(actor),
    countWaitingInsurancePapers(actor),
    showsPapers
      ? null
      : findApplicationQueue(actor, {
          states: term || queue === "insurance" ? EXPERT_STATES : EXPERT_QUEUE_STATES[queue],
          term,
          sort,
          cursor: after,
        }),
    showsPapers
      ? findInsurancePaperQueue(actor, { sort: sort === "newest" ? sort : "oldest", cursor: after })
      : null,
  ])
  if (!counts || waitingPaperCount === null) return null
  return {
    listQuery: { term, queue, sort },
    counts: EXPERT_QUEUES.map((each) => ({
      queue: each,
      count:
        each === "insurance"
          ? waitingPaperCount
          : EXPERT_QUEUE_STATES[each].reduce((total, state) => total + counts[state], 0),
    })),
    rows: page?.rows.map((row) => ({ ...row, appliedAt: row.appliedAt.toISOString() })) ?? [],
    papers: papers?.rows ?? null,
    cursor: (page ?? papers)?.cursor ?? null,
    isFirstPage: after === null,
  }
})

export const meta: Route.MetaFunction = () => [
  { title: titleOf("전문가 심사") },
  { name: "robots", content: "noindex" },
]

type ListQuery = { term: string; queue: ExpertQueue; sort: ApplicationSort }
const buildListUrl = ({ term, queue, sort }: ListQuery, after?: string) =>
  getListUrl(
    "/admin/experts",
    { queue: "waiting", sort: "oldest" },
    { q: term, queue: term ? null : queue, sort, after },
  )

const SORT_OPTIONS = [
  ["oldest", "오래 기다린순"],
  ["newest", "최근 신청순"],
  ["name", "이름순"],
] as const

/** What fits those of each queue. */
const BULK_MOVES_OF_QUEUE: Record<ExpertQueue, readonly BulkMove[]> = {
  waiting: ["review", "approve", "reject"],
  insurance: [],
  needs_info: [],
  approved: ["suspend"],
  rejected: [],
  stopped: ["restore"],
}

const PAPER_SORT_OPTIONS = [
  ["oldest", "오래 기다린순"],
  ["newest", "최근 보낸순"],
] as const

export default function AdminExperts({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return null
  const { listQuery, counts, rows, papers, cursor, isFirstPage } = loaderData
  const { term, queue, sort } = listQuery
  return (
    <AdminLayout current="experts">
      <PageHeader
        title="전문가 심사"
        text={
          term
            ? `모든 상태에서 찾은 ‘${term}’ 검색 결과예요.`
            : papers
              ? "증권을 보고 프로필의 보험 배지를 줘요."
              : "신청서와 서류를 보고 결정해요."
        }
      />
      <SavedViews list="experts" columns={papers ? HIDEABLE_LABELS.papers : HIDEABLE_LABELS.applications} />
      <AdminSearch
        action={href("/admin/experts")}
        label="전문가 찾기"
        placeholder="이름, 상호, 사업자등록번호"
        term={term}
        hiddenFields={{ sort: sort === "oldest" ? null : sort }}
      />
      <div className="bar-of-chips">
        {counts.map((each) => (
          <FilterChip
            key={each.queue}
            href={buildListUrl({ ...listQuery, term: "", queue: each.queue })}
            isActive={!term && each.queue === queue}
            count={each.count}
          >
            {EXPERT_QUEUE_LABELS[each.queue]}
          </FilterChip>
        ))}
      </div>
      <AdminSortLinks
        options={papers ? PAPER_SORT_OPTIONS : SORT_OPTIONS}
        current={papers && sort === "name" ? "oldest" : sort}
        address={(nextSort) => buildListUrl({ ...listQuery, sort: nextSort })}
      />
      {papers ? (
        <InsurancePaperRows rows={papers} />
      ) : rows.length === 0 ? (
        <EmptyState
          art={term ? "search" : "done"}
          title={
            term
              ? `‘${term}’에 맞는 전문가가 없어요`
              : queue === "waiting"
                ? "기다리는 신청서가 없어요"
                : "여기에 해당하는 전문가가 없어요"
          }
        />
      ) : (
        <>
          <ApplicationRows rows={rows} isSelectable />
          <BulkPreviewBar kind="experts" {...(term ? {} : { moves: BULK_MOVES_OF_QUEUE[queue] })} />
        </>
      )}
      <Pager
        isFirstPage={isFirstPage}
        nextCursor={cursor}
        buildHref={(after) => buildListUrl(listQuery, after)}
      />
    </AdminLayout>
  )
}
