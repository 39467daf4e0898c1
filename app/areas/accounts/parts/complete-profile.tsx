import { useId, type ReactNode } from "react"
import { Form } from "react-router"
import { ChoiceCards } from "#app/ui/choice.tsx"
import { PhoneField, TextField } from "#app/ui/field.tsx"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import { RegionPicker } from "#app/ui/region-picker.tsx"
import { AccountPage } from "./account-page.tsx"
import { LEGAL_NAME_HELP, NICKNAME_HELP } from "../nickname-texts.ts"
import { ConsentList } from "./consent-list.tsx"
import { NicknameField } from "./nickname-field.tsx"
import { USER_TYPE_OPTIONS } from "./user-type-options.ts"
import type { ScreenAnswer } from "#app/ui/action-answer.ts"

/** For those who came through a provider: what a sign-up would have asked. */
export function CompleteProfile({
  returnTo,
  nickname,
  answer,
}: {
  returnTo: string
  /** The suggestion. */
  nickname: string
  answer: ScreenAnswer
}) {
  const { errors, values, problem, typed } = answer.of("complete")
  return (
    <AccountPage isWide title="프로필을 완성해 주세요" text="몇 가지만 더 알려 주면 바로 시작할 수 있어요.">
      <FormAlert message={problem} className="mb-5" />
      <Form method="post" noValidate className="grid gap-10">
        <input type="hidden" name="intent" value="complete" />
        <input type="hidden" name="returnTo" value={returnTo} />
        <Group title="어떻게 이용하세요?">
          <ChoiceCards
            legend="어떻게 이용하세요?"
            hideLegend
            name="userType"
            type="radio"
            options={USER_TYPE_OPTIONS}
            defaultValue={typed("userType") || "customer"}
            error={errors.userType}
          />
        </Group>
        <Group title="이름과 별명">
          <TextField
            label="이름"
            name="name"
            autoComplete="name"
            maxLength={20}
            defaultValue={typed("name")}
            error={errors.name}
            help={LEGAL_NAME_HELP}
          />
          <NicknameField suggestion={nickname} help={NICKNAME_HELP} answer={answer.of("complete")} />
        </Group>
        <Group title="연락처와 동네">
          <PhoneField label="휴대폰 번호" name="phone" defaultValue={typed("phone")} error={errors.phone} />
          <RegionPicker
            label="지역"
            name="regionCode"
            defaultValue={typed("regionCode")}
            error={errors.regionCode}
          />
        </Group>
        <ConsentList errors={errors} values={values} />
        <SubmitButton className="btn btn-primary btn-lg w-full">시작하기</SubmitButton>
      </Form>
    </AccountPage>
  )
}

/** Fields of one question of the sign-up, under its heading. */
function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-5">
      <h2 id={id} className="text-lg font-bold">
        {title}
      </h2>
      {children}
    </section>
  )
}
