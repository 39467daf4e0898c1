import { Form, Link, redirect, href } from "react-router"
import { titleOf } from "#app/basics/brand.ts"
import { readReturnTo, toSafeReturnTo } from "#app/basics/safe-return-to.ts"
import { intents } from "#app/platform/intents.server.ts"
import { requestContext } from "#app/platform/request.server.ts"
import { useActionAnswer } from "#app/ui/action-answer.ts"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { SecondStepForm } from "../forms.ts"
import { getActor } from "../guards.server.ts"
import { AccountPage } from "../parts/account-page.tsx"
import { useCodeFocus } from "../parts/code-focus.ts"
import { PasskeyButton } from "../parts/passkey-button.tsx"
import { SecondFactorField } from "../parts/second-factor-field.tsx"
import { buildTooManyCodesProblem, WRONG_CODE_PROBLEM } from "../service/code-problems.server.ts"
import { confirmSecondStep, findPendingSignIn } from "../service/second-step.server.ts"
import type { SignInContext } from "../service/sessions.server.ts"
import { withReturnTo } from "../sign-in-href.ts"
import type { Route } from "./+types/second-step"

export const handle = {
  bar: "task",
  title: "2단계 인증",
  backHref: href("/login"),
  background: "white",
} satisfies ScreenHandle

export function loader({ request, context }: Route.LoaderArgs) {
  const returnTo = readReturnTo(request)
  if (getActor(context).kind === "member") throw redirect(returnTo)
  const pending = findPendingSignIn(request)
  return { returnTo, isOver: pending === null, keep: pending?.staysSignedIn ?? false }
}

const OVER_TEXT = "로그인하던 시간이 지났어요. 이메일과 비밀번호부터 다시 입력해 주세요."

const answerForm = intents<{ origin: SignInContext }>((intent) => ({
  "": intent({
    form: SecondStepForm,
    run: ({ origin }, value) => confirmSecondStep(origin, value),
    done: ({ headers }, { returnTo }) => redirect(toSafeReturnTo(returnTo), { headers }),
    problems: {
      wrong: WRONG_CODE_PROBLEM,
      too_many_codes: ({ retryAfterMs }) => buildTooManyCodesProblem(retryAfterMs),
      over: OVER_TEXT,
    },
  }),
}))

export async function action({ request, context }: Route.ActionArgs) {
  const origin = { request, address: context.get(requestContext).address, actor: getActor(context) }
  return answerForm(await request.formData(), { origin }, { to: href("/") })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("2단계 인증") },
  { name: "robots", content: "noindex" },
]

export default function SecondStep({ loaderData, actionData }: Route.ComponentProps) {
  const { returnTo, isOver, keep } = loaderData
  const { errors, typed, problem } = useActionAnswer(actionData)
  useCodeFocus()
  const loginPath = withReturnTo(href("/login"), returnTo)
  if (isOver)
    return (
      <AccountPage bar="other" title="다시 로그인해 주세요">
        <FormAlert message={OVER_TEXT} className="mb-5" />
        <Link to={loginPath} className="btn btn-primary btn-lg w-full">
          로그인
        </Link>
      </AccountPage>
    )
  return (
    <AccountPage bar="other" title="한 번 더 확인할게요" text="인증 앱에 보이는 6자리 숫자를 입력해 주세요.">
      <FormAlert message={problem} className="mb-5" />
      <Form method="post" noValidate className="grid gap-5">
        <input type="hidden" name="returnTo" value={returnTo} />
        <SecondFactorField
          defaultValue={typed("code")}
          error={errors.code}
          help="휴대폰을 쓸 수 없으면 보관해 둔 복구 코드 하나를 입력해 주세요."
        />
        <SubmitButton className="btn btn-primary btn-lg w-full" pendingLabel="확인하는 중이에요">
          로그인
        </SubmitButton>
      </Form>
      <PasskeyButton returnTo={returnTo} readKeep={() => keep} />
      <p className="mt-8 text-center text-base">
        <Link to={loginPath} className="hit rounded-sm font-medium text-ink-2 underline underline-offset-2">
          다른 계정으로 로그인
        </Link>
      </p>
    </AccountPage>
  )
}
