/** /my-info/profile: name, picture and region, and how one is reached. */
import { href, redirect } from "react-router"
import { titleOf } from "#app/basics/brand.ts"
import { useActionAnswer, type ScreenAnswer } from "#app/ui/action-answer.ts"
import { TextField } from "#app/ui/field.tsx"
import { PictureUploader } from "#app/ui/picture-uploader.tsx"
import { RegionPicker } from "#app/ui/region-picker.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { requireSignedIn } from "../guards.server.ts"
import { LEGAL_NAME_HELP, NICKNAME_HELP } from "../nickname-texts.ts"
import { answerProfileForm } from "../my-info-forms.server.ts"
import { EmailSettings } from "../parts/email-settings.tsx"
import { NicknameField } from "../parts/nickname-field.tsx"
import { PhoneSettings } from "../parts/phone-settings.tsx"
import { SettingsForm, SettingsSection } from "../parts/settings-form.tsx"
import { findOwnProfile } from "../service/my-info.server.ts"
import type { Route } from "./+types/my-profile"

export const handle = {
  bar: "task",
  title: "프로필과 연락처",
  backHref: href("/my-info"),
} satisfies ScreenHandle

export async function loader({ request, context }: Route.LoaderArgs) {
  const profile = await findOwnProfile(requireSignedIn(context, request))
  return profile ?? redirect(href("/my-info"))
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireSignedIn(context, request)
  return answerProfileForm(await request.formData(), { actor }, { to: href("/my-info/profile") })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("프로필과 연락처") },
  { name: "robots", content: "noindex" },
]

export default function MyProfile({ loaderData: profile, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  const email = <EmailSettings email={profile.email} hasPassword={profile.hasPassword} answer={answer} />
  return (
    <Page isNarrow>
      <PageHeader title="프로필과 연락처" back={{ href: href("/my-info"), label: "마이" }} bar="same" />
      {profile.email === null ? email : null}
      <ProfileSettings profile={profile} answer={answer.of("profile")} />
      {profile.email === null ? null : email}
      <PhoneSettings
        phone={profile.phone}
        isVerified={profile.phoneVerified}
        code={profile.code}
        hasPassword={profile.hasPassword}
        answer={answer}
      />
    </Page>
  )
}

/** Says what others see, and when it can be changed. */
function describeNickname({ nickname, publicName, nextNicknameChange }: SettingsProps["profile"]): string {
  const when = nextNicknameChange
    ? `${nextNicknameChange}부터 다시 바꿀 수 있어요.`
    : "바꾸면 30일 동안 그대로 써요."
  return nickname !== null && nickname !== publicName
    ? `전문가나 상점으로 활동하는 동안에는 ‘${publicName}’, 그 뒤에는 별명이 보여요. ${when}`
    : `${NICKNAME_HELP} ${when}`
}

type SettingsProps = { profile: Route.ComponentProps["loaderData"]; answer: ScreenAnswer }

function ProfileSettings({ profile, answer }: SettingsProps) {
  return (
    <SettingsSection id="profile" title="프로필">
      <SettingsForm
        intent="profile"
        problem={answer.problem}
        submitLabel="저장하기"
        encType="multipart/form-data"
      >
        <PictureUploader
          name="avatar"
          purpose="avatar"
          max={1}
          label="프로필 사진"
          defaultPictures={profile.avatar}
          error={answer.errors.avatar}
        />
        <TextField
          label="이름"
          name="name"
          autoComplete="name"
          maxLength={20}
          defaultValue={answer.typed("name", profile.name)}
          error={answer.errors.name}
          help={LEGAL_NAME_HELP}
        />
        <NicknameField suggestion={profile.nickname ?? ""} help={describeNickname(profile)} answer={answer} />
        <RegionPicker
          label="지역"
          name="regionCode"
          defaultValue={answer.typed("regionCode", profile.regionCode ?? "")}
          error={answer.errors.regionCode}
        />
      </SettingsForm>
    </SettingsSection>
  )
}
