/**
 * What people are told of second-hand: offers and their answers, reservations and sales, lower prices,
 * reviews.
 */
import { href as toHref } from "react-router"
import { eq } from "drizzle-orm"
import { withJosa } from "#app/basics/korean.ts"
import { formatWon } from "#app/basics/won.ts"
import type { Transaction } from "#app/platform/db.server.ts"
import type { Events } from "#app/platform/events.server.ts"
import { notify, type UserNotification } from "../../notifications/service/notify.server.ts"
import { items, itemWishes } from "../schema.server.ts"

type EventPayload<Name extends keyof Events> = Events[Name]
const MAX_WISHERS = 1_000

async function findItemTitle(tx: Transaction, itemId: string): Promise<string> {
  const [item] = await tx.select({ title: items.title }).from(items).where(eq(items.id, itemId))
  return item?.title ?? ""
}
const itemPath = (itemId: string) => toHref("/marketplace/:itemId", { itemId })

/** Subscriber of "offer.made". */
export async function notifyOfferMade(
  { itemId, offerId, sellerId, priceWon }: EventPayload<"offer.made">,
  tx: Transaction,
): Promise<void> {
  await notify(tx, [
    {
      userId: sellerId,
      kind: "market",
      title: `${formatWon(priceWon)}에 사고 싶다는 제안이 왔어요`,
      text: await findItemTitle(tx, itemId),
      href: `${itemPath(itemId)}#offers`,
      deduplicationKey: `offer.made:${offerId}`,
    },
  ])
}

/** Subscriber of "offer.accepted". */
export async function notifyOfferAccepted(
  { itemId, offerId, buyerId, priceWon }: EventPayload<"offer.accepted">,
  tx: Transaction,
): Promise<void> {
  await notify(tx, [
    {
      userId: buyerId,
      kind: "market",
      title: `${formatWon(priceWon)} 제안을 판매자가 수락했어요`,
      text: `${await findItemTitle(tx, itemId)} · 채팅으로 거래 약속을 잡아 보세요.`,
      href: itemPath(itemId),
      deduplicationKey: `offer.accepted:${offerId}`,
    },
  ])
}

/** Subscriber of "offer.declined". */
export async function notifyOfferDeclined(
  { itemId, offerId, buyerId, priceWon }: EventPayload<"offer.declined">,
  tx: Transaction,
): Promise<void> {
  await notify(tx, [
    {
      userId: buyerId,
      kind: "market",
      title: `${formatWon(priceWon)} 제안을 판매자가 거절했어요`,
      text: await findItemTitle(tx, itemId),
      href: itemPath(itemId),
      deduplicationKey: `offer.declined:${offerId}`,
    },
  ])
}

/** Subscriber of "offer.expired". */
export async function notifyOfferExpired(
  { itemId, offerId, buyerId, priceWon }: EventPayload<"offer.expired">,
  tx: Transaction,
): Promise<void> {
  await notify(tx, [
    {
      userId: buyerId,
      kind: "market",
      title: `${formatWon(priceWon)} 제안이 끝났어요`,
      text: `${await findItemTitle(tx, itemId)} · 판매자가 답하지 않았거나 조건이 바뀌었어요.`,
      href: itemPath(itemId),
      deduplicationKey: `offer.expired:${offerId}`,
    },
  ])
}

/** Subscriber of "item.moved": tells the buyer, and both of them that a sale can be reviewed. */
export async function notifyItemMoved(
  { itemId, sellerId, buyerId, move, dealId }: EventPayload<"item.moved">,
  tx: Transaction,
): Promise<void> {
  // A deal that is paid safely tells its people by itself.
  if (buyerId === null || dealId) return
  const [item] = await tx
    .select({ title: items.title, updatedAt: items.updatedAt })
    .from(items)
    .where(eq(items.id, itemId))
  if (!item) return
  const once = `item.${move}:${itemId}:${buyerId}:${item.updatedAt.getTime()}`
  const toNotification = (userId: string, title: string, href = itemPath(itemId)): UserNotification => ({
    userId,
    kind: "market",
    title,
    text: item.title,
    href,
    deduplicationKey: once,
  })
  if (move === "reserve") await notify(tx, [toNotification(buyerId, "판매자가 물건을 예약해 줬어요")])
  if (move === "release") await notify(tx, [toNotification(buyerId, "판매자가 예약을 취소했어요")])
  if (move === "reopen") await notify(tx, [toNotification(buyerId, "판매자가 거래완료를 취소했어요")])
  if (move === "sell")
    await notify(tx, [
      toNotification(buyerId, "거래가 끝났어요. 후기를 남겨 주세요", `${itemPath(itemId)}/review`),
      toNotification(sellerId, "거래가 끝났어요. 후기를 남겨 주세요", `${itemPath(itemId)}/review`),
    ])
}

/** Subscriber of "item.price_dropped": tells those who have it on their list. */
export async function notifyPriceDropped(
  { itemId, sellerId, fromWon, toWon }: EventPayload<"item.price_dropped">,
  tx: Transaction,
): Promise<void> {
  const wishers = await tx
    .select({ userId: itemWishes.userId })
    .from(itemWishes)
    .where(eq(itemWishes.itemId, itemId))
    .limit(MAX_WISHERS)
  const title = await findItemTitle(tx, itemId)
  const price =
    toWon === 0 ? "나눔으로 바뀌었어요" : `${formatWon(fromWon - toWon)} 내려 ${formatWon(toWon)}이 됐어요`
  await notify(
    tx,
    wishers
      .filter(({ userId }) => userId !== sellerId)
      .map(({ userId }) => ({
        userId,
        kind: "market",
        title: "찜한 물건의 가격이 내렸어요",
        text: `${title} · ${price}`,
        href: itemPath(itemId),
        deduplicationKey: `item.price:${itemId}:${toWon}`,
      })),
  )
}

/** Subscriber of "deal.reviewed". */
export async function notifyDealReviewed(
  { itemId, reviewId, subjectId }: EventPayload<"deal.reviewed">,
  tx: Transaction,
): Promise<void> {
  const title = await findItemTitle(tx, itemId)
  await notify(tx, [
    {
      userId: subjectId,
      kind: "review",
      title: "거래 후기가 도착했어요",
      text: `${withJosa(`‘${title}’`, "을/를")} 거래한 분이 남겼어요.`,
      href: toHref("/marketplace/seller/:userId", { userId: subjectId }),
      deduplicationKey: `deal.reviewed:${reviewId}`,
    },
  ])
}
