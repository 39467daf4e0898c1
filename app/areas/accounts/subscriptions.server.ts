/** What the area accounts emits, which events it hears, and which of its work time starts. */
import {
  batchSubscriber,
  slowSubscriber,
  type EventName,
  type Subscriptions,
} from "#app/platform/events.server.ts"
import type { ScheduledJob } from "#app/platform/jobs.server.ts"
import { sendAccountChangeMail } from "./service/account-changes.server.ts"
import { requestAgreement } from "./service/agreements.server.ts"
import { cleanUpAccounts } from "./service/cleanup.server.ts"
import { makeDataExports, removePastDataExports } from "./service/data-exports.server.ts"
import { sendEmailChangeMail } from "./service/email.server.ts"
import { publishProfileChanges } from "./service/events.server.ts"
import { giveMissingNicknames } from "./service/nicknames.server.ts"
import { sendPasskeyRemovedMail } from "./service/passkeys.server.ts"
import { sendPasswordResetMail } from "./service/password-reset.server.ts"
import { sendRequestedSignInCode } from "./service/phone-sign-in.server.ts"
import { sendRecoveryCodesMail, sendSecondFactorMail } from "./service/second-factor.server.ts"
import { sendSignInLockedMail } from "./service/sign-in.server.ts"
import { sendSignUpMail } from "./service/sign-up.server.ts"
import { sendChangeUndoneMail } from "./service/undo-change.server.ts"

/** Every event that this area emits; the payloads are declared beside the services. */
export const emits = [
  "agreement.changed",
  "sign-up.requested",
  "sign-in-code.requested",
  "password-reset.requested",
  "sign-in.locked",
  "email-change.requested",
  "account.created",
  "account.left",
  "account.forgotten",
  "account.signed-out",
  "account.changed",
  "change-mail.requested",
  "second-factor.changed",
  "recovery-codes.renewed",
  "passkey.removed",
  "account.change_undone",
  "undo-mail.requested",
  "account.changed_by_office",
  "phone.taken_over",
  "profile.changed",
  "data_export.ready",
] as const satisfies readonly EventName[]

export const subscriptions: Subscriptions = {
  "sign-up.requested": [slowSubscriber(sendSignUpMail)],
  "sign-in-code.requested": [slowSubscriber(sendRequestedSignInCode)],
  "password-reset.requested": [slowSubscriber(sendPasswordResetMail)],
  "change-mail.requested": [slowSubscriber(sendAccountChangeMail)],
  "undo-mail.requested": [slowSubscriber(sendChangeUndoneMail)],
  "passkey.removed": [slowSubscriber(sendPasskeyRemovedMail)],
  "second-factor.changed": [slowSubscriber(sendSecondFactorMail)],
  "recovery-codes.renewed": [slowSubscriber(sendRecoveryCodesMail)],
  "sign-in.locked": [slowSubscriber(sendSignInLockedMail)],
  "email-change.requested": [slowSubscriber(sendEmailChangeMail)],
  "profile.changed": [batchSubscriber(publishProfileChanges)],
  "agreement.changed": [requestAgreement],
}

export const schedule: readonly ScheduledJob[] = [
  { name: "give-nicknames", cron: "* * * * *", handler: giveMissingNicknames },
  { name: "make-data-exports", cron: "* * * * *", handler: makeDataExports },
  { name: "sweep-data-exports", cron: "13 * * * *", handler: removePastDataExports },
  { name: "sweep-accounts", cron: "*/10 * * * *", handler: cleanUpAccounts },
]
