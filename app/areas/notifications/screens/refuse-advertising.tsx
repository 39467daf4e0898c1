import { Form, Link, href } from "react-router"
import { titleOf } from "#app/basics/brand.ts"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { SubmitButton } from "#app/ui/form.tsx"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { notFound } from "../../accounts/guards.server.ts"
import { isAdvertisingRefusalLink, refuseAdvertisingByLink } from "../service/advertising.server.ts"
import type { Route } from "./+types/refuse-advertising"

export function loader({ request }: Route.LoaderArgs) {
  if (!isAdvertisingRefusalLink(new URL(request.url).searchParams)) notFound()
  return null
}

export async function action({ request }: Route.ActionArgs) {
  if (!(await refuseAdvertisingByLink(new URL(request.url).searchParams))) notFound()
  return { done: true }
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("광고 수신거부") },
  { name: "robots", content: "noindex" },
  { name: "referrer", content: "no-referrer" },
]

export default function RefuseAdvertising({ actionData }: Route.ComponentProps) {
  if (actionData?.done)
    return (
      <EmptyState
        art="done"
        heading="h1"
        title="광고를 더 보내지 않을게요"
        text="견적, 주문, 채팅처럼 꼭 필요한 소식은 그대로 알려 드려요."
        action={{ href: href("/"), label: "홈으로" }}
      />
    )
  return (
    <Page isNarrow>
      <PageHeader
        title="광고를 그만 받을까요?"
        text="혜택과 이벤트 소식을 이메일, 문자, 푸시로 더 보내지 않아요. 비용은 들지 않아요."
      />
      <Form method="post" className="button-pair">
        <Link to={href("/")} className="btn btn-quiet btn-lg">
          계속 받기
        </Link>
        <SubmitButton className="btn btn-primary btn-lg">그만 받기</SubmitButton>
      </Form>
    </Page>
  )
}
