import { Form, href, Link } from "react-router"
import { titleOf } from "#app/basics/brand.ts"
import { intents } from "#app/platform/intents.server.ts"
import { useActionAnswer, type ScreenAnswer } from "#app/ui/action-answer.ts"
import { CopyButton } from "#app/ui/copy-button.tsx"
import { TextField } from "#app/ui/field.tsx"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import { QrCode } from "#app/ui/qr-code.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { ConfirmSecondFactorForm, OwnPasswordForm, TurnOffSecondFactorForm } from "../forms.ts"
import { requireMember } from "../guards.server.ts"
import { OwnPasswordField } from "../parts/own-password-field.tsx"
import { SecondFactorField } from "../parts/second-factor-field.tsx"
import { SettingsForm, SettingsSection } from "../parts/settings-form.tsx"
import { isAdmin, isExpert, isSeller, type Member } from "../rules.ts"
import { buildTooManyCodesProblem, WRONG_CODE_PROBLEM } from "../service/code-problems.server.ts"
import { IDENTITY_PROBLEMS, USE_PASSKEY_TEXT } from "../service/identity-problems.server.ts"
import { OWN_PASSWORD } from "../service/passwords.server.ts"
import { listSignInMethods } from "../service/profile.server.ts"
import {
  beginSecondFactor,
  cancelSecondFactor,
  confirmSecondFactor,
  needsCodeToTurnOff,
  renewRecoveryCodes,
  turnOffSecondFactor,
  viewSecondFactor,
} from "../service/second-factor.server.ts"
import type { Route } from "./+types/second-factor"

export const handle = {
  bar: "task",
  title: "2단계 인증",
  backHref: href("/my-info/login"),
} satisfies ScreenHandle

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  const [secondFactor, methods] = await Promise.all([viewSecondFactor(actor), listSignInMethods(actor)])
  return {
    secondFactor,
    hasPassword: methods.includes(OWN_PASSWORD),
    isRequired: actor.lacksSecondFactor,
    needsCodeToTurnOff: needsCodeToTurnOff(actor),
    isAdmin: isAdmin(actor),
    earnsMoney: isExpert(actor) || isSeller(actor),
  }
}

const PATH = href("/my-info/second-factor")
const OFF_TEXT = "2단계 인증이 이미 꺼져 있어요."

const answerForm = intents<{ actor: Member }, { newCodes: string[] }>((intent) => ({
  begin: intent({
    form: OwnPasswordForm,
    run: ({ actor }, value) => beginSecondFactor(actor, value),
    done: null,
    problems: {
      ...IDENTITY_PROBLEMS,
      already: "2단계 인증을 이미 켰어요.",
      use_passkey: USE_PASSKEY_TEXT,
    },
  }),
  confirm: intent({
    form: ConfirmSecondFactorForm,
    run: ({ actor }, value) => confirmSecondFactor(actor, value),
    done: "2단계 인증을 켰어요",
    problems: {
      wrong: WRONG_CODE_PROBLEM,
      too_many_codes: ({ retryAfterMs }) => buildTooManyCodesProblem(retryAfterMs),
      use_passkey: USE_PASSKEY_TEXT,
      not_begun: "등록하던 코드가 없어요. 처음부터 다시 시작해 주세요.",
    },
  }),
  cancel: intent({ run: ({ actor }) => cancelSecondFactor(actor), done: null, problems: {} }),
  codes: intent({
    form: OwnPasswordForm,
    run: ({ actor }, value) => renewRecoveryCodes(actor, value),
    done: ({ codes }) => ({ shown: { newCodes: codes } }),
    problems: { ...IDENTITY_PROBLEMS, off: OFF_TEXT },
  }),
  off: intent({
    form: TurnOffSecondFactorForm,
    run: ({ actor }, value) => turnOffSecondFactor(actor, value),
    done: "2단계 인증을 껐어요",
    problems: {
      ...IDENTITY_PROBLEMS,
      off: OFF_TEXT,
      wrong_code: (_, { code }) =>
        code ? WRONG_CODE_PROBLEM : { field: "code", sentence: "인증 숫자를 입력해 주세요." },
      too_many_codes: ({ retryAfterMs }) => buildTooManyCodesProblem(retryAfterMs),
    },
  }),
}))

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireMember(context, request)
  return answerForm(await request.formData(), { actor }, { to: PATH })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("2단계 인증") },
  { name: "robots", content: "noindex" },
]

export default function SecondFactor({ loaderData, actionData }: Route.ComponentProps) {
  const { secondFactor, hasPassword, isRequired } = loaderData
  const answer = useActionAnswer(actionData)
  return (
    <Page isNarrow>
      <PageHeader
        title="2단계 인증"
        back={{ href: href("/my-info/login"), label: "로그인과 보안" }}
        bar="same"
        text={
          loaderData.earnsMoney && secondFactor.state === "off"
            ? "돈을 받는 계정이라면 켜 두는 것이 좋아요. 비밀번호가 새어도 다른 사람이 들어올 수 없어요."
            : "비밀번호가 새어도 다른 사람이 들어올 수 없어요."
        }
      />
      {isRequired && (
        <FormAlert
          message="관리자 화면은 2단계 인증을 켜거나 패스키로 로그인한 뒤에 열려요. 아래에서 지금 켜 주세요."
          className="mb-4"
        />
      )}
      {secondFactor.state === "off" && <Beginning hasPassword={hasPassword} answer={answer} />}
      {secondFactor.state === "pending" && <Enrolment secondFactor={secondFactor} answer={answer} />}
      {secondFactor.state === "on" && (
        <TurnedOn
          recoveryCodesLeft={secondFactor.recoveryCodesLeft}
          newCodes={actionData?.shown?.newCodes ?? null}
          hasPassword={hasPassword}
          isAdmin={loaderData.isAdmin}
          needsCode={loaderData.needsCodeToTurnOff}
          answer={answer}
        />
      )}
    </Page>
  )
}

type Answering = { answer: ScreenAnswer }
type LoadedSecondFactor = Route.ComponentProps["loaderData"]["secondFactor"]

function Beginning({ hasPassword, answer }: Answering & { hasPassword: boolean }) {
  const { problem, errors } = answer.of("begin")
  return (
    <SettingsSection
      id="begin"
      title="인증 앱으로 켜기"
      text="Google OTP, Microsoft Authenticator, 1Password 같은 앱이면 모두 돼요."
    >
      <SettingsForm intent="begin" problem={problem} submitLabel="켜기" buttonClass="btn-primary">
        <OwnPasswordField hasPassword={hasPassword ? "yes" : "no"} error={errors.password} />
      </SettingsForm>
    </SettingsSection>
  )
}

function Enrolment({
  secondFactor,
  answer,
}: Answering & { secondFactor: Extract<LoadedSecondFactor, { state: "pending" }> }) {
  const { problem, errors } = answer.of("confirm")
  return (
    <>
      <SettingsSection
        id="app"
        title="1. 인증 앱에 등록하기"
        text="앱에서 QR 코드를 찍거나, 지금 이 휴대폰에 앱이 있다면 바로 등록해요."
      >
        <div className="flex flex-wrap items-center gap-6">
          <QrCode code={secondFactor.qrCode} label="인증 앱에 등록하는 QR 코드" className="size-44" />
          <div className="min-w-0 flex-1 basis-60">
            <a href={secondFactor.uri} className="btn btn-tint">
              이 기기의 앱에 등록하기
            </a>
            <p className="mt-4 text-sm text-ink-3">찍을 수 없으면 이 키를 직접 입력해 주세요.</p>
            <p className="num mt-1 text-base font-semibold break-words">{secondFactor.key}</p>
          </div>
        </div>
      </SettingsSection>
      <SettingsSection
        id="recovery"
        title="2. 복구 코드 보관하기"
        text="휴대폰을 잃어버렸을 때 하나씩 한 번 쓸 수 있어요. 지금만 보이니 적거나 복사해 안전한 곳에 두세요."
      >
        <RecoveryCodes codes={secondFactor.recoveryCodes} />
      </SettingsSection>
      <SettingsSection id="confirm" title="3. 앱에 보이는 숫자 입력하기">
        <SettingsForm
          intent="confirm"
          problem={problem}
          submitLabel="확인하고 켜기"
          buttonClass="btn-primary"
        >
          <TextField
            label="인증 숫자 6자리"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={7}
            error={errors.code}
          />
        </SettingsForm>
        <Form method="post" className="mt-3">
          <SubmitButton name="intent" value="cancel" className="btn btn-quiet w-full sm:w-auto">
            그만두기
          </SubmitButton>
        </Form>
      </SettingsSection>
    </>
  )
}

function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <>
      <ol className="num grid grid-cols-2 gap-x-6 gap-y-2 text-base font-semibold">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <p className="mt-4">
        <CopyButton name="복구 코드" text={codes.join("\n")} />
      </p>
    </>
  )
}

type TurnedOnProps = Answering & {
  recoveryCodesLeft: number
  /** Those that were given just now, and are not seen again. */
  newCodes: readonly string[] | null
  hasPassword: boolean
  isAdmin: boolean
  needsCode: boolean
}

function TurnedOn(props: TurnedOnProps) {
  return (
    <>
      <FormAlert
        isSuccess
        message="2단계 인증이 켜져 있어요. 로그인할 때 인증 앱의 숫자도 물어봐요."
        className="mb-4"
      />
      {props.isAdmin && (
        <Link to="/admin" className="btn btn-primary btn-lg mt-4 w-full">
          관리자 화면으로
        </Link>
      )}
      {props.newCodes ? (
        <SettingsSection
          id="recovery"
          title="새 복구 코드"
          text="전에 받은 코드는 이제 쓸 수 없어요. 지금만 보이니 적거나 복사해 안전한 곳에 두세요."
        >
          <RecoveryCodes codes={props.newCodes} />
        </SettingsSection>
      ) : (
        <RenewCodes {...props} />
      )}
      <TurnOff {...props} />
    </>
  )
}

function RenewCodes({ recoveryCodesLeft, hasPassword, answer }: TurnedOnProps) {
  const { problem, errors } = answer.of("codes")
  return (
    <SettingsSection
      id="recovery"
      title="복구 코드"
      text={
        `휴대폰을 잃어버렸을 때 쓸 코드가 ${recoveryCodesLeft}개 남았어요. ` +
        "새로 받으면 전에 받은 코드는 쓸 수 없어요."
      }
    >
      <SettingsForm intent="codes" problem={problem} submitLabel="복구 코드 새로 받기">
        <OwnPasswordField hasPassword={hasPassword ? "yes" : "no"} error={errors.password} />
      </SettingsForm>
    </SettingsSection>
  )
}

function TurnOff({ hasPassword, needsCode, answer }: TurnedOnProps) {
  const { problem, errors } = answer.of("off")
  return (
    <SettingsSection
      id="off"
      title="끄기"
      text={
        needsCode
          ? "새 휴대폰으로 옮기려면 껐다가 다시 켜 주세요. 다시 켤 때까지 관리자 화면은 닫혀요."
          : "새 휴대폰으로 옮기려면 껐다가 다시 켜 주세요."
      }
    >
      <SettingsForm intent="off" problem={problem} submitLabel="2단계 인증 끄기" buttonClass="btn-quiet">
        <OwnPasswordField hasPassword={hasPassword ? "yes" : "no"} error={errors.password} />
        {needsCode && (
          <SecondFactorField error={errors.code} help="휴대폰이 없으면 복구 코드 하나를 입력해 주세요." />
        )}
      </SettingsForm>
    </SettingsSection>
  )
}
