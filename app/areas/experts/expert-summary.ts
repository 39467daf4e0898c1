import type { ExpertProfile, ExpertSummary } from "./views.ts"

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
}: ExpertProfile): ExpertSummary => ({
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
