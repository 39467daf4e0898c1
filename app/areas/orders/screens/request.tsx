/** /requests/:orderId: an open request as everybody may see it, without its words, pictures and people. */
import type { ReactNode } from "react"
import { href, Link } from "react-router"
import { titleOf } from "#app/basics/brand.ts"
import { formatRegionName } from "#app/basics/regions.ts"
import { formatDateWithWeekday } from "#app/basics/time.ts"
import { formatWonRange } from "#app/basics/won.ts"
import { CategoryArt } from "#app/ui/art/art.tsx"
import { RelativeTime } from "#app/ui/relative-time.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { Card, Page } from "#app/ui/section.tsx"
import { getActor, notFound } from "../../accounts/guards.server.ts"
import { isApprovedExpert } from "../../accounts/rules.ts"
import { formatService, formatWantedDate, joinWithDots } from "../parts/format.ts"
import { ProposalBars } from "../parts/open-order-card.tsx"
import { getRequestHref } from "../request-href.ts"
import { CATEGORY_LABELS, isOfferedCategory } from "../category-rules.ts"
import { LIMITS } from "../rules.ts"
import { findPublicRequest } from "../service/board.server.ts"
import type { Route } from "./+types/request"

export const handle = { bar: "detail", title: "견적 요청", backHref: href("/") } satisfies ScreenHandle

export async function loader({ params, context }: Route.LoaderArgs) {
  const actor = getActor(context)
  const found = await findPublicRequest(actor, params.orderId)
  if (!found) notFound()
  return { ...found, canPropose: isApprovedExpert(actor) && !found.isOwn }
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("견적 요청") },
  { name: "robots", content: "noindex" },
]

export default function Request({ loaderData }: Route.ComponentProps) {
  const { order, isOwn, canPropose } = loaderData
  return (
    <Page isNarrow>
      <Card className="mt-4 md:mt-8 md:p-8">
        <p className="flex items-center gap-2.5 text-base font-medium text-ink-2">
          <span className="grid size-10 flex-none place-items-center rounded-lg bg-primary-tint">
            <CategoryArt category={order.category} size={26} />
          </span>
          {joinWithDots(CATEGORY_LABELS[order.category], formatService(order))}
          <RelativeTime at={order.openedAt} className="ml-auto flex-none text-sm text-ink-3" />
        </p>
        <h1 className="mt-4 text-2xl font-bold">{order.title}</h1>
        <dl className="mt-5 divide-y divide-base-300 text-base">
          <Fact label="지역">{formatRegionName(order.regionCode)}</Fact>
          <Fact label="희망 날짜">{formatWantedDate(order)}</Fact>
          <Fact label="예산">{formatWonRange(order.budgetMinWon, order.budgetMaxWon)}</Fact>
          {order.expiresAt ? (
            <Fact label="견적 모집">{formatDateWithWeekday(order.expiresAt)}까지</Fact>
          ) : null}
          <Fact label="받은 견적">
            <ProposalBars count={order.proposalCount} max={LIMITS.proposals} />
          </Fact>
        </dl>
        <p className="mt-5 rounded-lg bg-base-200 p-4 text-sm text-ink-2">
          요청한 분과 자세한 내용, 사진은 심사를 통과한 전문가에게만 보여요.
        </p>
        <div className="mt-6 grid gap-2.5">
          {isOwn ? (
            <Link to={href("/orders/:orderId", { orderId: order.id })} className="btn btn-primary btn-lg">
              내 요청 보기
            </Link>
          ) : canPropose ? (
            <Link
              to={href("/orders/:orderId/propose", { orderId: order.id })}
              className="btn btn-primary btn-lg"
            >
              견적 보내기
            </Link>
          ) : (
            <Link to={getRequestHref(order)} className="btn btn-primary btn-lg">
              비슷한 요청 하기
            </Link>
          )}
          {isOfferedCategory(order.category) ? (
            <Link
              to={href("/category/:categoryId", { categoryId: order.category })}
              className="btn btn-line btn-lg"
            >
              {CATEGORY_LABELS[order.category]} 더 알아보기
            </Link>
          ) : null}
        </div>
      </Card>
    </Page>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="fact-row py-2.5 md:[--label-width:8.5rem]">
    <dt className="text-ink-3">{label}</dt>
    <dd className="font-medium">{children}</dd>
  </div>
)
