import { listAddress } from "#app/basics/addresses.ts"
import { readQuery } from "#app/basics/form.ts"
import { titleOf } from "#app/shell/brand.ts"
import { FilterChip } from "#app/ui/chips.tsx"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { Pager } from "#app/ui/pager.tsx"
import { PageHeader } from "#app/ui/section.tsx"
import { adminMiddleware, getActor, isWaitingForProfile, requireAdmin } from "../../accounts/guards.server.ts"
import { EXPERT_STATES, type ApplicationSort } from "../../experts/rules.ts"
import { countApplications, findApplicationQueue } from "../../experts/service/application-review.server.ts"
import { countWaitingPapers, findPaperQueue } from "../../experts/service/insurance-papers.server.ts"
import { AdminFrame } from "../parts/admin-frame.tsx"
import { AdminSearch } from "../parts/admin-search.tsx"
import { ApplicationRows, PaperRows } from "../parts/application-rows.tsx"
import { Sorts } from "../parts/sorts.tsx"
import { ExpertsQuery } from "../queries.ts"
import { EXPERT_QUEUE_LABELS, EXPERT_QUEUE_STATES, EXPERT_QUEUES, type ExpertQueue } from "../rules.ts"
import type { Route } from "./+types/admin-experts"

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

export async function loader({ request, context }: Route.LoaderArgs) {
  if (isWaitingForProfile(getActor(context))) return null
  const actor = requireAdmin(context)
  const { q: term, queue, sort, after } = readQuery(ExpertsQuery, new URL(request.url).searchParams)
  const papersShown = queue === "insurance" && term === ""
  const [counts, waiting, page, papers] = await Promise.all([
    countApplications(actor),
    countWaitingPapers(actor),
    papersShown
      ? null
      : findApplicationQueue(actor, {
          states: term || queue === "insurance" ? EXPERT_STATES : EXPERT_QUEUE_STATES[queue],
          term,
          sort,
          cursor: after,
        }),
    papersShown ? findPaperQueue(actor, { sort: sort === "newest" ? sort : "oldest", cursor: after }) : null,
  ])
  if (!counts || waiting === null) return null
  return {
    shown: { term, queue, sort },
    counts: EXPERT_QUEUES.map((each) => ({
      queue: each,
      count:
        each === "insurance"
          ? waiting
          : EXPERT_QUEUE_STATES[each].reduce((total, state) => total + counts[state], 0),
    })),
    rows: page?.rows.map((row) => ({ ...row, appliedAt: row.appliedAt.toISOString() })) ?? [],
    papers: papers?.rows ?? null,
    cursor: (page ?? papers)?.cursor ?? null,
    first: after === null,
  }
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("전문가 심사") },
  { name: "robots", content: "noindex" },
]

type Shown = { term: string; queue: ExpertQueue; sort: ApplicationSort }
const address = ({ term, queue, sort }: Shown, after?: string) =>
  listAddress(
    "/admin/experts",
    { queue: "waiting", sort: "oldest" },
    { q: term, queue: term ? null : queue, sort, after },
  )

const SORTS = [
  ["oldest", "오래 기다린순"],
  ["newest", "최근 신청순"],
  ["name", "이름순"],
] as const

const PAPER_SORTS = [
  ["oldest", "오래 기다린순"],
  ["newest", "최근 보낸순"],
] as const

export default function AdminExperts({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return null
  const { shown, counts, rows, papers, cursor, first } = loaderData
  const { term, queue, sort } = shown
  return (
    <AdminFrame current="experts">
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
      <AdminSearch
        action="/admin/experts"
        label="전문가 찾기"
        placeholder="이름, 상호, 사업자등록번호"
        term={term}
        kept={{ sort: sort === "oldest" ? null : sort }}
      />
      <div className="bar-of-chips">
        {counts.map((each) => (
          <FilterChip
            key={each.queue}
            href={address({ ...shown, term: "", queue: each.queue })}
            active={!term && each.queue === queue}
            count={each.count}
          >
            {EXPERT_QUEUE_LABELS[each.queue]}
          </FilterChip>
        ))}
      </div>
      <Sorts
        of={papers ? PAPER_SORTS : SORTS}
        chosen={papers && sort === "name" ? "oldest" : sort}
        address={(one) => address({ ...shown, sort: one })}
      />
      {papers ? (
        <PaperRows rows={papers} />
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
        <ApplicationRows rows={rows} />
      )}
      <Pager first={first} next={cursor} address={(after) => address(shown, after)} />
    </AdminFrame>
  )
}
