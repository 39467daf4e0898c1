/** The account settings of somebody who is paid: what their screen shows, and what its forms do. */
import { now } from "#app/basics/clock.ts"
import { intents } from "#app/platform/intents.server.ts"
import { getAccountCheckProvider } from "#app/platform/services.server.ts"
import type { Member } from "../../accounts/rules.ts"
import { IDENTITY_PROBLEMS } from "../../accounts/service/identity-problems.server.ts"
import { OWN_PASSWORD } from "../../accounts/service/passwords.server.ts"
import { listSignInMethods } from "../../accounts/service/profile.server.ts"
import { hasMoreThanPassword } from "../../accounts/service/second-factor.server.ts"
import { AccountCheckForm, AccountWordForm } from "../forms.ts"
import type { AccountSettingsView } from "../views.ts"
import { askAccountCheck, confirmAccountWord, findAccountCheckView } from "./account-checks.server.ts"
import { findPayeeAccount } from "./person-money.server.ts"

/** The actor's account, and the check of another one that is under way. */
export async function findAccountSettings(actor: Member): Promise<AccountSettingsView> {
  const [account, check, methods, isGuarded] = await Promise.all([
    findPayeeAccount(actor),
    findAccountCheckView(actor),
    listSignInMethods(actor),
    hasMoreThanPassword(actor),
  ])
  return {
    account,
    check,
    remainingMs: check ? Math.max(0, new Date(check.expiresAt).getTime() - now().getTime()) : 0,
    hasPassword: methods.includes(OWN_PASSWORD),
    isGuarded,
    isOff: getAccountCheckProvider() === null,
  }
}

/** Does what the forms of the account ask for; a checked account leads to `moneyPath`. */
export const createAccountAnswer = (moneyPath: string) =>
  intents<{ actor: Member }>((intent) => ({
    ask: intent({
      form: AccountCheckForm,
      run: ({ actor }, account) => askAccountCheck(actor, account),
      done: "1원을 보냈어요. 입금자 이름을 확인해 주세요",
      problems: {
        ...IDENTITY_PROBLEMS,
        off: { sentence: "지금은 계좌를 확인하지 못해요. 잠시 뒤에 다시 해 주세요.", status: 503 },
        too_often: {
          sentence: "오늘 보낼 수 있는 만큼 보냈어요. 내일 다시 해 주세요.",
          status: 429,
        },
        no_account: {
          field: "accountNumber",
          sentence: "은행에 없는 계좌예요. 은행과 계좌번호를 다시 확인해 주세요.",
        },
        not_sent: {
          sentence: "은행이 답하지 않아서 1원을 보내지 못했어요. 잠시 뒤에 다시 해 주세요.",
          status: 503,
        },
      },
    }),
    word: intent({
      form: AccountWordForm,
      run: ({ actor }, { word }) => confirmAccountWord(actor, word),
      done: { flash: "계좌를 확인했어요", to: moneyPath },
      problems: {
        wrong_word: ({ triesLeft }) => ({
          field: "word",
          sentence: `숫자가 달라요. ${triesLeft}번 더 입력할 수 있어요.`,
        }),
        over: "확인이 끝났거나 시간이 지났어요. 1원을 다시 받아 주세요.",
      },
    }),
  }))
