/** The events of accounts: what they are called, and telling the pages of a person. */
import { publishToUsers } from "../../../platform/live.server.ts"
import type { ChangeKind } from "../rules.ts"
import type { Events } from "../../../platform/events.server.ts"

export type AdminChange = "customer" | "expert" | "admin" | "no_admin" | "signed_out"

declare module "../../../platform/events.server.ts" {
  interface Events {
    /**
     * A sign-up waits for its mail; whether the address has an account is asked only now, where nobody can
     * time it. `mailId` is that of the one letter; events of the release before are without.
     */
    "sign-up.requested": { verificationId: string; origin: string; mailId?: string }
    "sign-in-code.requested": { codeId: string }
    "password-reset.requested": { email: string; origin: string }
    "sign-in.locked": { email: string; origin: string }
    "email-change.requested": { userId: string; email: string; origin: string }
    "account.created": { userId: string }
    "account.left": { userId: string }
    /** Nothing of a person who has left has to be kept any more. */
    "account.forgotten": { userId: string }
    /** Somebody pressed 로그아웃 in a browser that is known by its device cookie. */
    "account.signed-out": { userId: string; device: string }
    /** Something that its owner can take back for seven days. */
    "account.changed": { changeId: string; userId: string; kind: ChangeKind }
    /** As "account.changed", for the mails: one that cannot be sent keeps nothing else waiting. */
    "change-mail.requested": { changeId: string }
    "second-factor.changed": { userId: string; isOn: boolean }
    /** The recovery codes of a second factor were given anew. */
    "recovery-codes.renewed": { userId: string }
    /** A passkey was taken away; `name` is what its owner called it. */
    "passkey.removed": { userId: string; name: string }
    "account.change_undone": { changeIds: string[]; userId: string }
    /** `from`: the address that the account had until then; null for one that nobody gave. */
    "undo-mail.requested": { changeIds: string[]; userId: string; from: string | null }
    /** The operator changed something of somebody's account; `changeId` names the happening. */
    "account.changed_by_office": { userId: string; changeId: string; what: AdminChange }
    /** Somebody else has proved that a number is theirs which this person had proved before. */
    "phone.taken_over": { userId: string; changeId: string }
    /** Anything that the pages of this user show of their profile. */
    "profile.changed": { userId: string }
  }
}

/** Answers "profile.changed": every page of these people looks again. */
export async function publishProfileChanges(events: readonly Events["profile.changed"][]): Promise<void> {
  await publishToUsers(
    events.map((event) => event.userId),
    { type: "profile.changed" },
  )
}
