import type { ScreenAnswer } from "#app/ui/action-answer.ts"
import { SecondFactorOffer } from "#app/areas/accounts/parts/second-factor-offer.tsx"
import { Card, PageHeader } from "#app/ui/section.tsx"
import type { AccountSettingsView } from "../views.ts"
import { AccountForm, WordForm } from "./account-check.tsx"
import { PayeeAccount } from "./payee-status.tsx"

/** Where somebody tells the account that they are paid to, and shows that it is theirs. */
export function AccountSettings({
  view: { account, check, remainingMs, hasPassword, isGuarded, isOff },
  answer,
  moneyPath,
}: {
  view: AccountSettingsView
  answer: ScreenAnswer
  moneyPath: string
}) {
  const hasAccount = account.status !== "no_account"
  return (
    <div className="mx-auto max-w-xl">
      <PageHeader
        title="받을 계좌"
        back={{ href: moneyPath, label: "내 정산" }}
        bar="same"
        text="내 계좌가 맞는지 1원을 보내 확인해요."
      />
      <div className="grid gap-4">
        {hasAccount ? (
          <Card className="md:p-6">
            <h2 className="mb-3 text-lg font-bold">지금 받는 계좌</h2>
            <PayeeAccount account={account} />
          </Card>
        ) : null}
        {check ? <WordForm check={check} remainingMs={remainingMs} answer={answer.of("word")} /> : null}
        <AccountForm
          hasOpenCheck={check !== null}
          hasAccount={hasAccount}
          hasPassword={hasPassword}
          isOff={isOff}
          answer={answer.of("ask")}
          overProblem={check ? null : answer.of("word").problem}
        />
        {isGuarded ? null : <SecondFactorOffer />}
      </div>
    </div>
  )
}
