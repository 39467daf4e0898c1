/**
 * /signup/profile: the steps of a sign-up after its address was confirmed, one question a screen, behind the
 * link of the mail. Each answer is kept on the server; the last makes the account.
 */
import { Link, href, redirect } from "react-router"
import { titleOf } from "#app/basics/brand.ts"
import { PASSWORD_HINT_TEXT } from "#app/basics/password-hint.ts"
import { formatPhone } from "#app/basics/phone.ts"
import { setFlash } from "#app/platform/flash.server.ts"
import { intents } from "#app/platform/intents.server.ts"
import { requestContext } from "#app/platform/request.server.ts"
import { parseStepQuery } from "#app/platform/wizard.server.ts"
import { SUMMARY_STEP, getPreviousStep, isStepReachable } from "#app/platform/wizard.ts"
import { useActionAnswer, type ScreenAnswer } from "#app/ui/action-answer.ts"
import { PhoneField, TextField } from "#app/ui/field.tsx"
import { FormAlert } from "#app/ui/form.tsx"
import { RegionPicker } from "#app/ui/region-picker.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { StepForm } from "#app/ui/wizard.tsx"
import { SignUpConsentsForm, SignUpContactForm, SignUpNameForm, SignUpPasswordForm } from "../forms.ts"
import { getActor } from "../guards.server.ts"
import { LEGAL_NAME_HELP, NICKNAME_HELP } from "../nickname-texts.ts"
import { NICKNAME_TAKEN } from "../nicknames.ts"
import { AccountPage } from "../parts/account-page.tsx"
import { ConsentList } from "../parts/consent-list.tsx"
import { NicknameField } from "../parts/nickname-field.tsx"
import { SignUpLayout } from "../parts/sign-up-layout.tsx"
import { BREACHED_PASSWORD_TEXT } from "../service/identity-problems.server.ts"
import { suggestNickname } from "../service/nicknames.server.ts"
import type { SignInContext } from "../service/sessions.server.ts"
import {
  completeSignUp,
  findSignUp,
  getSignUpProgress,
  saveSignUpContact,
  saveSignUpName,
  saveSignUpPassword,
} from "../service/sign-up-steps.server.ts"
import { buildSignUpStepHref } from "../sign-up-href.ts"
import type { Route } from "./+types/signup-profile"

export const handle = { bar: "flow", background: "white" } satisfies ScreenHandle

const OVER_TEXT = "이 링크는 이미 썼거나 24시간이 지났어요. 다시 로그인하거나 가입해 주세요."

const readToken = (request: Request) => (new URL(request.url).searchParams.get("token") ?? "").slice(0, 200)

export async function loader({ request, context }: Route.LoaderArgs) {
  const token = readToken(request)
  const pending = await findSignUp(token)
  // Who has signed up comes here by Back, or by the mail once more.
  if (!pending && getActor(context).kind === "member") throw redirect(href("/"))
  if (!pending) return null
  const progress = getSignUpProgress(pending)
  const { step } = parseStepQuery(request)
  if (step === null || !isStepReachable(progress, step))
    throw redirect(buildSignUpStepHref(token, progress.firstOpenStep))
  const previousStep = getPreviousStep(progress, step)
  const { name, phone, regionCode, passwordHash, email } = pending
  const nickname = step === "name" ? (pending.nickname ?? (await suggestNickname())) : ""
  return {
    step,
    backHref: previousStep ? buildSignUpStepHref(token, previousStep) : href("/signup"),
    isSaved: progress.firstOpenStep !== "name",
    email,
    name: name ?? "",
    nickname,
    phone: phone === undefined ? "" : formatPhone(phone),
    regionCode: regionCode ?? "",
    hasPassword: passwordHash !== undefined,
  }
}

type Sent = { origin: SignInContext; token: string }

const leadTo =
  (step: string) =>
  (_result: unknown, _value: unknown, { token }: Sent) => ({ to: buildSignUpStepHref(token, step) })

const answerForm = intents<Sent>((intent) => ({
  name: intent({
    form: SignUpNameForm,
    run: ({ token }, value) => saveSignUpName(token, value),
    done: leadTo("contact"),
    problems: { over: OVER_TEXT, nickname_taken: { field: "nickname", ...NICKNAME_TAKEN } },
  }),
  contact: intent({
    form: SignUpContactForm,
    run: ({ token }, value) => saveSignUpContact(token, value),
    done: leadTo("password"),
    problems: { over: OVER_TEXT },
  }),
  password: intent({
    form: SignUpPasswordForm,
    run: ({ token }, { password }) => saveSignUpPassword(token, password ?? null),
    done: leadTo(SUMMARY_STEP),
    problems: {
      over: OVER_TEXT,
      missing: { field: "password", sentence: "비밀번호를 입력해 주세요." },
      personal: ({ sentence }) => ({ field: "password", sentence }),
      breached: { field: "password", sentence: BREACHED_PASSWORD_TEXT },
    },
  }),
  summary: intent({
    form: SignUpConsentsForm,
    run: ({ origin, token }, granted) => completeSignUp(origin, token, granted),
    done: ({ returnTo, userType, headers }) => {
      const isExpertAtHome = returnTo === "/" && userType === "expert"
      const answer = redirect(isExpertAtHome ? href("/expert-dashboard") : returnTo, { headers })
      setFlash(answer, "가입을 마쳤어요. 반가워요!")
      return answer
    },
    problems: {
      over: OVER_TEXT,
      taken: "이미 가입된 이메일이에요. 로그인해 주세요.",
      unfinished: "아직 답하지 않은 단계가 있어요. 이전으로 돌아가 채워 주세요.",
    },
  }),
}))

export async function action({ request, context }: Route.ActionArgs) {
  const token = readToken(request)
  const origin = { request, address: context.get(requestContext).address, actor: getActor(context) }
  return answerForm(await request.formData(), { origin, token }, { to: href("/signup") })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("회원가입") },
  { name: "robots", content: "noindex" },
  { name: "referrer", content: "same-origin" },
]

const QUESTIONS: Readonly<Record<string, { question: string; help: string }>> = {
  name: { question: "이름을 알려 주세요", help: "이메일을 확인했어요. 몇 가지만 더 물어볼게요." },
  contact: {
    question: "어디로 연락하면 될까요?",
    help: "전화번호는 전문가를 고른 뒤에만 그 전문가에게 보여요.",
  },
  password: { question: "비밀번호를 정해 주세요", help: PASSWORD_HINT_TEXT },
  [SUMMARY_STEP]: { question: "약관에 동의해 주세요", help: "필수 항목에 동의하면 가입이 끝나요." },
}

export default function SignupProfile({ loaderData: view, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  if (!view) return <LinkOver />
  const { question = "", help = "" } = QUESTIONS[view.step] ?? {}
  return (
    <SignUpLayout
      step={view.step}
      backHref={view.backHref}
      question={question}
      help={help}
      isSaved={view.isSaved}
    >
      <FormAlert message={answer.problem} className="mb-5" />
      <StepForm
        key={view.step}
        intent={view.step}
        nextLabel={view.step === SUMMARY_STEP ? "가입하기" : "다음"}
      >
        <StepFields view={view} answer={answer.of(view.step)} />
      </StepForm>
    </SignUpLayout>
  )
}

function LinkOver() {
  return (
    <AccountPage title="링크를 쓸 수 없어요">
      <FormAlert message={OVER_TEXT} />
      <div className="mt-6 grid gap-2 sm:grid-cols-2">
        <Link to={href("/signup")} className="btn btn-quiet btn-lg">
          회원가입
        </Link>
        <Link to={href("/login")} className="btn btn-primary btn-lg">
          로그인
        </Link>
      </div>
    </AccountPage>
  )
}

type View = NonNullable<Route.ComponentProps["loaderData"]>

function StepFields({ view, answer }: { view: View; answer: ScreenAnswer }) {
  const { errors, typed } = answer
  if (view.step === "name")
    return (
      <div className="grid gap-5">
        <TextField
          label="이름"
          name="name"
          autoComplete="name"
          maxLength={20}
          defaultValue={typed("name", view.name)}
          error={errors.name}
          help={LEGAL_NAME_HELP}
        />
        <NicknameField suggestion={view.nickname} help={NICKNAME_HELP} answer={answer} />
      </div>
    )
  if (view.step === "contact")
    return (
      <div className="grid gap-5">
        <PhoneField
          label="휴대폰 번호"
          name="phone"
          defaultValue={typed("phone", view.phone)}
          error={errors.phone}
        />
        <RegionPicker
          label="지역"
          name="regionCode"
          defaultValue={typed("regionCode", view.regionCode)}
          error={errors.regionCode}
        />
      </div>
    )
  if (view.step === "password")
    return (
      <>
        {/* Password managers save the password under this address. */}
        <input type="text" autoComplete="username" value={view.email} readOnly hidden />
        <TextField
          label="비밀번호"
          name="password"
          type="password"
          autoComplete="new-password"
          error={errors.password}
          help={view.hasPassword ? "정해 둔 비밀번호를 그대로 쓰려면 비워 두세요." : undefined}
        />
      </>
    )
  return <ConsentList errors={errors} values={answer.values} isTitleHidden />
}
