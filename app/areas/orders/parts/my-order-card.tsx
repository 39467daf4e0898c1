import { Check } from "#app/ui/icons.tsx"
import { href, Link } from "react-router"
import { formatDate } from "#app/basics/time.ts"
import { formatWon } from "#app/basics/won.ts"
import { formatRegionShortName } from "#app/basics/regions.ts"
import { CategoryArt } from "#app/ui/art/art.tsx"
import { Avatar } from "#app/ui/avatar.tsx"
import { Picture } from "#app/ui/picture.tsx"
import { RelativeTime } from "#app/ui/relative-time.tsx"
import { LIMITS } from "../rules.ts"
import type { MyOrderCard as Order } from "../views.ts"
import { OrderBadge } from "./order-badge.tsx"
import { joinWithDots, formatService, formatWantedDate } from "./format.ts"

export type MyOrderWithExpert = Order & {
  expert: { name: string; avatarId: string | null } | null
  /** The customer has written about the expert. */ rated: boolean
}

/** One of the customer's own requests: its state, what it is about, and what waits for an answer. */
export function MyOrderCard({ order }: { order: MyOrderWithExpert }) {
  const nextAction = getNextAction(order)
  return (
    <article
      className={
        "card-line relative flex h-full flex-col p-4 transition-colors hover:border-line-strong md:p-5"
      }
    >
      <div className="flex items-center justify-between gap-3">
        <OrderBadge state={order.state} />
        <RelativeTime at={order.createdAt} className="text-xs text-ink-3" />
      </div>
      <div className="mt-3 flex gap-3.5">
        <div className="min-w-0 flex-1">
          <h2 className="line-clamp-2 text-lg font-bold">
            <Link
              to={href("/orders/:orderId", { orderId: order.id })}
              className="after:absolute after:inset-0 after:rounded-xl"
            >
              {order.title}
            </Link>
          </h2>
          <p className="mt-1 text-sm text-ink-3">
            {joinWithDots(
              formatService(order),
              formatRegionShortName(order.regionCode),
              formatWantedDate(order),
            )}
          </p>
        </div>
        {order.picture ? (
          <Picture
            {...order.picture}
            alt=""
            ratio="square"
            sizes="64px"
            className="size-16 flex-none rounded-lg"
          />
        ) : (
          <span className="grid size-16 flex-none place-items-center rounded-lg bg-primary-tint">
            <CategoryArt category={order.category} size={36} />
          </span>
        )}
      </div>
      <div className="mt-auto pt-4">
        <ExpertAndPrice order={order} />
        {nextAction ? (
          <Link
            to={nextAction.path}
            className={
              "btn btn-sm relative mt-3.5 w-full [--size:2.75rem] text-base " +
              `${nextAction.isDone ? "btn-quiet" : "btn-tint"}`
            }
          >
            {nextAction.isDone ? <Check size={18} /> : null}
            {nextAction.text}
          </Link>
        ) : null}
      </div>
    </article>
  )
}

/** Who was chosen or how many propose, and the price or until when they may. */
function ExpertAndPrice({ order }: { order: MyOrderWithExpert }) {
  return (
    <div
      className={
        "flex min-h-7 flex-wrap items-center justify-between gap-x-3 gap-y-1 border-t " +
        "border-base-300 pt-3.5"
      }
    >
      {order.expert ? (
        <span className="flex min-w-0 items-center gap-2 text-sm font-medium">
          <Avatar pictureId={order.expert.avatarId} name={order.expert.name} size={28} />
          <span className="truncate">{order.expert.name}님</span>
        </span>
      ) : (
        <span className="text-sm text-ink-2">
          {order.state === "open" ? (
            <>
              받은 견적{" "}
              <b className="num font-semibold text-base-content">
                {order.proposalCount}/{LIMITS.proposals}
              </b>
            </>
          ) : (
            "선택한 전문가가 없어요"
          )}
        </span>
      )}
      {order.payableWon !== null ? (
        <b className="text-lg font-bold">{formatWon(order.payableWon)}</b>
      ) : order.state === "open" && order.expiresAt ? (
        <span className="text-sm text-ink-3">{formatDate(order.expiresAt)}까지</span>
      ) : null}
    </div>
  )
}

/** What the customer can do about it now, if anything waits. */
function getNextAction(order: MyOrderWithExpert): { text: string; path: string; isDone?: boolean } | null {
  const orderId = order.id
  if (order.state === "open" && order.proposalCount > 0) {
    const text =
      order.unseenProposals > 0
        ? `새 견적 ${order.unseenProposals}개 확인하기`
        : `견적 ${order.proposalCount}개 비교하기`
    return { text, path: href("/orders/:orderId/proposals", { orderId }) }
  }
  if (order.pendingChangeOrders > 0)
    return { text: "추가 비용 요청에 답하기", path: href("/orders/:orderId", { orderId }) }
  if (order.state === "delivered")
    return { text: "작업 결과 확인하기", path: href("/orders/:orderId", { orderId }) }
  if (order.state === "completed" && order.expertId)
    return {
      text: order.rated ? "평가 완료" : "평가하기",
      path: `${href("/rating/:expertId", { expertId: order.expertId })}?order=${orderId}`,
      isDone: order.rated,
    }
  return null
}
