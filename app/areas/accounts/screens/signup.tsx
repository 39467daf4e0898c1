import { titleOf } from "#app/basics/brand.ts"
import { Form, Link, href, redirect } from "react-router"
import { PASSWORD_HINT_TEXT } from "#app/basics/password-hint.ts"
import { toSafeReturnTo } from "#app/basics/safe-return-to.ts"
import { SERVICE_TEXTS } from "#app/basics/services.ts"
import { buildShareMeta } from "#app/basics/share-meta.ts"
import { getBaseUrl } from "#app/platform/env.server.ts"
import { requestContext } from "#app/platform/request.server.ts"
import { ChoiceCards } from "#app/ui/choice.tsx"
import { PhoneField, TextField } from "#app/ui/field.tsx"
import { intents } from "#app/platform/intents.server.ts"
import { useActionAnswer, type ScreenAnswer } from "#app/ui/action-answer.ts"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import { RegionPicker } from "#app/ui/region-picker.tsx"
import { ServiceAlert, useServiceMode } from "#app/ui/service-alert.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { SignUpForm } from "../forms.ts"
import { getActor } from "../guards.server.ts"
import { LEGAL_NAME_HELP, NICKNAME_HELP } from "../nickname-texts.ts"
import { NICKNAME_TAKEN } from "../nicknames.ts"
import { AccountPage } from "../parts/account-page.tsx"
import { ConsentList } from "../parts/consent-list.tsx"
import { NicknameField } from "../parts/nickname-field.tsx"
import { SocialButtons } from "../parts/social-buttons.tsx"
import { USER_TYPE_OPTIONS } from "../parts/user-type-options.ts"
import { BREACHED_PASSWORD_TEXT } from "../service/identity-problems.server.ts"
import { suggestNickname } from "../service/nicknames.server.ts"
import type { SignInContext } from "../service/sessions.server.ts"
import { toMinutesLeft, signUp } from "../service/sign-up.server.ts"
import { listSocialProviders } from "../service/social.server.ts"
import type { Route } from "./+types/signup"

export const handle = { background: "white" } satisfies ScreenHandle

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams
  const returnTo = toSafeReturnTo(query.get("returnTo"))
  if (getActor(context).kind === "member") throw redirect(returnTo)
  return {
    returnTo,
    providers: listSocialProviders(),
    userType: query.get("type") === "expert" ? "expert" : "customer",
    origin: getBaseUrl(request.url),
    nickname: await suggestNickname(),
  }
}

const answerForm = intents<SignInContext>((intent) => ({
  "": intent({
    form: SignUpForm,
    run: (origin, value) => signUp(origin, { ...value, returnTo: toSafeReturnTo(value.returnTo) }),
    done: ({ setCookie }, { email }) =>
      redirect(`${href("/signup/sent")}?${new URLSearchParams({ to: email })}`, {
        headers: { "Set-Cookie": setCookie },
      }),
    problems: {
      nickname_taken: { field: "nickname", ...NICKNAME_TAKEN },
      breached: { field: "password", sentence: BREACHED_PASSWORD_TEXT },
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

export default function Signup({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  const mode = useServiceMode("mail")
  const query =
    loaderData.returnTo === "/" ? "" : `?${new URLSearchParams({ returnTo: loaderData.returnTo })}`
  return (
    <AccountPage
      isWide
      title={mode === "off" ? "지금은 이메일로 가입할 수 없어요" : "1분이면 가입해요"}
      text={mode === "off" ? "잠시 뒤 다시 찾아와 주세요." : "이메일을 확인하면 바로 시작할 수 있어요."}
    >
      <FormAlert message={answer.problem} className="mb-5" />
      <ServiceAlert service="mail" offText="이미 회원이면 로그인할 수 있어요." className="mb-8" />
      {mode === "off" ? null : <SignUpFields view={loaderData} answer={answer} />}
      <SocialButtons providers={loaderData.providers} returnTo={loaderData.returnTo} lastMethod={null} />
      <p className="mt-8 text-center text-base text-ink-2">
        이미 회원이세요?{" "}
        <Link to={`${href("/login")}${query}`} className="hit rounded-sm font-semibold text-primary-ink">
          로그인
        </Link>
      </p>
    </AccountPage>
  )
}

function SignUpFields({ view, answer }: { view: Route.ComponentProps["loaderData"]; answer: ScreenAnswer }) {
  const { errors, typed } = answer
  return (
    <Form method="post" noValidate className="grid gap-10">
      <input type="hidden" name="returnTo" value={view.returnTo} />
      <ChoiceCards
        legend="어떻게 이용하세요?"
        name="userType"
        type="radio"
        options={USER_TYPE_OPTIONS}
        defaultValue={typed("userType") || view.userType}
        error={errors.userType}
      />
      <section className="grid gap-5">
        <h2 className="text-lg font-bold">로그인 정보</h2>
        <TextField
          label="이메일"
          name="email"
          type="email"
          autoComplete="username"
          inputMode="email"
          placeholder="name@example.com"
          defaultValue={typed("email")}
          error={errors.email}
          help="가입을 마칠 링크를 이 주소로 보내요."
        />
        <TextField
          label="비밀번호"
          name="password"
          type="password"
          autoComplete="new-password"
          error={errors.password}
          help={PASSWORD_HINT_TEXT}
        />
      </section>
      <section className="grid gap-5">
        <h2 className="text-lg font-bold">내 정보</h2>
        <TextField
          label="이름"
          name="name"
          autoComplete="name"
          maxLength={20}
          defaultValue={typed("name")}
          error={errors.name}
          help={LEGAL_NAME_HELP}
        />
        <NicknameField suggestion={view.nickname} help={NICKNAME_HELP} answer={answer} />
        <PhoneField
          label="휴대폰 번호"
          name="phone"
          defaultValue={typed("phone")}
          error={errors.phone}
          help="전문가를 고른 뒤에만 그 전문가에게 보여요."
        />
        <RegionPicker
          label="지역"
          name="regionCode"
          defaultValue={typed("regionCode")}
          error={errors.regionCode}
        />
      </section>
      <ConsentList errors={errors} values={answer.values} />
      <SubmitButton className="btn btn-primary btn-lg w-full" pendingLabel="가입하는 중이에요">
        가입하기
      </SubmitButton>
    </Form>
  )
}
