/**
 * The complete purchase a second: 16 shoppers over HTTP, beside a floor of the same statements sent through
 * the driver by nobody's screens.
 */
import { createPerson, type Person } from "../app/areas/accounts/fixtures.ts"
import { findActor } from "../app/areas/accounts/session.server.ts"
import { createProduct, createShop, createPlacePurchaseInput } from "../app/areas/shop/fixtures.ts"
import { addToCart } from "../app/areas/shop/service/cart.server.ts"
import { startCheckout } from "../app/areas/shop/service/checkout.server.ts"
import { summarizeCharge } from "../app/areas/money/service/charges.server.ts"
import { findCheckoutChoices } from "../app/areas/shop/service/checkout-choices.server.ts"
import { confirmPayment } from "../app/areas/money/service/payments.server.ts"
import { placePurchase } from "../app/areas/shop/service/place-purchase.server.ts"
import { findPaymentAttempt } from "../app/areas/money/service/payment-window.server.ts"
import { findPurchase } from "../app/areas/shop/service/purchases.server.ts"
import { newId } from "../app/basics/ids.ts"
import { createSimulatedPayment } from "../app/platform/payments/simulator.server.ts"
import { openConnection, buildRequest, type Connection } from "./http-client.ts"
import { noteFigure } from "./figures.ts"
import { measureRate, median } from "./rate.ts"
import { openDriver, recordStatements, type Statement } from "./recorded-statements.ts"
import type { ChildServer } from "./servers.ts"

const SHOPPERS = 16
const SECONDS = 4
const ROUNDS = 3
const PRICE_WON = 40_000
type Shopper = { person: Person; sellerId: string; productId: string; variantId: string }

/** One purchase as the screens make it, with what they ask the database for every request and page. */
export async function purchaseByServices({ person, variantId }: Shopper): Promise<void> {
  const { actor } = person
  const request = async () =>
    void (await findActor(new Request("http://localhost/", { headers: { Cookie: person.cookie } }), {
      countsAsUse: true,
    }))
  await request()
  const added = await addToCart(actor, { variantId, quantity: 1 })
  if (!added.ok) throw new Error(added.reason)
  await request()
  const started = await startCheckout(actor, { source: "cart", submissionKey: newId() })
  if (!started.ok) throw new Error(started.reason)
  const { groupId } = started
  await request()
  await Promise.all([findPurchase(actor, groupId), findCheckoutChoices(actor, groupId)])
  await request()
  const placed = await placePurchase(actor, groupId, createPlacePurchaseInput())
  if (!placed.ok) throw new Error(placed.reason)
  await request()
  await findPaymentAttempt(actor, placed.paymentId)
  await request()
  await findPaymentAttempt(actor, placed.paymentId)
  const { paymentKey } = await createSimulatedPayment({
    orderId: placed.paymentId,
    amountWon: PRICE_WON,
    orderName: "주문",
    method: "카드",
    customerName: "김하늘",
    script: "pay",
  })
  await request()
  const paid = await confirmPayment(actor, placed.paymentId, { paymentKey, amountWon: PRICE_WON })
  if (!paid.ok) throw new Error(paid.reason)
  await summarizeCharge(paid.groupId)
  await request()
  await findPurchase(actor, groupId)
}

/** One purchase by forms, as a browser without scripts does it, every screen read. */
async function purchaseOverHttp(
  url: string,
  connection: Connection,
  { person, productId, variantId }: Shopper,
): Promise<void> {
  const { host, origin } = new URL(url)
  const sendRequest = async (path: string, fields?: Record<string, string>) => {
    const { status, location } = await connection.send(
      buildRequest(
        host,
        path,
        { Cookie: person.cookie, "Accept-Encoding": "gzip, deflate", ...(fields ? { Origin: origin } : {}) },
        fields,
      ),
    )
    if (status >= 400) throw new Error(`${path}: ${status}`)
    return location
  }
  await sendRequest(`/shopping/product/${productId}`, { intent: "cart", variantId, quantity: "1" })
  const checkout = await sendRequest("/shopping/cart", { intent: "order", submissionKey: newId() })
  await sendRequest(checkout)
  const {
    couponId: _,
    request: __,
    consent: ___,
    thirdPartyConsent: _____,
    madeToOrderConsent: ______,
    phone: ____,
    addressId: _______,
    saveAddress: ________,
    cashReceipt: _________,
    receiptPhone: __________,
    receiptBusinessNumber: ___________,
    ...input
  } = createPlacePurchaseInput()
  const pay = await sendRequest(checkout, {
    ...input,
    phone: "010-1234-5678",
    consent: "on",
    thirdPartyConsent: "on",
  })
  await sendRequest(pay)
  const done = await sendRequest(pay, { act: "pay" })
  const complete = await sendRequest(done)
  if (!complete.startsWith("/shopping/order-complete")) throw new Error(complete)
  await sendRequest(complete)
}

/** So many people, each with a product that is never sold out, all of one shop. */
export async function createShoppers(count = SHOPPERS): Promise<Shopper[]> {
  const { sellerId } = await createShop()
  return Promise.all(
    Array.from({ length: count }, async (): Promise<Shopper> => {
      const product = await createProduct(sellerId, [{ priceWon: PRICE_WON, stock: 1_000_000 }])
      return {
        person: await createPerson(),
        sellerId,
        productId: product.productId,
        variantId: product.variantIds[0] ?? "",
      }
    }),
  )
}

/** How often all of `shoppers` buy in a second, for `seconds`, every screen read. */
export async function purchaseRepeatedly(
  server: ChildServer,
  shoppers: readonly Shopper[],
  seconds: number,
): ReturnType<typeof measureRate> {
  const connections = await Promise.all(shoppers.map(() => openConnection(server.url)))
  const rate = await measureRate(shoppers, seconds, async (shopper, index) => {
    const connection = connections[index]
    if (connection) await purchaseOverHttp(server.url, connection, shopper)
  })
  for (const connection of connections) connection.close()
  return rate
}

export async function measurePurchase(server: ChildServer): Promise<void> {
  const shoppers = await createShoppers()
  const recorded: Statement[][] = []
  for (const shopper of shoppers) {
    // The first purchase of somebody says a little more than those that follow.
    await purchaseByServices(shopper)
    recorded.push(await recordStatements(() => purchaseByServices(shopper)))
  }
  const stableIds = new Set(
    shoppers.flatMap(({ person, sellerId, productId, variantId }) => [
      person.actor.userId,
      productId,
      variantId,
      sellerId,
    ]),
  )
  const bare = openDriver(SHOPPERS)
  const baseline = (_: Shopper, index: number) => bare.repeat(recorded[index] ?? [], stableIds)
  const rounds: { screens: number; baseline: number; p50: number; p99: number }[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    const before = await server.usage()
    const screens = await purchaseRepeatedly(server, shoppers, SECONDS)
    const after = await server.usage()
    const driver = await measureRate(shoppers, SECONDS, baseline)
    // A round that does not count lets everything warm up.
    if (round > 0)
      rounds.push({
        screens: screens.perSecond,
        baseline: driver.perSecond,
        p50: screens.p50,
        p99: screens.p99,
      })
    if (round === ROUNDS) {
      noteFigure("memory.afterPurchasesMb", after.memoryMb, "less")
      console.log(
        `\n구매 (담기 → 주문서 → 결제 → 완료, 손님 ${SHOPPERS}명, 요청 8번, 질의 ${recorded[0]?.length ?? 0}개; 한 건에 서버 ` +
          `CPU ${((after.cpuMs - before.cpuMs) / (screens.perSecond * SECONDS)).toFixed(0)} ms, 메모리 ` +
          `${after.memoryMb} MB)`,
      )
    }
  }
  await bare.close()
  const middle = (read: (round: (typeof rounds)[number]) => number) => median(rounds.map(read))
  console.log(
    `  화면까지 초당 ${middle((round) => round.screens).toFixed(1)}건 (p50 ` +
      `${middle((round) => round.p50).toFixed(0)} ms, p99 ${middle((round) => round.p99).toFixed(0)} ` +
      `ms) · 같은 질의만 ${middle((round) => round.baseline).toFixed(1)}건 · 비율 ` +
      `${middle((round) => round.screens / round.baseline).toFixed(2)}`,
  )
  noteFigure(
    "purchase.perSecond",
    middle((round) => round.screens),
    "more",
  )
  noteFigure(
    "purchase.ratioToStatements",
    middle((round) => round.screens / round.baseline),
    "more",
  )
  noteFigure(
    "purchase.p99Ms",
    middle((round) => round.p99),
    "less",
  )
  noteFigure("purchase.statements", recorded[0]?.length ?? 0, "less")
  // Last: the events of these purchases are the product's to hand on, and would be its work in a round of its
  // own.
  console.log(
    `  화면 없이 서비스만 ${(await measureRate(shoppers, SECONDS, purchaseByServices)).perSecond.toFixed(1)}건`,
  )
}
