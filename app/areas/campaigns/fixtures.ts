/** Builders of banners for tests. */
import { href } from "react-router"
import { now } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { HOUR_MS } from "#app/basics/time.ts"
import { db } from "#app/platform/db.server.ts"
import { createPictureRow } from "../experts/fixtures.ts"
import { banners } from "./schema.server.ts"

/** A banner that runs on home for everybody. */
export async function createRunningBanner(ownerId: string): Promise<string> {
  const [id, at] = [newId(), now()]
  await db()
    .insert(banners)
    .values({
      id,
      kind: "banner",
      place: "home",
      title: "겨울맞이 집수리",
      href: href("/category/:categoryId", { categoryId: "repair" }),
      pictureId: await createPictureRow(ownerId, "content", true),
      audience: "everyone",
      startsAt: new Date(at.getTime() - HOUR_MS),
      endsAt: new Date(at.getTime() + HOUR_MS),
      createdAt: at,
      updatedAt: at,
    })
  return id
}
