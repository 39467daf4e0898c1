import { titleOf } from "#app/basics/brand.ts"
import { Form, Link, href } from "react-router"
import { PASSWORD_HINT_TEXT } from "#app/basics/password-hint.ts"
import { SERVICE_TEXTS } from "#app/basics/services.ts"
import { redirectWithFlash } from "#app/platform/flash.server.ts"
import { requestContext } from "#app/platform/request.server.ts"
import { TextField } from "#app/ui/field.tsx"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import { ServiceAlert, useServiceMode } from "#app/ui/service-alert.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { RequestResetForm, ResetPasswordForm } from "../forms.ts"
import { getActor } from "../guards.server.ts"
import { AccountPage } from "../parts/account-page.tsx"
import { EmailField } from "../parts/email-field.tsx"
import { OutboxPreview } from "../parts/outbox-preview.tsx"
import { listOutboxMessages, isOutboxOpen } from "../service/outbox.server.ts"
import { BREACHED_PASSWORD_TEXT } from "../service/identity-problems.server.ts"
import { isResetLinkValid, requestPasswordReset, resetPassword } from "../service/password-reset.server.ts"
import { toMinutesLeft } from "../service/sign-up.server.ts"
import type { SignInContext } from "../service/sessions.server.ts"
import type { Route } from "./+types/password-reset"
import { intents } from "#app/platform/intents.server.ts"
import { useActionAnswer, type ScreenAnswer } from "#app/ui/action-answer.ts"

const LINK_EXPIRED_MESSAGE = "이 링크는 이미 썼거나 1시간이 지났어요. 메일을 다시 받아 주세요."

export const handle = {
  bar: "task",
  title: "비밀번호 재설정",
  backHref: href("/login"),
  background: "white",
} satisfies ScreenHandle

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams
  const token = query.get("token")?.slice(0, 200) ?? null
  const to = query.get("to")?.slice(0, 254) ?? null
  return {
    to,
    token: token !== null && (await isResetLinkValid(token)) ? token : null,
    isLinkExpired: token !== null,
    origin: context.get(requestContext).origin,
    messages: isOutboxOpen() && to ? await listOutboxMessages(getActor(context), to) : null,
  }
}

const answerForm = intents<{ origin: SignInContext }>((intent) => ({
  reset: intent({
    form: ResetPasswordForm,
    hidden: ["token"],
    run: ({ origin }, value) => resetPassword(origin, value),
    done: ({ headers, needsSecondFactor }) => {
      const response = needsSecondFactor
        ? redirectWithFlash(href("/login/code"), "비밀번호를 바꿨어요")
        : redirectWithFlash(href("/"), "비밀번호를 바꾸고 로그인했어요")
      for (const cookie of headers.getSetCookie()) response.headers.append("Set-Cookie", cookie)
      return response
    },
    problems: {
      personal: ({ sentence }) => ({ field: "password", sentence }),
      breached: { field: "password", sentence: BREACHED_PASSWORD_TEXT },
      banned: {
        sentence: "비밀번호를 바꿨어요. 이용이 정지된 계정이라 로그인할 수 없어요. 고객센터에 문의해 주세요.",
        status: 403,
      },
      over: LINK_EXPIRED_MESSAGE,
    },
  }),
  "": intent({
    form: RequestResetForm,
    run: ({ origin }, { email }) => requestPasswordReset(origin, email),
    done: (_, { email }) => ({ to: `${href("/password-reset")}?${new URLSearchParams({ to: email })}` }),
    problems: {
      mail_off: { sentence: SERVICE_TEXTS.mail.off, status: 503 },
      too_many: ({ retryAfterMs }) => ({
        sentence: `메일을 너무 많이 보냈어요. ${toMinutesLeft(retryAfterMs)}분 뒤에 다시 해 주세요.`,
        status: 429,
        headers: { "Retry-After": String(Math.ceil(retryAfterMs / 1_000)) },
      }),
    },
  }),
}))

export async function action({ request, context }: Route.ActionArgs) {
  const origin = { request, address: context.get(requestContext).address, actor: getActor(context) }
  return answerForm(await request.formData(), { origin }, { to: href("/password-reset") })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("비밀번호 다시 설정") },
  { name: "robots", content: "noindex" },
  { name: "referrer", content: "same-origin" },
]

export default function PasswordReset({
  loaderData: { to, token, isLinkExpired, origin, messages },
  actionData,
}: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  const { errors, problem } = answer
  const mode = useServiceMode("mail")
  if (token !== null) {
    return (
      <AccountPage
        bar="other"
        title="새 비밀번호를 정해 주세요"
        text="바꾸면 다른 기기에서는 모두 로그아웃돼요."
      >
        <FormAlert message={problem} className="mb-5" />
        <Form method="post" noValidate className="grid gap-5">
          <input type="hidden" name="intent" value="reset" />
          <input type="hidden" name="token" value={token} />
          <TextField
            label="새 비밀번호"
            name="password"
            type="password"
            autoComplete="new-password"
            error={errors.password}
            help={PASSWORD_HINT_TEXT}
          />
          <SubmitButton className="btn btn-primary btn-lg w-full">비밀번호 바꾸기</SubmitButton>
        </Form>
      </AccountPage>
    )
  }
  if (to !== null) {
    return (
      <AccountPage
        isWide
        bar="other"
        title="메일을 보냈어요"
        text={
          <>
            <strong className="font-semibold break-all text-base-content">{to}</strong> 주소로 가입한 계정이
            있으면 링크가 도착해요. 링크는 1시간 동안 쓸 수 있어요.
          </>
        }
      >
        <ServiceAlert service="mail" className="mb-4" />
        <Link to={href("/login")} className="btn btn-tint btn-lg w-full">
          로그인으로 돌아가기
        </Link>
        {messages && <OutboxPreview messages={messages} origin={origin} />}
      </AccountPage>
    )
  }
  return (
    <AccountPage
      bar="other"
      title="비밀번호를 잊으셨나요?"
      text={mode === "off" ? undefined : "가입한 이메일로 새 비밀번호를 정할 링크를 보내 드려요."}
    >
      <FormAlert message={problem ?? (isLinkExpired ? LINK_EXPIRED_MESSAGE : null)} className="mb-5" />
      <ServiceAlert service="mail" offText="비밀번호를 잊었다면 고객센터에 문의해 주세요." className="mb-5" />
      {mode === "off" ? null : <AskForMail answer={answer} />}
      <p className="mt-8 text-center">
        <Link to={href("/login")} className="hit rounded-sm font-semibold text-primary-ink">
          로그인으로 돌아가기
        </Link>
      </p>
    </AccountPage>
  )
}

function AskForMail({ answer: { errors, typed } }: { answer: ScreenAnswer }) {
  return (
    <Form method="post" noValidate className="grid gap-5">
      <EmailField defaultValue={typed("email")} error={errors.email} />
      <SubmitButton className="btn btn-primary btn-lg w-full">메일 받기</SubmitButton>
    </Form>
  )
}
