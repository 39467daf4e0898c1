/** Whom the admins of the demo town warned and banned. */
import { inArray } from "drizzle-orm"
import { profiles } from "#app/areas/accounts/schema.server.ts"
import { sanctions } from "#app/areas/trust/schema.server.ts"
import { DAY_MS } from "#app/basics/time.ts"
import type { DemoPeople, TownTransaction } from "../parts.ts"
import { atWrapped, createSeedId } from "../random.ts"
import { insertInBatches } from "../write.ts"

const SANCTIONS = [
  { kind: "banned", days: 30, daysAgo: 12, reason: "입금을 유도한 뒤 연락을 끊은 일이 세 건 확인됐어요." },
  { kind: "banned", days: 7, daysAgo: 3, reason: "주의를 받은 뒤에도 욕설을 되풀이했어요." },
  { kind: "warned", days: 0, daysAgo: 9, reason: "상대방을 위협하는 말을 되풀이했어요." },
  { kind: "warned", days: 0, daysAgo: 17, reason: "다른 사람의 전화번호를 글에 적었어요." },
  { kind: "banned", days: 3, daysAgo: 26, reason: "같은 글을 여러 번 올렸어요." },
] as const

export type GivenSanction = ReturnType<typeof createSanctions>[number]

export function createSanctions(people: DemoPeople, present: Date) {
  return SANCTIONS.map((one, index) => {
    const createdAt = new Date(present.getTime() - one.daysAgo * DAY_MS)
    return {
      ...one,
      createdAt,
      person: atWrapped(people.customers, index * 11 + 7),
      id: createSeedId(`office/sanction/${index}`, createdAt),
      endsAt: one.kind === "banned" ? new Date(createdAt.getTime() + one.days * DAY_MS) : null,
    }
  })
}

export async function writeSanctions(
  tx: TownTransaction,
  given: readonly GivenSanction[],
  present: Date,
  adminId: string,
): Promise<void> {
  await insertInBatches(
    tx,
    sanctions,
    given.map(({ id, kind, person, reason, endsAt, createdAt }) => ({
      id,
      kind,
      userId: person.id,
      reason,
      endsAt,
      decidedBy: adminId,
      createdAt,
    })),
  )
  const now = given.filter((one) => one.endsAt && one.endsAt > present)
  for (const one of now)
    await tx
      .update(profiles)
      .set({ bannedUntil: one.endsAt, banReason: one.reason })
      .where(inArray(profiles.userId, [one.person.id]))
}
