/**
 * What has to be said of a product before it is bought (상품정보제공고시, 전자상거래법 §13④): the kinds of goods and
 * their lines.
 */
import { isCertificateLabel } from "./rules.ts"

export type DisclosureRow = { label: string; value: string }

const MAKER = "제조자·수입자"
const COUNTRY_OF_ORIGIN = "제조국"
const WARRANTY = "품질보증기준"
const AFTER_SALES_SERVICE = "A/S 책임자와 전화번호"
const KC = "KC 인증 정보"
const MODEL = "품명 및 모델명"
const RELEASE_DATE = "동일모델 출시년월"
const CARE = "취급 시 주의사항"
const CONSUMER_ADVICE = "소비자상담 전화번호"
const CHILD_SAFE = "어린이보호포장 대상 여부"

/**
 * The lines of each kind: those of the notice of the Fair Trade Commission as it is since 2023-01-01 (가구 재공급
 * 사유, 가전 추가설치비용, 생활화학제품 화학물질, 살생물제품), for the kinds that our departments hold. `general` and `household`
 * stand for 기타 재화 and ask for more than its five lines.
 */
export const DISCLOSURES = {
  general: {
    label: "기타 재화",
    rows: [
      MODEL,
      "크기·중량",
      "색상",
      "재질",
      "제품 구성",
      MAKER,
      COUNTRY_OF_ORIGIN,
      "인증·허가 사항",
      WARRANTY,
      AFTER_SALES_SERVICE,
    ],
  },
  household: {
    label: "생활용품·공구",
    rows: [
      MODEL,
      KC,
      "크기·중량",
      "색상",
      "재질",
      "제품 구성",
      RELEASE_DATE,
      MAKER,
      COUNTRY_OF_ORIGIN,
      WARRANTY,
      AFTER_SALES_SERVICE,
    ],
  },
  furniture: {
    label: "가구",
    rows: [
      "품명",
      KC,
      "색상",
      "구성품",
      "주요 소재",
      MAKER,
      COUNTRY_OF_ORIGIN,
      "크기",
      "배송·설치 비용",
      "재공급(리퍼브) 사유와 하자 부위",
      WARRANTY,
      AFTER_SALES_SERVICE,
    ],
  },
  bedding: {
    label: "침구·커튼",
    rows: [
      "제품 소재",
      "색상",
      "치수",
      "제품 구성",
      MAKER,
      COUNTRY_OF_ORIGIN,
      "세탁방법과 주의사항",
      WARRANTY,
      AFTER_SALES_SERVICE,
    ],
  },
  kitchen: {
    label: "주방용품",
    rows: [
      MODEL,
      "재질",
      "구성품",
      "크기",
      RELEASE_DATE,
      MAKER,
      COUNTRY_OF_ORIGIN,
      "수입식품안전관리 특별법에 따른 신고",
      WARRANTY,
      AFTER_SALES_SERVICE,
    ],
  },
  appliance: {
    label: "조명·가정용 전기제품",
    rows: [
      MODEL,
      KC,
      "정격전압·소비전력",
      "에너지소비효율등급",
      RELEASE_DATE,
      MAKER,
      COUNTRY_OF_ORIGIN,
      "크기·형태",
      "추가 설치 비용",
      WARRANTY,
      AFTER_SALES_SERVICE,
    ],
  },
  seasonal: {
    label: "계절가전 (냉난방기)",
    rows: [
      MODEL,
      KC,
      "정격전압·소비전력",
      "에너지소비효율등급",
      RELEASE_DATE,
      MAKER,
      COUNTRY_OF_ORIGIN,
      "크기·형태(실외기 포함)",
      "냉난방 면적",
      "추가 설치 비용",
      WARRANTY,
      AFTER_SALES_SERVICE,
    ],
  },
  chemical: {
    label: "세제·생활화학제품",
    rows: [
      "품목 및 제품명",
      "용도와 제형",
      "제조연월과 유통기한",
      "중량·용량·매수",
      "효과·효능",
      MAKER,
      COUNTRY_OF_ORIGIN,
      CHILD_SAFE,
      "제품에 사용된 화학물질 명칭",
      "사용상 주의사항",
      "안전기준 적합확인 신고번호",
      CONSUMER_ADVICE,
    ],
  },
  biocidal: {
    label: "살균·살충제 (살생물제품)",
    rows: [
      "제품명과 제품유형",
      "중량·용량과 표준사용량",
      "효과·효능",
      "사용 대상자와 사용 범위",
      MAKER,
      COUNTRY_OF_ORIGIN,
      CHILD_SAFE,
      "살생물물질·나노물질·유해화학물질 명칭",
      "유해성·위해성 표시",
      "사용방법과 주의사항",
      "승인번호",
      "유통기한",
      CONSUMER_ADVICE,
    ],
  },
  cosmetic: {
    label: "화장품·세정용품",
    rows: [
      "내용물의 용량·중량",
      "제품 주요 사양",
      "사용기한 또는 개봉 후 사용기간",
      "사용방법",
      "제조업자와 책임판매업자",
      COUNTRY_OF_ORIGIN,
      "모든 성분",
      "기능성 화장품 심사 여부",
      "사용할 때의 주의사항",
      WARRANTY,
      CONSUMER_ADVICE,
    ],
  },
  wear: {
    label: "의류·작업복",
    rows: [
      "제품 소재",
      "색상",
      "치수",
      MAKER,
      COUNTRY_OF_ORIGIN,
      "세탁방법과 주의사항",
      "제조연월",
      WARRANTY,
      AFTER_SALES_SERVICE,
    ],
  },
  shoes: {
    label: "신발·안전화",
    rows: [
      "제품 주소재",
      "색상",
      "치수(발 길이·굽 높이)",
      MAKER,
      COUNTRY_OF_ORIGIN,
      CARE,
      WARRANTY,
      AFTER_SALES_SERVICE,
    ],
  },
  fashion: {
    label: "장갑·모자·우산 (패션잡화)",
    rows: ["종류", "소재", "치수", MAKER, COUNTRY_OF_ORIGIN, CARE, WARRANTY, AFTER_SALES_SERVICE],
  },
  children: {
    label: "어린이제품",
    rows: [
      MODEL,
      KC,
      "크기·중량",
      "색상",
      "재질",
      "사용연령 또는 권장사용연령",
      "크기·체중의 한계",
      RELEASE_DATE,
      MAKER,
      COUNTRY_OF_ORIGIN,
      "취급방법·주의사항·안전표시",
      WARRANTY,
      AFTER_SALES_SERVICE,
    ],
  },
} as const satisfies Record<string, { label: string; rows: readonly string[] }>

export type DisclosureKind = keyof typeof DISCLOSURES
export const isDisclosureKind = (value: string): value is DisclosureKind => Object.hasOwn(DISCLOSURES, value)
export const DISCLOSURE_KINDS = Object.keys(DISCLOSURES).filter(isDisclosureKind)

export const DISCLOSURE_HINTS: Readonly<Record<string, string>> = {
  [MAKER]: "수입품은 수입자도 적어 주세요.",
  [KC]: "인증 대상이면 인증번호를 적어 주세요.",
  "인증·허가 사항": "인증·허가 대상이면 번호를 적어 주세요.",
  "안전기준 적합확인 신고번호": "신고번호나 승인번호를 적어 주세요.",
  승인번호: "살생물제품 승인번호를 적어 주세요.",
  "제품 소재": "섬유는 혼용률을 백분율로, 충전재가 있으면 함께 적어 주세요.",
  에너지소비효율등급: "의무 대상이 아니면 ‘해당 없음’이라고 적어 주세요.",
  "추가 설치 비용": "설치할 때 더 내는 돈을 모두 적어 주세요.",
  "배송·설치 비용": "지역이나 층에 따라 다르면 함께 적어 주세요.",
  "재공급(리퍼브) 사유와 하자 부위": "새 상품이면 ‘해당 없음’이라고 적어 주세요.",
  "수입식품안전관리 특별법에 따른 신고": "수입 기구·용기는 ‘수입신고를 필함’이라고 적어 주세요.",
  "용도와 제형": "표백제는 계열도 적어 주세요.",
  "제품에 사용된 화학물질 명칭": "주요물질, 보존제처럼 표시 의무가 있는 물질을 적어 주세요.",
  "제조업자와 책임판매업자": "수입품은 수입자를 적어 주세요.",
}

/** What a line wants to hear, beside its field; null where its name says it. */
export const getDisclosureHint = (label: string) =>
  [DISCLOSURE_HINTS[label], isCertificateLabel(label) ? "상품 화면에 크게 보여요." : ""]
    .filter(Boolean)
    .join(" ") || null

/**
 * What was typed for the lines of one kind, under the lines of another: what both ask for stays. Names are
 * those of the form's fields.
 */
export function relabelDisclosure(
  typed: (name: string) => string,
  from: DisclosureKind,
  to: DisclosureKind,
): [name: string, value: string][] {
  const previousLabels: readonly string[] = DISCLOSURES[from].rows
  return DISCLOSURES[to].rows.map((label, index) => [
    disclosureFieldName(index),
    previousLabels.includes(label) ? typed(disclosureFieldName(previousLabels.indexOf(label))) : "",
  ])
}
/** What is written where somebody says nothing: 상세 설명 참조, 상세페이지 참고. */
export const isVagueDisclosure = (value: string): boolean =>
  /^(?:상품\s*)?(?:상세|본문|페이지|이미지)[\s·]*(?:설명|정보|페이지|이미지|내용)*\s*(?:을|를|에)?\s*(?:참조|참고|표기|기재)/.test(
    value.trim(),
  )
/** What is written where a fact does not apply: 해당 없음, 해당사항 없음. */
export const isInapplicableDisclosure = (value: string): boolean =>
  /^(?:해당\s*(?:사항)?\s*(?:없음|무)|없음|-+)\.?$/.test(value.trim())
/** How many facts of `kind` may say no more than where to look: half of them. */
export const countVagueDisclosuresAllowed = (kind: DisclosureKind): number =>
  Math.floor(DISCLOSURES[kind].rows.length / 2)
/** The words that a button writes where nothing stands, and the button's own text. */
export const DISCLOSURE_FILLERS = {
  details: { text: "상세 설명 참조", label: "빈칸을 ‘상세 설명 참조’로" },
  none: { text: "해당 없음", label: "빈칸을 ‘해당 없음’으로" },
} as const
/**
 * The facts of a product with the filler's words where nothing stands. Where to look may stand in half of
 * them: the others are left for the seller to write.
 */
export function fillEmptyDisclosures(
  facts: readonly string[],
  filler: keyof typeof DISCLOSURE_FILLERS,
): string[] {
  const { text } = DISCLOSURE_FILLERS[filler]
  let left = isVagueDisclosure(text)
    ? Math.floor(facts.length / 2) - facts.filter(isVagueDisclosure).length
    : facts.length
  return facts.map((fact) => {
    if (fact.trim() !== "" || left <= 0) return fact
    left -= 1
    return text
  })
}
export const disclosureFieldName = (index: number) => `notice[${index}]`

/** The kind that asks for most of `rows`: what was written by an older list keeps its kind. */
export function disclosureKindOf(rows: readonly DisclosureRow[]): DisclosureKind {
  const givenLabels = new Set(rows.map((row) => row.label))
  let [best, bestScore] = ["general" as DisclosureKind, 0]
  for (const kind of DISCLOSURE_KINDS) {
    const requiredLabels: readonly string[] = DISCLOSURES[kind].rows
    // Of two kinds that ask for as many of them, the one that asks for less besides.
    const score =
      requiredLabels.filter((label) => givenLabels.has(label)).length -
      requiredLabels.filter((label) => !givenLabels.has(label)).length / 100
    if (score > bestScore) [best, bestScore] = [kind, score]
  }
  return best
}
