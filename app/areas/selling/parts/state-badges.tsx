import { Link } from "react-router"
import { formatDate } from "#app/basics/time.ts"
import { StateBadge, type Tone } from "#app/ui/badge.tsx"
import {
  PRODUCT_STATE_LABELS,
  SELLER_STATE_LABELS,
  type ProductState,
  type SellerState,
} from "../../shop/rules.ts"
import { type PayoutState, PAYOUT_STATE_LABELS } from "#app/areas/money/rules.ts"

const SELLER_TONES: Record<SellerState, Tone> = {
  applied: "warn",
  needs_info: "warn",
  approved: "ok",
  rejected: "refused",
  suspended: "refused",
  terminated: "done",
}
export const SellerBadge = ({ state }: { state: SellerState }) => (
  <StateBadge tone={SELLER_TONES[state]}>{SELLER_STATE_LABELS[state]}</StateBadge>
)

const PRODUCT_TONES: Record<ProductState, Tone> = {
  draft: "done",
  proposed: "warn",
  published: "open",
  rejected: "refused",
  hidden: "done",
}
/** The state of a product; one that is for sale without a piece left reads as sold out. */
export function ProductBadge({
  state,
  soldOut = false,
  hidden = false,
}: {
  state: ProductState
  soldOut?: boolean
  hidden?: boolean
}) {
  if (hidden) return <StateBadge tone="refused">관리자 숨김</StateBadge>
  if (soldOut && state === "published") return <StateBadge tone="warn">품절</StateBadge>
  return <StateBadge tone={PRODUCT_TONES[state]}>{PRODUCT_STATE_LABELS[state]}</StateBadge>
}

const PAYOUT_TONES: Record<PayoutState, Tone> = {
  pending: "warn",
  processing: "progress",
  paid: "ok",
  failed: "refused",
}
export const PayoutBadge = ({ state }: { state: PayoutState }) => (
  <StateBadge tone={PAYOUT_TONES[state]}>{PAYOUT_STATE_LABELS[state]}</StateBadge>
)

const STATE_TEXTS: Record<Exclude<SellerState, "approved">, { title: string; text: string }> = {
  applied: {
    title: "입점 신청서를 잘 받았어요",
    text: "사업자 정보와 서류를 확인하고 있어요. 보통 1~2영업일 안에 알림으로 알려 드려요.",
  },
  needs_info: { title: "조금만 더 알려 주세요", text: "아래 내용을 고쳐 다시 보내 주시면 이어서 심사해요." },
  rejected: {
    title: "이번에는 승인하지 못했어요",
    text: "이유를 확인하고 고쳐서 다시 신청할 수 있어요. 앞서 쓴 내용은 그대로 있어요.",
  },
  suspended: {
    title: "판매가 잠시 멈췄어요",
    text: "상품이 진열되지 않아요. 이미 받은 주문은 보내고, 정산도 받을 수 있어요.",
  },
  terminated: {
    title: "입점 계약이 끝났어요",
    text: "받은 주문과 정산은 끝까지 확인할 수 있어요. 더 궁금한 점은 고객센터에 물어봐 주세요.",
  },
}

/** Where an application or a shop stands, and why. */
export function SellerStateCard({
  state,
  reason,
  appliedAt,
  action,
}: {
  state: Exclude<SellerState, "approved">
  reason: string
  appliedAt: string
  action?: { href: string; label: string }
}) {
  return (
    <section aria-label="입점 상태" className="card-line p-5 md:p-7">
      <div className="flex flex-wrap items-center gap-2">
        <SellerBadge state={state} />
        <span className="text-sm text-ink-3">{formatDate(appliedAt)} 신청</span>
      </div>
      <h2 className="mt-3 text-xl font-bold">{STATE_TEXTS[state].title}</h2>
      <p className="mt-1 text-base text-ink-2">{STATE_TEXTS[state].text}</p>
      {reason ? (
        <div className="mt-4 rounded-lg bg-warn-tint p-4">
          <p className="text-sm font-semibold text-warn-ink">담당자가 남긴 말</p>
          <p className="mt-1 text-base whitespace-pre-line">{reason}</p>
        </div>
      ) : null}
      {action ? (
        <Link to={action.href} className="btn btn-tint mt-5">
          {action.label}
        </Link>
      ) : null}
    </section>
  )
}
