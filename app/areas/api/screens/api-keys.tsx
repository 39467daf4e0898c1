import { href } from "react-router"
import { titleOf } from "#app/basics/brand.ts"
import { useActionAnswer } from "#app/ui/action-answer.ts"
import { requireSeller } from "../../selling/guards.server.ts"
import { SellerLayout } from "../../selling/parts/seller-layout.tsx"
import { answerKeyForm, findKeyDesk } from "../key-forms.server.ts"
import { ApiKeyDesk } from "../parts/api-key-desk.tsx"
import type { Route } from "./+types/api-keys"

const PATH = href("/shopping/admin/api")

export async function loader({ request, context }: Route.LoaderArgs) {
  return findKeyDesk(requireSeller(context, request))
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireSeller(context, request)
  return answerKeyForm(await request.formData(), { actor }, { to: PATH })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("API 키") },
  { name: "robots", content: "noindex" },
]

export default function ApiKeys({ loaderData: view, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  return (
    <SellerLayout current="api">
      <ApiKeyDesk
        owner="seller"
        keys={view.keys}
        newKey={actionData?.shown?.key}
        hasPassword={view.hasPassword}
        answer={answer}
      />
    </SellerLayout>
  )
}
