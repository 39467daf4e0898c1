import { href } from "react-router"
import { now } from "#app/basics/clock.ts"
import { titleOf } from "#app/basics/brand.ts"
import { intents } from "#app/platform/intents.server.ts"
import { getAccountCheckProvider } from "#app/platform/services.server.ts"
import { useActionAnswer } from "#app/ui/action-answer.ts"
import { Card, PageHeader } from "#app/ui/section.tsx"
import {
  expertMiddleware,
  getActor,
  isWaitingForProfile,
  requireExpert,
} from "../../accounts/guards.server.ts"
import type { Member } from "../../accounts/rules.ts"
import { IDENTITY_PROBLEMS } from "../../accounts/service/identity-problems.server.ts"
import { OWN_PASSWORD } from "../../accounts/service/passwords.server.ts"
import { listSignInMethods } from "../../accounts/service/profile.server.ts"
import { AccountCheckForm, AccountWordForm } from "../../money/forms.ts"
import { AccountForm, WordForm } from "../../money/parts/account-check.tsx"
import { PayeeAccount } from "../../money/parts/payee-status.tsx"
import {
  askAccountCheck,
  confirmAccountWord,
  findAccountCheckView,
} from "../../money/service/account-checks.server.ts"
import { findPayeeAccount } from "../../money/service/person-money.server.ts"
import { DashboardLayout } from "../parts/dashboard-layout.tsx"
import type { Route } from "./+types/expert-account"

const PATH = "/expert-dashboard/money/account"
const MONEY_PATH = "/expert-dashboard/money"

export const middleware: Route.MiddlewareFunction[] = [expertMiddleware]

export async function loader({ context }: Route.LoaderArgs) {
  if (isWaitingForProfile(getActor(context))) return null
  const actor = requireExpert(context)
  const [account, check, methods] = await Promise.all([
    findPayeeAccount(actor),
    findAccountCheckView(actor),
    listSignInMethods(actor),
  ])
  return {
    account,
    check,
    remainingMs: check ? Math.max(0, new Date(check.expiresAt).getTime() - now().getTime()) : 0,
    hasPassword: methods.includes(OWN_PASSWORD),
    isOff: getAccountCheckProvider() === null,
  }
}

const answerForm = intents<{ actor: Member }>((intent) => ({
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
    done: { flash: "계좌를 확인했어요", to: MONEY_PATH },
    problems: {
      wrong_word: ({ triesLeft }) => ({
        field: "word",
        sentence: `숫자가 달라요. ${triesLeft}번 더 입력할 수 있어요.`,
      }),
      over: "확인이 끝났거나 시간이 지났어요. 1원을 다시 받아 주세요.",
    },
  }),
}))

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireExpert(context)
  return answerForm(await request.formData(), { actor }, { to: PATH })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("받을 계좌") },
  { name: "robots", content: "noindex" },
]

export default function ExpertAccount({ loaderData: view, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  if (!view) return null
  return (
    <DashboardLayout currentHref={MONEY_PATH}>
      <div className="mx-auto max-w-xl">
        <PageHeader
          title="받을 계좌"
          back={{ href: href("/expert-dashboard/money"), label: "내 정산" }}
          text="내 계좌가 맞는지 1원을 보내 확인해요."
        />
        <div className="grid gap-4">
          {view.account.status === "no_account" ? null : (
            <Card className="md:p-6">
              <h2 className="mb-3 text-lg font-bold">지금 받는 계좌</h2>
              <PayeeAccount account={view.account} />
            </Card>
          )}
          {view.check ? (
            <WordForm check={view.check} remainingMs={view.remainingMs} answer={answer.of("word")} />
          ) : null}
          <AccountForm
            hasOpenCheck={view.check !== null}
            hasAccount={view.account.status !== "no_account"}
            hasPassword={view.hasPassword}
            isOff={view.isOff}
            answer={answer.of("ask")}
            overProblem={view.check ? null : answer.of("word").problem}
          />
        </div>
      </div>
    </DashboardLayout>
  )
}
