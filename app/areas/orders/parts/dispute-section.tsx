import type { ReactNode } from "react"
import { formatDateTime } from "#app/basics/time.ts"
import { formatWon } from "#app/basics/won.ts"
import type { ScreenAnswer } from "#app/ui/action-answer.ts"
import { StateBadge, type Tone } from "#app/ui/badge.tsx"
import { ConfirmDialog } from "#app/ui/dialog.tsx"
import { TextArea } from "#app/ui/field.tsx"
import type { DisputeState } from "../payment-rules.ts"
import type { DisputeView } from "../views.ts"

const LABELS: Record<DisputeState, { label: string; tone: Tone; text: string }> = {
  opened: { label: "검토 중", tone: "progress", text: "담당자가 기록과 대화를 보고 조정안을 내요." },
  proposed: { label: "조정안 답변", tone: "warn", text: "두 분 모두 받아들이면 바로 정산돼요." },
  decided: { label: "결정", tone: "open", text: "이의가 없으면 아래 날짜에 정산돼요." },
  appealed: { label: "이의 검토", tone: "warn", text: "다른 담당자가 다시 보고 마지막으로 정해요." },
  closed: { label: "끝남", tone: "done", text: "정한 대로 정산했어요." },
}
const ANSWER_LABELS = { accept: "받아들였어요", object: "받아들이지 않았어요" } as const

/** How a dispute about held money stands: what is proposed or decided, and who said what to it. */
export function DisputeSection({
  dispute,
  viewer,
  answer,
}: {
  dispute: DisputeView
  viewer: "customer" | "expert" | "admin"
  answer: ScreenAnswer
}) {
  const { label, tone, text } = LABELS[dispute.state]
  return (
    <div className="grid gap-4">
      <p className="flex flex-wrap items-center gap-2.5">
        <StateBadge tone={tone}>{label}</StateBadge>
        <span className="text-base text-ink-2">{text}</span>
      </p>
      {dispute.expertWon === null ? (
        <p className="num text-base">
          {formatWon(dispute.heldWon)}이 보관 중이고, 끝날 때까지 움직이지 않아요.
        </p>
      ) : (
        <Shares dispute={dispute} expertWon={dispute.expertWon} />
      )}
      {dispute.endsAt ? (
        <p className="text-sm text-ink-3">
          {formatDateTime(dispute.endsAt)}까지{" "}
          {dispute.state === "proposed" ? "답할 수 있어요." : "이의를 제기할 수 있어요."}
        </p>
      ) : null}
      <Answers dispute={dispute} />
      {viewer === "admin" ? null : <DisputeForms dispute={dispute} party={viewer} answer={answer} />}
    </div>
  )
}

function Shares({ dispute, expertWon }: { dispute: DisputeView; expertWon: number }) {
  return (
    <div className="rounded-xl bg-fill p-4">
      <dl className="num grid gap-1.5">
        {[
          ["전문가가 받을 금액", expertWon],
          ["고객이 돌려받을 금액", dispute.heldWon - expertWon],
        ].map(([name, won]) => (
          <div key={name} className="flex justify-between gap-4">
            <dt className="text-ink-2">{name}</dt>
            <dd className="font-semibold">{formatWon(Number(won))}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 border-t border-base-300 pt-3 whitespace-pre-line text-ink-2">{dispute.reason}</p>
    </div>
  )
}

function Answers({ dispute }: { dispute: DisputeView }) {
  const said = [
    dispute.customerAnswer && {
      who: "고객",
      what: ANSWER_LABELS[dispute.customerAnswer],
      note: dispute.customerNote,
    },
    dispute.expertAnswer && {
      who: "전문가",
      what: ANSWER_LABELS[dispute.expertAnswer],
      note: dispute.expertNote,
    },
    dispute.appealedBy && {
      who: dispute.appealedBy === "customer" ? "고객" : "전문가",
      what: "이의를 제기했어요",
      note: dispute.appealNote,
    },
  ].filter((one) => one !== null)
  if (said.length === 0) return null
  return (
    <ul className="grid gap-2">
      {said.map(({ who, what, note }) => (
        <li key={`${who} ${what}`} className="text-base">
          <b className="font-semibold">{who}</b> {what}
          {note ? <span className="mt-0.5 block whitespace-pre-line text-ink-2">{note}</span> : null}
        </li>
      ))}
    </ul>
  )
}

/** What one of the two may say now. */
function DisputeForms({
  dispute,
  party,
  answer,
}: {
  dispute: DisputeView
  party: "customer" | "expert"
  answer: ScreenAnswer
}) {
  const ownAnswer = party === "customer" ? dispute.customerAnswer : dispute.expertAnswer
  if (dispute.state === "proposed" && ownAnswer === null)
    return (
      <div className="grid grid-cols-2 gap-2 md:max-w-96">
        <NoteDialog
          intent="answer_dispute"
          trigger="받아들이지 않기"
          title="왜 받아들이지 않나요?"
          text="담당자와 상대방이 읽고, 다시 정할 때 살펴봐요."
          answer={answer}
        >
          <input type="hidden" name="answer" value="object" />
        </NoteDialog>
        <ConfirmDialog
          trigger="받아들이기"
          triggerClassName="btn btn-primary w-full"
          title="조정안을 받아들일까요?"
          text="상대방도 받아들이면 바로 정산되고 되돌릴 수 없어요."
          confirmLabel="받아들이기"
        >
          <input type="hidden" name="intent" value="answer_dispute" />
          <input type="hidden" name="answer" value="accept" />
        </ConfirmDialog>
      </div>
    )
  if (dispute.state !== "decided") return null
  return (
    <div className="md:max-w-48">
      <NoteDialog
        intent="appeal_dispute"
        trigger="이의 제기하기"
        title="결정에 이의가 있나요?"
        text="한 번 할 수 있어요. 다른 담당자가 다시 보고 마지막으로 정해요."
        answer={answer}
      />
    </div>
  )
}

function NoteDialog({
  intent,
  trigger,
  title,
  text,
  answer: screenAnswer,
  children,
}: {
  intent: string
  trigger: string
  title: string
  text: string
  answer: ScreenAnswer
  children?: ReactNode
}) {
  const answer = screenAnswer.of(intent)
  return (
    <ConfirmDialog
      trigger={trigger}
      triggerClassName="btn btn-line w-full"
      title={title}
      text={text}
      confirmLabel="보내기"
      defaultOpen={answer.hasErrors}
    >
      <input type="hidden" name="intent" value={intent} />
      {children}
      <TextArea
        label="내용"
        name="note"
        rows={4}
        maxLength={1_000}
        required
        defaultValue={answer.typed("note")}
        error={answer.errors.note}
      />
    </ConfirmDialog>
  )
}
