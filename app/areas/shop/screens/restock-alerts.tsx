import { Form, href, Link } from "react-router"
import { requireMember } from "#app/areas/accounts/guards.server.ts"
import { titleOf } from "#app/basics/brand.ts"
import { intents } from "#app/platform/intents.server.ts"
import { useActionAnswer } from "#app/ui/action-answer.ts"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { FormAlert } from "#app/ui/form.tsx"
import { Page, PageHeader } from "#app/ui/section.tsx"
import type { Member } from "../../accounts/rules.ts"
import { RestockCancelForm } from "../forms.ts"
import { Thumbnail } from "../parts/thumbnail.tsx"
import { WishTabs } from "../parts/wish-tabs.tsx"
import { cancelRestockAlert, findRestockAlerts } from "../service/product-alerts.server.ts"
import type { Route } from "./+types/restock-alerts"

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  return { alerts: await findRestockAlerts(actor) }
}

const answerForm = intents<{ actor: Member }>((intent) => ({
  "": intent({
    form: RestockCancelForm,
    hidden: ["variantId"],
    run: ({ actor }, { variantId }) => cancelRestockAlert(actor, variantId),
    done: "알림을 취소했어요",
    problems: {},
  }),
}))

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireMember(context, request)
  return answerForm(await request.formData(), { actor }, { to: href("/my-info/wishes/restock") })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("재입고 알림") },
  { name: "robots", content: "noindex" },
]

export default function RestockAlerts({ loaderData: { alerts }, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  return (
    <Page>
      <PageHeader
        title="찜"
        back={{ href: href("/my-info"), label: "마이" }}
        text="품절된 옵션이 다시 들어오면 한 번 알려 드려요."
      />
      <WishTabs current="/my-info/wishes/restock" />
      <FormAlert message={answer.problem} className="mb-4" />
      {alerts.length > 0 ? (
        <ul className="card-line divide-y divide-base-300">
          {alerts.map((alert) => (
            <li key={alert.variantId} className="flex flex-wrap items-center gap-x-3.5 gap-y-2 p-4 md:px-5">
              <Thumbnail pictureId={alert.pictureId} isDimmed />
              <div className="min-w-[min(100%,8.5rem)] flex-1">
                <h2 className="text-base font-medium">
                  <Link
                    to={href("/shopping/product/:productId", { productId: alert.productId })}
                    className="hover:underline"
                  >
                    {alert.title}
                  </Link>
                </h2>
                {alert.optionName ? <p className="mt-0.5 text-sm text-ink-3">{alert.optionName}</p> : null}
              </div>
              <Form method="post" className="flex-none">
                <input type="hidden" name="variantId" value={alert.variantId} />
                <button
                  type="submit"
                  aria-label={`${alert.title} ${alert.optionName} 알림 취소`}
                  className="btn btn-quiet btn-sm"
                >
                  취소
                </button>
              </Form>
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState
          art="cart"
          title="기다리는 상품이 없어요"
          text="품절된 옵션 옆의 ‘재입고 알림’을 누르면 여기에 모여요."
          action={{ href: href("/shopping"), label: "상품 둘러보기" }}
        />
      )}
    </Page>
  )
}
