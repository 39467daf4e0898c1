/** What the products of the demo town disclose: the rows of their kind. */
import { DISCLOSURES } from "#app/areas/shop/disclosure.ts"
import { formatPhone } from "#app/basics/phone.ts"
import { getFitting } from "./catalogue/goods-kind.ts"
import { formatTitle, hasColours, hasSizes } from "./catalogue/goods-pictures.ts"
import type { CataloguedModel } from "./catalogue/index.ts"

/** What the shop carries in and sets up; the rest comes in a box. */
const INSTALLED_KINDS: ReadonlySet<string> = new Set(["sofa", "bed"])

/** The rows that the law asks of a model, filled in by its `seller`; what fits none of them is "해당 없음". */
export function createDisclosure(
  { kind, model, form }: CataloguedModel,
  seller: { businessName: string; phone: string },
  number: number,
) {
  const { disclosure, noun, made } = kind
  const material = getFitting(kind.material, form)
  const title = formatTitle(model)
  const [width, height] = model.sizeCm
  const options = `${model.label}: ${model.options.join(", ")}`
  const isColoured = hasColours(model)
  const isCounted = ["수량", "구성"].includes(model.label)
  const size = `가로 ${width}cm × 세로 ${height}cm${hasSizes(model) ? ` (사진 속 상품, ${options})` : ""}`
  const colour = isColoured ? model.options.join(", ") : model.colour
  const content = isCounted ? model.options.join(" 또는 ") : countContent(model.title, noun)
  const phone = `${seller.businessName} ${formatPhone(seller.phone)}`
  const maker =
    made === "대한민국"
      ? `${model.brand} 협력사 / ${seller.businessName}`
      : `${model.brand} / 수입 ${seller.businessName}`
  const proof = String(1_001 + number * 37)
  const none = "해당 없음"
  const valueByLabel: Readonly<Record<string, string>> = {
    "품명 및 모델명": title,
    품명: title,
    "품목 및 제품명": title,
    종류: noun,
    "제품 주요 사양": `${title}, ${options}`,
    크기·중량: size,
    크기·형태: size,
    크기: size,
    치수: model.label === "치수" || model.label === "크기" ? `${options}, ${size}` : size,
    "치수(발 길이·굽 높이)": `${options}, 굽 3cm`,
    중량·용량·매수: `${title.replace(`${model.brand} `, "")} (${options})`,
    "내용물의 용량·중량": `${title.replace(`${model.brand} `, "")} (${options})`,
    색상: colour,
    재질: material,
    "주요 소재": material,
    소재: material,
    "제품 소재": material,
    "제품 주소재": material,
    "제품 구성": content,
    구성품: content,
    제조자·수입자: maker,
    "제조업자와 책임판매업자": maker,
    제조국: made,
    "KC 인증 정보": describeProof(kind, proof),
    "안전기준 적합확인 신고번호": `CB25-02-${proof}`,
    정격전압·소비전력: kind.power ? getFitting(kind.power, form) : none,
    "동일모델 출시년월": `${2023 + ((number + form) % 3)}년 ${1 + ((number * 5 + form) % 8)}월`,
    제조연월: "2026년 3월부터 순차 발송",
    "제조연월과 유통기한": `2026년 ${1 + (number % 8)}월 이후 만든 상품, 만든 날부터 24개월`,
    "사용기한 또는 개봉 후 사용기간": "만든 날부터 30개월 (개봉하면 12개월)",
    "배송·설치 비용": INSTALLED_KINDS.has(kind.kind)
      ? "배송비에 들어 있어요. 사다리차가 필요하면 따로 들어요."
      : "배송비 말고 더 드는 비용은 없어요.",
    "추가 설치 비용": none,
    "수입식품안전관리 특별법에 따른 신고": made === "대한민국" ? none : "수입신고를 필함",
    "세탁방법과 주의사항": material.startsWith("PVC")
      ? "빨지 말고 물걸레로 닦아 주세요."
      : "30℃ 물에 빨고 그늘에서 말려 주세요.",
    "취급 시 주의사항": "젖으면 그늘에서 말려 주세요.",
    "용도와 제형": describeUse(kind.kind, noun, form),
    "어린이보호포장 대상 여부": kind.kind === "capsule" ? "대상 (어린이보호포장 적용)" : "대상 아님",
    "제품에 사용된 화학물질 명칭": material,
    "사용상 주의사항": "어린이 손에 닿지 않는 곳에 두고, 눈에 들어가면 바로 물로 씻어 주세요.",
    사용방법: "물과 함께 거품을 내어 씻고 깨끗이 헹궈 주세요.",
    "모든 성분": `정제수, ${material}, 향료`,
    "사용할 때의 주의사항": "이상이 있으면 쓰기를 멈추고 전문의와 상담해 주세요.",
    품질보증기준: "관련 법과 소비자분쟁해결기준에 따름",
    "A/S 책임자와 전화번호": phone,
    "소비자상담 전화번호": phone,
  }
  return DISCLOSURES[disclosure].rows.map((label) => ({ label, value: valueByLabel[label] ?? none }))
}

/** What is in the box, as its title says: "수건 4장", "머그컵 2개", or one. */
function countContent(title: string, noun: string): string {
  const [, count, unit] = /(\d+)(P|장|켤레|개입|개|종|롤|매|입|팩)(?![가-힣])/.exec(title) ?? []
  if (count === undefined) return title.includes("세트") ? `${noun} 1세트` : `${noun} 1개`
  return `${noun} ${count}${unit === "P" || unit === "개입" || unit === "입" ? "개" : unit}`
}

/** The proof of safety of what has a plug, and of what keeps people safe. */
function describeProof({ disclosure, department }: CataloguedModel["kind"], proof: string): string {
  if (disclosure === "appliance") return `HU07${proof}-25001A`
  return department === "safety" ? `25-AV2-${proof}` : "해당 없음"
}

/** What a chemical product is for, and its form. */
function describeUse(kind: string, noun: string, form: number): string {
  if (kind === "powder") return `세탁·청소용, 분말${form === 0 || form === 3 ? " (산소계)" : ""}`
  if (kind === "capsule") return `${form === 2 ? "식기세척기용" : "세탁용"}, 캡슐`
  if (kind === "paint") return `건물 안팎 칠하기, ${form === 3 ? "스프레이" : "액상"}`
  if (kind === "silicone") return `틈 메우기, ${form === 3 ? "테이프" : "반고체"}`
  return `${noun}, 액상`
}
