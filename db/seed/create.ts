/**
 * The creation of the main job's part: people, experts, requests, proposals and reviews, with a line for
 * each.
 */
import type postgres from "postgres"
import { hashPassword } from "#app/areas/accounts/service/passwords.server.ts"
import { buildTown } from "./build-town.ts"
import { storePictures } from "./demo-pictures.ts"
import { writePart, writeWithProgress, type RunStep } from "./parts.ts"
import { writeExperts, writeOrders, writePeople, writeProposals, writeReviews } from "./write.ts"

export const DEMO_PASSWORD = "demo-1234!"
/** What shows requests, works and people; goods belong to areas that bring their own part of the town. */
export const PICTURE_KINDS = ["room-after", "room-before", "site", "person", "cover", "document"]

/** Creates `part` of the town. */
export async function create(client: postgres.Sql, part: string, step: RunStep): Promise<void> {
  const demoPictures = await storePictures(PICTURE_KINDS, step)
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  await writePart(client, part, async (tx, present) => {
    const town = buildTown(present, demoPictures, passwordHash)
    const { rows } = town
    await writeWithProgress(step, "사람", rows.users.length, "명", () => writePeople(tx, town))
    await writeWithProgress(step, "전문가", rows.experts.length, "명", () => writeExperts(tx, town))
    await writeWithProgress(step, "견적 요청", rows.orders.length, "건", () => writeOrders(tx, town))
    await writeWithProgress(step, "견적서", rows.proposals.length, "건", () => writeProposals(tx, town))
    await writeWithProgress(step, "후기", rows.reviews.length, "건", () => writeReviews(tx, town))
  })
}
