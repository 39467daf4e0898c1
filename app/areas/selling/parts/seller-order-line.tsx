import { Truck } from "#app/ui/icons.tsx"
import { Link, href } from "react-router"
import { formatWon } from "#app/basics/won.ts"
import { StateBadge } from "#app/ui/badge.tsx"
import { ConfirmDialog } from "#app/ui/dialog.tsx"
import { SelectField, TextField } from "#app/ui/field.tsx"
import type { ScreenAnswer } from "#app/ui/action-answer.ts"
import { isOpenClaim } from "../../shop/claim-rules.ts"
import { ClaimBadge, LineBadge } from "../../shop/parts/state-badges.tsx"
import { Thumbnail } from "../../shop/parts/thumbnail.tsx"
import { CARRIER_KEYS, CARRIERS, getCarrierLabel, PARCEL_STATE_LABELS } from "../../shop/rules.ts"
import type { SellerOrderLine } from "../../shop/views.ts"

const carrierOptions = CARRIER_KEYS.map((value) => ({ value, label: CARRIERS[value].label }))

const isWaitingToShip = (line: SellerOrderLine) => line.state === "paid" || line.state === "preparing"

export const hasOpenClaim = (line: SellerOrderLine) => line.claim !== null && isOpenClaim(line.claim.state)

/** A line of an order with what the owner can do with it; one that can be prepared has a tick. */
export function OrderLine({
  line,
  isSelectable,
  isLate,
  answer,
}: {
  line: SellerOrderLine
  isSelectable: boolean
  isLate: boolean
  answer: ScreenAnswer
}) {
  return (
    <article className="flex flex-wrap gap-3.5">
      {isSelectable && line.state === "paid" && !hasOpenClaim(line) ? (
        <input
          type="checkbox"
          form="prepare"
          name="lineIds[]"
          value={line.id}
          defaultChecked
          aria-label={`${line.title} 고르기`}
          className="tick mt-5"
        />
      ) : null}
      <Thumbnail
        pictureId={line.pictureId}
        size={64}
        isDimmed={line.state === "cancelled" || line.state === "returned"}
      />
      <div className="min-w-0 flex-[1_1_9rem] md:flex md:items-start md:gap-4">
        <LineDescription line={line} isLate={isLate && isWaitingToShip(line)} />
        <LineActions line={line} answer={answer} />
      </div>
    </article>
  )
}

function LineDescription({ line, isLate }: { line: SellerOrderLine; isLate: boolean }) {
  return (
    <div className="min-w-0 flex-1">
      <p className="flex flex-wrap gap-1.5">
        <LineBadge {...line} />
        {line.claim ? <ClaimBadge kind={line.claim.kind} state={line.claim.state} /> : null}
        {isLate ? <StateBadge tone="refused">발송 기한 지남</StateBadge> : null}
      </p>
      <h3 className="mt-1.5 text-base font-medium">
        <Link
          to={href("/shopping/product/:productId", { productId: line.productId })}
          className="hover:underline"
        >
          {line.title}
        </Link>
      </h3>
      <p className="mt-0.5 text-sm text-ink-3">
        {[line.optionName, `${line.quantity}개`, formatWon(line.unitWon * line.quantity - line.discountWon)]
          .filter(Boolean)
          .join(" · ")}
      </p>
      {line.trackingNumber ? (
        <p className="mt-1 flex items-center gap-1.5 text-sm text-ink-2">
          <Truck size={16} className="text-ink-3" /> {getCarrierLabel(line.carrier)}{" "}
          <span className="num">{line.trackingNumber}</span>
          {line.parcelState && line.state === "shipped" ? ` · ${PARCEL_STATE_LABELS[line.parcelState]}` : ""}
        </p>
      ) : null}
      {line.endReason ? <p className="mt-1 text-sm text-ink-3">{line.endReason}</p> : null}
    </div>
  )
}

/** What the owner can do with a line as it is now. */
function LineActions({ line, answer }: { line: SellerOrderLine; answer: ScreenAnswer }) {
  const isWaiting = isWaitingToShip(line)
  const isClaimed = hasOpenClaim(line)
  return (
    <div className="mt-3 flex flex-none flex-wrap gap-2 empty:hidden md:mt-0">
      {isWaiting && isClaimed ? (
        <Link to={href("/shopping/admin/claims")} className="btn btn-tint btn-sm">
          취소 신청 처리
        </Link>
      ) : null}
      {isWaiting && !isClaimed ? <ShipDialog line={line} answer={answer} /> : null}
      {isWaiting ? <SoldOutDialog line={line} answer={answer} /> : null}
      {line.isMissing ? <MissingActions line={line} answer={answer} /> : null}
      {line.state === "shipped" && !line.isMissing && !isClaimed ? (
        <ConfirmDialog
          trigger="배송완료 처리"
          triggerClassName="btn btn-line btn-sm"
          title="상품이 도착했나요?"
          text="구매자에게 받았는지 물어봐요. 구매자나 택배사가 도착을 확인하면 8일 뒤 자동으로 구매확정돼요."
          confirmLabel="도착했어요"
          cancelLabel="닫기"
        >
          <input type="hidden" name="intent" value="deliver" />
          <input type="hidden" name="lineId" value={line.id} />
        </ConfirmDialog>
      ) : null}
    </div>
  )
}

/** What its buyer has not got is sent again, or paid back. */
function MissingActions({ line, answer }: { line: SellerOrderLine; answer: ScreenAnswer }) {
  return (
    <>
      <ShipDialog line={line} answer={answer} intent="reship" />
      <ConfirmDialog
        trigger="환불하기"
        triggerClassName="btn btn-line btn-sm"
        title="받지 못한 상품을 환불할까요?"
        text="구매자에게 배송비까지 모두 돌려드려요. 되돌릴 수 없어요. 택배사에 분실 보상을 신청할 수 있어요."
        confirmLabel="환불하기"
        cancelLabel="닫기"
        tone="danger"
      >
        <input type="hidden" name="intent" value="refund_missing" />
        <input type="hidden" name="lineId" value={line.id} />
      </ConfirmDialog>
    </>
  )
}

function ShipDialog({
  line,
  answer,
  intent = "ship",
}: {
  line: SellerOrderLine
  answer: ScreenAnswer
  intent?: "ship" | "reship"
}) {
  return (
    <ConfirmDialog
      trigger={intent === "ship" ? "보내기" : "다시 보내기"}
      triggerClassName="btn btn-tint btn-sm"
      title="송장번호를 입력해 주세요"
      text={`${line.title} ${line.quantity}개를 보내요. 구매자에게 알림이 가요.`}
      confirmLabel="보냈어요"
      defaultOpen={answer.of(intent).hasErrors}
    >
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="lineId" value={line.id} />
      <SelectField
        label="택배사"
        name="carrier"
        options={carrierOptions}
        defaultValue="cj"
        error={answer.errors.carrier}
      />
      <TextField
        label="송장번호"
        name="trackingNumber"
        inputMode="numeric"
        maxLength={30}
        error={answer.errors.trackingNumber}
      />
    </ConfirmDialog>
  )
}

function SoldOutDialog({ line, answer }: { line: SellerOrderLine; answer: ScreenAnswer }) {
  return (
    <ConfirmDialog
      trigger="품절 취소"
      triggerClassName="btn btn-line btn-sm"
      title="판매자 사정으로 취소할까요?"
      text="구매자에게 배송비까지 모두 돌려드려요. 되돌릴 수 없어요."
      confirmLabel="취소하기"
      cancelLabel="닫기"
      tone="danger"
      defaultOpen={answer.of("sell_out").hasErrors}
    >
      <input type="hidden" name="intent" value="sell_out" />
      <input type="hidden" name="lineId" value={line.id} />
      <TextField
        label="사유"
        name="reason"
        maxLength={100}
        defaultValue="재고가 없어요"
        help="구매자에게 그대로 전해져요."
        error={answer.errors.reason}
      />
    </ConfirmDialog>
  )
}
