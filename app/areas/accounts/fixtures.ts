/** Builders of people for tests and the demo town. */
import { randomBytes } from "node:crypto"
import { now } from "../../basics/clock.ts"
import { newId } from "../../basics/ids.ts"
import { db } from "../../platform/db.server.ts"
import type { ExpertState, Member, OfficeRole, Role, SellerState, UserType } from "./rules.ts"
import { profiles, secondFactors, sessions, users } from "./schema.server.ts"
import { encryptSecret } from "./service/second-factor-codes.server.ts"

export type Person = {
  actor: Member
  /** Value of a Cookie header that signs this person in. */ cookie: string
}

/** Makes the nickname of a person for tests: without digits, as a form refuses one that has many. */
export const toTestNickname = (userId: string): string =>
  `이웃${userId.slice(-8).replace(/\d/g, (digit) => "ghjklpqvwz".charAt(Number(digit)))}`

/**
 * Makes a verified, signed-in person without a password. `expertState` alone makes no expert profile: see the
 * experts' fixtures.
 */
export async function createPerson(
  options: {
    userType?: UserType
    role?: Role
    /** What an administrator does; by default everything. */ officeRole?: OfficeRole
    /** The legal name. */
    name?: string
    /** What others call them; by default one of their id. */
    nickname?: string
    email?: string
    regionCode?: string
    expertState?: ExpertState | null
    sellerState?: SellerState | null
    phone?: string
  } = {},
): Promise<Person> {
  const userId = newId()
  const sessionId = newId()
  const token = randomBytes(24).toString("base64url")
  const email = options.email ?? `person-${userId}@example.kr`
  const name = options.name ?? "김하늘"
  const nickname = options.nickname ?? toTestNickname(userId)
  const expiresAt = new Date(now().getTime() + 3_600_000)
  await db()
    .insert(users)
    .values({ id: userId, email, emailVerified: true, name, createdAt: now(), updatedAt: now() })
  await db()
    .insert(profiles)
    .values({
      userId,
      legalName: name,
      nickname,
      userType: options.userType ?? "customer",
      role: options.role ?? "user",
      officeRole: options.officeRole ?? "owner",
      regionCode: options.regionCode ?? "11650",
      expertState: options.expertState ?? null,
      sellerState: options.sellerState ?? null,
      phone: options.phone ?? null,
      createdAt: now(),
      updatedAt: now(),
    })
  await db()
    .insert(sessions)
    .values({ id: sessionId, userId, token, expiresAt, createdAt: now(), updatedAt: now() })
  const actor: Member = {
    kind: "member",
    userId,
    sessionId,
    email,
    emailVerified: true,
    neighbourhoods: [],
    expertState: options.expertState ?? null,
    sellerState: options.sellerState ?? null,
    notificationCount: 0,
    expiresAt: expiresAt.getTime(),
    finalEndsAt: null,
    staysSignedIn: false,
    mustAgree: false,
    lacksSecondFactor: false,
    profile: {
      userType: options.userType ?? "customer",
      role: options.role ?? "user",
      officeRole: options.officeRole ?? "owner",
      name: nickname,
      regionCode: options.regionCode ?? "11650",
      avatarId: null,
      sessionTimeoutMs: null,
      phoneVerified: false,
      cartCount: 0,
      chatCount: 0,
    },
  }
  return { actor, cookie: `baroildang.session_token=${token}` }
}

/** Gives a person a second factor. Returns the secret that their app would have. */
export async function createSecondFactor(userId: string): Promise<string> {
  const secret = randomBytes(20).toString("base64url")
  await db()
    .insert(secondFactors)
    .values({ userId, secret: await encryptSecret(secret), confirmedAt: now(), createdAt: now() })
  return secret
}

/** Signs an existing person in once more. Returns the value of a Cookie header. */
export async function createSession(userId: string): Promise<string> {
  const token = randomBytes(24).toString("base64url")
  await db()
    .insert(sessions)
    .values({
      id: newId(),
      userId,
      token,
      expiresAt: new Date(now().getTime() + 3_600_000),
      createdAt: now(),
      updatedAt: now(),
    })
  return `baroildang.session_token=${token}`
}
