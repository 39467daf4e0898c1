/** A deal as a charge: what money asks and tells of it, and what a payment does to it. */
import { href } from "react-router"
import { eq, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { db, type Transaction } from "#app/platform/db.server.ts"
import { emit } from "#app/platform/events.server.ts"
import { findLegalNames } from "../../accounts/service/legal-names.server.ts"
import { chargesTable } from "../../money/service/charge-sql.server.ts"
import type { ChargeOwner, ChargeRow, SummarizedCharge } from "../../money/service/held-charges.server.ts"
import { DEAL_LIMITS } from "../deal-rules.ts"
import { dealClaims, deals } from "../schema.server.ts"
import { canTransitionDeal, lockDeal, transitionDeal, type LockedDeal } from "./deal-transitions.server.ts"

/** The deal that a charge is for, locked by the caller already. */
async function loadDeal(tx: Transaction, charge: ChargeRow): Promise<LockedDeal | undefined> {
  const locked = await lockDeal(tx, charge.subjectId)
  return locked?.deal.chargeId === charge.id ? locked : undefined
}

const SYSTEM = { role: "system", actorId: null } as const

async function onHeld(tx: Transaction, charge: ChargeRow): Promise<void> {
  const locked = await loadDeal(tx, charge)
  if (!locked) throw new Error(`The charge ${charge.id} is of no deal`)
  const moved = await transitionDeal(tx, locked, { move: "pay", ...SYSTEM }, [])
  if (!moved.ok) throw new Error(`The deal ${locked.deal.id} is ${locked.deal.state}`)
}

async function onExpired(tx: Transaction, charge: ChargeRow): Promise<void> {
  const locked = await loadDeal(tx, charge)
  if (locked?.deal.state === "asked") await transitionDeal(tx, locked, { move: "lapse", ...SYSTEM }, [])
}

const CHARGED_BACK_NOTE = "구매자의 카드사나 은행이 결제를 되돌렸어요."

/**
 * The buyer's bank took the money back. Before the thing is on its way the deal is called off, as its buyer
 * could have; after it, it is claimed: what is held waits for the seller's answer, or an administrator.
 */
async function onChargedBack(tx: Transaction, charge: ChargeRow, refundIds: string[]): Promise<void> {
  const locked = await loadDeal(tx, charge)
  if (!locked) return
  const { deal } = locked
  const performer = { role: "buyer", actorId: deal.buyerId, note: CHARGED_BACK_NOTE } as const
  if (canTransitionDeal(deal, "cancel", performer.role)) {
    await transitionDeal(tx, locked, { move: "cancel", ...performer }, refundIds)
  } else if (canTransitionDeal(deal, "claim", performer.role)) {
    const claim = { kind: "charged_back" as const, details: CHARGED_BACK_NOTE, createdAt: now() }
    await tx.insert(dealClaims).values({ id: newId(), dealId: deal.id, ...claim })
    await transitionDeal(tx, locked, { move: "claim", ...performer }, refundIds)
  }
}

const PARCEL_NOTES = [
  "결제한 돈은 결제대행사가 맡아 두고, 내가 받았다고 확인하면 판매자에게 지급돼요.",
  `판매자가 ${DEAL_LIMITS.sendDays}영업일 안에 보내지 않으면 전액 환불돼요. 보내기 전에는 언제든 취소할 수 있어요.`,
  `도착하고 ${DEAL_LIMITS.confirmDays}일 동안 말이 없으면 받은 것으로 처리돼요. 다른 물건이 왔으면 그 전에 알려 주세요.`,
]
const MEETING_NOTES = [
  "결제한 돈은 결제대행사가 맡아 두고, 만나서 내 코드를 판매자가 입력하면 지급돼요.",
  "물건을 확인하기 전에는 코드를 보여 주지 마세요.",
  `${DEAL_LIMITS.meetDays}일 안에 만나지 않거나 그 전에 취소하면 전액 환불돼요.`,
]

async function summarize(charge: SummarizedCharge) {
  const [[deal], payerNames] = await Promise.all([
    db()
      .select({ phone: deals.phone, method: deals.method })
      .from(deals)
      .where(eq(deals.id, charge.subjectId)),
    findLegalNames("payment", [charge.payerId]),
  ])
  const payHref = href("/pay/:chargeId", { chargeId: charge.id })
  return {
    title: charge.title,
    payerName: payerNames.get(charge.payerId) ?? "",
    payerPhone: deal?.phone ?? "",
    // Where the deposit is to go stands on the page where it is paid.
    resultHref:
      charge.state === "paying" ? payHref : href("/marketplace/deals/:dealId", { dealId: charge.subjectId }),
    retryHref: (problem: string) => `${payHref}?${new URLSearchParams({ problem })}`,
    notes: deal?.method === "direct" ? MEETING_NOTES : PARCEL_NOTES,
  }
}

export const dealCharge: ChargeOwner = {
  kind: "deal",
  async lock(tx, dealId) {
    await lockDeal(tx, dealId)
  },
  summarize,
  onHeld,
  onExpired,
  onChargedBack,
  async onChanged(tx, charge, what) {
    const locked = await loadDeal(tx, charge)
    if (!locked) return
    const { id, itemId, buyerId, sellerId } = locked.deal
    await emit(tx, "deal.changed", { dealId: id, itemId, buyerId, sellerId, what })
  },
  // A deal is held as long as its charge is.
  mismatches: sql`select 'deal' as what, d.id::text as id, '0' as difference
    from deals d left join ${chargesTable} c on c.id = d.charge_id
    where (d.state = 'asked' and (c.state is null or c.state not in ('asked', 'paying')))
      or (d.state in ('paid', 'sent', 'received', 'claimed', 'disputed', 'returning', 'sent_back')
        and c.state is distinct from 'held')
      or (d.state in ('done', 'cancelled', 'returned') and c.state in ('asked', 'paying', 'held'))`,
}
