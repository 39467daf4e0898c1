/** /my-info/data: one's own data as a file, asked for and fetched with the password. */
import { Form, href } from "react-router"
import { titleOf } from "#app/basics/brand.ts"
import { formatDateTime } from "#app/basics/time.ts"
import { intents } from "#app/platform/intents.server.ts"
import { useActionAnswer } from "#app/ui/action-answer.ts"
import { StateBadge } from "#app/ui/badge.tsx"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { WorkProgress } from "#app/ui/work-progress.tsx"
import { DataExportForm } from "../forms.ts"
import { requireMember } from "../guards.server.ts"
import { OwnPasswordField } from "../parts/own-password-field.tsx"
import { SettingsForm, SettingsSection } from "../parts/settings-form.tsx"
import { DATA_EXPORT_DAYS, type Member } from "../rules.ts"
import { findOwnDataExports, requestDataExport } from "../service/data-exports.server.ts"
import { IDENTITY_PROBLEMS } from "../service/identity-problems.server.ts"
import { OWN_PASSWORD } from "../service/passwords.server.ts"
import { listSignInMethods } from "../service/profile.server.ts"
import type { Route } from "./+types/my-data"

export const handle = {
  bar: "task",
  title: "내 정보 내려받기",
  backHref: href("/my-info"),
} satisfies ScreenHandle

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  const [exports, methods] = await Promise.all([findOwnDataExports(actor), listSignInMethods(actor)])
  const refused = new URL(request.url).searchParams.get("refused")
  return { exports, hasPassword: methods.includes(OWN_PASSWORD), refusal: REFUSED_FILES.get(refused) ?? null }
}

/** Why a file was not given, by the word that its address adds to this page's. */
const REFUSED_FILES: ReadonlyMap<string | null, string> = new Map([
  ["wrong", "비밀번호가 맞지 않아 내려받지 못했어요. 다시 입력해 주세요."],
  ["too_many", "비밀번호를 여러 번 틀렸어요. 15분 뒤에 다시 해 주세요."],
  ["sign_in_again", "로그인한 지 오래됐어요. 다시 로그인한 뒤 10분 안에 내려받아 주세요."],
])

const answerForm = intents<{ actor: Member }>((intent) => ({
  "": intent({
    form: DataExportForm,
    run: ({ actor }, { password }) => requestDataExport(actor, password),
    done: "파일을 만들고 있어요. 다 되면 알려 드려요",
    problems: { ...IDENTITY_PROBLEMS, waiting: "이미 만들고 있어요. 다 되면 알려 드려요." },
  }),
}))

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireMember(context, request)
  return answerForm(await request.formData(), { actor }, { to: href("/my-info/data") })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("내 정보 내려받기") },
  { name: "robots", content: "noindex" },
]

type View = Route.ComponentProps["loaderData"]

export default function MyData({ loaderData, actionData }: Route.ComponentProps) {
  const { exports, hasPassword, refusal } = loaderData
  const { errors, problem } = useActionAnswer(actionData)
  const isWaiting = exports.some(({ state }) => state === "waiting")
  return (
    <Page isNarrow>
      <PageHeader
        title="내 정보 내려받기"
        back={{ href: href("/my-info"), label: "마이" }}
        bar="same"
        text="바로일당에 있는 내 정보를 모두 담은 파일이에요. 다른 서비스로 옮길 때도 쓸 수 있는 JSON이에요."
      />
      <FormAlert message={refusal} className="mb-4" />
      {isWaiting ? null : (
        <SettingsSection
          id="ask"
          title="파일 만들기"
          text={`몇 분 걸릴 수 있어요. 다 되면 알려 드리고, ${DATA_EXPORT_DAYS}일 동안 내려받을 수 있어요.`}
        >
          <SettingsForm intent="" problem={problem} submitLabel="파일 만들기">
            <OwnPasswordField hasPassword={hasPassword ? "yes" : "no"} error={errors.password} />
          </SettingsForm>
        </SettingsSection>
      )}
      {exports.map((each) => (
        <DataExport key={each.id} row={each} hasPassword={hasPassword} />
      ))}
    </Page>
  )
}

const STATES = {
  waiting: { tone: "progress", label: "만드는 중" },
  ready: { tone: "ok", label: "준비됨" },
  gone: { tone: "done", label: "기간 지남" },
} as const

function DataExport({ row, hasPassword }: { row: View["exports"][number] } & Pick<View, "hasPassword">) {
  const { tone, label } = STATES[row.state]
  return (
    <SettingsSection
      id={`export-${row.id}`}
      title={`${formatDateTime(row.askedAt)} 요청`}
      text={
        row.state === "ready" && row.expiresAt
          ? `${formatDateTime(row.expiresAt)}까지 · ${formatSize(row.bytes ?? 0)}`
          : undefined
      }
    >
      <StateBadge tone={tone}>{label}</StateBadge>
      {row.state === "waiting" ? (
        <WorkProgress label="파일을 만드는 중" done={row.percent} total={100} text={`${row.percent}%`} />
      ) : null}
      {row.state === "ready" ? (
        <Form
          method="post"
          action={href("/my-info/data/:exportId", { exportId: row.id })}
          reloadDocument
          className="mt-4 grid gap-4"
        >
          <OwnPasswordField hasPassword={hasPassword ? "yes" : "no"} />
          <div>
            <SubmitButton className="btn btn-tint">내려받기</SubmitButton>
          </div>
        </Form>
      ) : null}
    </SettingsSection>
  )
}

const formatSize = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1_000))}KB` : `${(bytes / 1_000_000).toFixed(1)}MB`
