import { Link, href } from "react-router"
import { now } from "#app/basics/clock.ts"
import { formatRegionName } from "#app/basics/regions.ts"
import { formatDateTime } from "#app/basics/time.ts"
import { StateBadge } from "#app/ui/badge.tsx"
import { Checkbox, PhoneField } from "#app/ui/field.tsx"
import { ConfirmDialog } from "#app/ui/dialog.tsx"
import { OFFER_STATE_LABELS, OFFER_TONES } from "../rules.ts"
import type { OfferView, SentOffer } from "../views.ts"
import { ConsentNote } from "./consent-note.tsx"
import { PayLine } from "./hire-card.tsx"
import { ChatForm, ButtonForm } from "./job-parts.tsx"
import type { ScreenAnswer } from "#app/ui/action-answer.ts"
import { formatDay } from "./format.ts"

/** What employers have offered, with the answers. */
export function OfferList({
  offers,
  hasResume,
  answer,
}: {
  offers: readonly OfferView[]
  /** Whoever looks has a résumé to send along. */ hasResume: boolean
  answer: ScreenAnswer
}) {
  if (offers.length === 0)
    return (
      <p className="text-base text-ink-2">아직 받은 제안이 없어요. 조건을 자세히 적을수록 제안이 잘 와요.</p>
    )
  return (
    <ul className="grid gap-4">
      {offers.map((offer) => (
        <li key={offer.id} className="card-line p-5">
          <div className="flex items-start justify-between gap-3">
            <div className="min-w-0">
              <p className="text-sm text-ink-3">{offer.otherName}의 제안</p>
              <Link
                to={href("/jobs/hire/:hireId", { hireId: offer.hire.id })}
                className="mt-0.5 block text-base font-semibold hover:underline"
              >
                {offer.hire.title}
              </Link>
              <p className="mt-0.5 text-sm text-ink-3" suppressHydrationWarning>
                {formatRegionName(offer.hire.regionCode)} · {formatDay(offer.hire.firstDate, now())}
              </p>
            </div>
            <StateBadge tone={OFFER_TONES[offer.state]}>{OFFER_STATE_LABELS[offer.state]}</StateBadge>
          </div>
          <div className="mt-2">
            <PayLine post={offer.hire} />
          </div>
          <p className="mt-3 rounded-lg bg-base-200 p-4 text-base whitespace-pre-line">{offer.message}</p>
          {offer.state === "sent" ? (
            <>
              <p className="mt-3 text-sm text-ink-3">
                {formatDateTime(offer.expiresAt, now())}까지 답해 주세요.
              </p>
              <div className="mt-3 button-pair">
                <ButtonForm intent="decline" fields={{ offerId: offer.id }} className="btn btn-quiet">
                  거절하기
                </ButtonForm>
                <AcceptOffer
                  offer={offer}
                  hasResume={hasResume}
                  answer={answer.of("accept").about("offerId", offer.id)}
                />
              </div>
            </>
          ) : null}
          {offer.hire.state === "open" && (
            <div className="mt-2 grid">
              <ChatForm kind="hire" id={offer.hire.id} className="btn btn-ghost btn-sm">
                채팅하기
              </ChatForm>
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

/** What the viewer has offered to this person already, with how it was answered. */
export function SentOffers({ offers }: { offers: readonly SentOffer[] }) {
  return (
    <ul className="card-line divide-y divide-base-300 px-5">
      {offers.map((offer) => (
        <li key={offer.hireId}>
          <Link
            to={
              offer.state === "accepted"
                ? href("/jobs/hire/:hireId/applicants", { hireId: offer.hireId })
                : href("/jobs/hire/:hireId", { hireId: offer.hireId })
            }
            className="flex min-h-14 items-center gap-3 py-3"
          >
            <span className="min-w-0 flex-1">
              <span className="block truncate text-base font-semibold">{offer.title}</span>
              {offer.state === "sent" && (
                <span className="mt-0.5 block text-sm text-ink-3" suppressHydrationWarning>
                  {formatDateTime(offer.expiresAt, now())}까지 답을 기다려요
                </span>
              )}
            </span>
            <StateBadge tone={OFFER_TONES[offer.state]}>{OFFER_STATE_LABELS[offer.state]}</StateBadge>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function AcceptOffer({
  offer,
  hasResume,
  answer,
}: {
  offer: OfferView
  hasResume: boolean
  answer: ScreenAnswer
}) {
  return (
    <ConfirmDialog
      trigger={<button type="button">수락하기</button>}
      triggerClassName="btn btn-primary w-full"
      title="제안을 수락할까요?"
      text="지원자로 등록되고, 사업장이 채용을 확정하면 근로계약을 확인할 수 있어요."
      confirmLabel="수락하기"
      defaultOpen={answer.hasErrors}
    >
      <input type="hidden" name="intent" value="accept" />
      <input type="hidden" name="offerId" value={offer.id} />
      <PhoneField
        label="연락처"
        name="phone"
        defaultValue={answer.typed("phone")}
        error={answer.errors.phone}
      />
      <div>
        {hasResume ? <Checkbox name="sendResume" label="이력서 함께 보내기" /> : null}
        <Checkbox
          name="ageConsent"
          label="(필수) 만 15세 이상이고, 일할 수 있는 나이예요"
          error={answer.errors.ageConsent}
        />
        <Checkbox
          name="thirdPartyConsent"
          label="(필수) 개인정보 제3자 제공에 동의해요"
          error={answer.errors.thirdPartyConsent}
        />
        <ConsentNote recipient={offer.otherName} />
      </div>
    </ConfirmDialog>
  )
}
