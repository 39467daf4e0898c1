import { href } from "react-router"
import { titleOf } from "#app/basics/brand.ts"
import { useActionAnswer } from "#app/ui/action-answer.ts"
import { expertLoader, expertMiddleware, requireExpert } from "../../accounts/guards.server.ts"
import { AccountSettings } from "../../money/parts/account-settings.tsx"
import { createAccountAnswer, findAccountSettings } from "../../money/service/account-settings.server.ts"
import { DashboardLayout } from "../parts/dashboard-layout.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import type { Route } from "./+types/expert-account"

const PATH = href("/expert-dashboard/money/account")
const MONEY_PATH = href("/expert-dashboard/money")

export const handle = { bar: "task", title: "받을 계좌", backHref: MONEY_PATH } satisfies ScreenHandle

export const middleware: Route.MiddlewareFunction[] = [expertMiddleware]

export const loader = expertLoader(async (actor) => {
  return findAccountSettings(actor)
})

const answerForm = createAccountAnswer(MONEY_PATH)

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
    <DashboardLayout currentHref={MONEY_PATH} isTask>
      <AccountSettings view={view} answer={answer} moneyPath={MONEY_PATH} />
    </DashboardLayout>
  )
}
