import { titleOf } from "#app/basics/brand.ts"
import { Form, Link, href } from "react-router"
import { formatDateTime } from "#app/basics/time.ts"
import { redirectWithFlash } from "#app/platform/flash.server.ts"
import { intents } from "#app/platform/intents.server.ts"
import { useActionAnswer } from "#app/ui/action-answer.ts"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { ConfirmForm } from "../forms.ts"
import { AccountPage } from "../parts/account-page.tsx"
import { buildExpiredSessionCookie } from "../service/sessions.server.ts"
import { loadUndoView, undoChange } from "../service/undo-change.server.ts"
import type { Route } from "./+types/undo-change"

const MESSAGES_BY_REASON = {
  over: "이 링크는 이미 썼거나 7일이 지났어요. 도움이 필요하면 고객센터에 알려 주세요.",
  taken:
    "예전 이메일을 그사이 다른 계정이 쓰고 있어서 되돌리지 못했어요. 고객센터에 알려 주시면 도와드릴게요.",
}

export const handle = { background: "white" } satisfies ScreenHandle

export async function loader({ request }: Route.LoaderArgs) {
  const token = (new URL(request.url).searchParams.get("token") ?? "").slice(0, 200)
  return { token, undo: await loadUndoView(token) }
}

const answerForm = intents<{ request: Request }>((intent) => ({
  "": intent({
    form: ConfirmForm,
    hidden: ["token"],
    run: (_, { token }) => undoChange(token),
    done: ({ resetToken }, _, { request }) => {
      const response =
        resetToken === null
          ? redirectWithFlash(href("/login"), "되돌렸어요. 다시 로그인해 주세요")
          : redirectWithFlash(
              `${href("/password-reset")}?${new URLSearchParams({ token: resetToken })}`,
              "되돌렸어요. 새 비밀번호를 정해 주세요",
            )
      response.headers.append("Set-Cookie", buildExpiredSessionCookie(request))
      return response
    },
    problems: MESSAGES_BY_REASON,
  }),
}))

/** A mail's link only shows the screen: programs that look into mails open links, people press the button. */
export async function action({ request }: Route.ActionArgs) {
  return answerForm(await request.formData(), { request }, { to: href("/login") })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("바뀐 계정 정보 되돌리기") },
  { name: "robots", content: "noindex" },
  { name: "referrer", content: "same-origin" },
]

export default function UndoChange({ loaderData: { token, undo }, actionData }: Route.ComponentProps) {
  const { problem } = useActionAnswer(actionData)
  if (undo === null) {
    return (
      <AccountPage title="링크를 쓸 수 없어요">
        <FormAlert message={problem ?? MESSAGES_BY_REASON.over} />
        <div className="mt-6 grid gap-2 sm:grid-cols-2">
          <Link to={href("/contact")} className="btn btn-quiet btn-lg">
            고객센터
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
      title="바뀐 정보를 되돌릴까요?"
      text="내가 바꾸지 않았다면 되돌려 주세요. 로그인하지 않아도 할 수 있어요."
    >
      <FormAlert message={problem} className="mb-5" />
      <ul className="grid gap-2.5">
        {undo.changes.map((change) => (
          <li key={change.label} className="card-line p-4">
            <p className="flex items-baseline justify-between gap-3">
              <span className="font-semibold">{change.label}</span>
              <span className="num text-sm text-ink-3">{formatDateTime(change.at)}</span>
            </p>
            <dl className="mt-2 grid grid-cols-[4.5rem_1fr] gap-y-1 text-base">
              <dt className="text-ink-3">지금</dt>
              <dd className="break-all">{change.newValue || "바뀐 비밀번호"}</dd>
              <dt className="text-ink-3">되돌리면</dt>
              <dd className="font-semibold break-all">{change.previousValue || "새로 정해요"}</dd>
            </dl>
          </li>
        ))}
      </ul>
      <ul className="mt-5 grid list-disc gap-1.5 pl-5 text-base text-ink-2">
        <li>모든 기기에서 로그아웃돼요.</li>
        <li>지금 비밀번호는 쓸 수 없게 되고, 바로 새로 정해요.</li>
        <li>되돌리기는 {formatDateTime(undo.until)}까지 한 번 쓸 수 있어요.</li>
      </ul>
      <Form method="post" className="mt-7">
        <input type="hidden" name="token" value={token} />
        <SubmitButton className="btn btn-primary btn-lg w-full">되돌리기</SubmitButton>
      </Form>
      <p className="mt-6 text-sm text-ink-3">직접 바꿨다면 이 창을 닫아 주세요. 아무것도 바뀌지 않아요.</p>
    </AccountPage>
  )
}
