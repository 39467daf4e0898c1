/** How items are put in words and addresses on several screens. */
import { formatManwon, formatWon } from "#app/basics/won.ts"
import type { Condition, FeePayer } from "../rules.ts"
import type { TraderView } from "../views.ts"

export const formatPrice = (won: number): string => (won === 0 ? "나눔" : formatWon(won))

/** How it changes hands: `직거래 · 택배거래 (택배비 별도)`. */
export function formatDealMethods(item: {
  direct: boolean
  parcel: boolean
  parcelFeeBy: FeePayer | null
}): string {
  const parcel = item.parcelFeeBy === "seller" ? "택배거래 (택배비 포함)" : "택배거래 (택배비 별도)"
  return [item.direct ? "직거래" : "", item.parcel ? parcel : ""].filter(Boolean).join(" · ")
}

/** What others said of somebody: `좋아요 98%`, or null below three reviews. */
export const formatGoodShare = (trader: Pick<TraderView, "reviews" | "good">): string | null =>
  trader.reviews < 3 ? null : `좋아요 ${Math.round((trader.good / trader.reviews) * 100)}%`

/** Conditions as schema.org names them. */
export const SCHEMA_CONDITIONS: Record<Condition, string> = {
  new: "https://schema.org/NewCondition",
  like_new: "https://schema.org/UsedCondition",
  light: "https://schema.org/UsedCondition",
  heavy: "https://schema.org/UsedCondition",
  broken: "https://schema.org/DamagedCondition",
}

/** A range of prices as a filter says it. */
export function formatPriceRange(min: number | null, max: number | null): string | null {
  if (min === null) return max === null ? null : `${formatManwon(max)} 이하`
  return max === null ? `${formatManwon(min)} 이상` : `${formatManwon(min)}~${formatManwon(max)}`
}
