/** What admins do about second-hand deals, and the lines of the log that it leaves. */
import { createSafeDeal } from "#app/areas/market/fixtures.ts"
import { REASON, type Deeds } from "./deed.ts"

export const DEAL_DEEDS: Deeds = {
  "/admin/deals/:dealId": [
    async () => {
      const { dealId, itemId } = await createSafeDeal("disputed")
      return {
        at: `/admin/deals/${dealId}`,
        fields: { outcome: "refund", reason: REASON },
        lines: [
          {
            action: "deal.decide",
            subject: itemId,
            before: { state: "disputed" },
            after: { outcome: "구매자에게 환불" },
          },
        ],
      }
    },
  ],
}
