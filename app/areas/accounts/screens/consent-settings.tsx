/** /my-info/consents: what one agreed to, and the choice to take it back. */
import { href, redirect } from "react-router"
import { titleOf } from "#app/basics/brand.ts"
import { useActionAnswer, type ScreenAnswer } from "#app/ui/action-answer.ts"
import { Checkbox } from "#app/ui/choice.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { CONSENTS } from "../consents.ts"
import { requireSignedIn } from "../guards.server.ts"
import { answerConsentsForm } from "../my-info-forms.server.ts"
import { ConsentText } from "../parts/consent-list.tsx"
import { SettingsForm, SettingsSection } from "../parts/settings-form.tsx"
import { findConsentSettings } from "../service/my-info.server.ts"
import type { Route } from "./+types/consent-settings"

export const handle = { bar: "task", title: "동의 관리", backHref: href("/my-info") } satisfies ScreenHandle

export async function loader({ request, context }: Route.LoaderArgs) {
  const settings = await findConsentSettings(requireSignedIn(context, request))
  return settings ?? redirect(href("/my-info"))
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireSignedIn(context, request)
  return answerConsentsForm(await request.formData(), { actor }, { to: href("/my-info/consents") })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("동의 관리") },
  { name: "robots", content: "noindex" },
]

type Settings = Route.ComponentProps["loaderData"]

export default function ConsentSettings({ loaderData: settings, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  return (
    <Page isNarrow>
      <PageHeader title="동의 관리" back={{ href: href("/my-info"), label: "마이" }} bar="same" />
      <OptionalConsents settings={settings} answer={answer.of("consents")} />
    </Page>
  )
}

function OptionalConsents({ settings, answer }: { settings: Settings; answer: ScreenAnswer }) {
  return (
    <SettingsSection id="consents" title="선택 동의" text="선택 항목은 언제든 바꿀 수 있어요.">
      <SettingsForm intent="consents" problem={answer.problem} submitLabel="저장하기">
        <div>
          {CONSENTS.filter((consent) => !consent.required).map((consent) => (
            <div key={consent.kind}>
              <Checkbox
                name={consent.kind}
                label={`(선택) ${consent.title}`}
                defaultChecked={settings.consents[consent.kind] ?? false}
              />
              <ConsentText consent={consent} />
            </div>
          ))}
        </div>
      </SettingsForm>
      <ConsentHistory history={settings.history} />
    </SettingsSection>
  )
}

function ConsentHistory({ history }: Pick<Settings, "history">) {
  return (
    <details className="mt-5 text-sm">
      <summary className="hit w-fit cursor-pointer rounded-sm text-ink-3 underline underline-offset-2">
        동의 기록 보기
      </summary>
      <ul className="mt-3 divide-y divide-base-300">
        {history.map((entry, index) => (
          // A history only grows at its head, and is rendered anew then.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index} className="flex justify-between gap-3 py-2.5">
            <span>{entry.title}</span>
            <span className="num text-ink-3">
              {entry.on} · {entry.version} 판 · {entry.granted ? "동의" : "동의 안 함"}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}
