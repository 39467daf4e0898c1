/**
 * What an expert is offered while writing a proposal: what such work usually includes and leaves out.
 */
import type { Category } from "./rules.ts"

export const PROPOSAL_SUGGESTIONS: Readonly<
  Record<Category, { included: readonly string[]; excluded: readonly string[]; units: readonly string[] }>
> = {
  repair: {
    included: ["자재비", "출장비", "부품 교체", "작업 후 청소", "폐기물 처리"],
    excluded: ["타일·벽 복구", "가구 이동", "야간·휴일 작업", "추가 누수 탐지"],
    units: ["식", "곳", "시간", "개"],
  },
  interior: {
    included: ["자재비", "기존 마감재 제거", "폐기물 처리", "현장 보양", "작업 후 청소"],
    excluded: ["가구 이동", "천장·몰딩 교체", "전기·설비 공사", "곰팡이·누수 보수"],
    units: ["평", "㎡", "식", "일"],
  },
  moving: {
    included: ["포장·정리", "사다리차", "가전 분리·설치", "바닥 보호"],
    excluded: ["에어컨 이전 설치", "폐기물 처리", "입주 청소", "보관"],
    units: ["식", "대", "명", "시간"],
  },
  demolition: {
    included: ["청소 도구·세제", "폐기물 처리", "운반비", "작업 후 정리"],
    excluded: ["외창 청소", "곰팡이 제거", "특수 폐기물", "야간·휴일 작업"],
    units: ["평", "식", "톤", "명"],
  },
  installation: {
    included: ["기본 설치비", "출장비", "기본 자재", "시험 가동"],
    excluded: ["추가 배관", "앵글·브래킷", "벽 타공", "기존 제품 철거"],
    units: ["대", "개", "식", "m"],
  },
}

/** What a service is counted in where it is not what its category is counted in; the usual unit first. */
const SERVICE_UNITS: Readonly<Partial<Record<Category, Readonly<Record<string, readonly string[]>>>>> = {
  repair: {
    electric: ["곳", "식", "시간", "개"],
    "door-window": ["짝", "곳", "식", "개"],
    tile: ["장", "㎡", "곳", "식"],
    "wallpaper-patch": ["곳", "㎡", "식"],
    screen: ["짝", "개", "식"],
  },
  interior: {
    tile: ["㎡", "평", "식"],
    bathroom: ["칸", "식", "일"],
    kitchen: ["식", "자", "일"],
    lighting: ["개", "식", "일"],
    curtain: ["창", "개", "식"],
    "film-paint": ["㎡", "짝", "식", "일"],
  },
  moving: {
    studio: ["대", "식", "명"],
    office: ["대", "명", "식"],
    truck: ["대", "회", "식"],
    storage: ["개월", "식", "대"],
    "lift-truck": ["회", "대", "시간"],
    other: ["개", "명", "식"],
  },
  demolition: {
    aircon: ["대", "식"],
    appliance: ["대", "개", "식"],
    shop: ["평", "회", "식"],
    waste: ["톤", "대", "개", "식"],
    demolish: ["㎡", "평", "식", "톤"],
    special: ["식", "평", "명"],
  },
  installation: {
    light: ["개", "곳", "식"],
    furniture: ["개", "식"],
    cctv: ["대", "식", "m"],
    "door-lock": ["개", "식"],
    "bath-kitchen": ["개", "대", "식"],
    other: ["개", "곳", "식"],
  },
}

/** The units that an expert is offered for a line of a proposal; the first one stands there already. */
export const getProposalUnits = (category: Category, service: string): readonly string[] =>
  SERVICE_UNITS[category]?.[service] ?? PROPOSAL_SUGGESTIONS[category].units

/** The way to a customer: how far, and what is usually asked for it. */
export type TravelSuggestion = { km: number; feeWon: number }

const FREE_KM = 10
const FEE_PER_TEN_KM_WON = 10_000
const MAX_FEE_WON = 100_000

/** What is usually asked for a way of `km`: 10,000원 for every ten kilometres beyond the first ten. */
export const getTravelFeeWon = (km: number): number =>
  Math.min(MAX_FEE_WON, Math.ceil(Math.max(0, km - FREE_KM) / 10) * FEE_PER_TEN_KM_WON)
