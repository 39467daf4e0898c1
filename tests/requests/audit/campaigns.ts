/** What admins do about banners and campaigns, and the lines of the log that it leaves. */
import { createRunningBanner } from "#app/areas/campaigns/fixtures.ts"
import { createPictureRow } from "#app/areas/experts/fixtures.ts"
import { addDays, toKstDateString } from "#app/basics/time.ts"
import type { Deeds } from "./deed.ts"

const today = toKstDateString(new Date())

export const CAMPAIGN_DEEDS: Deeds = {
  "/admin/banners": [
    async ({ admin }) => {
      const bannerId = await createRunningBanner(admin.actor.userId)
      return {
        at: "/admin/banners",
        fields: { intent: "end", bannerId },
        lines: [{ action: "banner.end", subject: bannerId }],
      }
    },
  ],
  "/admin/banners/:bannerId": [
    async ({ admin }) => ({
      at: "/admin/banners/new",
      fields: {
        intent: "save",
        version: "0",
        kind: "banner",
        place: "home",
        title: "겨울맞이 집수리",
        href: "/category/repair",
        "pictureIds[]": await createPictureRow(admin.actor.userId, "content"),
        audience: "everyone",
        startsOn: today,
        startsTime: "00:00",
        endsOn: addDays(today, 7),
        endsTime: "23:59",
      },
      lines: [{ action: "banner.write" }],
    }),
  ],
  "/admin/campaigns/:campaignId": [
    async () => ({
      at: "/admin/campaigns/new",
      fields: {
        intent: "save",
        version: "0",
        name: "겨울 소식",
        audience: "customers",
        title: "겨울맞이 소식이에요",
        text: "가까운 전문가를 만나 보세요.",
        href: "/experts",
      },
      lines: [{ action: "campaign.write" }],
    }),
  ],
}
