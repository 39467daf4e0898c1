import { Heart, MessageCircle } from "#app/ui/icons.tsx"
import type { ReactNode } from "react"
import { Form, Link, href } from "react-router"
import { now } from "#app/basics/clock.ts"
import { formatRegionShortName } from "#app/basics/regions.ts"
import { StateBadge } from "#app/ui/badge.tsx"
import { SubmitButton } from "#app/ui/form.tsx"
import { Picture } from "#app/ui/picture.tsx"
import { RelativeTime } from "#app/ui/relative-time.tsx"
import { DEAL_STATE_LABELS, DEAL_STATE_TONES } from "../deal-rules.ts"
import { getNextBumpAt } from "../rules.ts"
import type { DealRow } from "../views.ts"
import { formatPrice } from "./item-texts.ts"
import { ITEM_STATE_LABELS, ITEM_STATE_TONES } from "#app/areas/market/item-state-rules.ts"

/** A row of 판매 내역 or 구매 내역: the thing, the other person, what to do next. */
export function DealCard({ row, children }: { row: DealRow; children?: ReactNode }) {
  const won = row.dealWon ?? row.priceWon
  return (
    <article className="py-4">
      <div className="relative flex gap-4">
        {row.picture ? (
          <Picture
            {...row.picture}
            alt=""
            ratio="square"
            sizes="88px"
            className={`w-22 flex-none rounded-lg ${row.state === "sold" ? "opacity-60" : ""}`}
          />
        ) : (
          <span className="size-22 flex-none rounded-lg bg-fill" />
        )}
        <div className="min-w-0 flex-1">
          <h2 className="line-clamp-2 text-base font-medium">
            <Link
              to={href("/marketplace/:itemId", { itemId: row.id })}
              className="after:absolute after:inset-0 after:content-[''] hover:underline"
            >
              {row.title}
            </Link>
          </h2>
          <p className="mt-0.5 text-sm text-ink-3">
            {formatRegionShortName(row.regionCode)} · <RelativeTime at={row.at} />
            {row.partner ? ` · ${row.partner.name}님` : ""}
          </p>
          <p className="mt-1 flex flex-wrap items-center gap-1.5">
            {row.safeDeal && row.state === "reserved" ? (
              <StateBadge tone={DEAL_STATE_TONES[row.safeDeal.state]}>
                {DEAL_STATE_LABELS[row.safeDeal.state]}
              </StateBadge>
            ) : (
              <StateBadge tone={ITEM_STATE_TONES[row.state]}>{ITEM_STATE_LABELS[row.state]}</StateBadge>
            )}
            {row.isListed ? null : (
              <StateBadge tone={row.hiddenReason === null ? "done" : "refused"}>
                {row.hiddenReason === null ? "숨김" : "운영 숨김"}
              </StateBadge>
            )}
            <b className="text-lg font-bold">{formatPrice(won)}</b>
          </p>
          {row.hiddenReason ? <p className="mt-1 text-sm text-refused-ink">{row.hiddenReason}</p> : null}
          {row.chats + row.wishes > 0 ? (
            <p className="mt-1 flex gap-2.5 text-sm text-ink-3">
              <span className="inline-flex items-center gap-1">
                <MessageCircle size={16} />
                <span className="sr-only">채팅 </span>
                {row.chats}
              </span>
              <span className="inline-flex items-center gap-1">
                <Heart size={16} />
                <span className="sr-only">찜 </span>
                {row.wishes}
              </span>
            </p>
          ) : null}
        </div>
      </div>
      {children ? (
        <div className="mt-3 flex flex-wrap gap-2 empty:hidden [&>*]:min-w-fit [&>*]:flex-1">{children}</div>
      ) : null}
    </article>
  )
}

/** What a seller does next with a row. */
export function SaleActions({ row }: { row: DealRow }) {
  if (row.state === "sold")
    return row.partner && !row.reviewed ? (
      <Link to={href("/marketplace/:itemId/review", { itemId: row.id })} className="btn btn-tint">
        후기 쓰기
      </Link>
    ) : null
  if (!row.isListed) {
    return row.hiddenReason === null ? (
      <Form method="post" action={href("/marketplace/:itemId", { itemId: row.id })} className="grid">
        <input type="hidden" name="intent" value="put-away" />
        <SubmitButton name="away" value="0" className="btn btn-quiet">
          다시 보이기
        </SubmitButton>
      </Form>
    ) : null
  }
  if (row.state === "reserved")
    return row.safeDeal ? (
      <Link to={href("/marketplace/deals/:dealId", { dealId: row.safeDeal.id })} className="btn btn-tint">
        안심결제 거래 보기
      </Link>
    ) : (
      <Link to={href("/marketplace/:itemId", { itemId: row.id })} className="btn btn-tint">
        예약 관리
      </Link>
    )
  return (
    <>
      {getNextBumpAt(new Date(row.bumpedAt)) <= now() ? (
        <Form method="post" action={href("/marketplace/:itemId", { itemId: row.id })} className="grid">
          <SubmitButton name="intent" value="bump" className="btn btn-quiet">
            끌어올리기
          </SubmitButton>
        </Form>
      ) : null}
      <Link to={href("/marketplace/:itemId", { itemId: row.id })} className="btn btn-tint">
        {row.offers > 0 ? `가격 제안 ${row.offers}개 보기` : "예약·거래완료"}
      </Link>
    </>
  )
}
