/** What the settings under /my-info show of the person themselves; null before their profile is complete. */
import { now } from "../../../basics/clock.ts"
import { formatDate } from "../../../basics/time.ts"
import { findPictures } from "../../../platform/pictures.server.ts"
import { getConsentTitle, OPTIONAL_CONSENTS } from "../consents.ts"
import { SESSION_TIMEOUT_CHOICES } from "../forms.ts"
import { getNextNicknameChange } from "../nicknames.ts"
import { getSessionTimeoutMs, isAdmin, isPlaceholderEmail, type Member } from "../rules.ts"
import { OWN_PASSWORD } from "./passwords.server.ts"
import { findPhoneCode } from "./phone.server.ts"
import { listConsents, listSignInMethods, requireProfile } from "./profile.server.ts"

const toDateOrNull = (moment: Date | null) => moment && formatDate(moment)

/** Finds what /my-info/profile shows, in at most four queries. */
export async function findOwnProfile(actor: Member) {
  if (actor.profile === null) return null
  const [profile, methods, code, avatar] = await Promise.all([
    requireProfile(actor.userId),
    listSignInMethods(actor),
    findPhoneCode(actor),
    findPictures(actor.profile.avatarId ? [actor.profile.avatarId] : []),
  ])
  return {
    email: isPlaceholderEmail(actor.email) ? null : actor.email,
    name: profile.legalName,
    nickname: profile.nickname,
    publicName: actor.profile.name,
    nextNicknameChange: toDateOrNull(getNextNicknameChange(profile.nicknameChangedAt, now())),
    regionCode: profile.regionCode,
    avatar,
    phone: profile.phone,
    phoneVerified: profile.phoneVerifiedAt !== null,
    code,
    hasPassword: methods.includes(OWN_PASSWORD),
  }
}

/** Finds what /my-info/login shows, in one query. */
export async function findLoginSettings(actor: Member) {
  if (actor.profile === null) return null
  const methods = await listSignInMethods(actor)
  const minutes = String(getSessionTimeoutMs(actor.profile) / 60_000)
  return {
    hasPassword: methods.includes(OWN_PASSWORD),
    providers: methods.filter((method) => method !== OWN_PASSWORD),
    isAdmin: isAdmin(actor),
    timeoutMinutes: SESSION_TIMEOUT_CHOICES.some((choice) => choice.value === minutes) ? minutes : "60",
  }
}

/** Finds what /my-info/consents shows, in one query. */
export async function findConsentSettings(actor: Member) {
  if (actor.profile === null) return null
  const history = await listConsents(actor)
  return {
    consents: Object.fromEntries(
      OPTIONAL_CONSENTS.map((kind) => [kind, history.find((entry) => entry.kind === kind)?.granted ?? false]),
    ),
    history: history.map((entry) => ({
      title: getConsentTitle(entry.kind),
      version: entry.version,
      granted: entry.granted,
      on: formatDate(entry.givenAt),
    })),
  }
}
