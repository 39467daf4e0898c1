import { titleOf } from "#app/basics/brand.ts"
import { Form, Link, href } from "react-router"
import { intents } from "#app/platform/intents.server.ts"
import { useActionAnswer } from "#app/ui/action-answer.ts"
import type { Member } from "../rules.ts"
import { redirectWithFlash } from "#app/platform/flash.server.ts"
import { Checkbox } from "#app/ui/choice.tsx"
import { ChevronRight } from "#app/ui/icons.tsx"
import { formatNumber } from "#app/basics/numbers.ts"
import { TextArea, TextField } from "#app/ui/field.tsx"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { LeaveForm } from "../forms.ts"
import { requireSignedIn } from "../guards.server.ts"
import { findLeavingObligations, leaveMembership, type OpenThings } from "../service/leaving.server.ts"
import { OWN_PASSWORD } from "../service/passwords.server.ts"
import { listSignInMethods } from "../service/profile.server.ts"
import { buildExpiredSessionCookie } from "../service/sessions.server.ts"
import { getSessionStart } from "../session.server.ts"
import type { Route } from "./+types/leave"

export const handle = { bar: "task", title: "회원탈퇴", backHref: href("/my-info") } satisfies ScreenHandle

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireSignedIn(context, request)
  const [methods, { open }] = await Promise.all([listSignInMethods(actor), findLeavingObligations(actor)])
  return { hasPassword: methods.includes(OWN_PASSWORD), openThings: open }
}

const answerForm = intents<{ actor: Member; request: Request }>((intent) => ({
  "": intent({
    form: LeaveForm,
    run: async ({ actor }, { reason, password }) =>
      leaveMembership(actor, {
        reason: reason ?? "",
        password: password ?? "",
        signedInAt: await getSessionStart(actor),
      }),
    done: (_, __, { request }) => {
      const response = redirectWithFlash(href("/"), "탈퇴했어요. 그동안 고마웠어요")
      response.headers.append("Set-Cookie", buildExpiredSessionCookie(request))
      return response
    },
    problems: {
      wrong: { field: "password", sentence: "비밀번호가 맞지 않아요. 다시 확인해 주세요." },
      too_many: { sentence: "비밀번호를 여러 번 틀렸어요. 15분 뒤에 다시 해 주세요.", status: 429 },
      sign_in_again: "로그인한 지 오래됐어요. 로그아웃하고 다시 로그인한 뒤 10분 안에 탈퇴해 주세요.",
      open: ({ count }) => `진행 중인 거래가 ${count}건 있어요. 마치거나 취소한 뒤 탈퇴해 주세요.`,
    },
  }),
}))

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireSignedIn(context, request)
  return answerForm(await request.formData(), { actor, request }, { to: href("/") })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("회원탈퇴") },
  { name: "robots", content: "noindex" },
]

const LEAVING_WARNINGS = [
  "이름, 이메일, 휴대폰 번호, 프로필 사진이 지워지고 다시 볼 수 없어요.",
  "남긴 후기와 거래 글은 ‘탈퇴한 회원’으로 남아요. 지우고 싶다면 탈퇴하기 전에 지워 주세요.",
  "거래한 적이 있으면 계약·결제 기록과 함께 이름, 이메일, 휴대폰 번호를 법에 따라 5년 동안 따로 보관한 뒤 지워요.",
  "진행 중인 견적과 작업, 일자리, 중고거래, 쇼핑 주문과 정산이 있으면 마친 뒤에 탈퇴할 수 있어요.",
]

export default function Leave({ loaderData: { hasPassword, openThings }, actionData }: Route.ComponentProps) {
  return (
    <Page isNarrow>
      <PageHeader
        title="회원탈퇴"
        back={{ href: href("/my-info"), label: "마이" }}
        bar="same"
        text="탈퇴하기 전에 확인해 주세요."
      />
      <ul className="grid list-disc gap-2 rounded-xl bg-base-200 py-5 pr-5 pl-9 text-base text-ink-2">
        {LEAVING_WARNINGS.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
      {openThings.length > 0 ? (
        <OpenThingsList things={openThings} />
      ) : (
        <LeavingForm hasPassword={hasPassword} actionData={actionData} />
      )}
    </Page>
  )
}

/** What has to be over first, each with the place where it is seen; no password is asked for yet. */
function OpenThingsList({ things }: { things: readonly OpenThings[] }) {
  return (
    <section aria-labelledby="open-things" className="mt-7">
      <h2 id="open-things" className="text-lg font-bold">
        먼저 마쳐야 하는 일이 있어요
      </h2>
      <p className="mt-1 text-base text-ink-2">마치거나 취소하면 바로 탈퇴할 수 있어요.</p>
      <ul className="mt-2 divide-y divide-base-300">
        {things.map((thing) => (
          <li key={thing.label}>
            <Link to={thing.href} className="flex min-h-14 items-center gap-2 py-2 hover:text-primary-ink">
              <span className="min-w-0 flex-1 text-base font-medium">{thing.label}</span>
              <span className="num flex-none text-base font-semibold text-primary-ink">
                {formatNumber(thing.count)}건
              </span>
              <ChevronRight size={18} className="flex-none text-ink-3" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function LeavingForm({
  hasPassword,
  actionData,
}: {
  hasPassword: boolean
  actionData: Route.ComponentProps["actionData"]
}) {
  const { errors, problem, typed } = useActionAnswer(actionData)
  return (
    <Form method="post" noValidate className="mt-7 grid gap-5">
      <FormAlert message={problem} />
      <TextArea
        label="떠나는 이유"
        name="reason"
        rows={3}
        maxLength={500}
        required={false}
        defaultValue={typed("reason")}
        error={errors.reason}
        placeholder="더 나아지는 데 큰 도움이 돼요."
      />
      {hasPassword ? (
        <TextField
          label="비밀번호"
          name="password"
          type="password"
          autoComplete="current-password"
          error={errors.password}
          help="본인인지 한 번 더 확인해요."
        />
      ) : (
        <p className="text-sm text-ink-3">
          간편 로그인을 쓰고 있어서, 로그인한 지 10분 안에 탈퇴할 수 있어요.
        </p>
      )}
      <Checkbox name="understood" label="안내를 모두 확인했어요" error={errors.understood} />
      <div className="button-pair">
        <Link to={href("/my-info")} className="btn btn-quiet btn-lg">
          취소
        </Link>
        <SubmitButton className="btn btn-error btn-lg">탈퇴하기</SubmitButton>
      </div>
    </Form>
  )
}
