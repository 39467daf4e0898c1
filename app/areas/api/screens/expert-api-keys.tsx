import { href } from "react-router"
import { titleOf } from "#app/basics/brand.ts"
import { useActionAnswer } from "#app/ui/action-answer.ts"
import { expertMiddleware, requireExpert } from "../../accounts/guards.server.ts"
import { DashboardLayout } from "../../experts/parts/dashboard-layout.tsx"
import { answerKeyForm, findKeyDesk } from "../key-forms.server.ts"
import { ApiKeyDesk } from "../parts/api-key-desk.tsx"
import type { Route } from "./+types/expert-api-keys"

const PATH = href("/expert-dashboard/api")

export const middleware: Route.MiddlewareFunction[] = [expertMiddleware]

export async function loader({ context }: Route.LoaderArgs) {
  return findKeyDesk(requireExpert(context))
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireExpert(context)
  return answerKeyForm(await request.formData(), { actor }, { to: PATH })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("API 키") },
  { name: "robots", content: "noindex" },
]

export default function ExpertApiKeys({ loaderData: view, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  return (
    <DashboardLayout currentHref={PATH}>
      <ApiKeyDesk
        owner="expert"
        keys={view.keys}
        newKey={actionData?.shown?.key}
        hasPassword={view.hasPassword}
        answer={answer}
      />
    </DashboardLayout>
  )
}
