/** The sellers and their products in the demo town. */
import { calculateDiscountPercent } from "#app/areas/shop/rules.ts"
import { buildProductSearchKey } from "#app/areas/shop/service/product-stats.server.ts"
import type {
  coupons,
  productPictures,
  productQuestions,
  products,
  sellers,
  variants,
} from "#app/areas/shop/schema.server.ts"
import type { pictures } from "#app/platform/schema.server.ts"
import { isBusinessNumber } from "#app/basics/business-number.ts"
import { addDays, DAY_MS, HOUR_MS } from "#app/basics/time.ts"
import { DEMO_COMPANY } from "#app/shell/demo-company.server.ts"
import type { DemoPeople } from "../parts.ts"
import { pickStreet } from "../addresses.ts"
import { atWrapped, createRandom, createSeedId, type SeededRandom } from "../random.ts"
import { toPictureRow } from "../picture-rows.ts"
import { getDemoPicture, type DemoPicture } from "../town.ts"
import { createDisclosure } from "./disclosures.ts"
import {
  formatTitle,
  getColourView,
  hasSizes,
  listProductViews,
  nameGoodsPicture,
} from "./catalogue/goods-pictures.ts"
import { getFitting, listFitting } from "./catalogue/goods-kind.ts"
import { MODELS, type CataloguedModel } from "./catalogue/index.ts"
import { sellerSeeds, type SellerSeed } from "./texts/sellers.ts"

export type Goods = {
  sellers: (typeof sellers.$inferInsert)[]
  products: (typeof products.$inferInsert)[]
  variants: (typeof variants.$inferInsert)[]
  pictures: (typeof pictures.$inferInsert)[]
  productPictures: (typeof productPictures.$inferInsert)[]
  questions: (typeof productQuestions.$inferInsert)[]
  coupons: (typeof coupons.$inferInsert)[]
}

/** A number with a right check digit. */
function createBusinessNumber(seed: number): string {
  for (let last = 0; last < 10; last += 1) {
    const digits = `${String(2_108_600_00 + seed * 137).slice(0, 9)}${last}`
    if (isBusinessNumber(digits)) return digits
  }
  throw new Error("No check digit fits")
}

/** The office that an address belongs to, as it is named in a mail-order number: 서울서초, 경기수원. */
function nameOffice(address: string): string {
  const [sido = "", sigungu = ""] = address.split(" ")
  if (!/[시군구]$/.test(sigungu)) return sido
  return sido + (sigungu.length > 2 ? sigungu.slice(0, -1) : sigungu)
}

const round100 = (won: number) => Math.max(100, Math.round(won / 100) * 100)

/** Sellers with the demo owner first, and a product of each model of the catalogue. */
export function buildGoods(
  people: DemoPeople,
  demoPictures: ReadonlyMap<string, DemoPicture>,
  present: Date,
): Goods {
  const goods: Goods = {
    sellers: [],
    products: [],
    variants: [],
    pictures: [],
    productPictures: [],
    questions: [],
    coupons: [],
  }
  addSellers(goods, people, present)
  const shelf: Shelf = { goods, demoPictures, people, present }
  MODELS.forEach((catalogued, number) =>
    addProduct(shelf, { catalogued, number, ...findSeller(goods, catalogued) }),
  )
  addCoupons(goods, present)
  return goods
}

/** Brands that a shop makes or brings itself, and sells alone where it sells the kind. */
const OWN_BRANDS: Readonly<Record<string, string>> = {
  우디로: "나무결공방",
  그린메이: "초록식탁",
  소솜: "초록식탁",
  모락: "초록식탁",
}

/** Who sells a model: the shop of its brand, or one of the others that sell its kind in turn. */
function findSeller(
  goods: Goods,
  { kind, model, form }: CataloguedModel,
): Pick<ProductSpec, "seller" | "seed"> {
  const own = OWN_BRANDS[model.brand]
  const isOwn = own !== undefined && kind.sellers.includes(own)
  const others = kind.sellers.filter(
    (name) => !Object.values(OWN_BRANDS).includes(name) || kind.sellers.length === 1,
  )
  const name = isOwn ? own : atWrapped(others, form)
  const index = sellerSeeds.findIndex((seed) => seed.name === name)
  return { seller: atWrapped(goods.sellers, index), seed: atWrapped(sellerSeeds, index) }
}

/** The sellers of the town, and those who are not let sell. */
function addSellers(goods: Goods, people: DemoPeople, present: Date): void {
  const owners = [people.demo.shop, ...people.customers.slice(40, 40 + sellerSeeds.length - 1)]
  sellerSeeds.forEach((seed, index) => {
    const owner = atWrapped(owners, index)
    const applied = addDays(present, -300 + index * 9)
    const street = pickStreet(owner.regionCode, createRandom(`seller/${seed.name}`))
    goods.sellers.push({
      userId: owner.id,
      state: "approved",
      name: seed.name,
      intro: seed.intro,
      businessName: seed.businessName,
      representative: owner.name,
      businessNumber: createBusinessNumber(index),
      direct: seed.direct ?? false,
      mailOrderNumber: `제2025-${nameOffice(street.address)}-${String(1_024 + index * 17).padStart(4, "0")}호`,
      // 010-0… is given to nobody.
      phone: `+82100${String(4_240_000 + index * 311)}`,
      email: `hello${index + 1}@shop.example.kr`,
      address: `${street.address}, ${2 + (index % 7)}층`,
      // What is sold directly is sold by the company itself.
      ...(seed.direct && {
        representative: DEMO_COMPANY.representative,
        businessNumber: DEMO_COMPANY.businessNumber.replaceAll("-", ""),
        mailOrderNumber: DEMO_COMPANY.mailOrderNumber,
        address: DEMO_COMPANY.address,
      }),
      shippingWon: seed.shippingWon,
      freeFromWon: seed.freeFromWon,
      returnWon: Math.min(100_000, seed.shippingWon * 2),
      dispatchDays: seed.dispatchDays,
      commissionBps: seed.direct ? 0 : 800,
      bank: "우리은행",
      accountNumber: `1002-${String(334_000 + index * 7)}-21`,
      accountHolder: owner.name,
      appliedAt: applied,
      decidedAt: addDays(applied, 1),
      updatedAt: addDays(applied, 1),
    })
  })
  // One who waits for an admin, and one who was refused.
  for (const [index, state] of (["applied", "rejected"] as const).entries()) {
    const owner = atWrapped(people.customers, 70 + index)
    goods.sellers.push({
      userId: owner.id,
      state,
      name: state === "applied" ? "새싹상점" : "급처분마켓",
      intro: "",
      businessName: state === "applied" ? "새싹상점" : "급처분마켓",
      representative: owner.name,
      businessNumber: createBusinessNumber(80 + index),
      phone: `+82100${String(4_290_000 + index * 311)}`,
      email: `new${index}@shop.example.kr`,
      address: "경기 수원시 팔달구 정조로 10",
      bank: "신한은행",
      accountNumber: "110-222-333444",
      accountHolder: owner.name,
      decisionReason: state === "rejected" ? "통신판매업 신고번호가 확인되지 않아요." : "",
      appliedAt: addDays(present, -2),
      decidedAt: state === "rejected" ? addDays(present, -1) : null,
      updatedAt: addDays(present, -1),
    })
  }
}

type ProductSpec = { catalogued: CataloguedModel; number: number; seller: SellerRow; seed: SellerSeed }
type SellerRow = Goods["sellers"][number]
type Shelf = {
  goods: Goods
  demoPictures: ReadonlyMap<string, DemoPicture>
  people: DemoPeople
  present: Date
}

const getLabel = ({ kind, form }: CataloguedModel) => `${kind.kind}/${form}`

/** One product with its variants, pictures and, of some, a question. */
function addProduct(shelf: Shelf, spec: ProductSpec): void {
  const { goods, present } = shelf
  const { catalogued, number, seller, seed } = spec
  const { kind, model } = catalogued
  const label = getLabel(catalogued)
  const random = createRandom(`product/${label}`)
  const state = getProductState(number)
  // What is looked at before it is sold has not waited for long.
  const days = random.int(1, 280) % (state === "published" || state === "hidden" ? 281 : 3)
  const publishedAt = new Date(
    present.getTime() - days * DAY_MS - random.int(0, DAY_MS / 1_000) * 1_000 - HOUR_MS,
  )
  const id = createSeedId(`product/${label}`, publishedAt)
  const title = formatTitle(model)
  const prices = choosePrices(catalogued)
  const lowest = Math.min(...prices)
  const listPriceWon = random.chance(0.45) ? round100(lowest * (1 + random.int(8, 60) / 100)) : null
  const percent = calculateDiscountPercent(lowest, listPriceWon)
  goods.products.push({
    id,
    sellerId: seller.userId,
    state,
    department: kind.department,
    title,
    brand: model.brand,
    optionLabel: model.label,
    priceWon: lowest,
    listPriceWon,
    discountPercent: percent,
    description: createDescription(catalogued, seed),
    freeShipping: random.chance(0.12),
    madeToOrder: false,
    notice: createDisclosure(catalogued, { businessName: seed.businessName, phone: seller.phone }, number),
    dealUntil: percent >= 20 && random.chance(0.35) ? addDays(present, random.int(1, 4)) : null,
    decisionReason: state === "rejected" ? "고시 정보의 제조국이 사진과 달라요." : "",
    searchKey: buildProductSearchKey({
      title: `${title} ${kind.noun}`,
      brand: model.brand,
      department: kind.department,
      options: model.options,
    }),
    publishedAt: state === "published" || state === "hidden" ? publishedAt : null,
    createdAt: publishedAt,
    updatedAt: publishedAt,
  })
  const product = { id, sellerId: seller.userId, publishedAt }
  addVariants(goods, spec, product, prices, random)
  addProductPictures(shelf, spec, product)
  if (state === "published" && random.chance(0.6)) addQuestion(shelf, spec, product, random)
}

type AddedProduct = { id: string; sellerId: string; publishedAt: Date }

function createDescription({ kind, model, form }: CataloguedModel, seed: SellerSeed): string {
  const [width, height] = model.sizeCm
  return [
    getFitting(kind.use, form),
    `· 고를 수 있는 ${model.label}: ${model.options.join(", ")}\n` +
      `· 크기: 가로 ${width}cm, 세로 ${height}cm${hasSizes(model) ? " (사진 속 상품)" : ""}\n` +
      `· 재질: ${getFitting(kind.material, form)}\n· 만든 곳: ${kind.made}`,
    `${seed.name}에서 ${seed.dispatchDays === 0 ? "오늘 주문하면 오늘" : `${seed.dispatchDays}일 안에`} 보내 드려요. ` +
      "받아 보시고 마음에 들지 않으면 7일 안에 알려 주세요.",
  ].join("\n\n")
}

/** A price for each option, from the first to the last. */
const choosePrices = ({ model }: CataloguedModel): number[] => {
  const [from, to] = model.priceWon
  return model.options.map((_, index) => {
    const won = from + ((to - from) * index) / Math.max(1, model.options.length - 1)
    return index === 0 ? from : Math.round(won / 1_000) * 1_000 - (won < 60_000 ? 100 : 0)
  })
}

/** Nearly all are published; a few wait, are drafts, hidden or rejected. */
function getProductState(number: number): Goods["products"][number]["state"] {
  return ({ 7: "proposed", 13: "draft", 19: "hidden", 25: "rejected" } as const)[number % 29] ?? "published"
}

function addVariants(
  goods: Goods,
  { catalogued, number }: ProductSpec,
  { id, publishedAt }: AddedProduct,
  prices: readonly number[],
  random: SeededRandom,
): void {
  const isSoldOut = number % 37 === 36
  catalogued.model.options.forEach((option, index) => {
    const view = getColourView(catalogued, index)
    const stock = random.chance(0.06) ? 0 : random.chance(0.12) ? random.int(1, 4) : random.int(12, 240)
    goods.variants.push({
      id: createSeedId(`variant/${getLabel(catalogued)}/${index}`, publishedAt),
      productId: id,
      name: option,
      priceWon: atWrapped(prices, index),
      stock: isSoldOut ? 0 : stock,
      position: index,
      pictureId: view === null ? null : createPictureId(nameGoodsPicture(catalogued, view), publishedAt),
    })
  })
}

const createPictureId = (name: string, publishedAt: Date) => createSeedId(`picture/${name}`, publishedAt)

/** Its own pictures: on a stage, in its sizes or colours, of most in use, and in each further colour. */
function addProductPictures(
  { goods, demoPictures }: Shelf,
  { catalogued }: ProductSpec,
  { id, sellerId, publishedAt }: AddedProduct,
): void {
  listProductViews(catalogued).forEach((view, position) => {
    const name = nameGoodsPicture(catalogued, view)
    const master = getDemoPicture({ demoPictures }, name)
    const pictureId = createPictureId(name, publishedAt)
    goods.pictures.push(
      toPictureRow(master, { id: pictureId, ownerId: sellerId, purpose: "product", at: publishedAt }),
    )
    goods.productPictures.push({ productId: id, pictureId, position })
  })
}

/** The question about its kind that is asked of this model: what names no form is asked in turn. */
function findQuestion({ kind, form }: CataloguedModel): readonly [string, string | null] | undefined {
  for (const [index, [text, answer]] of kind.questions.entries()) {
    const asksAll = !text.includes("| ")
    const [body] = listFitting([text], form)
    if (body !== undefined && (!asksAll || index === form)) return [body, answer]
  }
  return undefined
}

/** One of the questions about its kind: each is asked of one product. */
function addQuestion(
  { goods, people, present }: Shelf,
  { catalogued, number }: ProductSpec,
  { id, sellerId, publishedAt }: AddedProduct,
  random: SeededRandom,
): void {
  const asked = findQuestion(catalogued)
  if (!asked) return
  const [body, answer] = asked
  const askedAt = new Date(
    Math.max(addDays(present, -random.int(1, 40)).getTime(), publishedAt.getTime() + 3_600_000),
  )
  goods.questions.push({
    id: createSeedId(`question/${getLabel(catalogued)}`, askedAt),
    productId: id,
    sellerId,
    askerId: atWrapped(people.customers, 90 + catalogued.form * 11 + number).id,
    body,
    secret: random.chance(0.1),
    answer,
    answeredAt: answer ? new Date(Math.min(askedAt.getTime() + 5_400_000, present.getTime())) : null,
    createdAt: askedAt,
  })
}

function addCoupons(goods: Goods, present: Date): void {
  const of = (
    label: string,
    days: number,
    coupon: Omit<(typeof coupons)["$inferInsert"], "id" | "startsAt" | "endsAt" | "code">,
  ) =>
    goods.coupons.push({
      id: createSeedId(`coupon/${label}`, present),
      code: label.toUpperCase(),
      startsAt: addDays(present, -1),
      endsAt: addDays(present, days),
      ...coupon,
    })
  of("welcome3000", 60, { name: "첫 구매 3,000원 쿠폰", kind: "amount", value: 3_000, minWon: 20_000 })
  of("autumn10", 30, { name: "늦가을 10% 쿠폰", kind: "percent", value: 10, maxWon: 8_000, minWon: 30_000 })
  of("barotool5", 30, {
    name: "바로툴 5% 쿠폰",
    kind: "percent",
    value: 5,
    maxWon: 5_000,
    minWon: 10_000,
    sellerId: goods.sellers[0]?.userId ?? null,
  })
  of("haru2000", 30, {
    name: "하루살림 2,000원 쿠폰",
    kind: "amount",
    value: 2_000,
    minWon: 15_000,
    sellerId: goods.sellers[2]?.userId ?? null,
  })
}
