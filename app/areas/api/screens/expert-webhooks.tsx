import { href } from "react-router"
import { titleOf } from "#app/basics/brand.ts"
import { useActionAnswer } from "#app/ui/action-answer.ts"
import { expertMiddleware, requireExpert } from "../../accounts/guards.server.ts"
import { DashboardLayout } from "../../experts/parts/dashboard-layout.tsx"
import { WebhookDesk } from "../parts/webhook-desk.tsx"
import { answerWebhookForm, findWebhookDesk } from "../webhook-forms.server.ts"
import type { Route } from "./+types/expert-webhooks"

const PATH = href("/expert-dashboard/webhooks")

export const middleware: Route.MiddlewareFunction[] = [expertMiddleware]

export async function loader({ request, context }: Route.LoaderArgs) {
  return findWebhookDesk(requireExpert(context), request.url)
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireExpert(context)
  return answerWebhookForm(await request.formData(), { actor }, { to: PATH })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("웹훅") },
  { name: "robots", content: "noindex" },
]

export default function ExpertWebhooks({ loaderData: view, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  return (
    <DashboardLayout currentHref={PATH}>
      <WebhookDesk owner="expert" path={PATH} view={view} answer={answer} />
    </DashboardLayout>
  )
}
