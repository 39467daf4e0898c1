/** What /my-info shows of the person themselves. */
import { formatDate } from "../../../basics/time.ts"
import { findPictures } from "../../../platform/pictures.server.ts"
import { getConsentTitle, OPTIONAL_CONSENTS } from "../consents.ts"
import { SESSION_TIMEOUT_CHOICES } from "../forms.ts"
import { getSessionTimeoutMs, isPlaceholderEmail, type Member } from "../rules.ts"
import { OWN_PASSWORD } from "./passwords.server.ts"
import { findPhoneCode } from "./phone.server.ts"
import { listConsents, listSignInMethods, requireProfile } from "./profile.server.ts"

/** Everything /my-info shows; `profile` null where it is still to be completed. At most five queries. */
export async function loadMyInfo(actor: Member) {
  const email = isPlaceholderEmail(actor.email) ? null : actor.email
  if (actor.profile === null) return { email, name: "", profile: null }
  const [profile, history, methods, code, avatar] = await Promise.all([
    requireProfile(actor.userId),
    listConsents(actor),
    listSignInMethods(actor),
    findPhoneCode(actor),
    findPictures(actor.profile.avatarId ? [actor.profile.avatarId] : []),
  ])
  const minutes = String(getSessionTimeoutMs(profile) / 60_000)
  return {
    email,
    name: profile.name,
    profile: {
      name: profile.name,
      userType: profile.userType,
      isAdmin: profile.role === "admin",
      /** Once let in, a shop keeps its desk: what was sold is still to be settled. */
      hasSellerDashboard: ["approved", "suspended", "terminated"].includes(profile.sellerState ?? ""),
      regionCode: profile.regionCode,
      avatarId: profile.avatarId,
      avatar,
      phone: profile.phone,
      phoneVerified: profile.phoneVerifiedAt !== null,
      code,
      hasPassword: methods.includes(OWN_PASSWORD),
      providers: methods.filter((method) => method !== OWN_PASSWORD),
      timeoutMinutes: SESSION_TIMEOUT_CHOICES.some((choice) => choice.value === minutes) ? minutes : "60",
      staysSignedIn: actor.staysSignedIn,
      consents: Object.fromEntries(
        OPTIONAL_CONSENTS.map((kind) => [
          kind,
          history.find((entry) => entry.kind === kind)?.granted ?? false,
        ]),
      ),
      history: history.map((entry) => ({
        title: getConsentTitle(entry.kind),
        version: entry.version,
        granted: entry.granted,
        on: formatDate(entry.givenAt),
      })),
      joinedOn: formatDate(profile.createdAt),
    },
  }
}
