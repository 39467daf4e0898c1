/** Owns what other areas show of an expert, and who talks with one. */
import { and, eq, inArray, isNull } from "drizzle-orm"
import { isId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import type { SubjectSource } from "#app/platform/subjects.server.ts"
import { experts } from "../schema.server.ts"
import { hideExpert } from "./moderation.server.ts"

export const expertSubject: SubjectSource = {
  kind: "expert",
  async describe(ids) {
    const rows = await db()
      .select({ id: experts.userId, name: experts.name, oneLine: experts.oneLine, avatarId: experts.avatarId })
      .from(experts)
      .where(inArray(experts.userId, [...ids]))
    return rows.map(({ id, name, oneLine, avatarId }) => ({
      kind: "expert", id, title: name, line: oneLine, priceText: null, pictureId: avatarId, href: `/expert/${id}`, state: null, ownerId: id,
    }))
  },
  async partner(userId, id, withUserId) {
    if (!isId(id) || (id === userId && withUserId === null)) return null
    const [expert] = await db().select({ id: experts.userId }).from(experts).where(and(eq(experts.userId, id), eq(experts.state, "approved"), isNull(experts.hiddenAt)))
    // Talks with an expert begin with the customer.
    return expert && id !== userId ? expert.id : null
  },
  setHidden: hideExpert,
}
