/** /my-info/login: the password, how long one stays signed in, and what guards the account. */
import { href, Link, redirect } from "react-router"
import { titleOf } from "#app/basics/brand.ts"
import { PASSWORD_HINT_TEXT } from "#app/basics/password-hint.ts"
import { useActionAnswer, type ScreenAnswer } from "#app/ui/action-answer.ts"
import { ChoiceCards } from "#app/ui/choice.tsx"
import { TextField } from "#app/ui/field.tsx"
import { ChevronRight } from "#app/ui/icons.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { SESSION_TIMEOUT_CHOICES } from "../forms.ts"
import { requireSignedIn } from "../guards.server.ts"
import { answerLoginSettings } from "../my-info-forms.server.ts"
import { SettingsForm, SettingsSection } from "../parts/settings-form.tsx"
import { findLoginSettings } from "../service/my-info.server.ts"
import { listProviderNames } from "../social-providers.ts"
import type { Route } from "./+types/login-settings"

const SAFETY_LINKS = [
  {
    to: href("/my-info/passkeys"),
    label: "패스키",
    description: "지문이나 얼굴, 화면 잠금으로 로그인해요",
  },
  {
    to: href("/my-info/second-factor"),
    label: "2단계 인증",
    description: "로그인할 때 인증 앱의 숫자를 한 번 더 물어봐요",
  },
  {
    to: href("/my-info/devices"),
    label: "로그인한 기기",
    description: "어디에 로그인되어 있는지 보고 로그아웃해요",
  },
] as const

export const handle = {
  bar: "task",
  title: "로그인과 보안",
  backHref: href("/my-info"),
} satisfies ScreenHandle

export async function loader({ request, context }: Route.LoaderArgs) {
  const settings = await findLoginSettings(requireSignedIn(context, request))
  return settings ?? redirect(href("/my-info"))
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireSignedIn(context, request)
  return answerLoginSettings(await request.formData(), { actor }, { to: href("/my-info/login") })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("로그인과 보안") },
  { name: "robots", content: "noindex" },
]

export default function LoginSettings({ loaderData: settings, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  return (
    <Page isNarrow>
      <PageHeader title="로그인과 보안" back={{ href: href("/my-info"), label: "마이" }} bar="same" />
      <PasswordSettings settings={settings} answer={answer.of("password")} />
      <SessionSettings settings={settings} answer={answer.of("session-timeout")} />
      <SafetySettings />
    </Page>
  )
}

type SettingsProps = { settings: Route.ComponentProps["loaderData"]; answer: ScreenAnswer }

function PasswordSettings({ settings, answer }: SettingsProps) {
  return (
    <SettingsSection
      id="password"
      title="비밀번호"
      text={
        settings.providers.length > 0 ? `${listProviderNames(settings.providers)}로 로그인해요.` : undefined
      }
    >
      {settings.hasPassword ? (
        <SettingsForm intent="password" problem={answer.problem} submitLabel="비밀번호 바꾸기">
          <TextField
            label="지금 비밀번호"
            name="currentPassword"
            type="password"
            autoComplete="current-password"
            error={answer.errors.currentPassword}
          />
          <TextField
            label="새 비밀번호"
            name="newPassword"
            type="password"
            autoComplete="new-password"
            error={answer.errors.newPassword}
            help={PASSWORD_HINT_TEXT}
          />
        </SettingsForm>
      ) : (
        <p className="text-base text-ink-2">
          아직 비밀번호가 없어요.{" "}
          <Link to={href("/password-reset")} className="font-medium text-primary-ink underline">
            메일로 비밀번호 정하기
          </Link>
        </p>
      )}
    </SettingsSection>
  )
}

function SessionSettings({ settings, answer }: SettingsProps) {
  if (settings.isAdmin)
    return (
      <SettingsSection id="session" title="자동 로그아웃">
        <p className="text-base text-ink-2">
          관리자는 30분 동안 쓰지 않으면 로그아웃돼요. 계속 써도 로그인한 지 12시간이 지나면 다시 로그인해요.
        </p>
      </SettingsSection>
    )
  return (
    <SettingsSection
      id="session"
      title="자동 로그아웃"
      text="마지막으로 쓴 때부터 이 시간이 지나면 로그아웃돼요. 보안을 위해 8시간까지 고를 수 있어요."
    >
      <SettingsForm intent="session-timeout" problem={answer.problem} submitLabel="저장하기">
        <ChoiceCards
          legend="자동 로그아웃 시간"
          hideLegend
          layout="grid"
          name="minutes"
          type="radio"
          options={SESSION_TIMEOUT_CHOICES}
          defaultValue={settings.timeoutMinutes}
          error={answer.errors.minutes}
        />
      </SettingsForm>
    </SettingsSection>
  )
}

function SafetySettings() {
  return (
    <SettingsSection id="safety" title="계정 지키기">
      <ul className="divide-y divide-base-300">
        {SAFETY_LINKS.map((place) => (
          <li key={place.to}>
            <Link to={place.to} className="flex min-h-14 items-center gap-3 py-2 hover:text-primary-ink">
              <span className="min-w-0 flex-1">
                <span className="block text-base font-semibold">{place.label}</span>
                <span className="block text-sm text-ink-3">{place.description}</span>
              </span>
              <ChevronRight size={18} className="text-ink-3" />
            </Link>
          </li>
        ))}
      </ul>
    </SettingsSection>
  )
}
