import { expect, test } from "vitest"
import { addDays } from "#app/basics/time.ts"
import type { DemoPeople, DemoPerson } from "../parts.ts"
import { planPurchases, type Offer } from "./plan.ts"

const present = new Date("2026-11-20T03:00:00Z")
const createPerson = (id: string): DemoPerson => ({ id, name: id, regionCode: "11650", joinedAt: present })
const people: DemoPeople = {
  customers: Array.from({ length: 90 }, (_, number) => createPerson(`customer-${number}`)),
  experts: [],
  demo: {
    customer: createPerson("customer"),
    expert: createPerson("expert"),
    shop: createPerson("shop"),
    admin: createPerson("admin"),
  },
}
const offers: Offer[] = Array.from({ length: 160 }, (_, number) => ({
  productId: `product-${number >> 1}`,
  variantId: `variant-${number}`,
  title: `상품 ${number >> 1}`,
  variantName: `옵션 ${number % 2}`,
  priceWon: 10_000,
  sellerId: number % 8 < 2 ? "shop" : `seller-${number % 7}`,
  stock: number % 11,
  publishedAt: addDays(present, -(number % 100) - 5),
}))
const planned = planPurchases(offers, people, present)

test("is the same at every creation, and fills the desk of the demo owner with every state", () => {
  expect(planPurchases(offers, people, present)).toEqual(planned)
  const own = planned.flatMap((purchase) => purchase.lines).filter((line) => line.offer.sellerId === "shop")
  expect([...new Set(own.map((line) => line.state))].sort()).toEqual(
    ["cancelled", "confirmed", "delivered", "paid", "preparing", "returned", "shipped"].sort(),
  )
})

test("sells nothing before it is for sale, nor more than there is", () => {
  const sold = new Map<string, number>()
  for (const { at, lines } of planned) {
    for (const { offer, quantity } of lines) {
      expect(offer.publishedAt.getTime()).toBeLessThan(at.getTime())
      sold.set(offer.variantId, (sold.get(offer.variantId) ?? 0) + quantity)
    }
  }
  const stockOf = new Map(offers.map((offer) => [offer.variantId, offer.stock]))
  for (const [variantId, pieces] of sold) expect(pieces).toBeLessThanOrEqual(stockOf.get(variantId) ?? 0)
  expect(sold.size).toBeGreaterThan(50)
})
