/** What money has to do with a person who wants to leave. */
import { sql } from "drizzle-orm"
import { href } from "react-router"
import { isSeller, type Member } from "../../accounts/rules.ts"
import type { LeavingObligations } from "../../accounts/service/leaving.server.ts"

/** Payouts to `actor` that are under way, and money of theirs that has not been paid out. */
export const findMoneyObligations = (actor: Member): LeavingObligations => ({
  open: [
    {
      label: "받을 정산금",
      // The page of members leads experts on to theirs.
      href: isSeller(actor) ? href("/shopping/admin/settlement") : href("/my-info/money"),
      count: sql`(select count(*) from payouts where seller_id = ${actor.userId}::uuid
          and state in ('pending', 'processing'))
        + (select count(*) from (select from ledger where seller_id = ${actor.userId}::uuid
          and account = 'seller' having sum(amount_won) > 0) owed)`,
    },
  ],
  mustRetain: sql`false`,
})
