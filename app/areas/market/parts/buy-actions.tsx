import { Flag } from "#app/ui/icons.tsx"
import { Form, Link, href } from "react-router"
import type { ScreenAnswer } from "#app/ui/action-answer.ts"
import { SubmitButton } from "#app/ui/form.tsx"
import { HeartButton } from "#app/ui/heart-button.tsx"
import { ShareButton } from "#app/ui/share-button.tsx"
import { canReceiveOffers } from "../rules.ts"
import type { ItemView, SafeDealRef } from "../views.ts"
import { formatPrice } from "./item-texts.ts"
import { OfferSheet } from "./offers.tsx"
import { BuySafelyLink } from "./safe-deal-link.tsx"

type BuyView = {
  item: ItemView
  role: "seller" | "buyer" | "other"
  deal: { safeDeal: SafeDealRef | null; dealWon: number | null } | null
  wished: boolean
  signedIn: boolean
}

function ChatForm({ itemId, className, children }: { itemId: string; className: string; children: string }) {
  return (
    <Form method="post" action={href("/chat/open")} className="grid flex-1">
      <input type="hidden" name="kind" value="item" />
      <input type="hidden" name="id" value={itemId} />
      <SubmitButton name="open" value="item" pendingLabel="채팅방을 여는 중이에요" className={className}>
        {children}
      </SubmitButton>
    </Form>
  )
}

/** Whether the reader may begin to pay for it here. */
const canBuySafely = ({ item, role, deal }: BuyView) =>
  item.safe &&
  item.isListed &&
  (item.state === "selling" || (item.state === "reserved" && role === "buyer" && !deal?.safeDeal))

/** What a reader can do with an item, beside it. */
export function BuyActions({ view, answer }: { view: BuyView; answer: ScreenAnswer }) {
  const { item, wished, role } = view
  return (
    <div className="mt-5 grid gap-2.5">
      {item.state === "sold" && role !== "buyer" ? (
        <p className="rounded-lg bg-fill p-4 text-center text-base text-ink-2">거래가 끝난 물건이에요</p>
      ) : (
        <>
          {canBuySafely(view) ? (
            <BuySafelyLink itemId={item.id} className="btn btn-primary btn-lg w-full" />
          ) : null}
          <ChatForm
            itemId={item.id}
            className={`btn btn-lg w-full ${canBuySafely(view) ? "btn-tint" : "btn-primary"}`}
          >
            채팅하기
          </ChatForm>
        </>
      )}
      {canReceiveOffers(item) && view.signedIn ? (
        <OfferSheet
          priceWon={item.priceWon}
          className="btn btn-tint btn-lg w-full"
          answer={answer.of("offer")}
        />
      ) : null}
      <div className="flex items-center gap-1">
        <HeartButton
          action={href("/marketplace/:itemId", { itemId: item.id })}
          intent="wish"
          isOn={wished}
          label={`${item.title} 찜`}
          className="btn btn-quiet flex-1"
        />
        <ShareButton title={item.title} className="btn btn-quiet flex-1" />
        <ReportLink itemId={item.id} />
      </div>
    </div>
  )
}

/** The same under the thumb. */
export function BuyBar({ view, answer }: { view: BuyView; answer: ScreenAnswer }) {
  const { item, wished, role, deal } = view
  // A buyer sees what was agreed.
  const priceWon = (role === "buyer" ? deal?.dealWon : null) ?? item.priceWon
  const isSoldToOther = item.state === "sold" && role !== "buyer"
  return (
    <>
      <HeartButton
        action={href("/marketplace/:itemId", { itemId: item.id })}
        intent="wish"
        isOn={wished}
        label={`${item.title} 찜`}
        className="grid size-12 flex-none cursor-pointer place-items-center rounded-lg"
      />
      {canBuySafely(view) ? null : (
        <b className="min-w-0 flex-none truncate text-lg font-bold">{formatPrice(priceWon)}</b>
      )}
      <div className="ml-auto flex min-w-28 flex-1 flex-wrap items-center justify-end gap-2">
        {isSoldToOther ? (
          <span className="text-base text-ink-2">거래완료</span>
        ) : (
          <>
            {canReceiveOffers(item) && view.signedIn ? (
              <OfferSheet
                priceWon={item.priceWon}
                className="btn btn-tint btn-lg px-3 text-base"
                answer={answer.of("offer")}
              />
            ) : null}
            <div className="min-w-fit flex-1 md:max-w-40">
              <ChatForm
                itemId={item.id}
                className={`btn ${canBuySafely(view) ? "btn-tint" : "btn-primary"} btn-lg px-3`}
              >
                채팅하기
              </ChatForm>
            </div>
            {canBuySafely(view) ? (
              <BuySafelyLink itemId={item.id} className="btn btn-primary btn-lg px-3 text-base" />
            ) : null}
          </>
        )}
      </div>
    </>
  )
}

function ReportLink({ itemId }: { itemId: string }) {
  return (
    <Link to={`${href("/report")}?kind=item&id=${itemId}`} aria-label="신고하기" className="btn btn-quiet">
      <Flag size={18} />
    </Link>
  )
}
