import { href } from "react-router"
import { titleOf } from "#app/basics/brand.ts"
import { useActionAnswer } from "#app/ui/action-answer.ts"
import { requireSeller } from "../../selling/guards.server.ts"
import { SellerLayout } from "../../selling/parts/seller-layout.tsx"
import { WebhookDesk } from "../parts/webhook-desk.tsx"
import { answerWebhookForm, findWebhookDesk } from "../webhook-forms.server.ts"
import type { Route } from "./+types/webhooks"

const PATH = href("/shopping/admin/webhooks")

export async function loader({ request, context }: Route.LoaderArgs) {
  return findWebhookDesk(requireSeller(context, request), request.url)
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireSeller(context, request)
  return answerWebhookForm(await request.formData(), { actor }, { to: PATH })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("웹훅") },
  { name: "robots", content: "noindex" },
]

export default function Webhooks({ loaderData: view, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  return (
    <SellerLayout current="webhooks">
      <WebhookDesk owner="seller" path={PATH} view={view} answer={answer} />
    </SellerLayout>
  )
}
