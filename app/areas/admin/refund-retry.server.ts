/** The form of a screen that asks anew for a refund which did not go out. */
import type { DefineIntent } from "#app/platform/intents.server.ts"
import type { Member } from "../accounts/rules.ts"
import { RetryRefundForm, toRefundAccount } from "../money/forms.ts"
import { findMissingAccountFields } from "../money/rules.ts"
import { retryRefund } from "../money/service/refunds.server.ts"

/** Defines the intent by which an administrator asks anew for a refund of the charge `groupId`. */
export const defineRefundRetry = <Shown = never>(
  intent: DefineIntent<{ actor: Member; groupId: string }, Shown>,
) =>
  intent({
    form: RetryRefundForm,
    hidden: ["refundId"],
    run: ({ actor, groupId }, { refundId, ...account }) =>
      retryRefund(actor, groupId, refundId, toRefundAccount(account)),
    done: ({ paid }) => (paid ? "환불했어요" : "환불을 다시 요청했어요. 결과는 여기에서 확인해 주세요"),
    problems: {
      not_now: "그사이 상태가 바뀌었어요. 지금 상태를 확인해 주세요.",
      account_missing: (_, typed) => ({
        errors: findMissingAccountFields(typed),
        problem: null,
        status: 409,
      }),
    },
  })
