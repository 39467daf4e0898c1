import { Form, href, Link, redirect } from "react-router"
import { titleOf } from "#app/basics/brand.ts"
import { withJosa } from "#app/basics/korean.ts"
import { formatPhone } from "#app/basics/phone.ts"
import { toSafeReturnTo } from "#app/basics/safe-return-to.ts"
import { intents } from "#app/platform/intents.server.ts"
import { requestContext } from "#app/platform/request.server.ts"
import { useActionAnswer } from "#app/ui/action-answer.ts"
import { Checkbox } from "#app/ui/choice.tsx"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import { PhoneField } from "#app/ui/phone-field.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { ServiceAlert } from "#app/ui/service-alert.tsx"
import { PhoneSignInForm, SendSignInCodeForm } from "../forms.ts"
import { buildSecondStepHref, getActor } from "../guards.server.ts"
import { AccountPage } from "../parts/account-page.tsx"
import { SentCodeField } from "../parts/sent-code-field.tsx"
import { useCodeEnd } from "../parts/code-end.ts"
import { Countdown } from "../parts/countdown.tsx"
import { ResendButton } from "../parts/resend-button.tsx"
import {
  findAccountByPhone,
  findSignInCode,
  sendSignInCode,
  signInByPhone,
} from "../service/phone-sign-in.server.ts"
import type { SignInContext } from "../service/sessions.server.ts"
import { toMinutesLeft } from "../service/sign-up.server.ts"
import type { Route } from "./+types/phone-sign-in"

export const handle = {
  bar: "task",
  title: "휴대폰 번호로 로그인",
  backHref: href("/login"),
  background: "white",
} satisfies ScreenHandle

export async function loader({ request, context }: Route.LoaderArgs) {
  const returnTo = toSafeReturnTo(new URL(request.url).searchParams.get("returnTo"))
  if (getActor(context).kind === "member") throw redirect(returnTo)
  return { returnTo, code: await findSignInCode(request) }
}

const tooOften = (sentence: string) => ({ sentence, status: 429 as const })
const buildWrongCodeProblem = (triesLeft: number) => ({
  field: "code",
  sentence: `인증번호가 맞지 않아요. ${triesLeft}번 더 입력할 수 있어요.`,
})
const OVER_TEXT = "인증번호를 더 쓸 수 없어요. 다시 받아 주세요."

/** The same screen again, with where one goes on afterwards. */
const buildPath = (returnTo: string) =>
  returnTo === "/" ? href("/login/phone") : `${href("/login/phone")}?${new URLSearchParams({ returnTo })}`

const answerForm = intents<{ origin: SignInContext; returnTo: string }>((intent) => ({
  "": intent({
    form: SendSignInCodeForm,
    run: ({ origin }, { phone }) => sendSignInCode(origin, phone),
    done: ({ setCookie }, _, { returnTo }) =>
      redirect(buildPath(returnTo), { headers: { "Set-Cookie": setCookie } }),
    problems: {
      sms_off: { sentence: "지금은 문자를 보내지 않아 휴대폰 번호로 로그인할 수 없어요.", status: 503 },
      pause: ({ retryAfterMs }) => tooOften(`${Math.ceil(retryAfterMs / 1_000)}초 뒤에 다시 받을 수 있어요.`),
      too_often: ({ retryAfterMs }) =>
        tooOften(
          `인증번호를 너무 많이 받았어요. ${toMinutesLeft(retryAfterMs)}분 뒤에 다시 하거나 이메일로 로그인해 주세요.`,
        ),
    },
  }),
  "sign-in": intent({
    form: PhoneSignInForm,
    run: ({ origin }, { code, keep }) => signInByPhone(origin, { code, staysSignedIn: keep }),
    done: ({ headers, needsSecondFactor }, _, { returnTo }) =>
      redirect(needsSecondFactor ? buildSecondStepHref(returnTo) : returnTo, { headers }),
    problems: {
      wrong: ({ triesLeft }) => buildWrongCodeProblem(triesLeft),
      over: OVER_TEXT,
      banned: { sentence: "이용이 정지된 계정이에요. 고객센터에 문의해 주세요.", status: 403 },
    },
  }),
  find: intent({
    form: PhoneSignInForm,
    run: ({ origin }, { code }) => findAccountByPhone(origin.request, code),
    done: (_, __, { returnTo }) => ({ to: buildPath(returnTo) }),
    problems: { wrong: ({ triesLeft }) => buildWrongCodeProblem(triesLeft), over: OVER_TEXT },
  }),
}))

export async function action({ request, context }: Route.ActionArgs) {
  const origin = { request, address: context.get(requestContext).address, actor: getActor(context) }
  const returnTo = toSafeReturnTo(new URL(request.url).searchParams.get("returnTo"))
  return answerForm(await request.formData(), { origin, returnTo }, { to: buildPath(returnTo) })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("휴대폰 번호로 로그인") },
  { name: "robots", content: "noindex" },
]

export default function PhoneSignIn({ loaderData: { returnTo, code }, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  const send = answer.of("")
  const { problem: endProblem, end } = useCodeEnd(code !== null)
  return (
    <AccountPage
      bar="same"
      title="휴대폰 번호로 로그인"
      text="인증한 번호로 6자리 숫자를 보내 드려요. 가입한 이메일도 찾을 수 있어요."
    >
      <ServiceAlert service="sms" offText="이메일로 로그인해 주세요." className="mb-5" />
      {code ? <CodeForm code={code} answer={answer} onEnd={end} /> : null}
      <FormAlert message={send.problem ?? endProblem} className="mb-5" />
      <Form method="post" noValidate className="grid gap-5">
        <PhoneField
          label="휴대폰 번호"
          name="phone"
          defaultValue={send.typed("phone", code?.phone ?? "")}
          error={send.errors.phone}
        />
        {code ? (
          <ResendButton key={code.leftMs} label="인증번호 다시 받기" waitMs={code.resendInMs} />
        ) : (
          <SubmitButton className="btn btn-primary btn-lg w-full">인증번호 받기</SubmitButton>
        )}
      </Form>
      <p className="mt-8 text-center text-base">
        <Link
          to={`${href("/login")}?${new URLSearchParams({ returnTo })}`}
          className="hit rounded-sm font-medium text-ink-2 underline underline-offset-2"
        >
          이메일로 로그인
        </Link>
      </p>
    </AccountPage>
  )
}

type Code = NonNullable<Route.ComponentProps["loaderData"]["code"]>

/** The code, with what it is for: signing in, or being told which account the number has. */
function CodeForm({
  code,
  answer,
  onEnd,
}: {
  code: Code
  answer: ReturnType<typeof useActionAnswer>
  onEnd: () => void
}) {
  const [signIn, find] = [answer.of("sign-in"), answer.of("find")]
  return (
    <div className="mb-8 rounded-xl bg-base-200 p-4">
      <p className="mb-4 text-base text-ink-2">
        {withJosa(formatPhone(code.phone), "으로/로")} 가입하고 인증한 계정이 있으면 인증번호가 도착해요.
      </p>
      {code.account ? <Account account={code.account} /> : null}
      <FormAlert message={signIn.problem ?? find.problem} className="mb-4" />
      <Form method="post" noValidate className="grid gap-4">
        <SentCodeField
          defaultValue={find.typed("code")}
          error={signIn.errors.code ?? find.errors.code}
          suffix={<Countdown key={code.leftMs} durationMs={code.leftMs} onEnd={onEnd} />}
        />
        <Checkbox name="keep" label="로그인 상태 유지" />
        <SubmitButton name="intent" value="sign-in" className="btn btn-primary btn-lg w-full">
          로그인
        </SubmitButton>
        {code.account ? null : (
          <SubmitButton name="intent" value="find" className="btn btn-quiet w-full">
            가입한 이메일 보기
          </SubmitButton>
        )}
      </Form>
    </div>
  )
}

const PROVIDER_LABELS: Readonly<Record<string, string>> = {
  kakao: "카카오",
  naver: "네이버",
  google: "구글",
  apple: "애플",
}

/** Which account the number has, and how one signs in to it. */
function Account({ account }: { account: NonNullable<Code["account"]> }) {
  const providers = account.providers.map((provider) => PROVIDER_LABELS[provider] ?? provider)
  return (
    <output className="mb-4 block rounded-lg bg-base-100 p-4">
      <p className="text-sm text-ink-3">가입한 이메일</p>
      <p className="mt-0.5 text-lg font-bold">{account.email}</p>
      {providers.length > 0 ? (
        <p className="mt-1 text-sm text-ink-2">{providers.join("·")}로 로그인할 수 있어요.</p>
      ) : null}
      {account.hasPassword ? (
        <Link
          to={href("/password-reset")}
          className="hit mt-2 inline-block rounded-sm text-sm font-medium text-ink-2 underline"
        >
          비밀번호를 잊었어요
        </Link>
      ) : null}
    </output>
  )
}
