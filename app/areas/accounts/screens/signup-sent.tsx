import { titleOf } from "#app/basics/brand.ts"
import { MailCheck } from "#app/ui/icons.tsx"
import { Link, href } from "react-router"
import { requestContext } from "#app/platform/request.server.ts"
import { ServiceAlert } from "#app/ui/service-alert.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { getActor } from "../guards.server.ts"
import { AccountPage } from "../parts/account-page.tsx"
import { OutboxPreview } from "../parts/outbox-preview.tsx"
import { listOutboxMessages, isOutboxOpen } from "../service/outbox.server.ts"
import type { Route } from "./+types/signup-sent"

export const handle = { background: "white" } satisfies ScreenHandle

export async function loader({ request, context }: Route.LoaderArgs) {
  const to = (new URL(request.url).searchParams.get("to") ?? "").slice(0, 254)
  return {
    to,
    origin: context.get(requestContext).origin,
    messages: isOutboxOpen() && to ? await listOutboxMessages(getActor(context), to) : null,
  }
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("확인 메일을 보냈어요") },
  { name: "robots", content: "noindex" },
]

export default function SignupSent({ loaderData: { to, origin, messages } }: Route.ComponentProps) {
  return (
    <AccountPage
      isWide
      title="확인 메일을 보냈어요"
      text={
        <>
          {to && <strong className="font-semibold break-all text-base-content">{to}</strong>}
          {to && " "}메일함에서 링크를 열면 가입이 끝나요. 링크는 24시간 동안 쓸 수 있어요.
        </>
      }
    >
      <div className="flex items-start gap-3 rounded-xl bg-base-200 p-4">
        <MailCheck size={22} className="mt-0.5 flex-none text-primary-ink" />
        <p className="text-base text-ink-2">
          메일이 안 보이면 스팸함을 확인하고, 그래도 없으면 이메일 주소를 다시 확인해 주세요.
        </p>
      </div>
      <ServiceAlert service="mail" className="mt-4" />
      <div className="mt-6 grid gap-2 sm:grid-cols-2">
        <Link to={href("/signup")} className="btn btn-quiet btn-lg">
          다시 가입하기
        </Link>
        <Link to={href("/login")} className="btn btn-tint btn-lg">
          로그인
        </Link>
      </div>
      {messages && <OutboxPreview messages={messages} origin={origin} />}
    </AccountPage>
  )
}
