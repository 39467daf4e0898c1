/** What was ever given to a person: warnings, bans, and what was hidden of theirs. */
import { Link, href } from "react-router"
import { formatDateTime } from "#app/basics/time.ts"
import type { ScreenAnswer } from "#app/ui/action-answer.ts"
import { StateBadge } from "#app/ui/badge.tsx"
import { ConfirmDialog } from "#app/ui/dialog.tsx"
import { Card } from "#app/ui/section.tsx"
import { isPermanentBan, SANCTION_LABELS, type SanctionView } from "../../trust/rules.ts"
import { PersonReasonField } from "./person-decision.tsx"

/** Every sanction; whoever it does not concern can lift one that is in force. */
export function PersonSanctions({
  sanctions,
  isSelf,
  answer,
}: {
  sanctions: readonly SanctionView[]
  isSelf: boolean
  answer: ScreenAnswer
}) {
  return (
    <Card className="md:p-6">
      <h2 className="text-lg font-bold">제재 기록</h2>
      {sanctions.length === 0 ? <p className="mt-2 text-base text-ink-3">받은 제재가 없어요.</p> : null}
      <ul className="mt-3 divide-y divide-base-300 empty:hidden">
        {sanctions.map((one) => (
          <SanctionRow key={one.id} sanction={one} isLiftable={!isSelf} answer={answer} />
        ))}
      </ul>
    </Card>
  )
}

function SanctionRow({
  sanction,
  isLiftable,
  answer,
}: {
  sanction: SanctionView
  isLiftable: boolean
  answer: ScreenAnswer
}) {
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 py-3">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 text-base font-semibold">
          <StateBadge
            tone={
              sanction.liftedAt || !sanction.inForce
                ? "done"
                : sanction.kind === "warned"
                  ? "warn"
                  : "refused"
            }
          >
            {SANCTION_LABELS[sanction.kind]}
            {sanction.liftedAt ? " 해제" : sanction.inForce ? "" : " 끝남"}
          </StateBadge>
          {sanction.kind === "banned" && sanction.endsAt ? (
            <span className="text-sm font-normal text-ink-2">
              {isPermanentBan(sanction.endsAt) ? "기한 없이" : `${formatDateTime(sanction.endsAt)}까지`}
            </span>
          ) : null}
        </p>
        <p className="mt-1 text-base whitespace-pre-line">{sanction.reason}</p>
        <p className="mt-0.5 text-sm text-ink-3">
          {sanction.decidedByName} · {formatDateTime(sanction.createdAt)}
          {sanction.reportId ? (
            <>
              {" "}
              ·{" "}
              <Link
                to={href("/admin/reports/:reportId", { reportId: sanction.reportId })}
                className="hit underline underline-offset-2"
              >
                신고 보기
              </Link>
            </>
          ) : null}
        </p>
      </div>
      {isLiftable && sanction.inForce && sanction.kind !== "hidden" ? (
        <LiftDialog sanction={sanction} answer={answer.of("lift")} />
      ) : null}
    </li>
  )
}

/** Lifts one before its end, for a reason that admins alone read. */
function LiftDialog({ sanction, answer }: { sanction: SanctionView; answer: ScreenAnswer }) {
  return (
    <ConfirmDialog
      trigger="풀기"
      triggerClassName="btn btn-line btn-sm hit"
      title={`${SANCTION_LABELS[sanction.kind]}를 풀까요?`}
      text="바로 다시 이용할 수 있어요."
      confirmLabel="풀기"
      defaultOpen={answer.about("sanctionId", sanction.id).hasErrors}
    >
      <input type="hidden" name="intent" value="lift" />
      <input type="hidden" name="sanctionId" value={sanction.id} />
      <PersonReasonField answer={answer} intent="lift" label="이유 (관리자만 봐요)" />
    </ConfirmDialog>
  )
}
