/** /signup: the first step of a sign-up asks for the address alone; the next is /signup/sent. */
import { titleOf } from "#app/basics/brand.ts"
import type { FormEvent } from "react"
import { Form, Link, href, redirect } from "react-router"
import { toSafeReturnTo } from "#app/basics/safe-return-to.ts"
import { SERVICE_TEXTS } from "#app/basics/services.ts"
import { buildShareMeta } from "#app/basics/share-meta.ts"
import { getBaseUrl } from "#app/platform/env.server.ts"
import { requestContext } from "#app/platform/request.server.ts"
import { ChoiceCards } from "#app/ui/choice.tsx"
import { intents } from "#app/platform/intents.server.ts"
import { useActionAnswer, type ScreenAnswer } from "#app/ui/action-answer.ts"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import { ServiceAlert, useServiceMode } from "#app/ui/service-alert.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { StartSignUpForm } from "../forms.ts"
import { getActor } from "../guards.server.ts"
import { EmailField } from "../parts/email-field.tsx"
import { SignUpLayout } from "../parts/sign-up-layout.tsx"
import { SocialButtons } from "../parts/social-buttons.tsx"
import { USER_TYPE_OPTIONS } from "../parts/user-type-options.ts"
import type { SignInContext } from "../service/sessions.server.ts"
import { toMinutesLeft, startSignUp } from "../service/sign-up.server.ts"
import { listSocialProviders } from "../service/social.server.ts"
import { withReturnTo } from "../sign-in-href.ts"
import type { Route } from "./+types/signup"

export const handle = { bar: "flow", background: "white" } satisfies ScreenHandle

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams
  const returnTo = toSafeReturnTo(query.get("returnTo"))
  if (getActor(context).kind === "member") throw redirect(returnTo)
  return {
    returnTo,
    providers: listSocialProviders(),
    userType: query.get("type") === "expert" ? "expert" : "customer",
    email: (query.get("to") ?? "").slice(0, 254),
    origin: getBaseUrl(request.url),
  }
}

const answerForm = intents<SignInContext>((intent) => ({
  "": intent({
    form: StartSignUpForm,
    run: (origin, value) => startSignUp(origin, { ...value, returnTo: toSafeReturnTo(value.returnTo) }),
    done: ({ setCookie }, { email }) =>
      redirect(`${href("/signup/sent")}?${new URLSearchParams({ to: email })}`, {
        headers: { "Set-Cookie": setCookie },
      }),
    problems: {
      mail_off: { sentence: SERVICE_TEXTS.mail.off, status: 503 },
      too_many: ({ retryAfterMs }) => ({
        sentence: `가입 메일을 너무 많이 보냈어요. ${toMinutesLeft(retryAfterMs)}분 뒤에 다시 해 주세요.`,
        status: 429,
        headers: { "Retry-After": String(Math.ceil(retryAfterMs / 1_000)) },
      }),
    },
  }),
}))

export async function action({ request, context }: Route.ActionArgs) {
  const origin = { request, address: context.get(requestContext).address, actor: getActor(context) }
  return answerForm(await request.formData(), origin, { to: href("/signup/sent") })
}

export const meta: Route.MetaFunction = ({ loaderData: view }) => [
  { title: titleOf("회원가입") },
  ...(view
    ? buildShareMeta({
        origin: view.origin,
        path: href("/signup"),
        name: "회원가입",
        description: "이메일로 1분이면 가입해요. 견적을 받거나 전문가로 일해 보세요.",
      })
    : []),
]

/** Writes what was typed into the address of this step, so that Back finds it there. */
function rememberTyped({ currentTarget }: FormEvent<HTMLFormElement>) {
  const typed = new FormData(currentTarget)
  const url = new URL(location.href)
  url.searchParams.set("to", String(typed.get("email") ?? ""))
  url.searchParams.set("type", String(typed.get("userType") ?? ""))
  history.replaceState(history.state, "", url)
}

export default function Signup({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  const mode = useServiceMode("mail")
  return (
    <SignUpLayout
      step="mail"
      backHref={href("/")}
      question={mode === "off" ? "지금은 이메일로 가입할 수 없어요" : "어떤 이메일로 가입할까요?"}
      help={mode === "off" ? "잠시 뒤 다시 찾아와 주세요." : "1분이면 가입해요. 인증번호를 이 주소로 보내요."}
    >
      <FormAlert message={answer.problem} className="mb-5" />
      <ServiceAlert service="mail" offText="이미 회원이면 로그인할 수 있어요." className="mb-8" />
      {mode === "off" ? null : <StartFields view={loaderData} answer={answer} />}
      <SocialButtons providers={loaderData.providers} returnTo={loaderData.returnTo} lastMethod={null} />
      <p className="mt-8 text-center text-base text-ink-2">
        이미 회원이세요?{" "}
        <Link
          to={withReturnTo(href("/login"), loaderData.returnTo)}
          className="hit rounded-sm font-semibold text-primary-ink"
        >
          로그인
        </Link>
      </p>
    </SignUpLayout>
  )
}

function StartFields({ view, answer }: { view: Route.ComponentProps["loaderData"]; answer: ScreenAnswer }) {
  const { errors, typed } = answer
  return (
    <Form method="post" noValidate onSubmit={rememberTyped} className="grid gap-7">
      <input type="hidden" name="returnTo" value={view.returnTo} />
      <EmailField
        enterKeyHint="next"
        placeholder="name@example.com"
        defaultValue={typed("email", view.email)}
        error={errors.email}
      />
      <ChoiceCards
        legend="어떻게 이용하세요?"
        name="userType"
        type="radio"
        options={USER_TYPE_OPTIONS}
        defaultValue={typed("userType") || view.userType}
        error={errors.userType}
      />
      <SubmitButton className="btn btn-primary btn-lg w-full" pendingLabel="메일을 보내는 중이에요">
        인증번호 받기
      </SubmitButton>
    </Form>
  )
}
