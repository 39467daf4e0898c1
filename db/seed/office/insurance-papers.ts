/**
 * The certificates of insurance of the demo town: three that wait to be looked at, one that was
 * approved, one that was sent back.
 */
import type postgres from "postgres"
import { eq } from "drizzle-orm"
import { insurancePaperPictures, insurancePapers, experts } from "#app/areas/experts/schema.server.ts"
import type { ExpertBadge, InsurancePaperState } from "#app/areas/experts/rules.ts"
import { addDays, DAY_MS, HOUR_MS, toKstDateString } from "#app/basics/time.ts"
import { pictures } from "#app/platform/schema.server.ts"
import type { TownTransaction } from "../parts.ts"
import { atWrapped, createSeedId } from "../random.ts"
import { toPictureRow } from "../picture-rows.ts"
import type { DemoPicture } from "../town.ts"
import { insertInBatches } from "../write.ts"

type ExpertWithBadges = { id: string; name: string; badges: ExpertBadge[] }
type PaperSeed = {
  insurer: string
  state: InsurancePaperState
  reason: string
  daysAgo: number
  daysLeft: number
  insured: boolean
}

const PAPERS: readonly PaperSeed[] = [
  {
    insurer: "한빛손해보험 영업배상책임",
    state: "waiting",
    reason: "",
    daysAgo: 0.3,
    daysLeft: 341,
    insured: false,
  },
  {
    insurer: "누리화재 시설배상책임",
    state: "waiting",
    reason: "",
    daysAgo: 1.2,
    daysLeft: 210,
    insured: false,
  },
  {
    insurer: "바른손해보험 도급업자배상책임",
    state: "waiting",
    reason: "",
    daysAgo: 2.4,
    daysLeft: 364,
    insured: true,
  },
  {
    insurer: "누리화재 영업배상책임",
    state: "approved",
    reason: "",
    daysAgo: 8,
    daysLeft: 322,
    insured: false,
  },
  {
    insurer: "한빛손해보험 생활배상책임",
    state: "refused",
    reason: "가족 생활배상책임보험이에요. 일하다 생긴 손해를 보상하는 영업배상책임보험 증권을 올려 주세요.",
    daysAgo: 15,
    daysLeft: 90,
    insured: false,
  },
]

/** Experts who may send a certificate in, without the demo account, in the order in which they joined. */
export const findHolders = (client: postgres.Sql): Promise<ExpertWithBadges[]> =>
  client<
    ExpertWithBadges[]
  >`select user_id as id, name, badges from experts where state = 'approved' and user_id <> (select id
    from users where email = 'expert@demo.kr') order by user_id`

/** A certificate and, where an admin decided about it, what the audit log says of that. */
export type Paper = {
  id: string
  state: InsurancePaperState
  expertId: string
  name: string
  reason: string
  expiresOn: string
  decidedAt: Date | null
}

/** Who sent which certificate in at which moment before `present`. */
export function createPapers(
  holders: readonly ExpertWithBadges[],
  present: Date,
): (Paper & { insurer: string; createdAt: Date; badges: ExpertBadge[] })[] {
  const remainingHolders = [...holders]
  return PAPERS.map(({ insurer, state, reason, daysAgo, daysLeft, insured }, index) => {
    const holderIndex = remainingHolders.findIndex(
      ({ badges }) => badges.some(({ kind }) => kind === "insurance") === insured,
    )
    const holder = atWrapped(remainingHolders.splice(holderIndex === -1 ? 0 : holderIndex, 1), 0)
    const createdAt = new Date(present.getTime() - daysAgo * DAY_MS)
    return {
      id: createSeedId(`office/paper/${index}`, createdAt),
      insurer,
      state,
      reason,
      expertId: holder.id,
      name: holder.name,
      badges: holder.badges,
      createdAt,
      expiresOn: addDays(toKstDateString(createdAt), daysLeft),
      decidedAt: state === "waiting" ? null : new Date(createdAt.getTime() + 4 * HOUR_MS),
    }
  })
}

/** Writes `papers` with a picture each, and the badge of whoever got one. */
export async function writePapers(
  tx: TownTransaction,
  papers: ReturnType<typeof createPapers>,
  demoPicture: DemoPicture,
  decidedBy: string,
): Promise<void> {
  const toPictureId = (paper: Paper & { createdAt: Date }) =>
    createSeedId(`office/paper/${paper.id}/picture`, paper.createdAt)
  await insertInBatches(
    tx,
    pictures,
    papers.map((paper) =>
      toPictureRow(demoPicture, {
        id: toPictureId(paper),
        ownerId: paper.expertId,
        purpose: "certificate",
        at: paper.createdAt,
      }),
    ),
  )
  await insertInBatches(
    tx,
    insurancePapers,
    papers.map(({ id, expertId, insurer, expiresOn, state, reason, createdAt, decidedAt }) => ({
      id,
      expertId,
      insurer,
      expiresOn,
      state,
      reason,
      createdAt,
      decidedAt,
      decidedBy: decidedAt ? decidedBy : null,
    })),
  )
  await insertInBatches(
    tx,
    insurancePaperPictures,
    papers.map((paper) => ({ paperId: paper.id, pictureId: toPictureId(paper), position: 0 })),
  )
  for (const { expertId, insurer, expiresOn, decidedAt, badges } of papers.filter(
    ({ state }) => state === "approved",
  )) {
    const grantedOn = toKstDateString(decidedAt ?? new Date(0))
    const badge: ExpertBadge = {
      kind: "insurance",
      label: "배상책임보험",
      source: `${insurer} 증권을 바로일당이 확인했어요`,
      grantedOn,
      expiresOn,
    }
    await tx
      .update(experts)
      .set({ badges: [...badges.filter(({ kind }) => kind !== "insurance"), badge] })
      .where(eq(experts.userId, expertId))
  }
}
