/** Making of an expert's card what matters beside a proposal. */
import type { findExpertCards } from "../../experts/service/directory.server.ts"
import type { Proposer } from "../parts/comparison.ts"
import { CATEGORY_LABELS } from "../rules.ts"

type ExpertCardView =
  Awaited<ReturnType<typeof findExpertCards>> extends Map<string, infer Found> ? Found : never

/** The proposer of `expertId`; one whose page is gone keeps a place without a name. */
export function toProposer(cards: ReadonlyMap<string, ExpertCardView>, expertId: string): Proposer {
  const card = cards.get(expertId)
  if (!card)
    return {
      id: expertId,
      name: "탈퇴한 전문가",
      avatarId: null,
      careerYears: 0,
      rating: null,
      reviewCount: 0,
      responseMinutes: null,
      verified: false,
      trades: "",
    }
  const { id, name, avatarId, careerYears, rating, reviewCount, responseMinutes, verified, categories } = card
  return {
    id,
    name,
    avatarId,
    careerYears,
    rating,
    reviewCount,
    responseMinutes,
    verified,
    trades: categories.map((category) => CATEGORY_LABELS[category]).join("·"),
  }
}
