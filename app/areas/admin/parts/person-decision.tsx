import { ConfirmDialog } from "#app/ui/dialog.tsx"
import { SelectField, TextArea } from "#app/ui/field.tsx"
import { Card } from "#app/ui/section.tsx"
import {
  OFFICE_ROLES,
  PERSON_VIEW_MINUTES,
  type ExpertState,
  type MemberState,
  type OfficeRole,
  type Right,
  type Role,
  type UserType,
} from "../../accounts/rules.ts"
import { BAN_LABELS, BAN_LENGTHS } from "../../trust/rules.ts"
import { OFFICE_ROLE_LABELS, OFFICE_ROLE_TEXTS } from "../role-labels.ts"
import type { ScreenAnswer } from "#app/ui/action-answer.ts"

export function PersonReasonField({
  answer,
  intent,
  label = "이유",
  help,
}: {
  answer: ScreenAnswer
  intent: string
  label?: string
  help?: string
}) {
  const own = answer.of(intent)
  return (
    <TextArea
      label={label}
      name="reason"
      rows={3}
      maxLength={1_000}
      help={help}
      defaultValue={own.typed("reason")}
      error={own.errors.reason}
    />
  )
}

/** Bans or warns a person. */
function SanctionDialogs({ name, answer }: { name: string; answer: ScreenAnswer }) {
  return (
    <>
      <ConfirmDialog
        trigger="이용 정지하기"
        triggerClassName="btn btn-line w-full text-refused-ink"
        title={`${name}님의 이용을 정지할까요?`}
        text="모든 기기에서 바로 로그아웃되고, 로그인할 때 이유와 끝나는 날을 봐요."
        confirmLabel="정지하기"
        tone="danger"
        defaultOpen={answer.of("ban").hasErrors}
      >
        <input type="hidden" name="intent" value="ban" />
        <SelectField
          label="기간"
          name="ban"
          options={BAN_LENGTHS.filter((ban) => ban !== "none").map((ban) => ({
            value: ban,
            label: BAN_LABELS[ban],
          }))}
          defaultValue={answer.typed("ban", "7")}
          error={answer.of("ban").errors.ban}
        />
        <PersonReasonField answer={answer} intent="ban" help="본인에게 그대로 전해져요." />
      </ConfirmDialog>
      <ConfirmDialog
        trigger="주의 주기"
        triggerClassName="btn btn-line w-full"
        title={`${name}님에게 주의를 줄까요?`}
        text="이유가 알림으로 전해지고 기록에 남아요."
        confirmLabel="주의 주기"
        defaultOpen={answer.of("warn").hasErrors}
      >
        <input type="hidden" name="intent" value="warn" />
        <PersonReasonField answer={answer} intent="warn" help="본인에게 그대로 전해져요." />
      </ConfirmDialog>
    </>
  )
}

/** Looks at the product as the person sees it. */
const ViewAsDialog = ({ name, answer }: { name: string; answer: ScreenAnswer }) => (
  <ConfirmDialog
    trigger="이 회원이 보는 화면"
    triggerClassName="btn btn-line w-full"
    title={`${name}님이 보는 화면을 볼까요?`}
    text={
      `${PERSON_VIEW_MINUTES}분 동안 볼 수만 있고, 이유와 함께 감사 기록에 남아요. ` +
      "대화와 로그인 수단은 볼 수 없어요."
    }
    confirmLabel="보기"
    defaultOpen={answer.of("view_as").hasErrors}
  >
    <input type="hidden" name="intent" value="view_as" />
    <PersonReasonField answer={answer} intent="view_as" />
  </ConfirmDialog>
)

/** Makes an expert of a customer, or the other way round. */
function TypeDialog({ userType, answer }: { userType: UserType; answer: ScreenAnswer }) {
  return (
    <ConfirmDialog
      trigger={userType === "expert" ? "일반회원으로 바꾸기" : "전문가로 바꾸기"}
      triggerClassName="btn btn-line w-full"
      title="회원 유형을 바꿀까요?"
      text={
        userType === "expert"
          ? "전문가 화면 대신 일반회원 화면을 쓰게 돼요. 다시 로그인해야 해요."
          : "전문가 등록을 쓸 수 있게 돼요. 심사는 그대로 받아요. 다시 로그인해야 해요."
      }
      confirmLabel="바꾸기"
      defaultOpen={answer.of("type").hasErrors}
    >
      <input type="hidden" name="intent" value="type" />
      <input type="hidden" name="userType" value={userType === "expert" ? "customer" : "expert"} />
      <PersonReasonField answer={answer} intent="type" label="이유 (관리자만 봐요)" />
    </ConfirmDialog>
  )
}

/** Asks for somebody as an administrator, or for another role of one. */
function RoleDialog({
  name,
  role,
  officeRole,
  answer,
}: {
  name: string
  role: Role
  officeRole: OfficeRole
  answer: ScreenAnswer
}) {
  const own = answer.of("request_admin")
  return (
    <ConfirmDialog
      trigger={role === "admin" ? "맡은 일 바꾸기" : "관리자로 추천하기"}
      triggerClassName="btn btn-line w-full"
      title={role === "admin" ? `${name}님이 맡은 일을 바꿀까요?` : `${name}님을 관리자로 추천할까요?`}
      text="다른 총괄 관리자가 확인해야 바뀌어요. 확인되면 다시 로그인해야 해요."
      confirmLabel={role === "admin" ? "바꾸기 요청" : "추천하기"}
      defaultOpen={own.hasErrors}
    >
      <input type="hidden" name="intent" value="request_admin" />
      <SelectField
        label="맡을 일"
        name="officeRole"
        options={OFFICE_ROLES.map((value) => ({
          value,
          label: `${OFFICE_ROLE_LABELS[value]} · ${OFFICE_ROLE_TEXTS[value]}`,
        }))}
        defaultValue={own.typed("officeRole", role === "admin" ? officeRole : "support")}
        error={own.errors.officeRole}
      />
      <PersonReasonField answer={answer} intent="request_admin" label="이유 (관리자만 봐요)" />
    </ConfirmDialog>
  )
}

/** What an admin can do about a person now. */
export function PersonDecision({
  person,
  isSelf,
  rights,
  answer,
}: {
  person: {
    name: string
    state: MemberState
    role: Role
    officeRole: OfficeRole
    userType: UserType
    expertState: ExpertState | null
    hasPendingRequest: boolean
  }
  isSelf: boolean
  /** Of who looks. */ rights: readonly Right[]
  answer: ScreenAnswer
}) {
  const { name, state, role, officeRole, userType, expertState, hasPendingRequest } = person
  if (isSelf || state === "left") {
    return (
      <Card>
        <h2 className="text-lg font-bold">결정</h2>
        <p className="mt-2 text-base text-ink-3">
          {isSelf ? "나에 관한 결정은 다른 관리자가 해요." : "탈퇴한 회원이라 결정할 것이 없어요."}
        </p>
      </Card>
    )
  }
  const canChangeType = role !== "admin" && !(userType === "expert" && expertState === "approved")
  const canAskForRole =
    !hasPendingRequest && state === "active" && (role === "admin" || userType === "customer")
  return (
    <Card>
      <h2 className="text-lg font-bold">결정</h2>
      <div className="mt-3 grid gap-2">
        {role === "admin" || !rights.includes("trust") ? null : (
          <SanctionDialogs name={name} answer={answer} />
        )}
        {role === "user" && state === "active" && rights.includes("view_as") ? (
          <ViewAsDialog name={name} answer={answer} />
        ) : null}
        <ConfirmDialog
          trigger="모든 기기에서 로그아웃"
          triggerClassName="btn btn-line w-full"
          title="모든 기기에서 로그아웃할까요?"
          text="다시 로그인하면 그대로 쓸 수 있어요. 계정이 도용된 것 같을 때 써요."
          confirmLabel="로그아웃하기"
          defaultOpen={answer.of("sign_out").hasErrors}
        >
          <input type="hidden" name="intent" value="sign_out" />
          <PersonReasonField answer={answer} intent="sign_out" label="이유 (관리자만 봐요)" />
        </ConfirmDialog>
        {canChangeType ? <TypeDialog userType={userType} answer={answer} /> : null}
        {rights.includes("rights") && canAskForRole ? (
          <RoleDialog name={name} role={role} officeRole={officeRole} answer={answer} />
        ) : null}
        {role === "admin" && rights.includes("rights") ? (
          <ConfirmDialog
            trigger="관리자 권한 거두기"
            triggerClassName="btn btn-line w-full"
            title="관리자 권한을 거둘까요?"
            text="바로 로그아웃되고 일반회원이 돼요. 다시 관리자가 되려면 두 사람이 필요해요."
            confirmLabel="거두기"
            tone="danger"
            defaultOpen={answer.of("take_back").hasErrors}
          >
            <input type="hidden" name="intent" value="take_back" />
            <PersonReasonField answer={answer} intent="take_back" label="이유 (관리자만 봐요)" />
          </ConfirmDialog>
        ) : null}
      </div>
    </Card>
  )
}
