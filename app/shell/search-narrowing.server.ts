/** What the address of a search says of the filters of the area that it looks in. */
import type { z } from "zod"
import { now } from "../basics/clock.ts"
import { readQuery } from "../basics/form.ts"
import { NO_MARK_FILTERS, type MarkFilters } from "../basics/subject.ts"
import { JobSearchQuery } from "../areas/jobs/forms.ts"
import { toJobMarkFilters } from "../areas/jobs/search-filter-rules.ts"
import { ItemQuery } from "../areas/market/forms.ts"
import { toItemMarkFilters } from "../areas/market/search-filter-rules.ts"
import type { SearchTab } from "../areas/search/rules.ts"
import { ProductQuery } from "../areas/shop/forms.ts"
import { toProductMarkFilters } from "../areas/shop/search-filter-rules.ts"
import { findSellerOptions } from "../areas/shop/service/catalogue.server.ts"

/** What is chosen in the filters of an area, with what they offer besides. */
export type ChosenFilters =
  | { tab: "market"; chosen: z.output<typeof ItemQuery> }
  | { tab: "jobs"; chosen: z.output<typeof JobSearchQuery> }
  | { tab: "shop"; chosen: z.output<typeof ProductQuery>; sellers: { id: string; name: string }[] }

/** Reads the filters of the area of `tab`; `own` is null where it has none. */
export async function readNarrowing(
  tab: SearchTab | null,
  query: URLSearchParams,
): Promise<{ own: ChosenFilters | null; filters: MarkFilters }> {
  if (tab === "market") {
    const chosen = readQuery(ItemQuery, query)
    return { own: { tab, chosen }, filters: toItemMarkFilters(chosen) }
  }
  if (tab === "jobs") {
    const chosen = readQuery(JobSearchQuery, query)
    return { own: { tab, chosen }, filters: toJobMarkFilters(chosen, now()) }
  }
  if (tab === "shop") {
    const chosen = readQuery(ProductQuery, query)
    const sellers = await findSellerOptions()
    return { own: { tab, chosen, sellers }, filters: toProductMarkFilters(chosen) }
  }
  return { own: null, filters: NO_MARK_FILTERS }
}
