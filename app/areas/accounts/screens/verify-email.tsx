import { titleOf } from "#app/basics/brand.ts"
import { Form, Link, redirect, href } from "react-router"
import { requestContext } from "#app/platform/request.server.ts"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { ConfirmForm } from "../forms.ts"
import { getActor, requireSignedIn } from "../guards.server.ts"
import { AccountPage } from "../parts/account-page.tsx"
import { confirmEmailChange } from "../service/email.server.ts"
import { confirmSignUp, findSignUp } from "../service/sign-up.server.ts"
import type { SignInContext } from "../service/sessions.server.ts"
import type { Member } from "../rules.ts"
import type { Route } from "./+types/verify-email"
import { intents } from "#app/platform/intents.server.ts"
import { useActionAnswer } from "#app/ui/action-answer.ts"

const MESSAGES_BY_REASON = {
  over: "이 링크는 이미 썼거나 24시간이 지났어요. 다시 로그인하거나 가입해 주세요.",
  taken: "이미 가입된 이메일이에요. 로그인해 주세요.",
  not_yours: "다른 계정의 링크예요. 메일을 요청한 계정으로 로그인해 주세요.",
}

export const handle = { background: "white" } satisfies ScreenHandle

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams
  const token = (query.get("token") ?? "").slice(0, 200)
  if (query.has("change")) {
    const actor = requireSignedIn(context, request)
    return { token, isEmailChange: true, person: { name: actor.profile?.name ?? "", email: actor.email } }
  }
  return { token, isEmailChange: false, person: await findSignUp(token) }
}

type Sent = { origin: SignInContext; requireActor: () => Member }

const answerForm = intents<Sent>((intent) => {
  const confirm = intent({
    form: ConfirmForm,
    hidden: ["token"],
    run: ({ origin }, { token }) => confirmSignUp(origin, token),
    done: ({ returnTo, userType, headers }) =>
      redirect(returnTo === "/" && userType === "expert" ? href("/expert-dashboard") : returnTo, { headers }),
    problems: MESSAGES_BY_REASON,
  })
  return {
    change: intent({
      form: ConfirmForm,
      hidden: ["token"],
      run: ({ requireActor }, { token }) => confirmEmailChange(requireActor(), token),
      done: { to: href("/my-info/profile"), flash: "이메일을 등록했어요" },
      problems: MESSAGES_BY_REASON,
    }),
    confirm,
    "": confirm,
  }
})

/** A mail's link only shows the screen: programs that look into mails open links, people press the button. */
export async function action({ request, context }: Route.ActionArgs) {
  const origin = { request, address: context.get(requestContext).address, actor: getActor(context) }
  const sent = { origin, requireActor: () => requireSignedIn(context, request) }
  return answerForm(await request.formData(), sent, { to: href("/verify-email") })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("이메일 확인") },
  { name: "robots", content: "noindex" },
  { name: "referrer", content: "same-origin" },
]

export default function VerifyEmail({
  loaderData: { token, isEmailChange, person },
  actionData,
}: Route.ComponentProps) {
  const problem = useActionAnswer(actionData).problem ?? (person ? null : MESSAGES_BY_REASON.over)
  if (problem || !person) {
    return (
      <AccountPage title="링크를 쓸 수 없어요">
        <FormAlert message={problem} />
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
  return (
    <AccountPage
      title={isEmailChange ? "이메일을 등록할까요?" : `${person.name}님, 거의 다 됐어요`}
      text={
        isEmailChange ? (
          "이제부터 이 이메일로 로그인하고 소식을 받아요."
        ) : (
          <>
            <strong className="font-semibold break-all text-base-content">{person.email}</strong>로 가입을
            마쳐요.
          </>
        )
      }
    >
      <Form method="post">
        <input type="hidden" name="token" value={token} />
        <input type="hidden" name="intent" value={isEmailChange ? "change" : "confirm"} />
        <SubmitButton className="btn btn-primary btn-lg w-full">
          {isEmailChange ? "등록하기" : "확인하고 시작하기"}
        </SubmitButton>
      </Form>
      <p className="mt-6 text-sm text-ink-3">
        직접 {isEmailChange ? "등록" : "가입"}하지 않았다면 이 창을 닫아 주세요.
      </p>
    </AccountPage>
  )
}
