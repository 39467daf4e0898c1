/** /signup/sent: the second step of a sign-up, the check of the address by the mail's code or link. */
import { titleOf } from "#app/basics/brand.ts"
import { Form, href, redirect } from "react-router"
import { redirectWithFlash } from "#app/platform/flash.server.ts"
import { intents } from "#app/platform/intents.server.ts"
import { requestContext } from "#app/platform/request.server.ts"
import { SERVICE_TEXTS } from "#app/basics/services.ts"
import { useActionAnswer, type ScreenAnswer } from "#app/ui/action-answer.ts"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import { ServiceAlert } from "#app/ui/service-alert.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { CheckCodeForm } from "../forms.ts"
import { getActor } from "../guards.server.ts"
import { useCodeFocus } from "../parts/code-focus.ts"
import { ResendButton } from "../parts/resend-button.tsx"
import { SentCodeField } from "../parts/sent-code-field.tsx"
import { SignUpLayout } from "../parts/sign-up-layout.tsx"
import { buildSignUpStepHref } from "../sign-up-href.ts"
import { findSentSignUp, sendSignUpMailAgain } from "../service/sign-up-again.server.ts"
import { checkSignUpCode, toMinutesLeft } from "../service/sign-up.server.ts"
import { OutboxPreview } from "../parts/outbox-preview.tsx"
import { listOutboxMessages, isOutboxOpen } from "../service/outbox.server.ts"
import type { Route } from "./+types/signup-sent"

export const handle = { bar: "flow", background: "white" } satisfies ScreenHandle

export async function loader({ request, context }: Route.LoaderArgs) {
  if (getActor(context).kind === "member") throw redirect(href("/"))
  const to = (new URL(request.url).searchParams.get("to") ?? "").slice(0, 254)
  return {
    to,
    waitMs: findSentSignUp(request)?.waitMs ?? null,
    origin: context.get(requestContext).origin,
    messages: isOutboxOpen() && to ? await listOutboxMessages(getActor(context), to) : null,
  }
}

const OVER_TEXT = "가입하던 내용을 찾을 수 없어요. 처음부터 다시 가입해 주세요."

const answerForm = intents<{ request: Request }>((intent) => ({
  check: intent({
    form: CheckCodeForm,
    run: ({ request }, { code }) => checkSignUpCode(request, code),
    done: ({ token }) => redirect(buildSignUpStepHref(token)),
    problems: {
      over: OVER_TEXT,
      wrong: {
        field: "code",
        sentence: "인증번호가 맞지 않아요. 가장 나중에 온 메일의 숫자 6자리를 입력해 주세요.",
      },
      too_many: {
        sentence: "인증번호를 여러 번 틀렸어요. 가장 나중에 온 메일의 링크를 열면 이어갈 수 있어요.",
        status: 429,
      },
    },
  }),
  "": intent({
    run: ({ request }) => sendSignUpMailAgain(request),
    done: ({ setCookie }, _, { request }) => {
      const next = redirectWithFlash(
        `${href("/signup/sent")}${new URL(request.url).search}`,
        "메일을 다시 보냈어요",
      )
      next.headers.append("Set-Cookie", setCookie)
      return next
    },
    problems: {
      over: OVER_TEXT,
      mail_off: { sentence: SERVICE_TEXTS.mail.off, status: 503 },
      too_soon: ({ retryAfterMs }) => ({
        sentence: `방금 보냈어요. ${Math.ceil(retryAfterMs / 1_000)}초 뒤에 다시 보낼 수 있어요.`,
        status: 429,
      }),
      too_many: ({ retryAfterMs }) => ({
        sentence: `메일을 여러 번 보냈어요. ${toMinutesLeft(retryAfterMs)}분 뒤에 다시 해 주세요.`,
        status: 429,
      }),
    },
  }),
}))

export async function action({ request }: Route.ActionArgs) {
  return answerForm(await request.formData(), { request }, { to: href("/signup/sent") })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("메일을 확인해 주세요") },
  { name: "robots", content: "noindex" },
]

export default function SignupSent({ loaderData, actionData }: Route.ComponentProps) {
  const { to, origin, messages, waitMs } = loaderData
  const answer = useActionAnswer(actionData)
  const resend = answer.of("")
  return (
    <SignUpLayout
      step="check"
      backHref={`${href("/signup")}${to && `?${new URLSearchParams({ to })}`}`}
      question="메일을 확인해 주세요"
      help={
        <>
          {to && <strong className="font-semibold break-all text-base-content">{to}</strong>}
          {to && " "}메일함에 온 숫자 6자리를 입력하거나, 메일의 링크를 열어 주세요.
        </>
      }
    >
      <ServiceAlert service="mail" className="mb-6" />
      {waitMs !== null && (
        <>
          <CodeForm answer={answer.of("check")} />
          <Form method="post" className="mt-6 text-center">
            <FormAlert message={resend.problem} className="mb-3 text-left" />
            <ResendButton key={waitMs} label="메일 다시 보내기" waitMs={waitMs} />
          </Form>
        </>
      )}
      <p className="mt-6 rounded-xl bg-base-200 p-4 text-sm text-ink-2">
        메일이 안 보이면 스팸함을 확인하고, 그래도 없으면 이메일 주소를 다시 확인해 주세요. 가장 나중에 온
        메일의 링크를 24시간 동안 쓸 수 있어요.
      </p>
      {messages && <OutboxPreview messages={messages} origin={origin} />}
    </SignUpLayout>
  )
}

function CodeForm({ answer: { problem, errors, typed } }: { answer: ScreenAnswer }) {
  useCodeFocus()
  return (
    <Form method="post" noValidate className="grid gap-5">
      <FormAlert message={problem} />
      <SentCodeField enterKeyHint="next" defaultValue={typed("code")} error={errors.code} />
      <SubmitButton name="intent" value="check" className="btn btn-primary btn-lg w-full">
        확인하기
      </SubmitButton>
    </Form>
  )
}
