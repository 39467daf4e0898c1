/** Builders of sellers, products and purchases, for tests: through the services, as people make them. */
import { eq } from "drizzle-orm"
import { now, setClock } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import { depositToSimulatedAccount, createSimulatedPayment } from "#app/platform/payments/simulator.server.ts"
import type { SimulatorScenario } from "#app/platform/payments/payment.ts"
import { registerCharges } from "../../charges.server.ts"
import { createPerson, type Person } from "../accounts/fixtures.ts"
import { DISCLOSURES } from "./disclosure.ts"
import { orderGroups, orderLines, products, sellers, shopOrders, variants } from "./schema.server.ts"
import { startCheckout, type CheckoutLine } from "./service/checkout.server.ts"
import { confirmPayment, receiveWebhook, type PayResult } from "../money/service/payments.server.ts"
import { placePurchase } from "./service/place-purchase.server.ts"
import type { AskedCashReceiptKind } from "../money/cash-receipt-rules.ts"
import type { OfferedPaymentMethod } from "../money/rules.ts"

// Whoever buys in a test needs what a start of the product joins.
registerCharges()

export type Shop = Person & { sellerId: string }

/** What the owner of a shop says of it in every form. */
export const shopTerms = {
  name: "하루살림",
  phone: "+821012345678",
  email: "shop@example.kr",
  address: "서울 서초구 서초대로 1",
  shippingWon: 3_000,
  freeFromWon: 30_000,
  returnWon: 6_000,
  dispatchDays: 1,
  bank: "우리은행",
  accountNumber: "1002-000",
  accountHolder: "이가게",
}

/** A person whose shop is approved. */
export async function createShop({
  legalName = "이가게",
  ...terms
}: Partial<typeof sellers.$inferInsert> & { legalName?: string } = {}): Promise<Shop> {
  const person = await createPerson({ sellerState: "approved", name: legalName })
  const sellerId = person.actor.userId
  await db()
    .insert(sellers)
    .values({
      userId: sellerId,
      state: "approved",
      ...shopTerms,
      businessName: "하루살림",
      representative: "이가게",
      businessNumber: String(Math.floor(Math.random() * 1e10)).padStart(10, "0"),
      appliedAt: now(),
      updatedAt: now(),
      ...terms,
    })
  return { ...person, sellerId }
}

/** A published product with one variant for each of `variantInputs`; returns the ids of the variants. */
export async function createProduct(
  sellerId: string,
  variantInputs: readonly { priceWon: number; stock: number; name?: string }[],
  values: Partial<typeof products.$inferInsert> = {},
): Promise<{ productId: string; variantIds: string[] }> {
  const productId = newId()
  const at = now()
  await db()
    .insert(products)
    .values({
      id: productId,
      sellerId,
      state: "published",
      department: "living",
      title: "무소음 알람 시계",
      description: "초침 소리가 나지 않는 시계예요. 침대 옆에 두기 좋아요.",
      priceWon: Math.min(...variantInputs.map((offer) => offer.priceWon)),
      notice: DISCLOSURES.general.rows.map((label) => ({ label, value: "해당 없음" })),
      publishedAt: at,
      createdAt: at,
      updatedAt: at,
      ...values,
    })
  const rows = variantInputs.map((offer, position) => ({
    id: newId(),
    productId,
    name: offer.name ?? (variantInputs.length > 1 ? `옵션 ${position + 1}` : ""),
    priceWon: offer.priceWon,
    stock: offer.stock,
    position,
  }))
  await db().insert(variants).values(rows)
  return { productId, variantIds: rows.map((row) => row.id) }
}

/** One product with one variant. */
export async function createVariant(
  sellerId: string,
  priceWon: number,
  stock: number,
  values: Partial<typeof products.$inferInsert> = {},
): Promise<string> {
  return (await createProduct(sellerId, [{ priceWon, stock }], values)).variantIds[0] ?? ""
}

/** What the form of the checkout gives. */
export const createPlacePurchaseInput = (
  overrides: {
    addressId?: string | null
    saveAddress?: boolean
    method?: OfferedPaymentMethod
    couponId?: string | null
    submissionKey?: string
    addressDetail?: string
    cashReceipt?: AskedCashReceiptKind | null
    receiptPhone?: string | null
    receiptBusinessNumber?: string | null
  } = {},
) => ({
  recipient: "김하늘",
  phone: "+821012345678",
  zonecode: "06621",
  address: "서울 서초구 서초대로 1",
  addressDetail: "101호",
  request: null,
  addressId: null,
  saveAddress: false,
  couponId: null,
  method: "card" as OfferedPaymentMethod,
  cashReceipt: null,
  receiptPhone: null,
  receiptBusinessNumber: null,
  consent: true as const,
  thirdPartyConsent: true as const,
  madeToOrderConsent: true,
  submissionKey: newId(),
  ...overrides,
})

async function expectOk<Result extends { ok: boolean }>(
  work: Promise<Result>,
): Promise<Extract<Result, { ok: true }>> {
  const result = await work
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result)}`)
  return result as Extract<Result, { ok: true }>
}

/** Begins and places a purchase; not paid yet. */
export async function createPlacedPurchase(
  buyer: Person,
  lines: readonly CheckoutLine[],
  options: Parameters<typeof createPlacePurchaseInput>[0] = {},
): Promise<{ groupId: string; paymentId: string }> {
  const { groupId } = await expectOk(
    startCheckout(buyer.actor, { source: "direct", lines, submissionKey: newId() }),
  )
  const { paymentId } = await expectOk(placePurchase(buyer.actor, groupId, createPlacePurchaseInput(options)))
  return { groupId, paymentId }
}

/** What the buyer does at the provider, and the return from there. */
export async function payPurchase(
  buyer: Person,
  paymentId: string,
  amountWon: number,
  options: { script?: SimulatorScenario; method?: OfferedPaymentMethod } = {},
): Promise<PayResult> {
  const method = options.method === "virtual_account" ? "가상계좌" : "카드"
  const { paymentKey } = await createSimulatedPayment({
    orderId: paymentId,
    amountWon,
    orderName: "주문",
    method,
    customerName: "김하늘",
    script: options.script ?? "pay",
  })
  return confirmPayment(buyer.actor, paymentId, { paymentKey, amountWon })
}

/** A paid purchase with its orders and lines. */
export async function createPaidPurchase(
  buyer: Person,
  lines: readonly CheckoutLine[],
  options: { couponId?: string | null; addressDetail?: string } = {},
) {
  const { groupId, paymentId } = await createPlacedPurchase(buyer, lines, options)
  const [purchase] = await db().select().from(orderGroups).where(eq(orderGroups.id, groupId))
  if (!purchase) throw new Error("no group")
  await expectOk(payPurchase(buyer, paymentId, purchase.totalWon))
  const rows = await findPurchaseLines(groupId)
  return { groupId, paymentId, totalWon: purchase.totalWon, lines: rows }
}

/**
 * A purchase whose money came into a virtual account; how the deposit's news arrive is the provider's matter.
 */
export async function createDepositPurchase(buyer: Person, lines: readonly CheckoutLine[]) {
  const { groupId, paymentId } = await createPlacedPurchase(buyer, lines, { method: "virtual_account" })
  const [purchase] = await db()
    .select({ totalWon: orderGroups.totalWon })
    .from(orderGroups)
    .where(eq(orderGroups.id, groupId))
  if (!purchase) throw new Error("no group")
  await expectOk(payPurchase(buyer, paymentId, purchase.totalWon, { method: "virtual_account" }))
  for (const body of await depositToSimulatedAccount(paymentId, 1)) await receiveWebhook(body)
  return { groupId, paymentId, totalWon: purchase.totalWon, lines: await findPurchaseLines(groupId) }
}

/** The lines of a purchase in the order of their ids. */
export async function findPurchaseLines(groupId: string) {
  const rows = await db()
    .select({ line: orderLines })
    .from(orderLines)
    .innerJoin(shopOrders, eq(shopOrders.id, orderLines.orderId))
    .where(eq(shopOrders.groupId, groupId))
    .orderBy(orderLines.id)
  return rows.map((row) => row.line)
}

/** The purchase as it stands. */
export const findPurchaseRow = async (groupId: string) =>
  (await db().select().from(orderGroups).where(eq(orderGroups.id, groupId)))[0]

/** How much of a variant there is. */
export const findVariantStock = async (variantId: string) =>
  (await db().select({ stock: variants.stock }).from(variants).where(eq(variants.id, variantId)))[0]?.stock

/** The clock stands from here on at this many minutes from the present. */
export function setClockMinutesAhead(minutes: number): void {
  const at = Date.now() + minutes * 60_000
  setClock(() => new Date(at))
}
