import type { ScreenAnswer } from "#app/ui/action-answer.ts"
import { formatDate } from "#app/basics/time.ts"
import { StateBadge } from "#app/ui/badge.tsx"
import { ConfirmDialog } from "#app/ui/dialog.tsx"
import { DateField, TextArea, TextField } from "#app/ui/field.tsx"
import { Gallery } from "#app/ui/gallery.tsx"
import { RelativeTime } from "#app/ui/relative-time.tsx"
import { Card } from "#app/ui/section.tsx"
import type { InsurancePaper } from "../../experts/rules.ts"

type Badge = { source: string; grantedOn: string; expiresOn: string | null }
type Props = {
  badge: Badge | null
  /** Its last day has gone by. */ isExpired: boolean
  today: string
  /** The certificate that the expert has sent in. */ waitingPaper: InsurancePaper | null
  answer: ScreenAnswer
}

/**
 * The badge of an expert's insurance: what it says, giving it after reading the certificate, taking it away.
 */
export function ExpertInsurance({ answer, ...insurance }: Props) {
  const { badge, isExpired, waitingPaper } = insurance
  return (
    <Card>
      <div className="flex items-center justify-between gap-2">
        <h2 className="text-lg font-bold">보험 배지</h2>
        {badge ? (
          <StateBadge tone={isExpired ? "refused" : "ok"}>{isExpired ? "만료됨" : "보여요"}</StateBadge>
        ) : null}
      </div>
      {badge ? (
        <div className="mt-2 text-base">
          <p>{badge.source}</p>
          <p className="num text-sm text-ink-3">
            {formatDate(badge.grantedOn)} 확인{badge.expiresOn ? `, ${formatDate(badge.expiresOn)}까지` : ""}
          </p>
        </div>
      ) : (
        <p className="mt-2 text-base text-ink-3">증권을 확인하면 프로필에 ‘배상책임보험’ 배지가 보여요.</p>
      )}
      {waitingPaper ? <WaitingPaper paper={waitingPaper} /> : null}
      <div className="mt-3 grid gap-2">
        <GrantDialog {...insurance} answer={answer.of("insure")} />
        {waitingPaper ? (
          <RefusePaperDialog paperId={waitingPaper.id} answer={answer.of("refuse_paper")} />
        ) : null}
        {badge ? <WithdrawDialog answer={answer.of("uninsure")} /> : null}
      </div>
    </Card>
  )
}

/** The certificate as it was sent in. */
function WaitingPaper({ paper }: { paper: InsurancePaper }) {
  return (
    <div className="mt-4 rounded-lg bg-base-200 p-4">
      <p className="flex items-center justify-between gap-2 text-sm text-ink-3">
        <StateBadge tone="warn">보낸 증권</StateBadge>
        <RelativeTime at={paper.createdAt} />
      </p>
      <p className="mt-2 text-base font-semibold">{paper.insurer}</p>
      <p className="num text-sm text-ink-2">{formatDate(paper.expiresOn)}까지</p>
      <div className="mt-3">
        <Gallery layout="grid" pictures={paper.pictures} label="보험 증권 사진" />
      </div>
    </div>
  )
}

/** Gives the badge, or a new one in place of it. */
function GrantDialog({ badge, today, waitingPaper, answer }: Omit<Props, "isExpired">) {
  return (
    <ConfirmDialog
      trigger={badge ? "새 증권으로 바꾸기" : "배지 주기"}
      triggerClassName={`btn w-full ${waitingPaper ? "btn-primary" : "btn-line"}`}
      title="보험 증권을 확인했나요?"
      text="보험사와 끝나는 날이 프로필에 보이고, 그날이 지나면 배지가 저절로 사라져요."
      confirmLabel={badge ? "바꾸기" : "배지 주기"}
      cancelLabel="닫기"
      defaultOpen={answer.hasErrors}
    >
      <input type="hidden" name="intent" value="insure" />
      {waitingPaper ? <input type="hidden" name="paperId" value={waitingPaper.id} /> : null}
      <TextField
        label="보험사와 보험"
        name="insurer"
        maxLength={40}
        placeholder="예: 바로손해보험 영업배상책임보험"
        defaultValue={answer.typed("insurer", waitingPaper?.insurer)}
        error={answer.errors.insurer}
      />
      <DateField
        label="보험이 끝나는 날"
        name="expiresOn"
        min={today}
        defaultValue={answer.typed("expiresOn", waitingPaper?.expiresOn)}
        error={answer.errors.expiresOn}
      />
      <TextField
        label="증권번호와 메모 (관리자만 봐요)"
        name="note"
        required={false}
        maxLength={200}
        defaultValue={answer.typed("note")}
        error={answer.errors.note}
      />
    </ConfirmDialog>
  )
}

function RefusePaperDialog({ paperId, answer }: { paperId: string; answer: ScreenAnswer }) {
  return (
    <ConfirmDialog
      trigger="증권 돌려보내기"
      triggerClassName="btn btn-line w-full"
      title="증권을 돌려보낼까요?"
      text="이유가 전문가에게 전해지고, 고쳐서 다시 보낼 수 있어요."
      confirmLabel="돌려보내기"
      cancelLabel="닫기"
      tone="danger"
      defaultOpen={answer.hasErrors}
    >
      <input type="hidden" name="intent" value="refuse_paper" />
      <input type="hidden" name="paperId" value={paperId} />
      <TextArea
        label="이유"
        name="reason"
        rows={3}
        maxLength={500}
        defaultValue={answer.typed("reason")}
        error={answer.errors.reason}
      />
    </ConfirmDialog>
  )
}

function WithdrawDialog({ answer }: { answer: ScreenAnswer }) {
  return (
    <ConfirmDialog
      trigger="배지 거두기"
      triggerClassName="btn btn-line w-full"
      title="보험 배지를 거둘까요?"
      text="프로필에서 바로 사라지고, 이유가 전문가에게 전해져요."
      confirmLabel="거두기"
      cancelLabel="닫기"
      tone="danger"
      defaultOpen={answer.hasErrors}
    >
      <input type="hidden" name="intent" value="uninsure" />
      <TextArea
        label="이유"
        name="reason"
        rows={3}
        maxLength={500}
        defaultValue={answer.typed("reason")}
        error={answer.errors.reason}
      />
    </ConfirmDialog>
  )
}
