import type { ExpertProfile } from "./views.ts"

/** What a page needs of an expert beside its HTML. */
export const summarizeExpert = ({
  id,
  name,
  oneLine,
  careerYears,
  categories,
  regions,
  priceFrom,
  isOwner,
  isFavorite,
  isPublic,
  statistics: { rating, reviewCount, favorites },
}: ExpertProfile) => ({
  id,
  name,
  oneLine,
  careerYears,
  categories,
  regions,
  priceFrom,
  isOwner,
  isFavorite,
  isPublic,
  statistics: { rating, reviewCount, favorites },
})

export type ExpertSummary = ReturnType<typeof summarizeExpert>
