import { Check, Lock } from "#app/ui/icons.tsx"
import type { ReactNode } from "react"
import { href, Link } from "react-router"
import { formatDateTime } from "#app/basics/time.ts"
import { formatWon } from "#app/basics/won.ts"
import { StateBadge, type Tone } from "#app/ui/badge.tsx"
import { isPartHeld, PART_STATE_LABELS, type PartState } from "../payment-rules.ts"
import type { PartView } from "../views.ts"

const TONES: Record<PartState, Tone> = {
  planned: "done",
  asked: "warn",
  held: "progress",
  delivered: "open",
  changes_requested: "warn",
  released: "ok",
  disputed: "refused",
  settled: "done",
  cancelled: "done",
}

/** The parts of an order that is paid safely: what each is for, how far it has come, and when. */
export function PartList({
  parts,
  isForExpert,
  hasReceipts = false,
}: {
  parts: readonly PartView[]
  isForExpert: boolean
  /** Whether their reader has paid them. */
  hasReceipts?: boolean
}) {
  return (
    <ol className="relative">
      {parts.map((part, index) => (
        <li key={part.id} className="relative flex gap-4 pb-6 last:pb-0">
          {index < parts.length - 1 ? (
            <span aria-hidden className="absolute top-8 bottom-1 left-3.5 w-px bg-base-300" />
          ) : null}
          <PartMark part={part} number={index + 1} />
          <div className="min-w-0 flex-1">
            <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
              <h3 className="font-semibold">{part.name}</h3>
              <StateBadge tone={TONES[part.state]}>{getStateLabel(part)}</StateBadge>
              {part.isChange ? <span className="text-sm text-ink-3">추가 작업</span> : null}
              <b className="num ml-auto font-bold">{formatWon(part.amountWon)}</b>
            </div>
            <p className="mt-0.5 text-sm text-ink-2">{part.task}</p>
            {part.materials ? <p className="text-sm text-ink-3">자재: {part.materials}</p> : null}
            <p className="num mt-1 text-sm text-ink-3">
              {describePart(part, isForExpert)}
              {hasReceipts && part.heldAt && part.chargeId ? (
                <Link
                  to={href("/pay/:chargeId/receipt", { chargeId: part.chargeId })}
                  className="hit ml-2 font-medium whitespace-nowrap text-ink-2 underline underline-offset-2"
                >
                  영수증
                </Link>
              ) : null}
            </p>
          </div>
        </li>
      ))}
    </ol>
  )
}

function PartMark({ part: { state }, number }: { part: PartView; number: number }): ReactNode {
  const isDone = state === "released"
  return (
    <span
      aria-hidden
      className={
        "num grid size-7 flex-none place-items-center rounded-full text-sm font-semibold " +
        (isDone
          ? "bg-primary text-primary-content"
          : isPartHeld(state)
            ? "bg-primary-tint text-primary-ink"
            : "bg-fill text-ink-3")
      }
    >
      {isDone ? (
        <Check size={16} strokeWidth={2.5} />
      ) : isPartHeld(state) ? (
        <Lock size={14} strokeWidth={2} />
      ) : (
        number
      )}
    </span>
  )
}

/** What was given back whole was not divided. */
const getStateLabel = ({ state, releasedWon }: PartView): string =>
  state === "settled" && releasedWon === 0 ? "환불함" : PART_STATE_LABELS[state]

/** Where the money of a part is, in a sentence. */
function describePart(part: PartView, isForExpert: boolean): string {
  const fee =
    isForExpert && part.payeeWon !== part.amountWon
      ? ` · 수수료를 빼면 ${formatWon(part.payeeWon)}`
      : !isForExpert && part.payerWon !== part.amountWon
        ? ` · 수수료를 더하면 ${formatWon(part.payerWon)}`
        : ""
  switch (part.state) {
    case "asked":
      return part.dueAt
        ? `${formatDateTime(part.dueAt)}까지 ${isForExpert ? "결제를 기다려요" : "결제해 주세요"}${fee}`
        : `결제를 기다려요${fee}`
    case "held":
    case "delivered":
    case "changes_requested":
      return part.heldAt ? `${formatDateTime(part.heldAt)}부터 결제대행사가 보관해요${fee}` : "보관 중이에요"
    case "disputed":
      return "분쟁이 끝날 때까지 움직이지 않아요"
    case "released":
      return part.releasedAt ? `${formatDateTime(part.releasedAt)} 지급 확정${fee}` : `지급 확정${fee}`
    case "settled":
      return part.releasedWon === 0
        ? `환불 ${formatWon(part.refundedWon)}`
        : `전문가 ${formatWon(part.releasedWon)} · 환불 ${formatWon(part.refundedWon)}`
    case "cancelled":
      return "결제하지 않았어요"
    case "planned":
      return `이 단계를 시작할 때 결제해요${fee}`
  }
}
