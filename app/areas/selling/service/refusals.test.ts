/** What an owner of a shop, and who decides about one, is refused; that nothing was written is watched. */
import { eq } from "drizzle-orm"
import { expect, test } from "vitest"
import { brand } from "#app/basics/brand.ts"
import { setDefaultSettings } from "#app/basics/settings.ts"
import { newId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson, type Person } from "../../accounts/fixtures.ts"
import { createPictureRow } from "../../experts/fixtures.ts"
import { DISCLOSURES } from "../../shop/disclosure.ts"
import {
  createPaidPurchase,
  createProduct,
  createShop,
  createVariant,
  shopTerms,
} from "../../shop/fixtures.ts"
import { LIMITS } from "../../shop/rules.ts"
import { products } from "../../shop/schema.server.ts"
import { buildShopApplication } from "../fixtures.ts"
import { applyAsSeller, decideSeller, updateShop } from "./application.server.ts"
import { prepareLines } from "./orders.server.ts"
import { parseParcels, shipParcels } from "./parcels.server.ts"
import { decideProduct, saveProduct, transitionProduct, type ProductInput } from "./products.server.ts"
import { updateStock, updateStocks } from "./stock-changes.server.ts"
import { setVacation } from "./vacation.server.ts"

withDatabase()

const notFound = { ok: false, reason: "not_found" }
const notNow = { ok: false, reason: "not_now" }
const refused = (reason: string) => ({ ok: false, reason })

test("an application is refused to admins, without its papers, for a taken business, and twice", async () => {
  const [applicant, admin] = [await createPerson(), await createPerson({ role: "admin" })]
  await createShop({ businessNumber: "1208147521" })
  const papers = [await createPictureRow(applicant.actor.userId, "certificate")]
  const apply = (person: Person, documentIds: string[], number = "2208162517") =>
    applyAsSeller(person.actor, buildShopApplication({ documentIds, businessNumber: number }))
  expect(await apply(admin, papers)).toEqual(refused("not_allowed"))
  const colleague = await createPerson({ role: "admin", officeRole: "support" })
  expect(await apply(colleague, papers)).toEqual(refused("not_allowed"))
  expect(await apply(applicant, [newId()])).toEqual(refused("pictures_missing"))
  expect(await apply(applicant, papers, "1208147521")).toEqual(refused("business_taken"))
  const own = brand.company.businessNumber.replaceAll("-", "") || "1248100998"
  setDefaultSettings({ company: { ...brand.company, businessNumber: own } })
  expect(await apply(applicant, papers, own)).toEqual(refused("own_business"))
  expect(await apply(applicant, papers)).toEqual({ ok: true })
  expect(await apply(applicant, papers)).toEqual(refused("already"))
})

test("a vacation is of whoever has a shop", async () => {
  const [shop, other] = [await createShop(), await createPerson()]
  const days = { from: "2026-12-01", until: "2026-12-05", orders: "stop" as const, note: null }
  expect(await setVacation(other.actor, days)).toEqual(notFound)
  expect(await setVacation(shop.actor, days)).toEqual({ ok: true })
  expect(await setVacation(shop.actor, null)).toEqual({ ok: true })
})

test("only admins decide about a shop, from the state it is in, and stop it with a reason", async () => {
  const [shop, admin] = [await createShop(), await createPerson({ role: "admin" })]
  const input = { sellerId: shop.sellerId, move: "suspend" as const, reason: "" }
  expect(await decideSeller(shop.actor, input)).toEqual(notFound)
  expect(await decideSeller(admin.actor, { ...input, sellerId: newId() })).toEqual(notFound)
  expect(await decideSeller(admin.actor, input)).toEqual(refused("reason_needed"))
  expect(await decideSeller(admin.actor, { ...input, move: "approve" })).toEqual({
    ok: false,
    reason: "moved_on",
    state: "approved",
  })
})

test("who has no shop changes none", async () => {
  const person = await createPerson()
  expect(await updateShop(person.actor, { ...shopTerms, intro: null, password: "" })).toEqual(notFound)
})

test("a product is refused to other shops, without its pictures or options, or of moved stock", async () => {
  const [shop, otherShop, person] = [await createShop(), await createShop(), await createPerson()]
  const { productId, variantIds } = await createProduct(shop.sellerId, [{ priceWon: 10_000, stock: 5 }])
  const variant = { id: variantIds[0] ?? "", name: null, priceWon: 10_000, stock: 5, was: 5, picture: null }
  const input: ProductInput = {
    title: "무소음 알람 시계",
    brand: null,
    department: "living",
    description: "초침 소리가 나지 않는 시계예요. 침대 옆에 두기 좋아요.",
    listPriceWon: null,
    optionLabel: null,
    variants: [variant],
    freeShipping: false,
    madeToOrder: false,
    noticeKind: "general",
    notice: DISCLOSURES.general.rows.map(() => "국내 제작"),
    pictureIds: [await createPictureRow(shop.actor.userId, "product")],
  }
  const save = (owner: Person, changed: Partial<ProductInput> = {}) =>
    saveProduct(owner.actor, productId, { ...input, ...changed }, { propose: true, submissionKey: newId() })
  expect(await save(person)).toEqual(refused("not_allowed"))
  expect(await save(otherShop)).toEqual(notFound)
  expect(await save(shop, { pictureIds: [newId()] })).toEqual(refused("pictures_missing"))
  expect(await save(shop, { variants: [{ ...variant, id: newId() }] })).toEqual(refused("unknown_option"))
  expect(await save(shop, { variants: [{ ...variant, stock: 9, was: 6 }] })).toEqual(refused("stock_moved"))
  const earlier = { propose: false, submissionKey: newId(), seen: new Date(0).toISOString() }
  expect(await saveProduct(shop.actor, productId, input, earlier)).toEqual(refused("changed"))
})

test("a product is shown and hidden by its own approved shop, and hidden once", async () => {
  const [shop, otherShop] = [await createShop(), await createShop()]
  const { productId } = await createProduct(shop.sellerId, [{ priceWon: 10_000, stock: 5 }])
  expect(await transitionProduct(otherShop.actor, productId, "hide")).toEqual(notFound)
  const suspended = { ...shop.actor, sellerState: "suspended" as const }
  expect(await transitionProduct(suspended, productId, "hide")).toEqual(refused("not_allowed"))
  expect(await transitionProduct(shop.actor, productId, "hide")).toEqual({ ok: true })
  expect(await transitionProduct(shop.actor, productId, "hide")).toEqual(notNow)
})

test("the stock of another shop, or one that moved since it was looked at, is not set", async () => {
  const [shop, otherShop] = [await createShop(), await createShop()]
  const input = {
    variantId: await createVariant(shop.sellerId, 10_000, 5),
    priceWon: 9_000,
    stock: 8,
    was: 6,
  }
  expect(await updateStock(otherShop.actor, input)).toEqual(notFound)
  expect(await updateStock(shop.actor, input)).toEqual({ ok: false, reason: "stock_moved", stock: 5 })
  const second = await createVariant(shop.sellerId, 20_000, 7)
  const options = [
    { variantId: second, was: 7 },
    { variantId: input.variantId, was: 6 },
  ]
  const many = { options, priceWon: 5_000, stock: 3 }
  expect(await updateStocks(otherShop.actor, many)).toEqual(notFound)
  expect(await updateStocks(shop.actor, many)).toEqual({ ok: false, reason: "stock_moved", stock: 5 })
})

test("only admins decide about a product, as they read it, and reject it with a reason", async () => {
  const [shop, admin] = [await createShop(), await createPerson({ role: "admin" })]
  const { productId } = await createProduct(shop.sellerId, [{ priceWon: 10_000, stock: 5 }], {
    state: "proposed",
  })
  const [product] = await db()
    .select({ updatedAt: products.updatedAt })
    .from(products)
    .where(eq(products.id, productId))
  const seen = product?.updatedAt.toISOString() ?? ""
  const input = { productId, move: "publish" as const, reason: "", seen }
  expect(await decideProduct(shop.actor, input)).toEqual(notFound)
  expect(await decideProduct(admin.actor, { ...input, productId: newId() })).toEqual(notFound)
  expect(await decideProduct(admin.actor, { ...input, move: "reject" })).toEqual(refused("reason_needed"))
  expect(await decideProduct(admin.actor, { ...input, seen: new Date(0).toISOString() })).toEqual(
    refused("moved_on"),
  )
})

test("the lines of another shop, and those being prepared already, are not taken in hand", async () => {
  const [shop, otherShop, buyer] = [await createShop(), await createShop(), await createPerson()]
  const variantId = await createVariant(shop.sellerId, 10_000, 5)
  const { lines } = await createPaidPurchase(buyer, [{ variantId, quantity: 1 }])
  const lineIds = lines.map((line) => line.id)
  expect(await prepareLines(otherShop.actor, lineIds)).toEqual(notFound)
  expect(await prepareLines(shop.actor, lineIds)).toEqual({ ok: true, prepared: 1 })
  expect(await prepareLines(shop.actor, lineIds)).toEqual(notNow)
})

test("a file of parcels without table, columns or rows, or with too many, sends nothing", async () => {
  const shop = await createShop()
  const columns = "상품주문번호,택배사,송장번호"
  const row = `\n${newId()},CJ대한통운,612345678901`
  const files = {
    unreadable: `${columns}\n"끝나지 않은 칸`,
    no_columns: `상품주문번호,택배사${row}`,
    empty: columns,
    too_many: columns + row.repeat(LIMITS.parcelRows + 1),
  }
  for (const [reason, text] of Object.entries(files)) {
    expect(await parseParcels(shop.actor, text)).toEqual(refused(reason))
    expect(await shipParcels(shop.actor, text, { from: 0, count: 25 })).toEqual(refused(reason))
  }
})
