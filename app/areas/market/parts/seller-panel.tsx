import { ArrowUp, CalendarCheck, EyeOff, Eye, HandCoins, Pencil, Trash2, Undo2 } from "#app/ui/icons.tsx"
import { Form, Link, href } from "react-router"
import { now } from "#app/basics/clock.ts"
import { formatDateTime } from "#app/basics/time.ts"
import { formatWon } from "#app/basics/won.ts"
import { Avatar } from "#app/ui/avatar.tsx"
import { ConfirmDialog, Sheet } from "#app/ui/dialog.tsx"
import { FieldError } from "#app/ui/field.tsx"
import { SubmitButton } from "#app/ui/form.tsx"
import { getNextBumpAt } from "../rules.ts"
import type { CandidateView, ItemView, SafeDealRef } from "../views.ts"
import { SafeDealLink } from "./safe-deal-link.tsx"
import type { ScreenAnswer } from "#app/ui/action-answer.ts"

type Deal = {
  buyerId: string | null
  buyerName: string | null
  dealWon: number | null
  reviewed: boolean
  safeDeal: SafeDealRef | null
}

/** What the seller can do with the item now. */
export function SellerPanel({
  item,
  deal,
  candidates,
  answer,
}: {
  item: ItemView
  deal: Deal
  candidates: readonly CandidateView[]
  answer: ScreenAnswer
}) {
  return (
    <div className="grid gap-2.5">
      {item.state === "selling" ? (
        <SellingActions item={item} candidates={candidates} answer={answer} />
      ) : null}
      {deal.safeDeal ? <SafeDealLink deal={deal.safeDeal} /> : null}
      {item.state === "reserved" && !deal.safeDeal ? <ReservedActions item={item} deal={deal} /> : null}
      {item.state === "sold" ? <SoldActions item={item} deal={deal} /> : null}
      <ListingActions item={item} canEdit={item.state !== "sold" && !deal.safeDeal} />
    </div>
  )
}

/** To bump the item, and to say who gets it. */
function SellingActions({
  item,
  candidates,
  answer,
}: {
  item: ItemView
  candidates: readonly CandidateView[]
  answer: ScreenAnswer
}) {
  return (
    <>
      {item.isListed ? <BumpForm bumpedAt={item.bumpedAt} /> : null}
      <div className="button-pair">
        <BuyerPicker
          intent="reserve"
          title="누구와 예약할까요?"
          trigger={
            <>
              <CalendarCheck size={18} /> 예약하기
            </>
          }
          submitLabel="예약하기"
          candidates={candidates}
          answer={answer}
        />
        <BuyerPicker
          intent="sell"
          title="누구와 거래했나요?"
          trigger={
            <>
              <HandCoins size={18} /> 거래완료
            </>
          }
          submitLabel="거래완료"
          candidates={candidates}
          allowsElsewhere
          answer={answer}
        />
      </div>
    </>
  )
}

function BumpForm({ bumpedAt }: { bumpedAt: string }) {
  const bumpAvailableAt = getNextBumpAt(new Date(bumpedAt))
  const canBumpNow = bumpAvailableAt <= now()
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="bump" />
      <SubmitButton
        name="intent"
        value="bump"
        disabled={!canBumpNow}
        className="btn btn-primary btn-lg w-full"
      >
        <ArrowUp size={20} /> 끌어올리기
      </SubmitButton>
      {canBumpNow ? null : (
        <p className="mt-1.5 text-center text-sm text-ink-3" suppressHydrationWarning>
          {formatDateTime(bumpAvailableAt)}부터 다시 할 수 있어요
        </p>
      )}
    </Form>
  )
}

function ReservedActions({ item, deal }: { item: ItemView; deal: Deal }) {
  if (deal.buyerId === null) return null
  return (
    <>
      <p className="rounded-lg bg-progress-tint p-4 text-base text-progress-ink">
        <b className="font-semibold">{deal.buyerName}님</b>과 예약했어요
        {deal.dealWon === null || deal.dealWon === item.priceWon ? "" : ` · ${formatWon(deal.dealWon)}`}
      </p>
      <div className="button-pair">
        <ConfirmDialog
          trigger={<button type="button">예약 취소</button>}
          triggerClassName="btn btn-quiet"
          title="예약을 취소할까요?"
          text="예약한 분에게 알림이 가고, 다시 판매중이 돼요."
          confirmLabel="예약 취소"
          cancelLabel="닫기"
        >
          <input type="hidden" name="intent" value="release" />
        </ConfirmDialog>
        <ConfirmDialog
          trigger={<button type="button">거래완료</button>}
          triggerClassName="btn btn-primary"
          title="거래를 마쳤나요?"
          text={`${deal.buyerName}님과 거래한 것으로 남아요. 서로 후기를 쓸 수 있어요.`}
          confirmLabel="거래완료"
          cancelLabel="닫기"
        >
          <input type="hidden" name="intent" value="sell" />
          <input type="hidden" name="buyerId" value={deal.buyerId} />
        </ConfirmDialog>
      </div>
    </>
  )
}

function SoldActions({ item, deal }: { item: ItemView; deal: Deal }) {
  return (
    <>
      {deal.buyerId ? (
        <p className="rounded-lg bg-fill p-4 text-base">
          {deal.buyerName}님과 거래했어요
          {deal.dealWon === null || deal.dealWon === 0 ? "" : ` · ${formatWon(deal.dealWon)}`}
        </p>
      ) : null}
      {deal.buyerId && !deal.reviewed ? (
        <Link
          to={href("/marketplace/:itemId/review", { itemId: item.id })}
          className="btn btn-primary btn-lg"
        >
          후기 쓰기
        </Link>
      ) : null}
      {deal.reviewed || deal.safeDeal ? null : (
        <ConfirmDialog
          trigger={
            <button type="button">
              <Undo2 size={18} /> 판매중으로 바꾸기
            </button>
          }
          triggerClassName="btn btn-quiet"
          title="판매중으로 바꿀까요?"
          text="후기가 아직 없는 거래만 되돌릴 수 있어요."
          confirmLabel="바꾸기"
        >
          <input type="hidden" name="intent" value="reopen" />
        </ConfirmDialog>
      )}
    </>
  )
}

/** To change, hide or delete the item. */
function ListingActions({ item, canEdit }: { item: ItemView; canEdit: boolean }) {
  return (
    <div
      className={
        "grid gap-2.5 " +
        (item.state === "selling" ? "grid-cols-[1fr_auto_1fr]" : canEdit ? "grid-cols-2" : "grid-cols-1")
      }
    >
      {canEdit ? (
        <Link to={href("/marketplace/edit/:itemId", { itemId: item.id })} className="btn btn-quiet">
          <Pencil size={18} /> 수정
        </Link>
      ) : null}
      <Form method="post" className="grid">
        <input type="hidden" name="intent" value="put-away" />
        <SubmitButton name="away" value={item.isHiddenBySeller ? "0" : "1"} className="btn btn-quiet">
          {item.isHiddenBySeller ? (
            <>
              <Eye size={18} /> 다시 보이기
            </>
          ) : (
            <>
              <EyeOff size={18} /> 숨기기
            </>
          )}
        </SubmitButton>
      </Form>
      {item.state === "selling" ? (
        <ConfirmDialog
          trigger={
            <button type="button">
              <Trash2 size={18} /> 삭제
            </button>
          }
          triggerClassName="btn btn-quiet"
          title="물건을 지울까요?"
          text="지우면 되돌릴 수 없어요. 잠시 내리려면 숨기기를 이용해 주세요."
          confirmLabel="지우기"
          tone="danger"
        >
          <input type="hidden" name="intent" value="delete" />
        </ConfirmDialog>
      ) : null}
    </div>
  )
}

function BuyerPicker({
  intent,
  title,
  trigger,
  submitLabel,
  candidates,
  allowsElsewhere = false,
  answer,
}: {
  intent: "reserve" | "sell"
  title: string
  trigger: React.ReactNode
  submitLabel: string
  candidates: readonly CandidateView[]
  /** Also to somebody who is not here. */
  allowsElsewhere?: boolean
  answer: ScreenAnswer
}) {
  const error = answer.of(intent).errors.buyerId
  const rowClass =
    "flex min-h-16 cursor-pointer items-center gap-3 rounded-xl bg-fill px-4 py-2.5 " +
    "has-checked:bg-primary-tint has-checked:ring-2 has-checked:ring-primary has-checked:ring-inset"
  return (
    <Sheet
      trigger={<button type="button">{trigger}</button>}
      triggerClassName="btn btn-tint w-full"
      title={title}
      defaultOpen={error !== undefined}
    >
      {candidates.length === 0 && !allowsElsewhere ? (
        <p className="py-6 text-center text-base text-ink-2">아직 채팅하거나 가격을 제안한 분이 없어요.</p>
      ) : (
        <Form method="post" className="grid gap-4">
          <input type="hidden" name="intent" value={intent} />
          <fieldset className="grid gap-2.5" data-invalid={error ? true : undefined}>
            <legend className="sr-only">{title}</legend>
            {candidates.map((person) => (
              <label key={person.userId} className={rowClass}>
                <Avatar pictureId={person.avatarId} name={person.name} size={40} />
                <span className="min-w-0 flex-1">
                  <b className="block truncate font-semibold">{person.name}</b>
                  <span className="block text-sm text-ink-2">
                    {person.offerWon === null
                      ? "채팅한 분"
                      : `${formatWon(person.offerWon)} ${person.offerState === "accepted" ? "제안 수락함" : "제안"}`}
                  </span>
                </span>
                <input
                  type="radio"
                  name="buyerId"
                  value={person.userId}
                  aria-label={`${person.name}님`}
                  className="tick"
                />
              </label>
            ))}
            {allowsElsewhere ? (
              <label className={rowClass}>
                <span className="min-w-0 flex-1 font-semibold">다른 곳에서 거래했어요</span>
                <input type="radio" name="buyerId" value="none" className="tick" />
              </label>
            ) : null}
            <FieldError>{error}</FieldError>
          </fieldset>
          <SubmitButton className="btn btn-primary btn-lg w-full">{submitLabel}</SubmitButton>
        </Form>
      )}
    </Sheet>
  )
}
