import { ShieldCheck } from "#app/ui/icons.tsx"
import { formatDate, formatDateWithWeekday } from "#app/basics/time.ts"
import type { ScreenAnswer } from "#app/ui/action-answer.ts"
import { StateBadge } from "#app/ui/badge.tsx"
import { TextArea } from "#app/ui/field.tsx"
import { Gallery } from "#app/ui/gallery.tsx"
import { PictureUploader } from "#app/ui/picture-uploader.tsx"
import {
  isWarrantyClaimOver,
  WARRANTY_LIMITS,
  WARRANTY_STATE_LABELS,
  WARRANTY_STATE_TONES,
} from "../warranty-rules.ts"
import type { WarrantyClaimView, WarrantyView } from "../views.ts"
import { FormSheet } from "./form-sheet.tsx"
import { EscalateDialog } from "./warranty-customer-step.tsx"

/** The claim that waits for somebody. */
export const findOpenClaim = (warranty: WarrantyView | null | undefined): WarrantyClaimView | undefined =>
  warranty?.claims.find(({ state }) => !isWarrantyClaimOver(state))

/** The warranty card of finished work, with the claims about it. */
export function WarrantySection({
  warranty,
  viewer,
  answer,
}: {
  warranty: WarrantyView
  viewer: "customer" | "expert" | "admin"
  answer?: ScreenAnswer
}) {
  const isOver = warranty.daysLeft < 0
  const [lastClaim] = warranty.claims
  const refusedClaim =
    viewer === "customer" && lastClaim?.state === "refused" && lastClaim.canEscalate ? lastClaim : undefined
  const canClaim = viewer === "customer" && !isOver && !findOpenClaim(warranty)
  return (
    <div className="grid gap-4">
      <div className="rounded-xl bg-fill p-4 md:p-5">
        <div className="flex items-start gap-3">
          <ShieldCheck
            size={24}
            className={`mt-0.5 flex-none ${isOver ? "text-ink-3" : "text-primary-ink"}`}
          />
          <div className="min-w-0 flex-1">
            <p className="flex flex-wrap items-baseline justify-between gap-x-3">
              <b className="text-base font-semibold">
                {formatDate(warranty.lastDay)}까지 {warranty.months}개월
              </b>
              <span className={`num text-base font-semibold ${isOver ? "text-ink-3" : "text-primary-ink"}`}>
                {isOver
                  ? "기간이 끝났어요"
                  : warranty.daysLeft === 0
                    ? "오늘까지"
                    : `${warranty.daysLeft}일 남음`}
              </span>
            </p>
            {warranty.covered.length > 0 ? (
              <p className="mt-1 text-base text-ink-2">대상: {warranty.covered.join(", ")}</p>
            ) : null}
          </div>
        </div>
      </div>
      {warranty.claims.map((claim) => (
        <Claim key={claim.id} claim={claim} />
      ))}
      {refusedClaim && answer ? <EscalateDialog answer={answer} /> : null}
      {canClaim && answer ? <OpenClaimForm answer={answer} /> : null}
    </div>
  )
}

function OpenClaimForm({ answer: screenAnswer }: { answer: ScreenAnswer }) {
  const answer = screenAnswer.of("open_warranty")
  return (
    <FormSheet
      intent="open_warranty"
      trigger="하자 접수하기"
      triggerClassName="btn btn-line w-full md:w-auto"
      title="어떤 하자가 있나요?"
      submitLabel="접수하기"
      answer={screenAnswer}
    >
      <PictureUploader
        label="하자 사진"
        name="pictureIds"
        purpose="claim"
        max={WARRANTY_LIMITS.photos}
        defaultPictures={answer.pictures ?? []}
        error={answer.errors.pictureIds}
        help="하자가 잘 보이는 사진을 한 장 이상 올려 주세요."
      />
      <TextArea
        label="하자 내용"
        name="details"
        rows={4}
        maxLength={1_000}
        placeholder="예: 안방 창가 쪽 벽지가 10cm쯤 들떴어요."
        defaultValue={answer.typed("details")}
        error={answer.errors.details}
      />
    </FormSheet>
  )
}

/** A claim as it went so far. */
function Claim({ claim }: { claim: WarrantyClaimView }) {
  const lines: [label: string, text: string][] = [
    ["전문가의 답", claim.answer],
    ["방문", claim.visitOn ? formatDateWithWeekday(claim.visitOn) : ""],
    ["거절한 이유", claim.refusalReason],
    ["보수한 내용", claim.repairNote],
    ["운영팀에 알린 내용", claim.escalationNote],
    ["운영팀의 결정", describeDecision(claim)],
  ]
  return (
    <article className="card-line p-4 md:p-5">
      <p className="flex flex-wrap items-center gap-2.5">
        <StateBadge tone={WARRANTY_STATE_TONES[claim.state]}>{WARRANTY_STATE_LABELS[claim.state]}</StateBadge>
        <span className="text-sm text-ink-3">
          {formatDate(claim.createdAt)} 접수{claim.isLate ? " · 답이 늦었어요" : ""}
        </span>
      </p>
      <p className="mt-3 text-base whitespace-pre-line">{claim.details}</p>
      <div className="mt-3">
        <Gallery
          pictures={claim.defectPhotos}
          layout="grid"
          label={`${formatDate(claim.createdAt)}에 접수한 하자 사진`}
        />
      </div>
      <dl className="mt-4 grid gap-3 empty:hidden">
        {lines
          .filter(([, text]) => text !== "")
          .map(([label, text]) => (
            <div key={label}>
              <dt className="text-sm text-ink-3">{label}</dt>
              <dd className="mt-0.5 text-base whitespace-pre-line">{text}</dd>
            </div>
          ))}
      </dl>
      {claim.repairPhotos.length > 0 ? (
        <div className="mt-3">
          <Gallery
            pictures={claim.repairPhotos}
            layout="grid"
            label={`${formatDate(claim.createdAt)}에 접수한 하자의 보수 사진`}
          />
        </div>
      ) : null}
    </article>
  )
}

const describeDecision = ({ decision, decisionReason }: WarrantyClaimView): string =>
  decision === null
    ? ""
    : `${decision === "repair" ? "보수해야 해요." : "하자로 보지 않아요."} ${decisionReason}`
