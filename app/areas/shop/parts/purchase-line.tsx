import { Truck } from "#app/ui/icons.tsx"
import { href, Link } from "react-router"
import { formatDateWithWeekday } from "#app/basics/time.ts"
import { formatWon } from "#app/basics/won.ts"
import type { ScreenAnswer } from "#app/ui/action-answer.ts"
import { getClaimNextStepText, isOpenClaim } from "../claim-rules.ts"
import { CARRIERS, countLineSteps, getCarrierLabel, isCarrier, LIMITS, LINE_STEPS } from "../rules.ts"
import type { LineView, PurchaseDetail, PurchaseLineView } from "../views.ts"
import { ProgressSteps } from "#app/ui/progress-steps.tsx"
import { ParcelStations } from "./parcel-stations.tsx"
import { LineHistory } from "./line-history.tsx"
import { PurchaseLineActions } from "./purchase-line-actions.tsx"
import { ClaimBadge, LineBadge } from "./state-badges.tsx"
import { Thumbnail } from "./thumbnail.tsx"

/** 반품 완료 stands there once, not for the line and for its claim. */
const isSameAsClaim = (state: PurchaseLineView["state"], claim: { kind: string; state: string }) =>
  claim.state === "completed" &&
  ((state === "returned" && claim.kind === "return") || (state === "cancelled" && claim.kind === "cancel"))

/** One bought product: where it is, what became of it, and what its buyer can do now. */
export function PurchaseLine({
  line,
  view,
  returnFeeWon,
  answer,
}: {
  line: PurchaseLineView
  view: PurchaseDetail
  returnFeeWon: number
  answer: ScreenAnswer
}) {
  return (
    <article>
      <div className="flex flex-wrap items-center gap-2 empty:hidden">
        {line.state === "payment_waiting" ? null : <LineBadge {...line} />}
        {line.claim && !isSameAsClaim(line.state, line.claim) ? (
          <ClaimBadge kind={line.claim.kind} state={line.claim.state} />
        ) : null}
      </div>
      <LineGoods line={line} />
      <LineProgress line={line} />
      {line.trackingNumber ? <LineParcel line={line} /> : null}
      <LineNotes line={line} />
      <PurchaseLineActions line={line} view={view} answer={answer} />
      {line.claimKinds.includes("exchange") ? (
        <p className="mt-2 text-sm text-ink-3">
          단순 변심 반품은 배송비 {formatWon(returnFeeWon)}이 빠져요.
          {line.deliverySource === "carrier" || line.deliverySource === "buyer"
            ? ` 배송완료 ${LIMITS.autoConfirmDays}일 뒤 자동으로 구매확정돼요.`
            : ""}
        </p>
      ) : null}
      <LineHistory events={line.events} />
    </article>
  )
}

/** What was bought, and for how much. */
function LineGoods({ line }: { line: PurchaseLineView }) {
  return (
    <div className="mt-3 flex gap-3.5">
      <Thumbnail
        pictureId={line.pictureId}
        isDimmed={line.state === "cancelled" || line.state === "returned"}
      />
      <div className="min-w-0 flex-1">
        <h3 className="text-base font-medium">
          <Link
            to={href("/shopping/product/:productId", { productId: line.productId })}
            className="hover:underline"
          >
            {line.title}
          </Link>
        </h3>
        <p className="mt-0.5 text-sm text-ink-3">
          {[line.optionName, `${line.quantity}개`].filter(Boolean).join(" · ")}
        </p>
        <p className="mt-1.5 text-base font-bold">
          {formatWon(line.unitWon * line.quantity - line.discountWon)}
          {line.discountWon > 0 ? (
            <span className="ml-2 text-sm font-normal text-ink-3">
              쿠폰 {formatWon(line.discountWon)} 할인
            </span>
          ) : null}
        </p>
      </div>
    </div>
  )
}

/** How far it has come, and when it comes. */
function LineProgress({ line }: { line: PurchaseLineView }) {
  const steps = countLineSteps(line.state)
  if (steps === null || line.state === "payment_waiting") return null
  const text = describeArrival(line, line.arrivalText)
  return (
    <div className="mt-4">
      {text ? <p className="mb-3 text-base font-semibold">{text}</p> : null}
      <ProgressSteps labels={LINE_STEPS} completed={steps} />
    </div>
  )
}

/** When a line has come or comes, in a few words. */
export function describeArrival(
  line: Pick<LineView, "state" | "deliveredAt" | "deliverySource" | "isMissing">,
  arrivalText: string | null,
): string | null {
  if (line.isMissing) return "판매자가 상품을 찾고 있어요"
  // A day that neither the carrier nor the buyer knows is not said.
  if (line.state === "delivered" && line.deliverySource === "seller") return "판매자가 도착했다고 알렸어요"
  if (line.deliveredAt && (line.state === "delivered" || line.state === "confirmed"))
    return `${formatDateWithWeekday(line.deliveredAt)} 도착`
  return line.state === "paid" || line.state === "preparing" || line.state === "shipped" ? arrivalText : null
}

/** With whom it is on its way; a link where the carrier shows it. */
function LineParcel({ line }: { line: PurchaseLineView }) {
  const { carrier, parcel } = line
  const trackingNumber = line.trackingNumber ?? ""
  const trackingUrlPrefix = isCarrier(carrier) ? CARRIERS[carrier].trackingUrlPrefix : null
  return (
    <div id={`parcel-${line.id}`} className="mt-3 scroll-mt-24 rounded-lg bg-base-200 px-3.5 py-2.5">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
        <Truck size={18} className="flex-none text-ink-3" />
        <span className="min-w-min flex-1">
          {getCarrierLabel(carrier)} <span className="num">{trackingNumber}</span>
        </span>
        {trackingUrlPrefix ? (
          <a
            href={trackingUrlPrefix + encodeURIComponent(trackingNumber)}
            target="_blank"
            rel="noreferrer"
            className="hit flex-none font-semibold text-primary-ink hover:underline"
          >
            택배사에서 보기
          </a>
        ) : null}
      </p>
      {parcel ? <ParcelStations {...parcel} isOpen={line.state === "shipped"} /> : null}
    </div>
  )
}

/** When it is sent at the latest, and how a claim about it stands. */
function LineNotes({ line: { sendBy, claim, isMissing } }: { line: PurchaseLineView }) {
  const nextStepText = claim && getClaimNextStepText(claim.kind, claim.state)
  return (
    <>
      {sendBy ? (
        <p className="mt-3 text-sm text-ink-2">
          늦어도 <b className="font-semibold text-base-content">{formatDateWithWeekday(sendBy)}</b>에는
          보내요.
        </p>
      ) : null}
      {isMissing ? (
        <p className="mt-3 rounded-lg bg-warn-tint p-3.5 text-sm text-warn-ink">
          못 받았다고 알렸어요. 판매자가 찾아보고 다시 보내거나 환불해요. 그사이 받았다면 아래에서 알려
          주세요. 풀리지 않으면 고객센터가 대신 환불해 드려요.
        </p>
      ) : null}
      {claim?.kind === "exchange" && claim.optionName && isOpenClaim(claim.state) ? (
        <p className="mt-3 text-sm text-ink-2">
          교환받을 옵션 <b className="font-semibold text-base-content">{claim.optionName}</b>
        </p>
      ) : null}
      {nextStepText ? (
        <p className="mt-3 rounded-lg bg-base-200 p-3.5 text-sm text-ink-2">{nextStepText}</p>
      ) : null}
      {claim?.decisionReason ? (
        <p className="mt-3 rounded-lg bg-base-200 p-3.5 text-sm text-ink-2">
          거절한 이유: {claim.decisionReason}
        </p>
      ) : null}
    </>
  )
}
