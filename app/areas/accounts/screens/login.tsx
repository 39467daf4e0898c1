import { titleOf } from "#app/basics/brand.ts"
import { Form, Link, href, redirect } from "react-router"
import { toSafeReturnTo } from "#app/basics/safe-return-to.ts"
import { formatDateTime } from "#app/basics/time.ts"
import { requestContext } from "#app/platform/request.server.ts"
import { Checkbox } from "#app/ui/choice.tsx"
import { TextField } from "#app/ui/field.tsx"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { PasskeySignInForm, SignInForm, SocialForm } from "../forms.ts"
import { buildProfileHref, buildSecondStepHref, getActor } from "../guards.server.ts"
import { AccountPage } from "../parts/account-page.tsx"
import { EmailField } from "../parts/email-field.tsx"
import { PasskeyButton } from "../parts/passkey-button.tsx"
import { LastMethodBadge, SocialButtons } from "../parts/social-buttons.tsx"
import { isSessionEndReason, SESSION_END_TEXTS } from "../rules.ts"
import { findSessionEndReason } from "../session.server.ts"
import { readLastSignInMethod } from "../service/sessions.server.ts"
import { signInWithPasskey } from "../service/passkey-sign-in.server.ts"
import { toMinutesLeft } from "../service/sign-up.server.ts"
import { signIn, type SignInRefusal } from "../service/sign-in.server.ts"
import { listSocialProviders, startSocialSignIn } from "../service/social.server.ts"
import type { SignInContext } from "../service/sessions.server.ts"
import { withReturnTo } from "../sign-in-href.ts"
import type { Route } from "./+types/login"
import { intents } from "#app/platform/intents.server.ts"
import { useActionAnswer } from "#app/ui/action-answer.ts"
import { ok } from "#app/platform/outcome.ts"

export const handle = { background: "white" } satisfies ScreenHandle

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams
  const returnTo = toSafeReturnTo(query.get("returnTo"))
  const actor = getActor(context)
  if (actor.kind === "member") throw redirect(actor.profile === null ? buildProfileHref(returnTo) : returnTo)
  const reason = query.get("reason")
  const endReason = isSessionEndReason(reason) ? reason : await findSessionEndReason(request)
  return {
    returnTo,
    endText: endReason && SESSION_END_TEXTS[endReason],
    providers: listSocialProviders(),
    lastMethod: readLastSignInMethod(request),
    hasSocialFailed: query.has("error"),
  }
}

type RefusedFor<Reason> = Extract<SignInRefusal, { reason: Reason }>
const buildTooManyProblem = ({ retryAfterMs }: RefusedFor<"too_many">) => ({
  sentence: `로그인을 여러 번 틀려서 잠시 막았어요. ${toMinutesLeft(retryAfterMs)}분 뒤에 다시 하거나 비밀번호를 다시 설정해 주세요.`,
  status: 429,
  headers: { "Retry-After": String(Math.ceil(retryAfterMs / 1_000)) },
})
const buildBannedProblem = ({ until, banReasonText }: RefusedFor<"banned">) => ({
  sentence:
    `${until.getUTCFullYear() > 2900 ? "" : `${formatDateTime(until)}까지 `}이용이 정지된 ` +
    `계정이에요.${banReasonText ? ` 사유: ${banReasonText.replace(/[.\s]+$/, "")}.` : ""} ` +
    "고객센터에 문의해 주세요.",
  status: 403,
})

const answerForm = intents<{ origin: SignInContext }>((intent) => ({
  social: intent({
    form: SocialForm,
    hidden: ["provider"],
    run: async () => ok(),
    done: (_, { provider, returnTo }, { origin }) =>
      startSocialSignIn(origin.request, provider, toSafeReturnTo(returnTo)),
    problems: {},
  }),
  passkey: intent({
    form: PasskeySignInForm,
    hidden: ["answer"],
    run: ({ origin }, { answer, keep }) => signInWithPasskey(origin, { answer, staysSignedIn: keep }),
    done: ({ headers }, { returnTo }) => redirect(toSafeReturnTo(returnTo), { headers }),
    problems: {
      too_many: (refusal) => buildTooManyProblem(refusal),
      banned: (refusal) => buildBannedProblem(refusal),
      over: "확인하는 시간이 지났어요. ‘패스키로 로그인’을 다시 눌러 주세요.",
      unknown: {
        sentence: "등록되지 않았거나 지운 패스키예요. 다른 방법으로 로그인해 주세요.",
        status: 400,
      },
    },
  }),
  "": intent({
    form: SignInForm,
    run: ({ origin }, { email, password, keep }) => signIn(origin, { email, password, staysSignedIn: keep }),
    done: ({ headers, needsSecondFactor }, { returnTo }) => {
      const path = toSafeReturnTo(returnTo)
      return redirect(needsSecondFactor ? buildSecondStepHref(path) : path, { headers })
    },
    problems: {
      wrong: {
        sentence: "이메일이나 비밀번호가 맞지 않아요. 방금 가입했다면 확인 메일의 링크를 먼저 열어 주세요.",
        status: 400,
      },
      too_many: (refusal) => buildTooManyProblem(refusal),
      banned: (refusal) => buildBannedProblem(refusal),
    },
  }),
}))

export async function action({ request, context }: Route.ActionArgs) {
  const origin = { request, address: context.get(requestContext).address, actor: getActor(context) }
  return answerForm(await request.formData(), { origin }, { to: href("/") })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("로그인") },
  { name: "robots", content: "noindex" },
]

const FORM_ID = "sign-in"
/** Whether 로그인 상태 유지 is ticked: it counts for every way in. */
function readKeep(): boolean {
  const form = document.querySelector<HTMLFormElement>(`#${FORM_ID}`)
  return form !== null && new FormData(form).has("keep")
}

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const { returnTo, endText, providers, lastMethod, hasSocialFailed } = loaderData
  const { errors, values, typed, ...answer } = useActionAnswer(actionData)
  const problem =
    answer.problem ??
    (hasSocialFailed ? "간편 로그인을 마치지 못했어요. 다시 하거나 이메일로 로그인해 주세요." : null)
  return (
    <AccountPage title="다시 만나서 반가워요" text="이메일로 로그인해 주세요.">
      <FormAlert message={problem ?? endText} isSuccess={problem === null} className="mb-5" />
      <Form id={FORM_ID} method="post" noValidate className="grid gap-5">
        <input type="hidden" name="returnTo" value={returnTo} />
        <EmailField defaultValue={typed("email")} error={errors.email} />
        <TextField
          label="비밀번호"
          name="password"
          type="password"
          autoComplete="current-password"
          error={errors.password}
        />
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <Checkbox name="keep" label="로그인 상태 유지" defaultChecked={values.keep === "on"} />
          <Link
            to={href("/password-reset")}
            className="hit rounded-sm text-sm font-medium text-ink-2 underline underline-offset-2"
          >
            비밀번호를 잊었어요
          </Link>
        </div>
        <div className="relative">
          <SubmitButton className="btn btn-primary btn-lg w-full" pendingLabel="로그인하는 중이에요">
            로그인
          </SubmitButton>
          {lastMethod === "password" && providers.length > 0 && (
            <LastMethodBadge className="absolute -top-2 right-3" />
          )}
        </div>
      </Form>
      <PasskeyButton
        returnTo={returnTo}
        readKeep={readKeep}
        badge={lastMethod === "passkey" && <LastMethodBadge className="absolute -top-2 right-3" />}
      />
      <Link to={withReturnTo(href("/login/phone"), returnTo)} className="btn btn-quiet btn-lg mt-3 w-full">
        휴대폰 번호로 로그인
      </Link>
      <SocialButtons providers={providers} returnTo={returnTo} lastMethod={lastMethod} />
      <p className="mt-8 text-center text-base text-ink-2">
        처음이세요?{" "}
        <Link
          to={withReturnTo(href("/signup"), returnTo)}
          className="hit rounded-sm font-semibold text-primary-ink"
        >
          회원가입
        </Link>
      </p>
      <p className="mt-4 text-center text-base text-ink-2">
        가입한 이메일이 기억나지 않으세요?{" "}
        <Link
          to={withReturnTo(href("/login/find"), returnTo)}
          className="hit rounded-sm font-semibold text-primary-ink"
        >
          아이디 찾기
        </Link>
      </p>
      <p className="mt-8 text-sm text-ink-3">
        함께 쓰는 기기에서는 ‘로그인 상태 유지’를 켜지 마세요. 켜지 않으면 창을 닫을 때 로그아웃돼요.
      </p>
    </AccountPage>
  )
}
