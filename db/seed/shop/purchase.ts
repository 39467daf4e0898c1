/** One purchase of the demo town: who buys, where it goes, how it is paid. */
import { calculateTotals } from "#app/areas/shop/pricing.ts"
import { isFinalLineState } from "#app/areas/shop/rules.ts"
import { DAY_MS, toKstDateString } from "#app/basics/time.ts"
import type { DemoPerson } from "../parts.ts"
import { createSeedId, type SeededRandom } from "../random.ts"
import type { Goods } from "./goods.ts"
import type { PaymentMethod } from "#app/areas/money/rules.ts"
import { createPaymentPosting } from "#app/areas/money/postings.ts"
import { addLedgerEntries, type Purchase, type PurchaseContext, type Sales } from "./sales-rows.ts"
import { addSellerOrder } from "./seller-order.ts"

export function addPurchase(
  sales: Sales,
  goods: Goods,
  { label, buyer, items, at: begun, method }: Purchase,
  present: Date,
  random: SeededRandom,
): void {
  const purchaseContext: PurchaseContext = { sales, present, random }
  const groupId = createSeedId(`group/${label}`, begun)
  const sellersOf = new Map(goods.sellers.map((seller) => [seller.userId, seller]))
  const priced = items.map((item) => ({
    item,
    sellerId: item.product.sellerId,
    priceWon: item.variant.priceWon * item.quantity,
    freeShipping: item.product.freeShipping ?? false,
  }))
  const terms = new Map(
    priced.map(({ sellerId }) => [
      sellerId,
      {
        feeWon: sellersOf.get(sellerId)?.shippingWon ?? 3_000,
        freeFromWon: sellersOf.get(sellerId)?.freeFromWon ?? null,
      },
    ]),
  )
  const totals = calculateTotals(priced, terms, null)
  const waiting = items.every((item) => item.state === "payment_waiting")
  const paidAt = waiting ? null : new Date(begun.getTime() + 3 * 60_000)
  sales.purchases.push({
    id: groupId,
    number:
      `${toKstDateString(begun).replaceAll("-", "")}-` +
      `${(Number.parseInt(groupId.slice(-10), 16) % 100_000_000).toString().padStart(8, "0")}`,
    buyerId: buyer.id,
    state: waiting ? "waiting_deposit" : "paid",
    source: "cart",
    recipient: buyer.name,
    phone: `+82101${String(2_340_000 + random.int(0, 900_000))}`,
    zonecode: String(random.int(1_000, 63_000)).padStart(5, "0"),
    address: random.pick([
      "서울 서초구 서초대로 1",
      "경기 성남시 분당구 판교로 20",
      "부산 해운대구 해운대로 300",
      "대전 유성구 대학로 99",
    ]),
    addressDetail: `${random.int(101, 115)}동 ${random.int(1, 19)}0${random.int(1, 6)}호`,
    request: random.chance(0.5) ? "문 앞에 놓아 주세요" : "",
    itemsWon: totals.itemsWon,
    shippingWon: totals.shippingWon,
    totalWon: totals.totalWon,
    consentedAt: begun,
    thirdPartyConsentAt: begun,
    madeToOrderConsentAt: items.some((item) => item.product.madeToOrder) ? begun : null,
    expiresAt: waiting ? new Date(begun.getTime() + DAY_MS) : new Date(begun.getTime() + 900_000),
    paidAt,
    createdAt: begun,
  })
  addPayment(purchaseContext, {
    groupId,
    label,
    buyer,
    method,
    totalWon: totals.totalWon,
    begun,
    paidAt,
    isOpen: waiting || items.some((item) => !isFinalLineState(item.state)),
  })
  for (const seller of totals.sellers)
    addSellerOrder(purchaseContext, {
      groupId,
      label,
      buyer,
      seller,
      terms: terms.get(seller.sellerId) ?? { feeWon: 0, freeFromWon: null },
      row: sellersOf.get(seller.sellerId),
      begun,
      paidAt,
    })
}

function addPayment(
  { sales }: PurchaseContext,
  of: {
    groupId: string
    label: string
    buyer: DemoPerson
    method: PaymentMethod
    totalWon: number
    begun: Date
    paidAt: Date | null
    isOpen: boolean
  },
): void {
  const id = createSeedId(`payment/${of.label}`, of.begun)
  const paymentKey = `sim_demo_${id}`
  const account = of.method === "virtual_account"
  const dueAt = new Date(of.begun.getTime() + DAY_MS)
  sales.payments.push({
    id,
    groupId: of.groupId,
    buyerId: of.buyer.id,
    provider: "simulator",
    method: of.method,
    amountWon: of.totalWon,
    state: of.paidAt ? "DONE" : "WAITING_FOR_DEPOSIT",
    paymentKey,
    secret: `ps_${id}`,
    methodText: of.method === "card" ? "카드 9430**********89" : account ? "우리은행 가상계좌" : "바로페이",
    bank: account ? "우리은행" : null,
    accountNumber: account ? `X${id.replaceAll(/\D/g, "").slice(0, 13).padEnd(13, "7")}` : null,
    dueAt: account ? dueAt : null,
    approvedAt: of.paidAt,
    createdAt: of.begun,
    updatedAt: of.paidAt ?? of.begun,
  })
  if (of.paidAt)
    addLedgerEntries(
      sales,
      createPaymentPosting({ id, groupId: of.groupId, amountWon: of.totalWon }),
      of.paidAt,
    )
  if (of.isOpen) {
    sales.simulated.push({
      paymentKey,
      orderId: id,
      createdAt: of.begun,
      updatedAt: of.begun,
      payment: {
        version: "2022-11-16",
        paymentKey,
        orderId: id,
        orderName: "체험 주문",
        status: of.paidAt ? "DONE" : "WAITING_FOR_DEPOSIT",
        currency: "KRW",
        method: account ? "가상계좌" : "카드",
        totalAmount: of.totalWon,
        balanceAmount: of.totalWon,
        requestedAt: of.begun.toISOString(),
        approvedAt: of.paidAt?.toISOString() ?? null,
        secret: `ps_${id}`,
        isPartialCancelable: true,
        cancels: null,
        card: null,
        virtualAccount: account
          ? {
              accountNumber: "X0000000000000",
              bankCode: "20",
              customerName: of.buyer.name,
              dueDate: dueAt.toISOString(),
              expired: false,
            }
          : null,
        easyPay: null,
        receipt: null,
        failure: null,
      },
    })
  }
}
