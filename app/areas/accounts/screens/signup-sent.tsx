import { titleOf } from "#app/basics/brand.ts"
import { MailCheck } from "#app/ui/icons.tsx"
import { Form, href, Link } from "react-router"
import { redirectWithFlash } from "#app/platform/flash.server.ts"
import { intents } from "#app/platform/intents.server.ts"
import { requestContext } from "#app/platform/request.server.ts"
import { SERVICE_TEXTS } from "#app/basics/services.ts"
import { useActionAnswer } from "#app/ui/action-answer.ts"
import { FormAlert } from "#app/ui/form.tsx"
import { ServiceAlert } from "#app/ui/service-alert.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { getActor } from "../guards.server.ts"
import { AccountPage } from "../parts/account-page.tsx"
import { ResendButton } from "../parts/resend-button.tsx"
import { findSentSignUp, sendSignUpMailAgain } from "../service/sign-up-again.server.ts"
import { toMinutesLeft } from "../service/sign-up.server.ts"
import { OutboxPreview } from "../parts/outbox-preview.tsx"
import { listOutboxMessages, isOutboxOpen } from "../service/outbox.server.ts"
import type { Route } from "./+types/signup-sent"

export const handle = { background: "white" } satisfies ScreenHandle

export async function loader({ request, context }: Route.LoaderArgs) {
  const to = (new URL(request.url).searchParams.get("to") ?? "").slice(0, 254)
  return {
    to,
    waitMs: findSentSignUp(request)?.waitMs ?? null,
    origin: context.get(requestContext).origin,
    messages: isOutboxOpen() && to ? await listOutboxMessages(getActor(context), to) : null,
  }
}

const answerForm = intents<{ request: Request }>((intent) => ({
  "": intent({
    run: ({ request }) => sendSignUpMailAgain(request),
    done: ({ setCookie }, _, { request }) => {
      const next = redirectWithFlash(
        `${href("/signup/sent")}${new URL(request.url).search}`,
        "메일을 다시 보냈어요",
      )
      next.headers.append("Set-Cookie", setCookie)
      return next
    },
    problems: {
      over: "가입하던 내용을 찾을 수 없어요. 처음부터 다시 가입해 주세요.",
      mail_off: { sentence: SERVICE_TEXTS.mail.off, status: 503 },
      too_soon: ({ retryAfterMs }) => ({
        sentence: `방금 보냈어요. ${Math.ceil(retryAfterMs / 1_000)}초 뒤에 다시 보낼 수 있어요.`,
        status: 429,
      }),
      too_many: ({ retryAfterMs }) => ({
        sentence: `메일을 여러 번 보냈어요. ${toMinutesLeft(retryAfterMs)}분 뒤에 다시 해 주세요.`,
        status: 429,
      }),
    },
  }),
}))

export async function action({ request }: Route.ActionArgs) {
  return answerForm(await request.formData(), { request }, { to: href("/signup/sent") })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("확인 메일을 보냈어요") },
  { name: "robots", content: "noindex" },
]

export default function SignupSent({ loaderData, actionData }: Route.ComponentProps) {
  const { to, origin, messages, waitMs } = loaderData
  const { problem } = useActionAnswer(actionData)
  return (
    <AccountPage
      isWide
      title="확인 메일을 보냈어요"
      text={
        <>
          {to && <strong className="font-semibold break-all text-base-content">{to}</strong>}
          {to && " "}메일함에서 링크를 열면 가입이 끝나요. 가장 나중에 온 메일의 링크를 24시간 동안 쓸 수
          있어요.
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
      {waitMs !== null && (
        <Form method="post" className="mt-6 text-center">
          <FormAlert message={problem} className="mb-3 text-left" />
          <ResendButton key={waitMs} label="메일 다시 보내기" waitMs={waitMs} />
        </Form>
      )}
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
