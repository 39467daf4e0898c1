import { data, Form, Link, redirect } from "react-router"
import { parseForm } from "#app/basics/form.ts"
import { passwordHint } from "#app/basics/password-hint.ts"
import { SERVICE_SENTENCES } from "#app/basics/services.ts"
import { redirectWithNotice } from "#app/platform/notice.server.ts"
import { requestContext } from "#app/platform/request.server.ts"
import { TextField } from "#app/ui/field.tsx"
import { FormProblem, SubmitButton, useFirstErrorFocus } from "#app/ui/form.tsx"
import { ServiceNote, useServiceMode } from "#app/ui/service-note.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { RequestResetForm, ResetPasswordForm } from "../forms.ts"
import { getActor } from "../guards.server.ts"
import { AccountPage } from "../parts/account-page.tsx"
import { OpenOutbox } from "../parts/open-outbox.tsx"
import { findMessages, isOutboxOpen } from "../service/outbox.server.ts"
import { isResetLink, requestReset, resetPassword } from "../service/password-reset.server.ts"
import { minutesLeft } from "../service/sign-up.server.ts"
import type { Route } from "./+types/password-reset"

const OVER = "이 링크는 이미 썼거나 1시간이 지났어요. 메일을 다시 받아 주세요."

export const handle = { ground: "white" } satisfies ScreenHandle

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams
  const token = query.get("token")?.slice(0, 200) ?? null
  const to = query.get("to")?.slice(0, 254) ?? null
  return {
    to,
    token: token !== null && (await isResetLink(token)) ? token : null,
    over: token !== null,
    origin: context.get(requestContext).origin,
    messages: isOutboxOpen() && to ? await findMessages(getActor(context), to) : null,
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const origin = { request, address: context.get(requestContext).address, actor: getActor(context) }
  const typed = await request.formData()
  if (typed.get("intent") === "reset") {
    const form = parseForm(ResetPasswordForm, typed)
    if (!form.ok) return data({ errors: form.errors, values: {}, problem: null }, { status: 400 })
    const done = await resetPassword(origin, form.value)
    if (done.ok) {
      const answer = redirectWithNotice("/", "비밀번호를 바꾸고 로그인했어요")
      for (const cookie of done.headers.getSetCookie()) answer.headers.append("Set-Cookie", cookie)
      return answer
    }
    if (done.reason === "personal")
      return data({ errors: { password: done.sentence }, values: {}, problem: null }, { status: 400 })
    if (done.reason === "banned")
      return data(
        {
          errors: {},
          values: {},
          problem:
            "비밀번호를 바꿨어요. 이용이 정지된 계정이라 로그인할 수 없어요. 고객센터에 문의해 주세요.",
        },
        { status: 403 },
      )
    return data({ errors: {}, values: {}, problem: OVER }, { status: 409 })
  }
  const form = parseForm(RequestResetForm, typed)
  if (!form.ok) return data({ errors: form.errors, values: form.values, problem: null }, { status: 400 })
  const done = await requestReset(origin, form.value.email)
  if (!done.ok && done.reason === "mail_off")
    return data(
      { errors: {}, values: { email: form.value.email }, problem: SERVICE_SENTENCES.mail.off },
      { status: 503 },
    )
  if (done.ok)
    return redirect(
      `${new URL(request.url).pathname.replace(/\.data$/, "")}?` +
        `${new URLSearchParams({ to: form.value.email })}`,
    )
  return data(
    {
      errors: {},
      values: { email: form.value.email },
      problem: `메일을 너무 많이 보냈어요. ${minutesLeft(done.retryAfterMs)}분 뒤에 다시 해 주세요.`,
    },
    { status: 429, headers: { "Retry-After": String(Math.ceil(done.retryAfterMs / 1_000)) } },
  )
}

export const meta: Route.MetaFunction = () => [
  { title: "비밀번호 다시 설정 · 바로일당" },
  { name: "robots", content: "noindex" },
  { name: "referrer", content: "same-origin" },
]

export default function PasswordReset({
  loaderData: { to, token, over, origin, messages },
  actionData,
}: Route.ComponentProps) {
  const errors: Record<string, string> = actionData?.errors ?? {}
  const values: Record<string, string | string[]> = actionData?.values ?? {}
  useFirstErrorFocus(actionData?.errors)
  const mode = useServiceMode("mail")
  if (token !== null) {
    return (
      <AccountPage title="새 비밀번호를 정해 주세요" text="바꾸면 다른 기기에서는 모두 로그아웃돼요.">
        <FormProblem problem={actionData?.problem} className="mb-5" />
        <Form method="post" noValidate className="grid gap-5">
          <input type="hidden" name="intent" value="reset" />
          <input type="hidden" name="token" value={token} />
          <TextField
            label="새 비밀번호"
            name="password"
            type="password"
            autoComplete="new-password"
            error={errors.password}
            help={passwordHint}
          />
          <SubmitButton className="btn btn-primary btn-lg w-full">비밀번호 바꾸기</SubmitButton>
        </Form>
      </AccountPage>
    )
  }
  if (to !== null) {
    return (
      <AccountPage
        wide
        title="메일을 보냈어요"
        text={
          <>
            <strong className="font-semibold break-all text-base-content">{to}</strong> 주소로 가입한 계정이
            있으면 링크가 도착해요. 링크는 1시간 동안 쓸 수 있어요.
          </>
        }
      >
        <ServiceNote of="mail" className="mb-4" />
        <Link to="/login" className="btn btn-tint btn-lg w-full">
          로그인으로 돌아가기
        </Link>
        {messages && <OpenOutbox messages={messages} origin={origin} />}
      </AccountPage>
    )
  }
  return (
    <AccountPage
      title="비밀번호를 잊으셨나요?"
      text={mode === "off" ? undefined : "가입한 이메일로 새 비밀번호를 정할 링크를 보내 드려요."}
    >
      <FormProblem problem={actionData?.problem ?? (over ? OVER : null)} className="mb-5" />
      <ServiceNote of="mail" off="비밀번호를 잊었다면 고객센터에 문의해 주세요." className="mb-5" />
      {mode === "off" ? null : (
        <Form method="post" noValidate className="grid gap-5">
          <TextField
            label="이메일"
            name="email"
            type="email"
            autoComplete="username"
            inputMode="email"
            defaultValue={String(values.email ?? "")}
            error={errors.email}
          />
          <SubmitButton className="btn btn-primary btn-lg w-full">메일 받기</SubmitButton>
        </Form>
      )}
      <p className="mt-8 text-center">
        <Link to="/login" className="hit rounded-sm font-semibold text-primary-ink">
          로그인으로 돌아가기
        </Link>
      </p>
    </AccountPage>
  )
}
