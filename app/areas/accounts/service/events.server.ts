/** Owns the events of accounts: what they are called, and telling the pages of a person. */
import { tellUsers } from "../../../platform/live.server.ts"
import type { Events } from "../../../platform/events.server.ts"

declare module "../../../platform/events.server.ts" {
  interface Events {
    /** A sign-up waits for its mail; whether the address has an account is asked only now, where nobody can time it. */
    "sign-up.requested": { verificationId: string; origin: string }
    "password-reset.requested": { email: string; origin: string }
    "sign-in.locked": { email: string; origin: string }
    "email-change.requested": { userId: string; email: string; origin: string }
    "account.created": { userId: string }
    "account.left": { userId: string }
    /** Nothing of a person who has left has to be kept any more. */
    "account.forgotten": { userId: string }
    /** Somebody pressed 로그아웃 in a browser that is known by its device cookie. */
    "account.signed-out": { userId: string; device: string }
    "password.changed": { userId: string }
    /** Anything that the pages of this user show of their profile. */
    "profile.changed": { userId: string }
  }
}

/** Answers "profile.changed": every page of these people looks again. */
export async function tellProfiles(events: readonly Events["profile.changed"][]): Promise<void> {
  await tellUsers(events.map((event) => event.userId), { type: "profile.changed" })
}
