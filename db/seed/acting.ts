/** People of the town who act through the services. */
import type { Member } from "#app/areas/accounts/rules.ts"
import { resetClock } from "#app/basics/clock.ts"
import { connectDatabase, disconnectDatabase } from "#app/platform/db.server.ts"
import type { DemoPerson } from "./parts.ts"

/** A person of the town as the services know who acts. */
export const toActor = (person: DemoPerson, role: "customer" | "expert" | "admin"): Member => ({
  kind: "member",
  userId: person.id,
  sessionId: "",
  email: "",
  emailVerified: true,
  profile: {
    userType: role === "expert" ? "expert" : "customer",
    role: role === "admin" ? "admin" : "user",
    officeRole: "owner",
    name: person.name,
    regionCode: person.regionCode,
    avatarId: null,
    sessionTimeoutMs: null,
    phoneVerified: true,
    cartCount: 0,
    chatCount: 0,
  },
  neighbourhoods: [],
  expertState: role === "expert" ? "approved" : null,
  sellerState: null,
  notificationCount: 0,
  expiresAt: 0,
  finalEndsAt: null,
  staysSignedIn: false,
  mustAgree: false,
  lacksSecondFactor: false,
})

/** What a service did; throws where it refused. */
export async function expectOk<Result extends { ok: boolean }>(
  pending: Promise<Result>,
): Promise<Extract<Result, { ok: true }>> {
  const result = await pending
  if (!result.ok) throw new Error(`The town could not be made: ${JSON.stringify(result)}`)
  return result as Extract<Result, { ok: true }>
}

/** Runs `work` where services find the town's database; a clock that it sets ends with it. */
export async function runThroughServices(databaseUrl: string, work: () => Promise<void>): Promise<void> {
  const opened = connectDatabase(databaseUrl, 2)
  try {
    await work()
  } finally {
    resetClock()
    if (opened) await disconnectDatabase()
  }
}
