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
import { addDays, DAY_MS } from "#app/basics/time.ts"
import type { DemoPeople } from "../parts.ts"
import { atWrapped, createRandom, createSeedId, type SeededRandom } from "../random.ts"
import type { DemoPicture } from "../town.ts"
import { createDisclosure } from "./disclosures.ts"
import { families, type Family } from "./texts/families.ts"
import { sellerSeeds } from "./texts/sellers.ts"
import { questionTexts } from "./texts/sales-texts.ts"

export type Goods = {
  sellers: (typeof sellers.$inferInsert)[]
  products: (typeof products.$inferInsert)[]
  variants: (typeof variants.$inferInsert)[]
  pictures: (typeof pictures.$inferInsert)[]
  productPictures: (typeof productPictures.$inferInsert)[]
  questions: (typeof productQuestions.$inferInsert)[]
  coupons: (typeof coupons.$inferInsert)[]
}

const PER_FAMILY = 8

/** A number with a right check digit. */
function createBusinessNumber(seed: number): string {
  for (let last = 0; last < 10; last += 1) {
    const digits = `${String(2_108_600_00 + seed * 137).slice(0, 9)}${last}`
    if (isBusinessNumber(digits)) return digits
  }
  throw new Error("No check digit fits")
}

const round100 = (won: number) => Math.max(100, Math.round(won / 100) * 100)

/** Sellers with the demo owner first, and about 640 products. */
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
  families.forEach((family, number) => {
    const fitting = sellerSeeds
      .map((seed, index) => ({ seed, place: index }))
      .filter(({ seed }) => seed.departments.includes(family.department))
    for (let copy = 0; copy < PER_FAMILY; copy += 1)
      addProduct(shelf, { family, number, copy, sellerPlace: atWrapped(fitting, copy + number).place })
  })
  addCoupons(goods, present)
  return goods
}

/** The sellers of the town, and those who are not let sell. */
function addSellers(goods: Goods, people: DemoPeople, present: Date): void {
  const owners = [people.demo.shop, ...people.customers.slice(40, 40 + sellerSeeds.length - 1)]
  sellerSeeds.forEach((seed, index) => {
    const owner = atWrapped(owners, index)
    const applied = addDays(present, -300 + index * 9)
    goods.sellers.push({
      userId: owner.id,
      state: "approved",
      name: seed.name,
      intro: seed.intro,
      businessName: seed.businessName,
      representative: owner.name,
      businessNumber: createBusinessNumber(index),
      direct: seed.direct ?? false,
      mailOrderNumber: `제2025-서울서초-${String(1_024 + index * 17).padStart(4, "0")}호`,
      phone: `+82101${String(4_240_000 + index * 311)}`,
      email: `hello${index + 1}@shop.example.kr`,
      address: "서울 서초구 서초대로 301, 3층",
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
      phone: `+82101${String(4_290_000 + index * 311)}`,
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

type ProductSpec = { family: Family; number: number; copy: number; sellerPlace: number }
type Shelf = {
  goods: Goods
  demoPictures: ReadonlyMap<string, DemoPicture>
  people: DemoPeople
  present: Date
}

/** One product with its variants, pictures and, of some, a question. */
function addProduct(shelf: Shelf, spec: ProductSpec): void {
  const { goods, present } = shelf
  const { family, number, copy, sellerPlace } = spec
  const random = createRandom(`product/${family.picture}/${copy}`)
  const seller = atWrapped(goods.sellers, sellerPlace)
  const seed = atWrapped(sellerSeeds, sellerPlace)
  const publishedAt = new Date(
    present.getTime() - random.int(1, 280) * DAY_MS - random.int(0, DAY_MS / 1_000) * 1_000,
  )
  const id = createSeedId(`product/${family.picture}/${copy}`, publishedAt)
  const name = atWrapped(family.names, copy)
  const line = atWrapped(family.lines, copy + number)
  const title = [line, name].filter(Boolean).join(" ")
  const brand =
    copy % 3 === 0
      ? seed.name
      : atWrapped(["데일리웍스", "온집", "손끝", "무던", "도담", "바른살림", "새벽공방"], copy + number)
  const prices = choosePrices(family, random)
  const lowest = Math.min(...prices)
  const listPriceWon = random.chance(0.45) ? round100(lowest * (1 + random.int(8, 60) / 100)) : null
  const state = getProductState(copy, number)
  const percent = calculateDiscountPercent(lowest, listPriceWon)
  goods.products.push({
    id,
    sellerId: seller.userId,
    state,
    department: family.department,
    title,
    brand,
    optionLabel: family.label,
    priceWon: lowest,
    listPriceWon,
    discountPercent: percent,
    description:
      `${family.use}\n\n${seed.name}에서 직접 써 보고 골랐어요. ${family.label}별로 재고를 따로 관리하니, 필요한 것만 골라 담아 ` +
      `주세요.\n\n· 재질: ${family.material}\n· 만든 곳: ${family.made}\n· 보내는 곳: ${seed.businessName}\n\n받아 ` +
      "보시고 마음에 들지 않으면 7일 안에 알려 주세요.",
    freeShipping: random.chance(0.12),
    madeToOrder: family.department === "materials" && family.picture === "shop-door",
    notice: createDisclosure(family, name, seed.businessName, number),
    dealUntil: percent >= 20 && random.chance(0.22) ? addDays(present, random.int(1, 4)) : null,
    decisionReason: state === "rejected" ? "고시 정보의 제조국이 사진과 달라요." : "",
    searchKey: buildProductSearchKey({
      title,
      brand,
      department: family.department,
      options: family.options,
    }),
    publishedAt: state === "published" || state === "hidden" ? publishedAt : null,
    createdAt: publishedAt,
    updatedAt: publishedAt,
  })
  const product = { id, sellerId: seller.userId, publishedAt }
  addVariants(goods, spec, product, prices, random)
  addProductPictures(shelf, spec, product)
  if (state === "published" && random.chance(0.25)) addQuestion(shelf, spec, product, random)
}

type AddedProduct = { id: string; sellerId: string; publishedAt: Date }

/** A price for each option; colours and scents cost the same, sizes and counts do not. */
function choosePrices(family: Family, random: SeededRandom): number[] {
  const [from, to] = family.priceWon
  const level = random.next() * 0.35
  const alike = family.label === "색" || family.label === "향"
  return family.options.map((_, index) =>
    round100(
      (from + (to - from) * (alike ? 0.3 : index / Math.max(1, family.options.length - 1))) * (0.82 + level),
    ),
  )
}

/** Nearly all are published; of the seventh copies some wait, are drafts, hidden or rejected. */
function getProductState(copy: number, number: number): Goods["products"][number]["state"] {
  if (copy !== 6) return "published"
  if (number % 12 === 3) return "rejected"
  return (["proposed", "draft", "hidden"] as const)[number % 6] ?? "published"
}

function addVariants(
  goods: Goods,
  { family, number, copy }: ProductSpec,
  { id, publishedAt }: AddedProduct,
  prices: readonly number[],
  random: SeededRandom,
): void {
  const isSoldOut = copy === 5 && number % 9 === 0
  family.options.forEach((option, index) => {
    const stock = random.chance(0.06) ? 0 : random.chance(0.12) ? random.int(1, 4) : random.int(12, 240)
    goods.variants.push({
      id: createSeedId(`variant/${family.picture}/${copy}/${index}`, publishedAt),
      productId: id,
      name: option,
      priceWon: atWrapped(prices, index),
      stock: isSoldOut ? 0 : stock,
      position: index,
    })
  })
}

/** Its own picture, and one of something that goes with it. */
function addProductPictures(
  { goods, demoPictures }: Shelf,
  { family, number, copy }: ProductSpec,
  { id, sellerId, publishedAt }: AddedProduct,
): void {
  const related = families.filter(
    (other) => other.department === family.department && other.picture !== family.picture,
  )
  const shown = [family.picture, ...(related.length > 0 ? [atWrapped(related, copy + number).picture] : [])]
  shown.forEach((picture, position) => {
    const master = demoPictures.get(picture)
    if (!master) throw new Error(`There is no picture ${picture}`)
    const pictureId = createSeedId(`picture/product/${family.picture}/${copy}/${position}`, publishedAt)
    goods.pictures.push({
      id: pictureId,
      ownerId: sellerId,
      purpose: "product",
      storageKey: master.storageKey,
      originalName: `${master.name}.webp`,
      alt: position === 0 ? master.alt : `함께 쓰기 좋은 ${master.alt}`,
      width: master.width,
      height: master.height,
      bytes: master.bytes,
      placeholder: master.placeholder,
      createdAt: publishedAt,
      attachedAt: publishedAt,
    })
    goods.productPictures.push({ productId: id, pictureId, position })
  })
}

function addQuestion(
  { goods, people, present }: Shelf,
  { family, number, copy }: ProductSpec,
  { id, sellerId }: AddedProduct,
  random: SeededRandom,
): void {
  const [body, answer] = atWrapped(questionTexts, copy + number)
  const askedAt = addDays(present, -random.int(1, 20))
  goods.questions.push({
    id: createSeedId(`question/${family.picture}/${copy}`, askedAt),
    productId: id,
    sellerId,
    askerId: atWrapped(people.customers, 90 + copy * 11 + number).id,
    body,
    secret: random.chance(0.15),
    answer,
    answeredAt: answer ? new Date(askedAt.getTime() + 5_400_000) : null,
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
