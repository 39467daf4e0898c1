import { href } from "react-router"
import { formatDateTime } from "#app/basics/time.ts"
import { formatWon } from "#app/basics/won.ts"
import type { ScreenAnswer } from "#app/ui/action-answer.ts"
import { ConfirmDialog } from "#app/ui/dialog.tsx"
import { OfficeLink } from "../../admin/parts/office-link.tsx"
import { Gallery } from "#app/ui/gallery.tsx"
import { getCarrierLabel, ACTOR_ROLE_LABELS } from "../rules.ts"
import type { ClaimView, AdminPurchaseView } from "../views.ts"
import { ClaimActions } from "./claim-actions.tsx"
import { LineHistory } from "./line-history.tsx"
import { ClaimBadge, LineBadge } from "./state-badges.tsx"
import { Thumbnail } from "./thumbnail.tsx"
import {
  CLAIM_KIND_LABELS,
  isOpenClaim,
  getClaimCostText,
  CLAIM_REASONS,
  isClaimReason,
  CLAIM_EVENT_LABELS,
} from "../claim-rules.ts"

type Line = AdminPurchaseView["sellerOrders"][number]["lines"][number]

/**
 * A line of a purchase as admins see it, with its parcel, its claims and what happened to it. `answer` is
 * what came back of a claim's move.
 */
export function AdminPurchaseLine({
  line,
  canDecide,
  answer,
}: {
  line: Line
  canDecide: boolean
  answer: ScreenAnswer
}) {
  return (
    <article>
      <div className="flex gap-3.5">
        <Thumbnail
          pictureId={line.pictureId}
          size={64}
          isDimmed={line.state === "cancelled" || line.state === "returned"}
        />
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
            <OfficeLink
              to={href("/admin/products/:productId", { productId: line.productId })}
              className="min-w-0 text-base font-semibold hover:underline"
              otherwise={<span className="min-w-0 text-base font-semibold">{line.title}</span>}
            >
              {line.title}
            </OfficeLink>
            <LineBadge state={line.state} isMissing={line.isMissing} />
          </p>
          <p className="mt-0.5 text-sm text-ink-3">
            {[line.optionName, `${line.quantity}개`].filter(Boolean).join(" · ")}
          </p>
          <p className="num mt-0.5 text-base font-medium">
            {formatWon(line.unitWon * line.quantity - line.discountWon)}
            {line.discountWon > 0 ? (
              <span className="text-sm font-normal text-ink-3">
                {" "}
                쿠폰 {formatWon(line.discountWon)} 뺀 금액
              </span>
            ) : null}
          </p>
          {line.trackingNumber ? (
            <p className="mt-0.5 text-sm text-ink-2">
              {getCarrierLabel(line.carrier)} <span className="num">{line.trackingNumber}</span>
            </p>
          ) : null}
          {line.endReason ? <p className="mt-0.5 text-sm text-ink-2">{line.endReason}</p> : null}
        </div>
      </div>
      {line.isMissing && canDecide ? (
        <div className="mt-3.5 rounded-lg bg-warn-tint p-4">
          <p className="mb-3 text-base text-warn-ink">
            구매자가 못 받았다고 알렸어요. 판매자가 풀지 못하면 대신 환불할 수 있어요.
          </p>
          <ConfirmDialog
            trigger="못 받은 상품 환불"
            triggerClassName="btn btn-line btn-sm"
            title="받지 못한 상품을 환불할까요?"
            text="구매자에게 배송비까지 모두 돌려드리고 감사 기록에 남아요. 되돌릴 수 없어요."
            confirmLabel="환불하기"
            cancelLabel="닫기"
            tone="danger"
          >
            <input type="hidden" name="intent" value="refund_missing" />
            <input type="hidden" name="lineId" value={line.id} />
          </ConfirmDialog>
        </div>
      ) : null}
      {line.claims.map((claim) => (
        <ClaimDetails
          key={claim.id}
          claim={claim}
          paidWon={line.unitWon * line.quantity - line.discountWon}
          canDecide={canDecide}
          answer={answer.about("claimId", claim.id)}
        />
      ))}
      <LineHistory events={line.events} label={`진행 기록 ${line.events.length}`} />
    </article>
  )
}

function ClaimDetails({
  claim,
  paidWon,
  canDecide,
  answer,
}: {
  claim: ClaimView
  paidWon: number
  canDecide: boolean
  answer: ScreenAnswer
}) {
  return (
    <section
      id={`claim-${claim.id}`}
      aria-label={`${CLAIM_KIND_LABELS[claim.kind]} 신청`}
      className="mt-3.5 scroll-mt-24 rounded-lg bg-base-200 p-4"
    >
      <p className="flex flex-wrap items-center justify-between gap-2">
        <ClaimBadge kind={claim.kind} state={claim.state} />
        <span className="text-sm text-ink-2">{getClaimCostText(claim)}</span>
      </p>
      <p className="mt-2.5 text-base font-medium">
        {isClaimReason(claim.reason) ? CLAIM_REASONS[claim.reason].label : claim.reason}
      </p>
      {claim.newOptionName ? (
        <p className="mt-1 text-base text-ink-2">
          {isOpenClaim(claim.state) ? "교환받을 옵션" : "고른 옵션"}: {claim.newOptionName}
        </p>
      ) : null}
      {claim.detail ? <p className="mt-1 text-base whitespace-pre-line text-ink-2">{claim.detail}</p> : null}
      {claim.photos.length > 0 ? (
        <div className="mt-3 max-w-72">
          <Gallery pictures={claim.photos} layout="grid" label={`${CLAIM_KIND_LABELS[claim.kind]} 사진`} />
        </div>
      ) : null}
      <ol className="mt-3 grid gap-1.5 border-t border-base-300 pt-3 text-sm">
        {claim.events.map((event) => (
          <li key={event.id} className="flex flex-wrap justify-between gap-x-3">
            <span className="text-ink-2">
              {CLAIM_EVENT_LABELS[event.move]}{" "}
              <span className="text-ink-3">· {ACTOR_ROLE_LABELS[event.role]}</span>
            </span>
            <span className="num text-ink-3">{formatDateTime(event.at)}</span>
            {event.reason ? <p className="w-full whitespace-pre-line text-ink-2">{event.reason}</p> : null}
          </li>
        ))}
      </ol>
      {isOpenClaim(claim.state) && canDecide ? (
        <div className="mt-3.5">
          <div className="flex flex-wrap gap-2">
            <ClaimActions claim={{ ...claim, paidWon }} answer={answer} />
          </div>
          <p className="mt-2 text-sm text-ink-3">
            판매자를 대신해 처리해요. 두 사람에게 알림이 가고 감사 기록에 남아요.
          </p>
        </div>
      ) : null}
      {claim.state === "rejected" ? (
        <p className="mt-2.5 text-sm text-ink-3">구매자가 다시 신청하면 여기에서 결정할 수 있어요.</p>
      ) : null}
    </section>
  )
}
