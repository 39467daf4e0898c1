/**
 * The words and limits of accounts: who acts, how long a session lasts, what is agreed to, what can be
 * changed.
 */
import { maskPhone } from "../../basics/phone.ts"
import type { Neighbourhood, VisitorChoice } from "./neighbourhood-rules.ts"

export type UserType = "customer" | "expert"
export type Role = "user" | "admin"
/** What an administrator does in the office; which rights each has is in {@link ROLE_RIGHTS}. */
export const OFFICE_ROLES = ["owner", "support", "reviewer", "finance", "content"] as const
export type OfficeRole = (typeof OFFICE_ROLES)[number]
/** How far the registration of an expert is; the area experts owns what moves it. */
export type ExpertState =
  | "applied"
  | "reviewing"
  | "needs_info"
  | "approved"
  | "rejected"
  | "suspended"
  | "terminated"
/** How far the application to sell in the shop is; the area selling owns what moves it. */
export type SellerState = "applied" | "needs_info" | "approved" | "rejected" | "suspended" | "terminated"

/**
 * What a signed-in person is here; null until the profile exists (specification §4: sign-in goes on with an
 * empty profile).
 */
export type ActorProfile = {
  userType: UserType
  role: Role
  /** Counts where `role` is that of an administrator. */ officeRole: OfficeRole
  /** The public name: a nickname, or the trade of an expert or a shop. */
  name: string
  regionCode: string | null
  avatarId: string | null
  sessionTimeoutMs: number | null
  phoneVerified: boolean
  /** Kinds of goods in the cart. */
  cartCount: number
  /** Unread messages of all rooms, at most 100. */
  chatCount: number
}

type Visitor = {
  kind: "visitor"
  /** What their cookie says of where they live; absent where there is none that we signed. */
  neighbourhood?: VisitorChoice | undefined
  /** Id in the visitor's draft cookie, if there is one that we signed. */ draftId: string | null
}
export type Member = {
  kind: "member"
  userId: string
  sessionId: string
  email: string
  emailVerified: boolean
  profile: ActorProfile | null
  /** Where they chose to live, the one that lists begin with first. */
  neighbourhoods: readonly Neighbourhood[]
  /** State of the expert registration, null where there is none. */
  expertState: ExpertState | null
  /** State of the application to sell in the shop, null where there is none. */
  sellerState: SellerState | null
  /** Notifications that were not read, at most 100. */
  notificationCount: number
  /** When the session ends unless it is used, in milliseconds since 1970. */
  expiresAt: number
  /** When it ends however it is used, in milliseconds since 1970; null where use moves the end on. */
  finalEndsAt: number | null
  staysSignedIn: boolean
  /** The terms or the privacy policy were changed, and this person has not agreed yet. */
  mustAgree: boolean
  /** An administrator who has to set up a second factor first: until then their role is that of a member. */
  lacksSecondFactor: boolean
  /** Set where an administrator looks as this person, who does not make the request themselves. */
  viewedBy?: PersonView
}
/** An administrator looks at the product as a member sees it; `endsAt` in milliseconds since 1970. */
type PersonView = { adminId: string; endsAt: number }
/** For so many days the file of one's own data can be fetched. */
export const DATA_EXPORT_DAYS = 7
/** How long one may look as somebody else at a time. */
export const PERSON_VIEW_MINUTES = 15
/** Who makes a request: the first argument of every service. */
export type Actor = Visitor | Member

/** Specification §6: role equals admin. */
export const isAdmin = (actor: Actor): actor is Member & { profile: ActorProfile & { role: "admin" } } =>
  actor.kind === "member" && actor.profile?.role === "admin"
/** What may be looked at and decided in the office. */
export const RIGHTS = [
  "people",
  "view_as",
  "support",
  "trade",
  "review",
  "trust",
  "money",
  "content",
  "figures",
  "settings",
  "rights",
] as const
export type Right = (typeof RIGHTS)[number]

/** The table of rights: services ask it before they read or decide anything of the office. */
export const ROLE_RIGHTS: Record<OfficeRole, readonly Right[]> = {
  owner: RIGHTS,
  support: ["people", "view_as", "support", "trade"],
  reviewer: ["people", "review", "trust"],
  finance: ["people", "money", "figures"],
  content: ["content", "figures"],
}
/** An administrator whose role in the office has `right`. */
export const hasRight = (
  actor: Actor,
  right: Right,
): actor is Member & { profile: ActorProfile & { role: "admin" } } =>
  isAdmin(actor) && ROLE_RIGHTS[actor.profile.officeRole].includes(right)
/** The rights of `actor`; none for anybody but an administrator. */
export const listRights = (actor: Actor): readonly Right[] =>
  isAdmin(actor) ? ROLE_RIGHTS[actor.profile.officeRole] : []

/** Specification §6: userType equals expert. */
export const isExpert = (actor: Actor): actor is Member & { profile: { userType: "expert" } } =>
  actor.kind === "member" && actor.profile?.userType === "expert"
/** An expert whom an admin has approved: the only one who may propose and work. */
export const isApprovedExpert = (actor: Actor): actor is Member & { expertState: "approved" } =>
  isExpert(actor) && actor.expertState === "approved"
/** Somebody whose shop an admin has approved: may sell. */
export const isSeller = (actor: Actor): actor is Member & { sellerState: "approved" } =>
  actor.kind === "member" && actor.sellerState === "approved"
/** Specification §6: signed in, neither admin nor expert. */
export const isCustomer = (actor: Actor): actor is Member & { profile: ActorProfile } =>
  actor.kind === "member" &&
  actor.profile !== null &&
  actor.profile.role !== "admin" &&
  actor.profile.userType !== "expert"

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Specification §4 and §9, in milliseconds. */
export const SESSION = {
  defaultTimeoutMs: HOUR,
  checkEveryMs: MINUTE,
  activityDebounceMs: 30_000,
  authUserExpiryMs: 30 * MINUTE,
  hardLogoutMs: 8 * HOUR,
  hardLogoutQuietMs: MINUTE,
  inactivityWarningMs: 7 * HOUR,
  inactivityCheckMs: 5 * MINUTE,
  /** A session of less than 8 hours is warned of so long before it ends. */
  endWarningMs: 5 * MINUTE,
  /** One that ends however it is used is warned of so long before: there may be words to finish. */
  finalWarningMs: 10 * MINUTE,
  /** A session that is over is known so much longer, to say on the sign-in screen why it ended. */
  endedRetentionMs: 24 * HOUR,
  profileDelayMs: 1_000,
  /** The profile says to the hour when it was last used. */
  lastUseMs: HOUR,
  /** A closing page's session can be taken back this long. */
  closingGraceMs: 30_000,
  /** An administrator's session ends so long after its last use, also where they asked to stay signed in. */
  adminTimeoutMs: 30 * MINUTE,
  /** And so long after it began, however it is used. */
  adminMaxMs: 12 * HOUR,
  /** 로그인 상태 유지. */
  staySignedInMs: 30 * 24 * HOUR,
} as const

/**
 * How long a session lasts from its last use: the profile's choice, else 1 hour (specification §4), and at
 * most 8 hours (§9), or 30 minutes where it opens the office.
 */
export const getSessionTimeoutMs = (profile: { sessionTimeoutMs: number | null; role?: Role } | null) =>
  Math.min(
    profile?.sessionTimeoutMs ?? SESSION.defaultTimeoutMs,
    profile?.role === "admin" ? SESSION.adminTimeoutMs : SESSION.hardLogoutMs,
  )

/** Why a session is over, as the sign-in screen says it. */
export const SESSION_END_TEXTS = {
  time: "보안을 위해 자동으로 로그아웃됐어요. 다시 로그인해 주세요.",
  closed: "창을 닫아서 로그아웃됐어요. 창을 닫아도 쓰려면 ‘로그인 상태 유지’를 켜 주세요.",
  renewal: "다시 로그인하면 보던 화면으로 돌아가요.",
  elsewhere: "다른 곳에서 로그아웃했거나 계정 정보가 바뀌어 로그아웃됐어요. 다시 로그인해 주세요.",
} as const
export type SessionEndReason = keyof typeof SESSION_END_TEXTS
export const isSessionEndReason = (value: unknown): value is SessionEndReason =>
  typeof value === "string" && Object.hasOwn(SESSION_END_TEXTS, value)

/** Ends the address that stands in until a person whom a provider sent without one has given theirs. */
export const PLACEHOLDER_HOST = "no-email.invalid"
export const isPlaceholderEmail = (email: string): boolean => email.endsWith(`@${PLACEHOLDER_HOST}`)

/** Where the 마이 button leads (specification §2). */
export const getMyPagePath = (actor: Actor) => (isExpert(actor) ? "/expert-dashboard" : "/my-info")

/** What the page's session watch needs of the actor at `timeMs`; null for visitors. */
export const toWatchedActor = (actor: Actor, timeMs: number) =>
  actor.kind === "visitor"
    ? null
    : {
        userId: actor.userId,
        email: isPlaceholderEmail(actor.email) ? "" : actor.email,
        profile: actor.profile,
        expiresAt: actor.expiresAt,
        staysSignedIn: actor.staysSignedIn,
        // Not a time of day: the clock of the device may be wrong.
        finalEndInMs: actor.finalEndsAt === null ? null : actor.finalEndsAt - timeMs,
        timeoutMs: getSessionTimeoutMs(actor.profile),
      }

// ── The list of members in the back office

export const MEMBER_KINDS = ["customer", "expert", "seller", "admin"] as const
export const MEMBER_STATES = ["active", "banned", "left"] as const
export const MEMBER_SORTS = ["newest", "oldest", "used", "name"] as const
export const MEMBER_DAYS = ["1", "7", "30"] as const
export type MemberState = (typeof MEMBER_STATES)[number]
export type MemberSort = (typeof MEMBER_SORTS)[number]
/** `days`: joined within so many days of Korea's calendar, today included. */
export type MemberFilter = {
  term: string
  kind: (typeof MEMBER_KINDS)[number] | null
  state: MemberState | null
  days: (typeof MEMBER_DAYS)[number] | null
}

// ── What can be changed of an account, and taken back

export const CHANGE_KINDS = [
  "email",
  "password",
  "phone",
  "payout_account",
  "person_account",
  "passkey",
] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]
/** What something was, or became: plain JSON, whose shape belongs to its kind. */
export type ChangeValue = Record<string, string | boolean | null>

export const CHANGE_LABELS: Record<ChangeKind, string> = {
  email: "이메일",
  password: "비밀번호",
  phone: "휴대폰 번호",
  payout_account: "정산 계좌",
  person_account: "정산받는 계좌",
  passkey: "패스키",
}

/** `h***@example.kr`: enough for its owner to know it again. */
const maskEmail = (email: string) => email.replace(/^(.).*@/, "$1***@")
/** All digits but the last four as stars. */
const maskAccount = (account: string) => account.replace(/\d(?=(?:\D*\d){4})/g, "*")

/** What is said of a value, without telling it to a stranger; empty for a password. */
export function formatChangeValue(kind: ChangeKind, value: ChangeValue): string {
  const readText = (name: string) => (typeof value[name] === "string" ? value[name] : "")
  if (kind === "passkey") return readText("name")
  if (kind === "email") return maskEmail(readText("email"))
  if (kind === "phone") return readText("phone") === "" ? "" : maskPhone(readText("phone"))
  return kind === "payout_account" || kind === "person_account"
    ? `${readText("bank")} ${maskAccount(readText("accountNumber"))}`.trim()
    : ""
}
