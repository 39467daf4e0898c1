/** What other areas show of a person. */
import { href } from "react-router"
import { and, eq, inArray, isNull } from "drizzle-orm"
import { formatRegionShortName } from "../../../basics/regions.ts"
import { db } from "../../../platform/db.server.ts"
import type { SubjectSource } from "../../../platform/subjects.server.ts"
import { profiles } from "../schema.server.ts"
import { people } from "./people-view.server.ts"

/** People: only experts have a page of their own, so a card of somebody else leads nowhere. */
export const personSubject: SubjectSource = {
  kind: "person",
  async loadCards(ids) {
    const rows = await db()
      .select({
        id: profiles.userId,
        name: people.name,
        userType: profiles.userType,
        regionCode: profiles.regionCode,
        avatarId: profiles.avatarId,
        expertState: profiles.expertState,
      })
      .from(profiles)
      .innerJoin(people, eq(people.userId, profiles.userId))
      .where(and(inArray(profiles.userId, [...ids]), isNull(profiles.leftAt)))
    return rows.map((row) => ({
      kind: "person",
      id: row.id,
      title: `${row.name}님`,
      line: [
        row.userType === "expert" ? "전문가" : "일반회원",
        row.regionCode ? formatRegionShortName(row.regionCode) : "",
      ]
        .filter(Boolean)
        .join(" · "),
      priceText: null,
      pictureId: row.avatarId,
      href: row.expertState === "approved" ? href("/expert/:expertId", { expertId: row.id }) : "",
      state: null,
      ownerId: row.id,
    }))
  },
}
