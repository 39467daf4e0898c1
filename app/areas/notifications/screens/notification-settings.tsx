import { Form, Link, href } from "react-router"
import { intents } from "#app/platform/intents.server.ts"
import { ok } from "#app/platform/outcome.ts"
import { titleOf } from "#app/basics/brand.ts"
import { useActionAnswer } from "#app/ui/action-answer.ts"
import { Checkbox } from "#app/ui/choice.tsx"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { ServiceAlert, useServiceMode } from "#app/ui/service-alert.tsx"
import { requireMember } from "../../accounts/guards.server.ts"
import { isApprovedExpert, type Member } from "../../accounts/rules.ts"
import { SettingsForm } from "../forms.ts"
import { PushSwitch } from "../parts/push-switch.tsx"
import { SwitchRow } from "../parts/switch-row.tsx"
import { CHANNELS, isAlwaysOn, isChannelOn, listKinds, getSwitchName, type Channel } from "../rules.ts"
import { loadPublicPushKey } from "../service/push.server.ts"
import { loadOwnSettings, saveSettings } from "../service/settings.server.ts"
import type { Route } from "./+types/notification-settings"

export const handle = { bar: "task", title: "알림 설정", backHref: href("/my-info") } satisfies ScreenHandle

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  const [{ preferences, contactChannels: reach }, pushKey] = await Promise.all([
    loadOwnSettings(actor),
    loadPublicPushKey(),
  ])
  return {
    quiet: preferences.quiet,
    kinds: listKinds(isApprovedExpert(actor)).map((kind) => ({
      kind,
      enabledChannels: Object.fromEntries(
        CHANNELS.map((channel) => [channel, isChannelOn(preferences.switches, kind, channel)]),
      ) as Record<Channel, boolean>,
    })),
    hasEmail: reach.email !== null,
    hasPhone: reach.phone !== null,
    advertising: reach.advertising,
    pushKey,
  }
}

const answerForm = intents<{ actor: Member }>((intent) => ({
  "": intent({
    form: SettingsForm,
    hidden: Object.keys(SettingsForm.shape),
    run: async ({ actor }, { quiet, ...switches }) => {
      await saveSettings(actor, (kind, channel) => switches[getSwitchName(kind, channel)], quiet)
      return ok()
    },
    done: "알림 설정을 저장했어요",
    problems: {},
  }),
}))

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireMember(context, request)
  return answerForm(await request.formData(), { actor }, { to: href("/my-info/notifications") })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("알림 설정") },
  { name: "robots", content: "noindex" },
]

export default function NotificationSettings({ loaderData: view, actionData }: Route.ComponentProps) {
  const { problem } = useActionAnswer(actionData)
  const [mail, sms] = [useServiceMode("mail"), useServiceMode("sms")]
  const unavailableChannels: Partial<Record<Channel, boolean>> = {
    mail: !view.hasEmail || mail === "off",
    sms: !view.hasPhone || sms === "off",
  }
  return (
    <Page isNarrow>
      <PageHeader title="알림 설정" back={{ href: href("/my-info"), label: "마이" }} bar="same" />
      <FormAlert message={problem} className="mb-5" />
      <PushSwitch publicKey={view.pushKey} />
      <Form method="post" className="mt-8">
        <h2 className="text-lg font-bold">무엇을 어떻게 알릴까요?</h2>
        <p className="mt-1 text-sm text-ink-3">
          문자는 인증한 휴대폰 번호로, 푸시는 위에서 켠 브라우저로 보내요.
          {view.hasPhone ? null : (
            <>
              {" "}
              <Link
                to={`${href("/my-info/profile")}#phone`}
                className="font-medium text-primary-ink underline"
              >
                휴대폰 번호 인증하기
              </Link>
            </>
          )}
        </p>
        <ServiceAlert service="mail" className="mt-4" />
        <ServiceAlert service="sms" className="mt-2" />
        <ul
          className={
            "mt-4 divide-y divide-base-300 md:rounded-xl md:border md:border-base-300 md:bg-base-100 md:px-5"
          }
        >
          {view.kinds.map(({ kind, enabledChannels }) => (
            <SwitchRow
              key={kind}
              kind={kind}
              enabledChannels={enabledChannels}
              isLocked={(channel) => isAlwaysOn(kind, channel)}
              isMissing={(channel) =>
                unavailableChannels[channel] === true || (kind === "marketing" && !view.advertising)
              }
            />
          ))}
        </ul>
        {view.advertising ? null : (
          <p className="mt-3 text-sm text-ink-3">
            혜택 소식은{" "}
            <Link to={href("/my-info/consents")} className="font-medium text-primary-ink underline">
              광고 수신에 동의
            </Link>
            하면 켤 수 있어요.
          </p>
        )}
        <div
          className={
            "mt-6 rounded-xl bg-base-200 px-4 py-2 md:border md:border-base-300 md:bg-base-100 md:px-5"
          }
        >
          <Checkbox
            name="quiet"
            label="밤에는 방해하지 않기"
            description="밤 9시부터 아침 8시까지 온 소식은 앱 안에만 두고, 이메일·문자·푸시는 아침 8시에 보내요. 광고는 이 시간에 보내지 않아요."
            defaultChecked={view.quiet}
          />
        </div>
        <SubmitButton className="btn btn-primary btn-lg mt-6 w-full">저장하기</SubmitButton>
      </Form>
    </Page>
  )
}
