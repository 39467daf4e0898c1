/** What stands as cards in the room of buyer and seller: offers, reservations, and each step of a deal. */
import { href } from "react-router"
import { and, desc, eq, sql } from "drizzle-orm"
import { formatWon } from "#app/basics/won.ts"
import type { Transaction } from "#app/platform/db.server.ts"
import type { Events } from "#app/platform/events.server.ts"
import type { ChatCard } from "../../chat/rules.ts"
import { postRoomCard } from "../../chat/service/cards.server.ts"
import { getCarrierLabel } from "../../shop/rules.ts"
import { DEAL_LIMITS, type DealMove } from "../deal-rules.ts"
import type { ItemMove } from "../rules.ts"
import { itemEvents, items } from "../schema.server.ts"

type Facts = Pick<ChatCard, "icon" | "title" | "text">
type Parties = { itemId: string; buyerId: string; sellerId: string }

async function postItemCard(
  tx: Transaction,
  { itemId, buyerId, sellerId }: Parties,
  post: { bySeller: boolean; card: ChatCard; deduplicationKey: string },
): Promise<void> {
  const [item] = await tx
    .select({
      title: items.title,
      pictureId: sql<string | null>`(select ip.picture_id from item_pictures ip
        where ip.item_id = items.id order by ip.position limit 1)`,
    })
    .from(items)
    .where(eq(items.id, itemId))
  if (!item) return
  await postRoomCard(tx, {
    subject: { kind: "item", id: itemId, ...item },
    senderId: post.bySeller ? sellerId : buyerId,
    receiverId: post.bySeller ? buyerId : sellerId,
    card: post.card,
    deduplicationKey: post.deduplicationKey,
  })
}

const itemLink = (itemId: string, label: string, hash = "") => ({
  label,
  href: `${href("/marketplace/:itemId", { itemId })}${hash}`,
})
const dealLink = (dealId: string) => ({
  label: "거래 보기",
  href: href("/marketplace/deals/:dealId", { dealId }),
})

/** Subscriber of "offer.made". */
export const postOfferMade = (event: Events["offer.made"], tx: Transaction): Promise<void> =>
  postItemCard(tx, event, {
    bySeller: false,
    card: {
      icon: "offer",
      title: `${formatWon(event.priceWon)}에 사고 싶어요`,
      text: "구매자가 가격을 제안했어요.",
      link: itemLink(event.itemId, "제안 보기", "#offers"),
    },
    deduplicationKey: `offer.made:${event.offerId}`,
  })

/** Subscriber of "offer.accepted". */
export const postOfferAccepted = (event: Events["offer.accepted"], tx: Transaction): Promise<void> =>
  postItemCard(tx, event, {
    bySeller: true,
    card: {
      icon: "offer",
      title: `${formatWon(event.priceWon)} 제안을 수락했어요`,
      text: "이 가격으로 거래할 수 있어요.",
      link: itemLink(event.itemId, "물건 보기"),
    },
    deduplicationKey: `offer.accepted:${event.offerId}`,
  })

/** Subscriber of "offer.declined". */
export const postOfferDeclined = (event: Events["offer.declined"], tx: Transaction): Promise<void> =>
  postItemCard(tx, event, {
    bySeller: true,
    card: { icon: "offer", title: `${formatWon(event.priceWon)} 제안을 거절했어요`, text: "", link: null },
    deduplicationKey: `offer.declined:${event.offerId}`,
  })

const MOVE_CARDS: Record<ItemMove, (itemId: string, agreed: string) => ChatCard> = {
  reserve: (itemId, agreed) => ({
    icon: "reserved",
    title: "예약했어요",
    text: agreed && `${agreed}에 거래하기로 했어요.`,
    link: itemLink(itemId, "물건 보기"),
  }),
  release: (itemId) => ({
    icon: "problem",
    title: "예약을 취소했어요",
    text: "다시 판매중이 됐어요.",
    link: itemLink(itemId, "물건 보기"),
  }),
  sell: (itemId, agreed) => ({
    icon: "done",
    title: "거래를 마쳤어요",
    text: agreed && `${agreed}에 거래했어요.`,
    link: { label: "후기 쓰기", href: href("/marketplace/:itemId/review", { itemId }) },
  }),
  reopen: (itemId) => ({
    icon: "problem",
    title: "거래완료를 취소했어요",
    text: "다시 판매중이 됐어요.",
    link: itemLink(itemId, "물건 보기"),
  }),
}

/** Subscriber of "item.moved": what the seller does by hand; a deal that is paid safely has its own cards. */
export async function postItemMoved(event: Events["item.moved"], tx: Transaction): Promise<void> {
  const { itemId, buyerId, sellerId, move, dealId } = event
  if (dealId || buyerId === null) return
  const [moved] = await tx
    .select({ eventId: itemEvents.id, dealWon: items.dealWon })
    .from(itemEvents)
    .innerJoin(items, eq(items.id, itemEvents.itemId))
    .where(and(eq(itemEvents.itemId, itemId), eq(itemEvents.move, move)))
    .orderBy(desc(itemEvents.at), desc(itemEvents.id))
    .limit(1)
  if (!moved) return
  await postItemCard(
    tx,
    { itemId, buyerId, sellerId },
    {
      bySeller: true,
      card: MOVE_CARDS[move](itemId, moved.dealWon ? formatWon(moved.dealWon) : ""),
      deduplicationKey: `item.${move}:${moved.eventId}`,
    },
  )
}

/** Subscriber of "deal.asked". */
export const postDealAsked = (event: Events["deal.asked"], tx: Transaction): Promise<void> =>
  postItemCard(tx, event, {
    bySeller: false,
    card: {
      icon: "reserved",
      title: "안심결제로 예약했어요",
      text: `${DEAL_LIMITS.payMinutes}분 안에 결제하면 거래가 시작돼요.`,
      link: dealLink(event.dealId),
    },
    deduplicationKey: `deal.asked:${event.dealId}`,
  })

type DealFacts = { total_won: number; carrier: string | null; tracking_number: string | null }

const CARDS: Record<DealMove, (facts: DealFacts) => Facts> = {
  pay: ({ total_won }) => ({
    icon: "paid",
    title: `${formatWon(total_won)}을 결제했어요`,
    text: "돈은 거래가 끝날 때까지 결제대행사가 보관해요.",
  }),
  lapse: () => ({ icon: "problem", title: "결제하지 않아 예약이 풀렸어요", text: "" }),
  cancel: () => ({ icon: "problem", title: "거래를 취소했어요", text: "결제했다면 전액 환불돼요." }),
  expire: () => ({ icon: "problem", title: "기한이 지나 거래가 취소됐어요", text: "전액 환불돼요." }),
  send: ({ carrier, tracking_number }) => ({
    icon: "sent",
    title: "물건을 보냈어요",
    text: `${getCarrierLabel(carrier)} ${tracking_number ?? ""}`.trim(),
  }),
  hand_over: () => ({ icon: "done", title: "만나서 거래를 마쳤어요", text: "판매자에게 지급이 확정됐어요." }),
  arrive: () => ({
    icon: "received",
    title: "물건이 도착했어요",
    text: `${DEAL_LIMITS.confirmDays}일 안에 확인해 주세요.`,
  }),
  confirm: () => ({
    icon: "done",
    title: "물건을 받고 거래를 마쳤어요",
    text: "판매자에게 지급이 확정됐어요.",
  }),
  claim: () => ({
    icon: "problem",
    title: "물건에 문제가 있다고 알렸어요",
    text: "끝날 때까지 돈은 그대로 보관돼요.",
  }),
  withdraw_claim: () => ({
    icon: "done",
    title: "그대로 받고 거래를 마쳤어요",
    text: "판매자에게 지급이 확정됐어요.",
  }),
  agree_return: () => ({
    icon: "problem",
    title: "반품하기로 했어요",
    text: "돌려받을 주소를 채팅으로 알려 주세요.",
  }),
  agree_refund: () => ({ icon: "done", title: "환불하고 거래를 끝냈어요", text: "전액 환불돼요." }),
  refuse_claim: () => ({ icon: "problem", title: "운영팀이 확인하고 결정해요", text: "" }),
  escalate: () => ({ icon: "problem", title: "운영팀이 확인하고 결정해요", text: "" }),
  send_back: () => ({ icon: "sent", title: "물건을 돌려보냈어요", text: "" }),
  give_up_return: () => ({
    icon: "done",
    title: "돌려보내지 않아 거래가 끝났어요",
    text: "판매자에게 지급이 확정됐어요.",
  }),
  take_back: () => ({ icon: "done", title: "돌려받고 거래를 끝냈어요", text: "전액 환불돼요." }),
  refuse_return: () => ({ icon: "problem", title: "운영팀이 확인하고 결정해요", text: "" }),
  decide_refund: () => ({ icon: "done", title: "운영팀이 환불하기로 결정했어요", text: "" }),
  decide_return: () => ({
    icon: "problem",
    title: "운영팀이 결정했어요",
    text: "물건을 돌려보내면 전액 환불돼요.",
  }),
  decide_release: () => ({ icon: "done", title: "운영팀이 판매자에게 지급하기로 결정했어요", text: "" }),
}

/** Moves that a buyer makes; time and administrators write as the seller does. */
const BUYER_MOVES: readonly DealMove[] = ["pay", "lapse"]

/** Subscriber of "deal.moved". */
export async function postDealMoved(event: Events["deal.moved"], tx: Transaction): Promise<void> {
  const [facts] = await tx.execute<DealFacts>(sql`
    select price_won + parcel_fee_won as total_won, carrier, tracking_number from deals
    where id = ${event.dealId}::uuid`)
  if (!facts) return
  await postItemCard(tx, event, {
    bySeller: event.role !== "buyer" && !BUYER_MOVES.includes(event.move),
    card: { ...CARDS[event.move](facts), link: dealLink(event.dealId) },
    deduplicationKey: `deal.${event.move}:${event.dealId}:${event.at}`,
  })
}
