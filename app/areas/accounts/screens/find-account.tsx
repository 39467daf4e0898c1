/** /login/find: which account a checked phone number has, for who forgot the e-mail (specification §7). */
import { href, Link, redirect } from "react-router"
import { titleOf } from "#app/basics/brand.ts"
import { readReturnTo } from "#app/basics/safe-return-to.ts"
import { intents } from "#app/platform/intents.server.ts"
import { requestContext } from "#app/platform/request.server.ts"
import { useActionAnswer } from "#app/ui/action-answer.ts"
import { SubmitButton } from "#app/ui/form.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { CheckCodeForm, SendSignInCodeForm } from "../forms.ts"
import { getActor } from "../guards.server.ts"
import { AccountPage } from "../parts/account-page.tsx"
import { PhoneCodePage } from "../parts/phone-code-page.tsx"
import {
  buildPauseProblem,
  buildTooManySentCodesProblem,
  buildWrongSentCodeProblem,
  SENT_CODE_OVER_TEXT,
} from "../service/code-problems.server.ts"
import { findAccountByPhone, findSignInCode, sendSignInCode } from "../service/phone-sign-in.server.ts"
import type { SignInContext } from "../service/sessions.server.ts"
import { withReturnTo } from "../sign-in-href.ts"
import { listProviderNames } from "../social-providers.ts"
import type { Route } from "./+types/find-account"

const TITLE = "아이디 찾기"

export const handle = {
  bar: "task",
  title: TITLE,
  backHref: href("/login"),
  background: "white",
} satisfies ScreenHandle

export async function loader({ request, context }: Route.LoaderArgs) {
  const returnTo = readReturnTo(request)
  if (getActor(context).kind === "member") throw redirect(returnTo)
  return { returnTo, code: await findSignInCode(request) }
}

const answerForm = intents<{ origin: SignInContext; to: string }>((intent) => ({
  "": intent({
    form: SendSignInCodeForm,
    run: ({ origin }, { phone }) => sendSignInCode(origin, phone),
    done: ({ setCookie }, _, { to }) => redirect(to, { headers: { "Set-Cookie": setCookie } }),
    problems: {
      sms_off: { sentence: "지금은 문자를 보내지 않아 휴대폰 번호로 찾을 수 없어요.", status: 503 },
      pause: (refusal) => buildPauseProblem(refusal),
      too_often: (refusal) => buildTooManySentCodesProblem(refusal),
    },
  }),
  find: intent({
    form: CheckCodeForm,
    run: ({ origin }, { code }) => findAccountByPhone(origin.request, code),
    done: (_, __, { to }) => redirect(to),
    problems: { wrong: (refusal) => buildWrongSentCodeProblem(refusal), over: SENT_CODE_OVER_TEXT },
  }),
}))

export async function action({ request, context }: Route.ActionArgs) {
  const origin = { request, address: context.get(requestContext).address, actor: getActor(context) }
  const returnTo = readReturnTo(request)
  const to = withReturnTo(href("/login/find"), returnTo)
  return answerForm(await request.formData(), { origin, to }, { to })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf(TITLE) },
  { name: "robots", content: "noindex" },
]

export default function FindAccount({ loaderData: { returnTo, code }, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  if (code?.account) return <Found account={code.account} returnTo={returnTo} />
  return (
    <PhoneCodePage
      title={TITLE}
      text="휴대폰 번호로 가입한 이메일을 찾아 드려요."
      code={code}
      send={answer.of("")}
      check={answer.of("find")}
      otherWay={{ to: withReturnTo(href("/login"), returnTo), label: "로그인으로 돌아가기" }}
    >
      <SubmitButton name="intent" value="find" className="btn btn-primary btn-lg w-full">
        아이디 찾기
      </SubmitButton>
    </PhoneCodePage>
  )
}

type Account = NonNullable<NonNullable<Route.ComponentProps["loaderData"]["code"]>["account"]>

/** Which account the number has, and how one signs in to it. */
function Found({ account, returnTo }: { account: Account; returnTo: string }) {
  return (
    <AccountPage bar="same" title={TITLE} text="이 번호로 가입한 아이디를 찾았어요.">
      <output className="block rounded-xl bg-base-200 p-5">
        <span className="block text-sm text-ink-3">가입한 이메일</span>
        <span className="mt-0.5 block text-lg font-bold break-all">{account.email}</span>
        {account.providers.length > 0 ? (
          <span className="mt-1 block text-sm text-ink-2">
            {listProviderNames(account.providers)}로 로그인할 수 있어요.
          </span>
        ) : null}
      </output>
      <Link to={withReturnTo(href("/login"), returnTo)} className="btn btn-primary btn-lg mt-6 w-full">
        로그인하기
      </Link>
      {account.hasPassword ? (
        <Link to={href("/password-reset")} className="btn btn-quiet btn-lg mt-3 w-full">
          비밀번호를 잊었어요
        </Link>
      ) : null}
    </AccountPage>
  )
}
