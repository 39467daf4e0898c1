/** What the products of the demo town disclose: the rows of their kind. */
import { DISCLOSURES, type DisclosureKind } from "#app/areas/shop/disclosure.ts"
import type { Department } from "#app/areas/shop/rules.ts"
import type { Family } from "./texts/families.ts"

const DISCLOSURE_KIND_BY_DEPARTMENT: Readonly<Record<Department, DisclosureKind>> = {
  living: "household",
  cleaning: "household",
  kitchen: "kitchen",
  bath: "household",
  electric: "appliance",
  interior: "household",
  storage: "household",
  detergent: "chemical",
  furniture: "furniture",
  tools: "household",
  materials: "general",
  safety: "household",
}
const DISCLOSURE_KIND_BY_PICTURE: Readonly<Record<string, DisclosureKind>> = {
  "shop-lotion": "cosmetic",
  "shop-soap": "cosmetic",
  "shop-soap-lavender": "cosmetic",
  "shop-boots": "shoes",
  "shop-safety-vest": "wear",
  "shop-gloves": "fashion",
  "shop-gloves-green": "fashion",
  "shop-umbrella": "fashion",
  "shop-umbrella-blue": "fashion",
  "shop-candle": "chemical",
  "shop-plant": "general",
  "shop-cactus": "general",
  "shop-bouquet": "general",
}

/** The rows that the law asks of `family`, filled in; what fits none of them is "해당 없음". */
export function createDisclosure(family: Family, name: string, businessName: string, number: number) {
  const kind = DISCLOSURE_KIND_BY_PICTURE[family.picture] ?? DISCLOSURE_KIND_BY_DEPARTMENT[family.department]
  const options = `${family.label}: ${family.options.join(", ")}`
  const phone = `${businessName} 고객센터 02-2108-6000`
  const proof = String(1_001 + number * 37)
  const none = "해당 없음"
  const valueByLabel: Readonly<Record<string, string>> = {
    "품명 및 모델명": name,
    품명: name,
    "품목 및 제품명": name,
    종류: name,
    "제품 주요 사양": name,
    크기·중량: options,
    크기·형태: options,
    크기: options,
    치수: options,
    "치수(발 길이·굽 높이)": `${options}, 굽 3cm`,
    중량·용량·매수: options,
    "내용물의 용량·중량": options,
    색상: family.label === "색" ? family.options.join(", ") : "상품 사진과 같아요",
    재질: family.material,
    "주요 소재": family.material,
    소재: family.material,
    "제품 소재": family.material,
    "제품 주소재": family.material,
    "제품 구성": `${name} 1개 (옵션에 따라 달라요)`,
    구성품: `${name} 1개 (옵션에 따라 달라요)`,
    제조자·수입자: businessName,
    "제조업자와 책임판매업자": businessName,
    제조국: family.made,
    "KC 인증 정보": kind === "appliance" ? `HU07${proof}-25001A` : none,
    "안전기준 적합확인 신고번호": `CB25-02-${proof}`,
    정격전압·소비전력: "220V / 60Hz, 포장에 표시한 소비전력",
    "동일모델 출시년월": "2025년 3월",
    제조연월: "2026년 3월부터 순차 발송",
    "제조연월과 유통기한": "2026년 3월 이후 만든 상품, 만든 날부터 24개월",
    "사용기한 또는 개봉 후 사용기간": "만든 날부터 30개월 (개봉하면 12개월)",
    "배송·설치 비용": "배송비에 들어 있어요. 따로 내는 돈이 없어요.",
    "추가 설치 비용": none,
    "세탁방법과 주의사항": "30℃ 물에 손세탁, 건조기에 넣지 마세요.",
    "취급 시 주의사항": "젖으면 그늘에서 말려 주세요.",
    "용도와 제형": `${name}, ${kind === "chemical" && family.department === "detergent" ? "액상" : "고체"}`,
    효과·효능: none,
    "제품에 사용된 화학물질 명칭": family.material,
    "사용상 주의사항": "어린이 손에 닿지 않는 곳에 두고, 눈에 들어가면 바로 물로 씻어 주세요.",
    사용방법: "물과 함께 거품을 내어 씻고 깨끗이 헹궈 주세요.",
    "모든 성분": `정제수, ${family.material}, 향료`,
    "사용할 때의 주의사항": "이상이 있으면 쓰기를 멈추고 전문의와 상담해 주세요.",
    품질보증기준: "관련 법과 소비자분쟁해결기준에 따름",
    "A/S 책임자와 전화번호": phone,
    "소비자상담 전화번호": phone,
  }
  return DISCLOSURES[kind].rows.map((label) => ({ label, value: valueByLabel[label] ?? none }))
}
