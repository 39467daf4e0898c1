import type { FormValues } from "#app/basics/form.ts"
import { formatDate } from "#app/basics/time.ts"
import { StateBadge } from "#app/ui/badge.tsx"
import { ConfirmDialog } from "#app/ui/dialog.tsx"
import { DateField, TextArea, TextField } from "#app/ui/field.tsx"
import { Gallery } from "#app/ui/gallery.tsx"
import { RelativeTime } from "#app/ui/relative-time.tsx"
import { Card } from "#app/ui/section.tsx"
import type { InsurancePaper } from "../../experts/rules.ts"

type Badge = { source: string; grantedOn: string; expiresOn: string | null }
type Failed = { intent: string; errors: Readonly<Record<string, string>>; values: FormValues } | undefined

/**
 * The badge of an expert's insurance: what it says, giving it after reading the certificate, taking it away.
 */
export function ExpertInsurance({
  badge,
  isExpired,
  today,
  waitingPaper,
  failed,
}: {
  badge: Badge | null
  /** Its last day has gone by. */ isExpired: boolean
  today: string
  /** The certificate that the expert has sent in. */ waitingPaper: InsurancePaper | null
  failed: Failed
}) {
  const getTypedValue = (name: string, fallback = "") => [failed?.values[name] ?? fallback].flat()[0]
  const getTypedReason = (intent: string) => (failed?.intent === intent ? getTypedValue("reason") : "")
  const errors = failed?.errors ?? {}
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
      {waitingPaper ? (
        <div className="mt-4 rounded-lg bg-base-200 p-4">
          <p className="flex items-center justify-between gap-2 text-sm text-ink-3">
            <StateBadge tone="warn">보낸 증권</StateBadge>
            <RelativeTime at={waitingPaper.createdAt} />
          </p>
          <p className="mt-2 text-base font-semibold">{waitingPaper.insurer}</p>
          <p className="num text-sm text-ink-2">{formatDate(waitingPaper.expiresOn)}까지</p>
          <div className="mt-3">
            <Gallery layout="grid" pictures={waitingPaper.pictures} label="보험 증권 사진" />
          </div>
        </div>
      ) : null}
      <div className="mt-3 grid gap-2">
        <ConfirmDialog
          trigger={badge ? "새 증권으로 바꾸기" : "배지 주기"}
          triggerClassName={`btn w-full ${waitingPaper ? "btn-primary" : "btn-line"}`}
          title="보험 증권을 확인했나요?"
          text="보험사와 끝나는 날이 프로필에 보이고, 그날이 지나면 배지가 저절로 사라져요."
          confirmLabel={badge ? "바꾸기" : "배지 주기"}
          cancelLabel="닫기"
          defaultOpen={failed?.intent === "insure"}
        >
          <input type="hidden" name="intent" value="insure" />
          {waitingPaper ? <input type="hidden" name="paperId" value={waitingPaper.id} /> : null}
          <TextField
            label="보험사와 보험"
            name="insurer"
            maxLength={40}
            placeholder="예: 바로손해보험 영업배상책임보험"
            defaultValue={getTypedValue("insurer", waitingPaper?.insurer)}
            error={errors.insurer}
          />
          <DateField
            label="보험이 끝나는 날"
            name="expiresOn"
            min={today}
            defaultValue={getTypedValue("expiresOn", waitingPaper?.expiresOn)}
            error={errors.expiresOn}
          />
          <TextField
            label="증권번호와 메모 (관리자만 봐요)"
            name="note"
            required={false}
            maxLength={200}
            defaultValue={getTypedValue("note")}
            error={errors.note}
          />
        </ConfirmDialog>
        {waitingPaper ? (
          <ConfirmDialog
            trigger="증권 돌려보내기"
            triggerClassName="btn btn-line w-full"
            title="증권을 돌려보낼까요?"
            text="이유가 전문가에게 전해지고, 고쳐서 다시 보낼 수 있어요."
            confirmLabel="돌려보내기"
            cancelLabel="닫기"
            tone="danger"
            defaultOpen={failed?.intent === "refuse_paper"}
          >
            <input type="hidden" name="intent" value="refuse_paper" />
            <input type="hidden" name="paperId" value={waitingPaper.id} />
            <TextArea
              label="이유"
              name="reason"
              rows={3}
              maxLength={500}
              defaultValue={getTypedReason("refuse_paper")}
              error={failed?.intent === "refuse_paper" ? errors.reason : undefined}
            />
          </ConfirmDialog>
        ) : null}
        {badge ? (
          <ConfirmDialog
            trigger="배지 거두기"
            triggerClassName="btn btn-line w-full"
            title="보험 배지를 거둘까요?"
            text="프로필에서 바로 사라지고, 이유가 전문가에게 전해져요."
            confirmLabel="거두기"
            cancelLabel="닫기"
            tone="danger"
            defaultOpen={failed?.intent === "uninsure"}
          >
            <input type="hidden" name="intent" value="uninsure" />
            <TextArea
              label="이유"
              name="reason"
              rows={3}
              maxLength={500}
              defaultValue={getTypedReason("uninsure")}
              error={failed?.intent === "uninsure" ? errors.reason : undefined}
            />
          </ConfirmDialog>
        ) : null}
      </div>
    </Card>
  )
}
