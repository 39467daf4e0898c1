import { Form } from "react-router"
import { ConfirmDialog } from "#app/ui/dialog.tsx"
import { Checkbox, SelectField, TextArea } from "#app/ui/field.tsx"
import { SubmitButton } from "#app/ui/form.tsx"
import { Card } from "#app/ui/section.tsx"
import {
  BAN_LABELS,
  BAN_LENGTHS,
  TRUST_LIMITS,
  type ReportTransition,
  type ReportRole,
} from "../../trust/rules.ts"
import type { ScreenAnswer } from "#app/ui/action-answer.ts"

const CANNOT_DECIDE_TEXTS: Partial<Record<ReportRole, string>> = {
  decider: "내가 결정한 신고예요. 이의는 다른 관리자가 봐요.",
  accused: "나에 관한 신고라 결정할 수 없어요. 다른 관리자가 봐요.",
  reporter: "내가 한 신고라 결정할 수 없어요. 다른 관리자가 봐요.",
}

function ReasonField({ answer, label, help }: { answer: ScreenAnswer; label: string; help: string }) {
  return (
    <TextArea
      label={label}
      name="reason"
      rows={4}
      maxLength={TRUST_LIMITS.note}
      help={help}
      defaultValue={answer.typed("reason")}
      error={answer.errors.reason}
    />
  )
}

const REASONED_MOVES = ["dismiss", "uphold", "reverse"] as const

const REASON_TEXTS = {
  dismiss: {
    shortcut: "r",
    trigger: "조치하지 않기",
    triggerClassName: "btn btn-line w-full",
    title: "조치하지 않고 끝낼까요?",
    text: "신고한 사람에게 결과만 알려요.",
    confirmLabel: "끝내기",
    help: "나중에 다시 볼 사람을 위해 남겨 주세요.",
  },
  uphold: {
    shortcut: "r",
    trigger: "조치 유지하기",
    triggerClassName: "btn btn-line w-full",
    title: "조치를 그대로 둘까요?",
    text: "두 사람에게 결과를 알려요.",
    confirmLabel: "유지하기",
    help: "왜 그대로 두는지 남겨 주세요.",
  },
  reverse: {
    shortcut: "a",
    trigger: "조치 취소하기",
    triggerClassName: "btn btn-primary w-full",
    title: "조치를 취소할까요?",
    text: "숨긴 것은 다시 보이고 이용 정지는 풀려요.",
    confirmLabel: "취소하기",
    cancelLabel: "돌아가기",
    help: "왜 취소하는지 남겨 주세요.",
  },
} as const

/** Asks for the reason of a decision that admins alone read. */
function ReasonDialog({ move, answer }: { move: (typeof REASONED_MOVES)[number]; answer: ScreenAnswer }) {
  const { help, ...texts } = REASON_TEXTS[move]
  return (
    <ConfirmDialog {...texts} defaultOpen={answer.hasErrors}>
      <input type="hidden" name="intent" value={move} />
      <ReasonField answer={answer} label="이유 (관리자만 봐요)" help={help} />
    </ConfirmDialog>
  )
}

/** Asks what is done about the thing and about the person, and why. */
function ActDialog({
  canHide,
  hasPerson,
  answer,
}: {
  canHide: boolean
  hasPerson: boolean
  answer: ScreenAnswer
}) {
  return (
    <ConfirmDialog
      trigger="조치하기"
      shortcut="a"
      triggerClassName="btn btn-primary w-full"
      title="어떻게 조치할까요?"
      text="이유는 상대방에게 그대로 전해지고, 14일 안에 이의를 제기할 수 있어요."
      confirmLabel="조치하기"
      tone="danger"
      defaultOpen={answer.hasErrors}
    >
      <input type="hidden" name="intent" value="act" />
      {canHide ? (
        <Checkbox
          name="hide"
          label="신고된 것을 숨기기"
          description="다른 사람에게 보이지 않아요."
          defaultChecked={answer.values.hide === "on"}
        />
      ) : null}
      {hasPerson ? (
        <SelectField
          label="이용 정지"
          name="ban"
          options={BAN_LENGTHS.map((ban) => ({ value: ban, label: BAN_LABELS[ban] }))}
          defaultValue={answer.typed("ban", "none")}
          error={answer.errors.ban}
          help="정지하면 모든 기기에서 바로 로그아웃돼요."
        />
      ) : (
        <input type="hidden" name="ban" value="none" />
      )}
      <ReasonField answer={answer} label="이유" help="아무것도 고르지 않으면 주의만 전해요." />
    </ConfirmDialog>
  )
}

/** What an admin can decide now. `answer` is that to what was sent. */
export function ReportDecision({
  moves,
  role,
  canHide,
  hasPerson,
  answer,
}: {
  moves: readonly ReportTransition[]
  role: ReportRole | undefined
  canHide: boolean
  hasPerson: boolean
  answer: ScreenAnswer
}) {
  return (
    <Card>
      <h2 className="text-lg font-bold">결정</h2>
      {moves.length === 0 ? (
        <p className="mt-2 text-base text-ink-3">
          {(role && CANNOT_DECIDE_TEXTS[role]) ?? "더 결정할 것이 없어요."}
        </p>
      ) : null}
      <div className="mt-3 grid gap-2">
        {moves.includes("triage") ? (
          <Form method="post">
            <input type="hidden" name="intent" value="triage" />
            <SubmitButton aria-keyshortcuts="a" className="btn btn-primary w-full">
              확인 시작하기
            </SubmitButton>
          </Form>
        ) : null}
        {moves.includes("act") ? (
          <ActDialog canHide={canHide} hasPerson={hasPerson} answer={answer.of("act")} />
        ) : null}
        {REASONED_MOVES.map((move) =>
          moves.includes(move) ? <ReasonDialog key={move} move={move} answer={answer.of(move)} /> : null,
        )}
      </div>
    </Card>
  )
}
