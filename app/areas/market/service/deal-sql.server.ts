/** What statements of other areas read of deals. */
import { sql, type SQL } from "drizzle-orm"

/**
 * Selects where an administrator looks at the deals `dealIds`, an array of ids: `subject_id`, and `kind` with
 * its `id`, the deal where one of the two has said that something is wrong, and its item before.
 */
export const selectDealLinks = (dealIds: SQL) => sql`
  select d.id as subject_id, case when c.deal_id is null then 'item' else 'deal' end as kind,
    case when c.deal_id is null then d.item_id else d.id end as id
  from deals d left join deal_claims c on c.deal_id = d.id where d.id = any(${dealIds})`
