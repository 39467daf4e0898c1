/** /my-info/passkeys: what this person signs in with instead of a password. */
import { Form, href, redirect } from "react-router"
import { titleOf } from "#app/basics/brand.ts"
import { formatDate } from "#app/basics/time.ts"
import { redirectWithFlash } from "#app/platform/flash.server.ts"
import { intents } from "#app/platform/intents.server.ts"
import { useActionAnswer, type ScreenAnswer } from "#app/ui/action-answer.ts"
import { TextField } from "#app/ui/field.tsx"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import { Fingerprint } from "#app/ui/icons.tsx"
import { RelativeTime } from "#app/ui/relative-time.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { formatDeviceName } from "../device-name.ts"
import { AddPasskeyForm, OwnPasswordForm, RemovePasskeyForm, RenamePasskeyForm } from "../forms.ts"
import { requireMember } from "../guards.server.ts"
import { NewPasskey } from "../parts/new-passkey.tsx"
import { OwnPasswordField } from "../parts/own-password-field.tsx"
import { SettingsForm, SettingsSection } from "../parts/settings-form.tsx"
import type { Member } from "../rules.ts"
import { IDENTITY_PROBLEMS, USE_PASSKEY_TEXT } from "../service/identity-problems.server.ts"
import { buildForgottenChallengeCookie } from "../service/passkey-challenges.server.ts"
import {
  addPasskey,
  beginPasskey,
  findPasskeyOptions,
  listPasskeys,
  mustUsePasskey,
  removePasskey,
  renamePasskey,
} from "../service/passkeys.server.ts"
import { OWN_PASSWORD } from "../service/passwords.server.ts"
import { listSignInMethods } from "../service/profile.server.ts"
import { ok } from "#app/platform/outcome.ts"
import type { Route } from "./+types/passkeys"

export const handle = {
  bar: "task",
  title: "패스키",
  backHref: href("/my-info/login"),
} satisfies ScreenHandle

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  const [passkeys, options, methods, isShut] = await Promise.all([
    listPasskeys(actor),
    findPasskeyOptions(actor, request),
    listSignInMethods(actor),
    mustUsePasskey(actor),
  ])
  return {
    passkeys,
    options,
    shutText: isShut ? `${USE_PASSKEY_TEXT} 관리자 화면도 그때 열려요.` : null,
    hasPassword: methods.includes(OWN_PASSWORD),
    suggestedName: formatDeviceName(request.headers.get("User-Agent")).slice(0, 30),
  }
}

const PATH = href("/my-info/passkeys")
const MANY_TEXT = "패스키는 20개까지 둘 수 있어요. 쓰지 않는 것을 먼저 지워 주세요."
const goOn = (request: Request, setCookie = buildForgottenChallengeCookie(request)) =>
  redirect(`${PATH}#add`, { headers: { "Set-Cookie": setCookie } })

const answerForm = intents<{ actor: Member; request: Request }>((intent) => ({
  begin: intent({
    form: OwnPasswordForm,
    run: ({ actor, request }, { password }) => beginPasskey(actor, { request, password }),
    done: ({ setCookie }, _, { request }) => goOn(request, setCookie),
    problems: { ...IDENTITY_PROBLEMS, use_passkey: USE_PASSKEY_TEXT, many: MANY_TEXT },
  }),
  cancel: intent({ run: async () => ok(), done: (_, __, { request }) => goOn(request), problems: {} }),
  add: intent({
    form: AddPasskeyForm,
    hidden: ["answer"],
    run: ({ actor, request }, value) => addPasskey(actor, { request, ...value }),
    done: (_, __, { request }) => {
      const next = redirectWithFlash(PATH, "패스키를 추가했어요")
      next.headers.append("Set-Cookie", buildForgottenChallengeCookie(request))
      return next
    },
    problems: {
      over: "확인하는 시간이 지났어요. 처음부터 다시 해 주세요.",
      wrong: { sentence: "기기의 답을 확인하지 못했어요. 다시 시도해 주세요.", status: 400 },
      known: "이미 등록된 패스키예요.",
      many: MANY_TEXT,
      use_passkey: USE_PASSKEY_TEXT,
    },
  }),
  rename: intent({
    form: RenamePasskeyForm,
    hidden: ["passkeyId"],
    run: ({ actor }, value) => renamePasskey(actor, value),
    done: "이름을 바꿨어요",
    problems: {},
  }),
  remove: intent({
    form: RemovePasskeyForm,
    hidden: ["passkeyId"],
    run: ({ actor }, value) => removePasskey(actor, value),
    done: "패스키를 지웠어요",
    problems: {
      ...IDENTITY_PROBLEMS,
      gone: "이미 지운 패스키예요.",
      required: "관리자는 마지막 패스키를 지울 수 없어요. 다른 패스키나 2단계 인증을 먼저 등록해 주세요.",
      use_passkey: USE_PASSKEY_TEXT,
    },
  }),
}))

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireMember(context, request)
  return answerForm(await request.formData(), { actor, request }, { to: PATH })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("패스키") },
  { name: "robots", content: "noindex" },
]

export default function Passkeys({ loaderData, actionData }: Route.ComponentProps) {
  const { passkeys, options, shutText, hasPassword, suggestedName } = loaderData
  const answer = useActionAnswer(actionData)
  return (
    <Page isNarrow>
      <PageHeader
        title="패스키"
        back={{ href: href("/my-info/login"), label: "로그인과 보안" }}
        bar="same"
        text="지문이나 얼굴, 화면 잠금으로 로그인해요. 가짜 사이트에 속아도 남이 쓸 수 없어요."
      />
      <FormAlert message={shutText} className="mb-4" />
      {passkeys.length > 0 && (
        <ul className="grid gap-3">
          {passkeys.map((passkey) => (
            <PasskeyCard key={passkey.id} passkey={passkey} hasPassword={hasPassword} answer={answer} />
          ))}
        </ul>
      )}
      {options ? (
        <SettingsSection
          id="add"
          title="새 패스키"
          text="이름을 정하고, 기기가 묻는 대로 지문이나 얼굴, 화면 잠금을 확인해 주세요."
        >
          <NewPasskey options={options} suggestedName={suggestedName} answer={answer.of("add")} />
        </SettingsSection>
      ) : (
        <Beginning hasPassword={hasPassword} answer={answer} />
      )}
    </Page>
  )
}

type Answering = { hasPassword: boolean; answer: ScreenAnswer }

function Beginning({ hasPassword, answer }: Answering) {
  const { problem, errors } = answer.of("begin")
  return (
    <SettingsSection
      id="add"
      title="패스키 추가하기"
      text="추가한 뒤에는 비밀번호 없이 로그인할 수 있어서, 먼저 본인인지 확인해요."
    >
      <SettingsForm
        intent="begin"
        problem={problem ?? answer.of("add").problem}
        submitLabel="계속하기"
        buttonClass="btn-primary"
      >
        <OwnPasswordField hasPassword={hasPassword ? "yes" : "no"} error={errors.password} />
      </SettingsForm>
    </SettingsSection>
  )
}

type Passkey = Route.ComponentProps["loaderData"]["passkeys"][number]

function PasskeyCard({ passkey, hasPassword, answer }: Answering & { passkey: Passkey }) {
  const mine = answer.about("passkeyId", passkey.id)
  return (
    <li className="card-line p-4 md:p-6">
      <div className="flex items-center gap-3">
        <Fingerprint size={24} className="flex-none text-ink-2" />
        <div className="min-w-0">
          <p className="text-base font-semibold break-words">{passkey.name}</p>
          <p className="mt-0.5 text-sm text-ink-3">
            {formatDate(passkey.createdAt)} 추가 ·{" "}
            {passkey.usedAt ? (
              <>
                <RelativeTime at={passkey.usedAt} /> 로그인
              </>
            ) : (
              "아직 쓰지 않았어요"
            )}
          </p>
        </div>
      </div>
      <details open={mine.wasSent || undefined} className="group mt-3">
        <summary className="btn btn-line btn-sm hit w-fit list-none">이름 바꾸기·지우기</summary>
        <Form method="post" noValidate preventScrollReset className="mt-4 grid gap-3">
          <input type="hidden" name="passkeyId" value={passkey.id} />
          <FormAlert message={mine.of("rename").problem} />
          <TextField
            label="이름"
            name="name"
            maxLength={30}
            defaultValue={mine.typed("name") || passkey.name}
            error={mine.of("rename").errors.name}
          />
          <SubmitButton
            name="intent"
            value="rename"
            className="btn btn-tint w-full sm:w-auto sm:justify-self-start"
          >
            이름 저장하기
          </SubmitButton>
        </Form>
        <Form
          method="post"
          noValidate
          preventScrollReset
          className="mt-5 grid gap-3 border-t border-base-300 pt-5"
        >
          <input type="hidden" name="passkeyId" value={passkey.id} />
          <FormAlert message={mine.of("remove").problem} />
          <OwnPasswordField
            hasPassword={hasPassword ? "yes" : "no"}
            error={mine.of("remove").errors.password}
          />
          <SubmitButton
            name="intent"
            value="remove"
            className="btn btn-error w-full sm:w-auto sm:justify-self-start"
          >
            패스키 지우기
          </SubmitButton>
        </Form>
      </details>
    </li>
  )
}
