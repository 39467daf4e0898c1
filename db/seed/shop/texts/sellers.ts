/** The sellers of the demo town: what they are called, what they sell, on which terms. */
import type { Department } from "#app/areas/shop/rules.ts"

export type SellerSeed = {
  name: string
  intro: string
  businessName: string
  departments: readonly Department[]
  shippingWon: number
  freeFromWon: number | null
  dispatchDays: number
  direct?: true
}

export const sellerSeeds: readonly SellerSeed[] = [
  {
    name: "바로툴",
    intro: "현장에서 써 보고 고른 공구만 팔아요",
    businessName: "바로툴상사",
    departments: ["tools", "safety", "materials"],
    shippingWon: 3_000,
    freeFromWon: 50_000,
    dispatchDays: 0,
  },
  {
    name: "바로일당 스토어",
    intro: "바로일당이 직접 골라 보내 드려요",
    businessName: "(주)바로일당",
    departments: ["tools", "cleaning", "electric"],
    shippingWon: 2_500,
    freeFromWon: 20_000,
    dispatchDays: 0,
    direct: true,
  },
  {
    name: "하루살림",
    intro: "매일 쓰는 것을 조금 더 낫게",
    businessName: "하루살림",
    departments: ["living", "detergent", "cleaning", "storage"],
    shippingWon: 3_000,
    freeFromWon: 30_000,
    dispatchDays: 0,
  },
  {
    name: "모아홈",
    intro: "작은 집을 넓게 쓰는 가구",
    businessName: "모아홈퍼니처",
    departments: ["furniture", "interior"],
    shippingWon: 30_000,
    freeFromWon: 300_000,
    dispatchDays: 3,
  },
  {
    name: "쿡앤쿡",
    intro: "요리하는 사람이 만든 주방",
    businessName: "쿡앤쿡코리아",
    departments: ["kitchen"],
    shippingWon: 3_000,
    freeFromWon: 40_000,
    dispatchDays: 1,
  },
  {
    name: "맑은샘",
    intro: "물이 닿는 곳은 다 있어요",
    businessName: "맑은샘욕실",
    departments: ["bath"],
    shippingWon: 2_500,
    freeFromWon: 30_000,
    dispatchDays: 0,
  },
  {
    name: "반짝상회",
    intro: "청소가 쉬워지는 도구",
    businessName: "반짝상회",
    departments: ["cleaning", "detergent"],
    shippingWon: 2_500,
    freeFromWon: 25_000,
    dispatchDays: 1,
  },
  {
    name: "빛담은집",
    intro: "조명과 집을 꾸미는 소품",
    businessName: "빛담은집",
    departments: ["electric", "interior"],
    shippingWon: 3_000,
    freeFromWon: 40_000,
    dispatchDays: 1,
  },
  {
    name: "초록식탁",
    intro: "식물과 식탁 위 작은 기쁨",
    businessName: "초록식탁",
    departments: ["living", "interior", "kitchen"],
    shippingWon: 3_500,
    freeFromWon: 45_000,
    dispatchDays: 2,
  },
  {
    name: "든든안전",
    intro: "일하는 사람을 지키는 안전용품",
    businessName: "든든안전산업",
    departments: ["safety"],
    shippingWon: 3_000,
    freeFromWon: 50_000,
    dispatchDays: 1,
  },
  {
    name: "집수리마트",
    intro: "문부터 벽돌까지 집수리 자재",
    businessName: "집수리마트",
    departments: ["materials", "tools"],
    shippingWon: 4_000,
    freeFromWon: 80_000,
    dispatchDays: 2,
  },
  {
    name: "정리의숲",
    intro: "제자리를 만들어 주는 수납",
    businessName: "정리의숲",
    departments: ["storage", "living"],
    shippingWon: 3_000,
    freeFromWon: 30_000,
    dispatchDays: 1,
  },
  {
    name: "나무결공방",
    intro: "하나씩 손으로 만든 원목 소품",
    businessName: "나무결공방",
    departments: ["furniture", "interior", "living"],
    shippingWon: 4_000,
    freeFromWon: null,
    dispatchDays: 3,
  },
  {
    name: "비누곳간",
    intro: "순한 재료로 굳힌 비누와 세제",
    businessName: "비누곳간",
    departments: ["bath", "detergent"],
    shippingWon: 2_500,
    freeFromWon: 20_000,
    dispatchDays: 1,
  },
]
