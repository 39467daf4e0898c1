import { Form } from "react-router"
import { formatWon } from "#app/basics/won.ts"
import { Avatar } from "#app/ui/avatar.tsx"
import { StateBadge } from "#app/ui/badge.tsx"
import { Sheet } from "#app/ui/dialog.tsx"
import { WonField } from "#app/ui/field.tsx"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import { RelativeTime } from "#app/ui/relative-time.tsx"
import { getMinOfferWon, OFFER_STATE_LABELS, type OfferState } from "../rules.ts"
import type { OfferView } from "../views.ts"
import type { ScreenAnswer } from "#app/ui/action-answer.ts"

const OFFER_STATE_TONES = {
  offered: "warn",
  accepted: "ok",
  declined: "refused",
  expired: "done",
} as const satisfies Record<OfferState, string>

/** Offers for an item: the seller sees whose they are and answers, a buyer sees their own. */
export function OfferList({
  offers,
  isSeller,
  isOpen,
}: {
  offers: readonly OfferView[]
  isSeller: boolean
  /** Whether the item is for sale. */
  isOpen: boolean
}) {
  return (
    <ul className="divide-y divide-base-300">
      {offers.map((offer) => (
        <li key={offer.id} className="flex flex-wrap items-center gap-x-3 gap-y-2.5 py-3.5">
          {isSeller ? <Avatar pictureId={offer.buyerAvatarId} name={offer.buyerName} size={40} /> : null}
          <div className="min-w-0 flex-1">
            <p className="flex items-center gap-2">
              <b className="text-lg font-bold">{formatWon(offer.priceWon)}</b>
              <StateBadge tone={OFFER_STATE_TONES[offer.state]}>{OFFER_STATE_LABELS[offer.state]}</StateBadge>
            </p>
            <p className="text-sm text-ink-3">
              {isSeller ? `${offer.buyerName} · ` : ""}
              <RelativeTime at={offer.createdAt} />
            </p>
          </div>
          {isSeller && isOpen && offer.state === "offered" ? (
            <Form method="post" className="button-pair w-full sm:w-auto">
              <input type="hidden" name="intent" value="decide-offer" />
              <input type="hidden" name="offerId" value={offer.id} />
              <SubmitButton name="decision" value="decline" className="btn btn-quiet">
                거절
              </SubmitButton>
              <SubmitButton name="decision" value="accept" className="btn btn-primary">
                수락
              </SubmitButton>
            </Form>
          ) : null}
        </li>
      ))}
    </ul>
  )
}

/** Offers another price. */
export function OfferSheet({
  priceWon,
  className,
  answer,
}: {
  priceWon: number
  className: string
  answer: ScreenAnswer
}) {
  return (
    <Sheet
      trigger={<button type="button">가격 제안하기</button>}
      triggerClassName={className}
      title="가격 제안하기"
      defaultOpen={answer.wasSent}
    >
      <Form method="post" noValidate className="grid gap-5">
        <input type="hidden" name="intent" value="offer" />
        <p className="text-base text-ink-2">
          판매 가격은 <b className="font-semibold text-base-content">{formatWon(priceWon)}</b>이에요.{" "}
          {formatWon(getMinOfferWon(priceWon))}부터 제안할 수 있고, 판매자가 48시간 안에 답해요.
        </p>
        <FormAlert message={answer.problem} />
        <WonField
          isLarge
          name="priceWon"
          label="제안 금액"
          defaultValue={answer.typed("priceWon")}
          error={answer.errors.priceWon}
        />
        <SubmitButton className="btn btn-primary btn-lg w-full">제안 보내기</SubmitButton>
      </Form>
    </Sheet>
  )
}
