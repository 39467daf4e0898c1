/**
 * /agree: the terms or the privacy policy were changed in what members had agreed to; they are asked before
 * they go on.
 */
import { Form, Link, href, redirect } from "react-router"
import { readReturnTo, toSafeReturnTo } from "#app/basics/safe-return-to.ts"
import { formatDateLong } from "#app/basics/time.ts"
import { intents } from "#app/platform/intents.server.ts"
import { titleOf } from "#app/basics/brand.ts"
import { Checkbox } from "#app/ui/choice.tsx"
import { useActionAnswer } from "#app/ui/action-answer.ts"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { AgreeForm } from "../forms.ts"
import { requireMember } from "../guards.server.ts"
import type { Member } from "../rules.ts"
import { acceptAgreements, listOpenAgreements, type AgreementKind } from "../service/agreements.server.ts"
import type { Route } from "./+types/agree"

export const handle = { background: "white" } satisfies ScreenHandle

const TITLES = { terms: "이용약관", privacy: "개인정보처리방침" } as const

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  const returnTo = readReturnTo(request)
  const open = await listOpenAgreements(actor)
  if (open.length === 0) throw redirect(returnTo)
  return {
    returnTo,
    open: open.map(({ kind, version }) => ({
      kind,
      title: TITLES[kind],
      since: `${version}T00:00:00+09:00`,
    })),
  }
}

const askForAgreement = (kind: AgreementKind) =>
  `${TITLES[kind]}에 동의해야 계속 이용할 수 있어요. 내용을 확인하고 골라 주세요.`

const answerForm = intents<{ actor: Member }>((intent) => ({
  "": intent({
    form: AgreeForm,
    run: ({ actor }, agreed) => acceptAgreements(actor, agreed),
    done: (_, { returnTo }) => ({ to: toSafeReturnTo(returnTo), flash: "동의해 주셔서 고마워요" }),
    problems: {
      not_agreed: ({ missing }) => ({
        errors: Object.fromEntries(missing.map((kind) => [kind, askForAgreement(kind)])),
        problem: null,
        status: 400,
      }),
    },
  }),
}))

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireMember(context, request)
  return answerForm(await request.formData(), { actor }, { to: href("/") })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("바뀐 약관 동의") },
  { name: "robots", content: "noindex" },
]

export default function Agree({ loaderData: { open, returnTo }, actionData }: Route.ComponentProps) {
  const { errors, problem } = useActionAnswer(actionData)
  return (
    <Page isNarrow>
      <PageHeader
        title="바뀐 내용을 확인해 주세요"
        text="약관이 바뀌어 다시 동의를 받고 있어요. 동의하시면 하던 일을 이어서 할 수 있어요."
      />
      <Form method="post" noValidate className="grid gap-5">
        <FormAlert message={problem} />
        <input type="hidden" name="returnTo" value={returnTo} />
        <ul className="grid gap-3">
          {open.map(({ kind, title, since }) => (
            <li key={kind} className="rounded-2xl bg-base-200 p-5">
              <Checkbox name={kind} label={`(필수) ${title}`} error={errors[kind]} />
              <p className="mt-1 pl-8 text-sm text-ink-3">
                {formatDateLong(since)}부터 적용 ·{" "}
                <Link
                  to={`/${kind}`}
                  target="_blank"
                  className="font-medium text-primary-ink underline underline-offset-2"
                >
                  전문 보기<span className="sr-only"> (새 창)</span>
                </Link>
              </p>
            </li>
          ))}
        </ul>
        <SubmitButton className="btn btn-primary btn-lg w-full">동의하고 계속하기</SubmitButton>
      </Form>
      <p className="mt-6 text-center text-sm text-ink-3">
        동의하지 않으시면{" "}
        <Link to={href("/my-info/leave")} className="font-medium underline underline-offset-2">
          탈퇴
        </Link>
        하거나{" "}
        <Link to={href("/contact")} className="font-medium underline underline-offset-2">
          문의
        </Link>
        할 수 있어요.
      </p>
    </Page>
  )
}
