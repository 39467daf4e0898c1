import { formatDateTime } from "#app/basics/time.ts"
import { formatWon } from "#app/basics/won.ts"
import { StateBadge, type Tone } from "#app/ui/badge.tsx"
import type { DisputeState } from "../payment-rules.ts"
import type { DisputeView } from "../views.ts"

const LABELS: Record<DisputeState, { label: string; tone: Tone; text: string }> = {
  opened: { label: "검토 중", tone: "progress", text: "운영팀이 기록과 대화를 보고 조정안을 보내요." },
  proposed: { label: "조정안 답변", tone: "warn", text: "두 분 모두 받아들이면 바로 정산돼요." },
  decided: { label: "결정", tone: "open", text: "이의가 없으면 아래 날짜에 정산돼요." },
  appealed: { label: "이의 검토", tone: "warn", text: "다른 담당자가 다시 보고 마지막으로 정해요." },
  closed: { label: "끝남", tone: "done", text: "정한 대로 정산했어요." },
}
const ANSWER_LABELS = { accept: "조정안을 받아들였어요", object: "조정안을 거절했어요" } as const

/** How a dispute about held money stands: what is proposed or decided, and who said what to it. */
export function DisputeSection({
  dispute,
  viewer,
}: {
  dispute: DisputeView
  viewer: "customer" | "expert" | "admin"
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
      ) : viewer === "admin" || dispute.state === "closed" ? (
        <DisputeShares dispute={dispute} />
      ) : null}
      {viewer === "admin" && dispute.endsAt ? (
        <p className="text-sm text-ink-3">
          {formatDateTime(dispute.endsAt)}까지{" "}
          {dispute.state === "proposed" ? "답할 수 있어요." : "이의를 제기할 수 있어요."}
        </p>
      ) : null}
      <Answers dispute={dispute} />
    </div>
  )
}

/** How what is held is divided, and why; the two read it before they answer. */
export function DisputeShares({ dispute, isInStep = false }: { dispute: DisputeView; isInStep?: boolean }) {
  const expertWon = dispute.expertWon ?? 0
  return (
    <div className={`rounded-xl p-4 ${isInStep ? "mt-3 bg-base-100" : "bg-fill"}`}>
      <dl className="num grid gap-1.5">
        {[
          ["전문가에게 지급", expertWon],
          ["고객에게 환불", dispute.heldWon - expertWon],
        ].map(([name, won]) => (
          <div key={name} className="flex flex-wrap justify-between gap-x-4">
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
