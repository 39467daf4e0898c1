/** Owns the sellers and their products in the demo town. */
import { NOTICE_LABELS, discountPercent } from "#app/areas/shop/rules.ts"
import { searchKeyOf } from "#app/areas/shop/service/numbers.server.ts"
import type { coupons, productPictures, productQuestions, products, sellers, variants } from "#app/areas/shop/schema.server.ts"
import type { pictures } from "#app/platform/schema.server.ts"
import { isBusinessNumber } from "#app/basics/business-number.ts"
import { addDays, dayMs } from "#app/basics/time.ts"
import type { Townspeople } from "../parts.ts"
import { at, dice, idOf } from "../random.ts"
import type { Master } from "../town.ts"
import { families, questionTexts, type Family } from "./texts/families.ts"
import { sellerSeeds } from "./texts/sellers.ts"

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
function businessNumberOf(seed: number): string {
  for (let last = 0; last < 10; last += 1) {
    const digits = `${String(2_108_600_00 + seed * 137).slice(0, 9)}${last}`
    if (isBusinessNumber(digits)) return digits
  }
  throw new Error("No check digit fits")
}

const round100 = (won: number) => Math.max(100, Math.round(won / 100) * 100)

/** Sellers with the demo owner first, and about 640 products. */
export function buildGoods(people: Townspeople, masters: ReadonlyMap<string, Master>, present: Date): Goods {
  const goods: Goods = { sellers: [], products: [], variants: [], pictures: [], productPictures: [], questions: [], coupons: [] }
  const owners = [people.demo.shop, ...people.customers.slice(40, 40 + sellerSeeds.length - 1)]
  sellerSeeds.forEach((seed, place) => {
    const owner = at(owners, place)
    const applied = addDays(present, -300 + place * 9)
    goods.sellers.push({
      userId: owner.id, state: "approved", name: seed.name, intro: seed.intro, businessName: seed.businessName, representative: owner.name, businessNumber: businessNumberOf(place), direct: seed.direct ?? false,
      mailOrderNumber: `제2025-서울서초-${String(1_024 + place * 17).padStart(4, "0")}호`, phone: `+82101${String(4_240_000 + place * 311)}`, email: `hello${place + 1}@shop.example.kr`, address: "서울 서초구 서초대로 301, 3층",
      shippingWon: seed.shippingWon, freeFromWon: seed.freeFromWon, returnWon: Math.min(100_000, seed.shippingWon * 2), dispatchDays: seed.dispatchDays, commissionBps: seed.direct ? 0 : 800,
      bank: "우리은행", accountNumber: `1002-${String(334_000 + place * 7)}-21`, accountHolder: owner.name, appliedAt: applied, decidedAt: addDays(applied, 1), updatedAt: addDays(applied, 1),
    })
  })
  // One who waits for an admin, and one who was refused.
  for (const [place, state] of (["applied", "rejected"] as const).entries()) {
    const owner = at(people.customers, 70 + place)
    goods.sellers.push({
      userId: owner.id, state, name: state === "applied" ? "새싹상점" : "급처분마켓", intro: "", businessName: state === "applied" ? "새싹상점" : "급처분마켓", representative: owner.name, businessNumber: businessNumberOf(80 + place),
      phone: `+82101${String(4_290_000 + place * 311)}`, email: `new${place}@shop.example.kr`, address: "경기 수원시 팔달구 정조로 10", bank: "신한은행", accountNumber: "110-222-333444", accountHolder: owner.name,
      decisionReason: state === "rejected" ? "통신판매업 신고번호가 확인되지 않아요." : "", appliedAt: addDays(present, -2), decidedAt: state === "rejected" ? addDays(present, -1) : null, updatedAt: addDays(present, -1),
    })
  }
  families.forEach((family, number) => {
    const fitting = sellerSeeds.map((seed, place) => ({ seed, place })).filter(({ seed }) => seed.departments.includes(family.department))
    for (let copy = 0; copy < PER_FAMILY; copy += 1) addProduct(goods, family, number, copy, at(fitting, copy + number).place, masters, people, present)
  })
  addCoupons(goods, present)
  return goods
}

function addProduct(goods: Goods, family: Family, number: number, copy: number, sellerPlace: number, masters: ReadonlyMap<string, Master>, people: Townspeople, present: Date): void {
  const chance = dice(`product/${family.picture}/${copy}`)
  const seller = at(goods.sellers, sellerPlace)
  const seed = at(sellerSeeds, sellerPlace)
  const publishedAt = new Date(present.getTime() - chance.int(1, 280) * dayMs - chance.int(0, dayMs / 1_000) * 1_000)
  const id = idOf(`product/${family.picture}/${copy}`, publishedAt)
  const name = at(family.names, copy)
  const line = at(family.lines, copy + number)
  const title = [line, name].filter(Boolean).join(" ")
  const brand = copy % 3 === 0 ? seed.name : at(["데일리웍스", "온집", "손끝", "무던", "도담", "바른살림", "새벽공방"], copy + number)
  const [from, to] = family.priceWon
  const level = chance.next() * 0.35
  // Colours and scents cost the same; sizes and counts do not.
  const alike = family.label === "색" || family.label === "향"
  const prices = family.options.map((_, place) => round100((from + (to - from) * (alike ? 0.3 : place / Math.max(1, family.options.length - 1))) * (0.82 + level)))
  const isSale = chance.chance(0.45)
  const lowest = Math.min(...prices)
  const listPriceWon = isSale ? round100(lowest * (1 + chance.int(8, 60) / 100)) : null
  const state = copy === 6 && number % 6 === 0 ? "proposed" : copy === 6 && number % 6 === 1 ? "draft" : copy === 6 && number % 6 === 2 ? "hidden" : copy === 6 && number % 12 === 3 ? "rejected" : "published"
  const percent = discountPercent(lowest, listPriceWon)
  goods.products.push({
    id, sellerId: seller.userId, state, department: family.department, title, brand, optionLabel: family.label, priceWon: lowest, listPriceWon, discountPercent: percent,
    description: `${family.use}\n\n${seed.name}에서 직접 써 보고 골랐어요. ${family.label}별로 재고를 따로 관리하니, 필요한 것만 골라 담아 주세요.\n\n· 재질: ${family.material}\n· 만든 곳: ${family.made}\n· 보내는 곳: ${seed.businessName}\n\n받아 보시고 마음에 들지 않으면 7일 안에 알려 주세요.`,
    freeShipping: chance.chance(0.12), madeToOrder: family.department === "materials" && family.picture === "shop-door", notice: noticeOf(family, name, seed.businessName),
    dealUntil: percent >= 20 && chance.chance(0.22) ? addDays(present, chance.int(1, 4)) : null, decisionReason: state === "rejected" ? "고시 정보의 제조국이 사진과 달라요." : "",
    searchKey: searchKeyOf({ title, brand, department: family.department, options: family.options }),
    publishedAt: state === "published" || state === "hidden" ? publishedAt : null, createdAt: publishedAt, updatedAt: publishedAt,
  })
  family.options.forEach((option, place) => {
    goods.variants.push({ id: idOf(`variant/${family.picture}/${copy}/${place}`, publishedAt), productId: id, name: option, priceWon: at(prices, place), stock: chance.chance(0.06) ? 0 : chance.chance(0.12) ? chance.int(1, 4) : chance.int(12, 240), position: place })
  })
  if (copy === 5 && number % 9 === 0) for (const variant of goods.variants.slice(-family.options.length)) variant.stock = 0
  const related = families.filter((other) => other.department === family.department && other.picture !== family.picture)
  const shown = [family.picture, ...(related.length > 0 ? [at(related, copy + number).picture] : [])]
  shown.forEach((picture, position) => {
    const master = masters.get(picture)
    if (!master) throw new Error(`There is no picture ${picture}`)
    const pictureId = idOf(`picture/product/${family.picture}/${copy}/${position}`, publishedAt)
    goods.pictures.push({
      id: pictureId, ownerId: seller.userId, purpose: "product", storageKey: master.storageKey, originalName: `${master.name}.webp`, alt: position === 0 ? master.alt : `함께 쓰기 좋은 ${master.alt}`, width: master.width, height: master.height,
      bytes: master.bytes, placeholder: master.placeholder, createdAt: publishedAt, attachedAt: publishedAt,
    })
    goods.productPictures.push({ productId: id, pictureId, position })
  })
  if (state === "published" && chance.chance(0.25)) {
    const [body, answer] = at(questionTexts, copy + number)
    const askedAt = addDays(present, -chance.int(1, 20))
    goods.questions.push({
      id: idOf(`question/${family.picture}/${copy}`, askedAt), productId: id, sellerId: seller.userId, askerId: at(people.customers, 90 + copy * 11 + number).id, body, secret: chance.chance(0.15), answer,
      answeredAt: answer ? new Date(askedAt.getTime() + 5_400_000) : null, createdAt: askedAt,
    })
  }
}

function noticeOf(family: Family, name: string, businessName: string) {
  const values = [name, `${family.label}: ${family.options.join(", ")}`, "상품 사진 참고", family.material, `${name} 1개 (옵션에 따라 다름)`, businessName, family.made, family.department === "electric" ? "KC 인증 대상, 인증번호는 포장에 표시" : "해당 없음", "관련 법과 소비자분쟁해결기준에 따름", `${businessName} 고객센터 02-2108-6000`]
  return NOTICE_LABELS.map((label, place) => ({ label, value: at(values, place) }))
}

function addCoupons(goods: Goods, present: Date): void {
  const of = (label: string, days: number, coupon: Omit<(typeof coupons)["$inferInsert"], "id" | "startsAt" | "endsAt" | "code">) =>
    goods.coupons.push({ id: idOf(`coupon/${label}`, present), code: label.toUpperCase(), startsAt: addDays(present, -1), endsAt: addDays(present, days), ...coupon })
  of("welcome3000", 60, { name: "첫 구매 3,000원 쿠폰", kind: "amount", value: 3_000, minWon: 20_000 })
  of("autumn10", 30, { name: "늦가을 10% 쿠폰", kind: "percent", value: 10, maxWon: 8_000, minWon: 30_000 })
  of("barotool5", 30, { name: "바로툴 5% 쿠폰", kind: "percent", value: 5, maxWon: 5_000, minWon: 10_000, sellerId: goods.sellers[0]?.userId ?? null })
  of("haru2000", 30, { name: "하루살림 2,000원 쿠폰", kind: "amount", value: 2_000, minWon: 15_000, sellerId: goods.sellers[2]?.userId ?? null })
}
