import { Link, href } from "react-router"
import { now } from "#app/basics/clock.ts"
import { formatNumber } from "#app/basics/numbers.ts"
import { formatCount } from "#app/basics/counted.ts"
import { getListUrl } from "#app/basics/list-urls.ts"
import { readQuery } from "#app/basics/form.ts"
import { formatDateTime } from "#app/basics/time.ts"
import { formatWon } from "#app/basics/won.ts"
import { titleOf } from "#app/basics/brand.ts"
import { StateBadge, Tag } from "#app/ui/badge.tsx"
import { FilterChip } from "#app/ui/chips.tsx"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { Pager } from "#app/ui/pager.tsx"
import { RelativeTime } from "#app/ui/relative-time.tsx"
import { PageHeader } from "#app/ui/section.tsx"
import { StatTile } from "#app/ui/stat-tile.tsx"
import { adminLoader, adminMiddleware } from "../../accounts/guards.server.ts"
import {
  CHARGE_KINDS,
  CHARGE_KIND_LABELS,
  CHARGE_QUEUES,
  CHARGE_QUEUE_LABELS,
  CHARGE_STATE_LABELS,
  CHARGE_STATE_TONES,
  HELD_AGE_LABELS,
  type ChargeQueue,
  type HeldAge,
} from "../../money/office-rules.ts"
import { countFilteredCharges, sumHeldMoney } from "../../money/service/admin-charges.server.ts"
import { AdminLayout } from "../parts/admin-layout.tsx"
import { AdminSearch } from "../parts/admin-search.tsx"
import { AdminTable, type AdminTableColumn } from "../parts/admin-table.tsx"
import { ExportButton } from "../parts/export-button.tsx"
import { AdminChargesQuery } from "../list-queries.ts"
import { findCharges, toChargeFilter } from "../service/charges.server.ts"
import type { Route } from "./+types/admin-charges"

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

export const loader = adminLoader(async (actor, { request }: Route.LoaderArgs) => {
  const { after, ...filter } = readQuery(AdminChargesQuery, new URL(request.url).searchParams)
  const chargeFilter = await toChargeFilter(filter)
  const [found, total, held] = await Promise.all([
    findCharges(actor, { filter: chargeFilter, cursor: after }),
    countFilteredCharges(actor, chargeFilter),
    sumHeldMoney(actor, filter.kind),
  ])
  return found && held && { filter, total, held, ...found, isFirstPage: after === null }
})

export const meta: Route.MetaFunction = () => [
  { title: titleOf("안심결제") },
  { name: "robots", content: "noindex" },
]

type View = NonNullable<Route.ComponentProps["loaderData"]>
type Row = View["rows"][number]

const buildListUrl = (filter: View["filter"], after?: string) =>
  getListUrl("/admin/charges", { queue: "held" }, { ...filter, after })

/** The time that matters in the state of a charge: since when it is held, when it ended, or was asked for. */
const getMomentOf = ({ state, askedAt, heldAt, settledAt }: Row): { label: string; at: string } =>
  state === "held" && heldAt
    ? { label: "보관", at: heldAt }
    : settledAt
      ? { label: "끝남", at: settledAt }
      : { label: "요청", at: askedAt }

const COLUMNS: readonly AdminTableColumn<Row>[] = [
  {
    label: "내용",
    slot: "name",
    className: "md:max-w-72",
    render: (row) => (
      <>
        <span className="block truncate font-semibold">
          <Link
            to={href("/admin/charges/:chargeId", { chargeId: row.id })}
            className="after:absolute after:inset-0"
          >
            {row.title}
          </Link>
        </span>
        <span className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-3">
          <Tag>{CHARGE_KIND_LABELS[row.kind]}</Tag>
          <span className="num">{row.number}</span>
        </span>
      </>
    ),
  },
  {
    label: "낸 사람 → 받을 사람",
    slot: "detail",
    render: (row) => (
      <>
        <span className="whitespace-nowrap">{row.payer}</span> →{" "}
        <span className="whitespace-nowrap">{row.payee}</span>
        <span className="block text-sm text-ink-3">
          <RelativeTime at={getMomentOf(row).at} /> {getMomentOf(row).label}
        </span>
      </>
    ),
  },
  {
    label: "결제",
    slot: "wide",
    render: (row) =>
      row.payment ? (
        <span className="text-sm text-ink-2">
          {row.payment.receiptUrl ? (
            <a
              href={row.payment.receiptUrl}
              target="_blank"
              rel="noreferrer"
              className="relative z-1 underline hover:text-ink"
            >
              {row.payment.methodText}
              <span className="sr-only"> 영수증, 새 창</span>
            </a>
          ) : (
            row.payment.methodText
          )}
        </span>
      ) : (
        <span className="text-sm text-ink-3">없음</span>
      ),
  },
  {
    label: "금액",
    slot: "figure",
    isNumeric: true,
    render: (row) => (
      <>
        <span className="font-semibold">{formatWon(row.state === "held" ? row.heldWon : row.totalWon)}</span>
        {row.releasedWon > 0 ? (
          <span className="block text-sm text-ink-3">지급 {formatWon(row.releasedWon)}</span>
        ) : null}
        {row.refundedWon > 0 ? (
          <span className="block text-sm text-ink-3">환불 {formatWon(row.refundedWon)}</span>
        ) : null}
      </>
    ),
  },
  {
    label: "상태",
    slot: "badge",
    render: ({ state }) => (
      <StateBadge tone={CHARGE_STATE_TONES[state]}>{CHARGE_STATE_LABELS[state]}</StateBadge>
    ),
  },
]

export default function AdminCharges({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return null
  const { filter, total, held, rows, cursor, isFirstPage } = loaderData
  const isFiltered = filter.q !== "" || filter.kind !== null || filter.age !== null
  return (
    <AdminLayout current="charges">
      <PageHeader title="안심결제" text="견적 요청과 중고거래에서 결제대행사가 맡고 있는 돈이에요.">
        <ExportButton kind="charges" listUrl={buildListUrl(filter)} rows={rows} />
      </PageHeader>
      <HeldSummary held={held} filter={filter} />
      <AdminSearch
        action={href("/admin/charges")}
        label="안심결제 찾기"
        placeholder="번호, 낸 사람, 받을 사람"
        term={filter.q}
        hiddenFields={{
          queue: filter.queue === "held" ? null : filter.queue,
          kind: filter.kind,
          age: filter.age,
        }}
      />
      <QueueChips filter={filter} />
      <p className="mt-3 mb-2 text-sm text-ink-3">
        {CHARGE_QUEUE_LABELS[filter.queue]} <span className="num">{formatCount(total, "건")}</span>
        {filter.age ? ` · ${HELD_AGE_LABELS[filter.age]}` : ""}
      </p>
      {rows.length === 0 ? (
        <EmptyState
          art="done"
          title={filter.q ? `‘${filter.q}’에 맞는 안심결제가 없어요` : "여기에 해당하는 안심결제가 없어요"}
          text={isFiltered ? "고른 조건을 풀거나 ‘전체’에서 찾아 보세요." : undefined}
        />
      ) : (
        <AdminTable rows={rows} keyOf={(row) => row.id} columns={COLUMNS} />
      )}
      <Pager
        isFirstPage={isFirstPage}
        nextCursor={cursor}
        buildHref={(after) => buildListUrl(filter, after)}
      />
    </AdminLayout>
  )
}

/** Where the age of what is held is chosen: the ages are of what is held alone. */
const buildAgeUrl = (filter: View["filter"], age: HeldAge) =>
  buildListUrl({ ...filter, queue: "held", age: filter.age === age ? null : age })

/** What is held in all and since when; each age leads to its charges. */
function HeldSummary({ held, filter }: Pick<View, "held" | "filter">) {
  return (
    <section aria-labelledby="held" className="mb-4">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id="held" className="text-base">
          <span className="text-ink-2">보관 중 </span>
          <b className="num text-2xl font-bold">{formatWon(held.won)}</b>
          <span className="num ml-2 text-ink-3">{formatNumber(held.count)}건</span>
        </h2>
        <p className="text-sm text-ink-3">
          {held.oldest
            ? `가장 오래된 돈 ${formatDateTime(held.oldest, now())}부터`
            : "지금 보관하는 돈이 없어요"}
          {held.refundingWon > 0 ? ` · 환불 중 ${formatWon(held.refundingWon)}` : ""}
        </p>
      </div>
      <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {held.ages.map(({ age, count, won }) => (
          <StatTile
            key={age}
            name={`${HELD_AGE_LABELS[age]} · ${formatNumber(count)}건`}
            value={formatWon(won)}
            note={age === "older" && count > 0 ? "확인이 필요해요" : undefined}
            isUrgent={age === "older"}
            href={buildAgeUrl(filter, age)}
          />
        ))}
      </dl>
    </section>
  )
}

function QueueChips({ filter }: Pick<View, "filter">) {
  const queueUrl = (queue: ChargeQueue) => buildListUrl({ ...filter, queue, age: null })
  return (
    <>
      <div className="bar-of-chips">
        {CHARGE_QUEUES.map((each) => (
          <FilterChip key={each} href={queueUrl(each)} isActive={each === filter.queue}>
            {CHARGE_QUEUE_LABELS[each]}
          </FilterChip>
        ))}
      </div>
      <div className="bar-of-chips mt-2">
        {CHARGE_KINDS.map((kind) => (
          <FilterChip
            key={kind}
            href={buildListUrl({ ...filter, kind: filter.kind === kind ? null : kind })}
            isActive={filter.kind === kind}
            isRemovable
          >
            {CHARGE_KIND_LABELS[kind]}
          </FilterChip>
        ))}
        {filter.age ? (
          <FilterChip href={buildAgeUrl(filter, filter.age)} isActive isRemovable>
            {HELD_AGE_LABELS[filter.age]}
          </FilterChip>
        ) : null}
      </div>
    </>
  )
}
