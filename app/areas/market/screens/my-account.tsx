/** /my-info/money/account: the account that a member is paid to, checked by one won. */
import { href, redirect } from "react-router"
import { titleOf } from "#app/basics/brand.ts"
import { useActionAnswer } from "#app/ui/action-answer.ts"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { Page } from "#app/ui/section.tsx"
import { requireMember } from "../../accounts/guards.server.ts"
import { isExpert } from "../../accounts/rules.ts"
import { AccountSettings } from "../../money/parts/account-settings.tsx"
import { createAccountAnswer, findAccountSettings } from "../../money/service/account-settings.server.ts"
import type { Route } from "./+types/my-account"

const PATH = href("/my-info/money/account")
const MONEY_PATH = href("/my-info/money")

export const handle = { bar: "task", title: "받을 계좌", backHref: MONEY_PATH } satisfies ScreenHandle

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  if (isExpert(actor)) throw redirect(href("/expert-dashboard/money/account"))
  return findAccountSettings(actor)
}

const answerForm = createAccountAnswer(MONEY_PATH)

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireMember(context, request)
  return answerForm(await request.formData(), { actor }, { to: PATH })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("받을 계좌") },
  { name: "robots", content: "noindex" },
]

export default function MyAccount({ loaderData: view, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  return (
    <Page>
      <AccountSettings view={view} answer={answer} moneyPath={MONEY_PATH} />
    </Page>
  )
}
