/**
 * /verify-email: where the links of mails lead that prove an address. One of a sign-up leads on to its steps;
 * one of a changed address asks for a last tap.
 */
import { titleOf } from "#app/basics/brand.ts"
import { Form, Link, redirect, href } from "react-router"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { ConfirmForm } from "../forms.ts"
import { requireSignedIn } from "../guards.server.ts"
import { AccountPage } from "../parts/account-page.tsx"
import { confirmEmailChange } from "../service/email.server.ts"
import { buildSignUpStepHref } from "../sign-up-href.ts"
import type { Member } from "../rules.ts"
import type { Route } from "./+types/verify-email"
import { intents } from "#app/platform/intents.server.ts"
import { useActionAnswer } from "#app/ui/action-answer.ts"

export const handle = { background: "white" } satisfies ScreenHandle

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams
  const token = (query.get("token") ?? "").slice(0, 200)
  if (!query.has("change")) throw redirect(buildSignUpStepHref(token))
  requireSignedIn(context, request)
  return { token }
}

const answerForm = intents<{ actor: Member }>((intent) => ({
  change: intent({
    form: ConfirmForm,
    hidden: ["token"],
    run: ({ actor }, { token }) => confirmEmailChange(actor, token),
    done: { to: href("/my-info/profile"), flash: "이메일을 등록했어요" },
    problems: {
      over: "이 링크는 이미 썼거나 24시간이 지났어요. 내 정보에서 다시 등록해 주세요.",
      taken: "이미 가입된 이메일이에요. 다른 이메일을 등록해 주세요.",
      not_yours: "다른 계정의 링크예요. 메일을 요청한 계정으로 로그인해 주세요.",
    },
  }),
}))

/** A mail's link only shows the screen: programs that look into mails open links, people press the button. */
export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireSignedIn(context, request)
  return answerForm(await request.formData(), { actor }, { to: href("/verify-email") })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("이메일 확인") },
  { name: "robots", content: "noindex" },
  { name: "referrer", content: "same-origin" },
]

export default function VerifyEmail({ loaderData: { token }, actionData }: Route.ComponentProps) {
  const { problem } = useActionAnswer(actionData)
  if (problem)
    return (
      <AccountPage title="링크를 쓸 수 없어요">
        <FormAlert message={problem} />
        <Link to={href("/my-info/login")} className="btn btn-primary btn-lg mt-6 w-full">
          로그인 설정으로
        </Link>
      </AccountPage>
    )
  return (
    <AccountPage title="이메일을 등록할까요?" text="이제부터 이 이메일로 로그인하고 소식을 받아요.">
      <Form method="post">
        <input type="hidden" name="token" value={token} />
        <SubmitButton name="intent" value="change" className="btn btn-primary btn-lg w-full">
          등록하기
        </SubmitButton>
      </Form>
      <p className="mt-6 text-sm text-ink-3">직접 등록하지 않았다면 이 창을 닫아 주세요.</p>
    </AccountPage>
  )
}
