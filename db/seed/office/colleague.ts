/** The colleague of the first admin, and whom they want as a third. */
import { eq } from "drizzle-orm"
import { CONSENTS } from "#app/areas/accounts/consents.ts"
import { consents, credentials, profiles, users } from "#app/areas/accounts/schema.server.ts"
import { adminRequests } from "#app/areas/admin/schema.server.ts"
import { DAY_MS } from "#app/basics/time.ts"
import type { DemoPeople, TownTransaction } from "../parts.ts"
import { atWrapped, createSeedId } from "../random.ts"

/** When the colleague joined. */
const getJoinedAt = (present: Date) => new Date(present.getTime() - 200 * DAY_MS)
export const getColleagueId = (present: Date): string =>
  createSeedId("office/colleague", getJoinedAt(present))

/** Writes the colleague, who signs in with the password of the first admin. */
export async function writeColleague(tx: TownTransaction, people: DemoPeople, present: Date): Promise<void> {
  const joined = getJoinedAt(present)
  const colleague = getColleagueId(present)
  const askedAt = new Date(present.getTime() - DAY_MS)
  const [own] = await tx
    .select({ password: credentials.password })
    .from(credentials)
    .where(eq(credentials.userId, people.demo.admin.id))
  await tx.insert(users).values({
    id: colleague,
    email: "manager@demo.kr",
    emailVerified: true,
    name: "오나래",
    createdAt: joined,
    updatedAt: joined,
  })
  await tx.insert(profiles).values({
    userId: colleague,
    legalName: "오나래",
    nickname: "나래쌤",
    role: "admin",
    phone: "+821055550199",
    regionCode: "11650",
    createdAt: joined,
    updatedAt: joined,
  })
  await tx.insert(credentials).values({
    id: createSeedId("office/colleague/password", joined),
    accountId: colleague,
    providerId: "credential",
    userId: colleague,
    password: own?.password ?? null,
    createdAt: joined,
    updatedAt: joined,
  })
  await tx.insert(consents).values(
    CONSENTS.map((consent) => ({
      id: createSeedId(`office/colleague/${consent.kind}`, joined),
      userId: colleague,
      kind: consent.kind,
      version: consent.version,
      granted: consent.required,
      givenAt: joined,
    })),
  )
  await tx.insert(adminRequests).values({
    id: createSeedId("office/request", askedAt),
    userId: atWrapped(people.customers, 3).id,
    askedBy: colleague,
    reason: "문의 답변을 맡을 사람이 필요해요.",
    state: "waiting",
    createdAt: askedAt,
  })
}
