import { href, redirect } from "react-router"
import { titleOf } from "#app/basics/brand.ts"
import { readReturnTo } from "#app/basics/safe-return-to.ts"
import { intents } from "#app/platform/intents.server.ts"
import { requestContext } from "#app/platform/request.server.ts"
import { useActionAnswer } from "#app/ui/action-answer.ts"
import { Checkbox } from "#app/ui/choice.tsx"
import { SubmitButton } from "#app/ui/form.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { PhoneSignInForm, SendSignInCodeForm } from "../forms.ts"
import { buildSecondStepHref, getActor } from "../guards.server.ts"
import { PhoneCodePage } from "../parts/phone-code-page.tsx"
import {
  buildPauseProblem,
  buildTooManySentCodesProblem,
  buildWrongSentCodeProblem,
  SENT_CODE_OVER_TEXT,
} from "../service/code-problems.server.ts"
import { findSignInCode, sendSignInCode, signInByPhone } from "../service/phone-sign-in.server.ts"
import type { SignInContext } from "../service/sessions.server.ts"
import { withReturnTo } from "../sign-in-href.ts"
import type { Route } from "./+types/phone-sign-in"

export const handle = {
  bar: "task",
  title: "휴대폰 번호로 로그인",
  backHref: href("/login"),
  background: "white",
} satisfies ScreenHandle

export async function loader({ request, context }: Route.LoaderArgs) {
  const returnTo = readReturnTo(request)
  if (getActor(context).kind === "member") throw redirect(returnTo)
  return { returnTo, code: await findSignInCode(request) }
}

const answerForm = intents<{ origin: SignInContext; returnTo: string }>((intent) => ({
  "": intent({
    form: SendSignInCodeForm,
    run: ({ origin }, { phone }) => sendSignInCode(origin, phone),
    done: ({ setCookie }, _, { returnTo }) =>
      redirect(withReturnTo(href("/login/phone"), returnTo), { headers: { "Set-Cookie": setCookie } }),
    problems: {
      sms_off: { sentence: "지금은 문자를 보내지 않아 휴대폰 번호로 로그인할 수 없어요.", status: 503 },
      pause: (refusal) => buildPauseProblem(refusal),
      too_often: (refusal) => buildTooManySentCodesProblem(refusal),
    },
  }),
  "sign-in": intent({
    form: PhoneSignInForm,
    run: ({ origin }, { code, keep }) => signInByPhone(origin, { code, staysSignedIn: keep }),
    done: ({ headers, needsSecondFactor }, _, { returnTo }) =>
      redirect(needsSecondFactor ? buildSecondStepHref(returnTo) : returnTo, { headers }),
    problems: {
      wrong: (refusal) => buildWrongSentCodeProblem(refusal),
      over: SENT_CODE_OVER_TEXT,
      banned: { sentence: "이용이 정지된 계정이에요. 고객센터에 문의해 주세요.", status: 403 },
    },
  }),
}))

export async function action({ request, context }: Route.ActionArgs) {
  const origin = { request, address: context.get(requestContext).address, actor: getActor(context) }
  const returnTo = readReturnTo(request)
  const to = withReturnTo(href("/login/phone"), returnTo)
  return answerForm(await request.formData(), { origin, returnTo }, { to })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("휴대폰 번호로 로그인") },
  { name: "robots", content: "noindex" },
]

export default function PhoneSignIn({ loaderData: { returnTo, code }, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  return (
    <PhoneCodePage
      title="휴대폰 번호로 로그인"
      text="인증한 번호로 6자리 숫자를 보내 드려요."
      code={code}
      send={answer.of("")}
      check={answer.of("sign-in")}
      otherWay={{ to: withReturnTo(href("/login"), returnTo), label: "이메일로 로그인" }}
    >
      <Checkbox name="keep" label="로그인 상태 유지" />
      <SubmitButton name="intent" value="sign-in" className="btn btn-primary btn-lg w-full">
        로그인
      </SubmitButton>
    </PhoneCodePage>
  )
}
