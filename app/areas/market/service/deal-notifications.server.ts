/** What the two of a deal that is paid safely are told of it. */
import { href } from "react-router"
import { sql } from "drizzle-orm"
import { formatDateTime } from "#app/basics/time.ts"
import { formatWon } from "#app/basics/won.ts"
import type { Transaction } from "#app/platform/db.server.ts"
import type { Events } from "#app/platform/events.server.ts"
import { hasPersonAccount } from "../../money/service/person-accounts.server.ts"
import { notify } from "../../notifications/service/notify.server.ts"
import { DEAL_LIMITS, type DealMove } from "../deal-rules.ts"

type Facts = { title: string; total_won: number; due_at: string | null; method: string }
type Side = "buyer" | "seller"
type Told = { to: Side; title: string; hint?: string; isReview?: boolean }

const PAYOUT_HINT = "정산 대기 금액에 더해졌어요"

const TOLD: Record<DealMove, (facts: { by: string; due: string; isParcel: boolean }) => Told[]> = {
  pay: ({ due, isParcel }) => [
    {
      to: "seller",
      title: isParcel
        ? "구매자가 결제했어요. 물건을 보내 주세요"
        : "구매자가 결제했어요. 만날 약속을 잡아 주세요",
      hint: isParcel ? `${due}까지 송장번호를 입력해 주세요` : "돈은 만날 때까지 보관돼요",
    },
  ],
  lapse: () => [
    { to: "buyer", title: "결제하지 않아 예약이 풀렸어요" },
    { to: "seller", title: "구매자가 결제하지 않았어요" },
  ],
  cancel: ({ by }) => [
    ...(by === "buyer" ? [] : [{ to: "buyer" as const, title: "거래가 취소됐어요. 결제했다면 환불돼요" }]),
    ...(by === "seller" ? [] : [{ to: "seller" as const, title: "안심결제 거래가 취소됐어요" }]),
  ],
  expire: ({ isParcel }) => [
    {
      to: "buyer",
      title: isParcel ? "판매자가 보내지 않아 환불했어요" : "만나지 않아 거래가 취소되고 환불했어요",
    },
    {
      to: "seller",
      title: isParcel ? "기한 안에 보내지 않아 거래가 취소됐어요" : "만나지 않아 거래가 취소됐어요",
    },
  ],
  send: () => [{ to: "buyer", title: "판매자가 물건을 보냈어요", hint: "도착하면 확인해 주세요" }],
  hand_over: () => [
    { to: "seller", title: "거래가 끝났어요. 지급이 확정됐어요", hint: PAYOUT_HINT, isReview: true },
    { to: "buyer", title: "거래가 끝났어요. 후기를 남겨 주세요", isReview: true },
  ],
  arrive: ({ due, by }) => [
    {
      to: "buyer",
      title: "물건을 받았는지 확인해 주세요",
      hint: `${due}에 받은 것으로 처리돼요. 문제가 있으면 그 전에 알려 주세요`,
    },
    ...(by === "buyer" ? [{ to: "seller" as const, title: "물건이 도착했어요" }] : []),
  ],
  confirm: ({ by }) => [
    { to: "seller", title: "구매자가 물건을 받았어요. 지급이 확정됐어요", hint: PAYOUT_HINT, isReview: true },
    {
      to: "buyer",
      title:
        by === "buyer"
          ? "거래가 끝났어요. 후기를 남겨 주세요"
          : `도착하고 ${DEAL_LIMITS.confirmDays}일이 지나 거래가 끝났어요`,
      isReview: true,
    },
  ],
  claim: ({ due }) => [
    { to: "seller", title: "구매자가 물건에 문제가 있다고 했어요", hint: `${due}까지 답해 주세요` },
  ],
  withdraw_claim: () => [
    { to: "seller", title: "구매자가 문제 제기를 거뒀어요. 지급이 확정됐어요", hint: PAYOUT_HINT },
  ],
  agree_return: ({ due }) => [
    {
      to: "buyer",
      title: "판매자가 반품에 동의했어요",
      hint: `${due}까지 돌려보내고 송장번호를 입력해 주세요`,
    },
  ],
  agree_refund: () => [{ to: "buyer", title: "판매자가 환불에 동의했어요. 전액 환불돼요" }],
  refuse_claim: () => [
    { to: "buyer", title: "판매자가 동의하지 않았어요. 운영팀이 확인하고 결정해요" },
    { to: "seller", title: "운영팀이 확인하고 결정해요" },
  ],
  escalate: () => [
    { to: "buyer", title: "판매자가 답하지 않아 운영팀이 확인해요" },
    { to: "seller", title: "답하지 않아 운영팀이 확인하고 결정해요" },
  ],
  send_back: () => [{ to: "seller", title: "구매자가 물건을 돌려보냈어요", hint: "도착하면 확인해 주세요" }],
  give_up_return: () => [
    { to: "buyer", title: "기한 안에 돌려보내지 않아 거래가 끝났어요" },
    { to: "seller", title: "물건이 돌아오지 않아 지급이 확정됐어요", hint: PAYOUT_HINT },
  ],
  take_back: ({ by }) => [
    { to: "buyer", title: "돌려보낸 물건이 도착했어요. 전액 환불돼요" },
    ...(by === "seller" ? [] : [{ to: "seller" as const, title: "반품이 끝나 구매자에게 환불했어요" }]),
  ],
  refuse_return: () => [
    { to: "buyer", title: "판매자가 돌려받은 물건에 문제가 있다고 했어요. 운영팀이 확인해요" },
  ],
  decide_refund: () => [
    { to: "buyer", title: "운영팀이 결정했어요. 전액 환불돼요" },
    { to: "seller", title: "운영팀이 결정했어요. 구매자에게 환불돼요" },
  ],
  decide_return: ({ due }) => [
    { to: "buyer", title: "운영팀이 결정했어요. 돌려보내면 환불돼요", hint: `${due}까지 돌려보내 주세요` },
    { to: "seller", title: "운영팀이 결정했어요. 돌려받은 뒤 환불돼요" },
  ],
  decide_release: () => [
    { to: "buyer", title: "운영팀이 결정했어요. 판매자에게 지급돼요" },
    { to: "seller", title: "운영팀이 결정했어요. 지급이 확정됐어요", hint: PAYOUT_HINT },
  ],
}

/** Subscriber of "deal.moved". */
export async function notifyDealMoved(event: Events["deal.moved"], tx: Transaction): Promise<void> {
  const [facts] = await tx.execute<Facts>(sql`
    select i.title, d.price_won + d.parcel_fee_won as total_won, d.due_at::text, d.method
    from deals d join items i on i.id = d.item_id where d.id = ${event.dealId}::uuid`)
  if (!facts) return
  const due = facts.due_at === null ? "" : formatDateTime(new Date(facts.due_at))
  const path = href("/marketplace/deals/:dealId", { dealId: event.dealId })
  await notify(
    tx,
    TOLD[event.move]({ by: event.role, due, isParcel: facts.method === "parcel" }).map((told) => ({
      userId: told.to === "buyer" ? event.buyerId : event.sellerId,
      kind: "market" as const,
      title: told.title,
      text: [`${facts.title} · ${formatWon(facts.total_won)}`, told.hint].filter(Boolean).join(" · "),
      href: told.isReview ? href("/marketplace/:itemId/review", { itemId: event.itemId }) : path,
      // A claim may be sent back and decided more than once.
      deduplicationKey: `deal.${event.move}:${event.dealId}:${event.at}`,
    })),
  )
}

/**
 * Subscriber of "deal.moved": sellers who have told no account are led to where they tell it, when their
 * buyer has paid and when the money is theirs.
 */
export async function notifyAccountMissing(event: Events["deal.moved"], tx: Transaction): Promise<void> {
  const isPaid = event.move === "pay"
  if (!isPaid && event.to !== "done") return
  if (await hasPersonAccount(tx, event.sellerId)) return
  await notify(tx, [
    {
      userId: event.sellerId,
      kind: "account",
      title: isPaid ? "물건값을 받을 계좌를 등록해 주세요" : "받을 돈이 계좌를 기다려요",
      text: isPaid
        ? "거래가 끝나면 바로 보내 드릴 수 있게 계좌를 미리 확인해 두세요."
        : "계좌를 등록하면 다음 영업일에 보내 드려요. 그때까지 돈은 안전하게 보관해요.",
      href: href("/my-info/money"),
      deduplicationKey: `deal.account:${event.dealId}:${isPaid ? "paid" : "done"}`,
    },
  ])
}
