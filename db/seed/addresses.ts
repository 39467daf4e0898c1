/** Streets of the demo town with the postcodes they have: public buildings, at least one in every sido. */
import { getSidoCode } from "#app/basics/regions.ts"
import type { SeededRandom } from "./random.ts"

export type StreetAddress = { zonecode: string; address: string }

const STREETS_BY_SIDO: Readonly<Record<string, readonly StreetAddress[]>> = {
  11: [
    { zonecode: "04524", address: "서울 중구 세종대로 110" },
    { zonecode: "05551", address: "서울 송파구 올림픽로 300" },
    { zonecode: "06236", address: "서울 강남구 테헤란로 152" },
    { zonecode: "03154", address: "서울 종로구 종로 1" },
    { zonecode: "07326", address: "서울 영등포구 국제금융로 10" },
    { zonecode: "06750", address: "서울 서초구 남부순환로 2584" },
  ],
  26: [{ zonecode: "47545", address: "부산 연제구 중앙대로 1001" }],
  27: [{ zonecode: "41911", address: "대구 중구 공평로 88" }],
  28: [{ zonecode: "21554", address: "인천 남동구 정각로 29" }],
  29: [{ zonecode: "61945", address: "광주 서구 내방로 111" }],
  30: [{ zonecode: "35242", address: "대전 서구 둔산로 100" }],
  31: [{ zonecode: "44675", address: "울산 남구 중앙로 201" }],
  36: [{ zonecode: "30151", address: "세종 한누리대로 2130" }],
  41: [
    { zonecode: "13561", address: "경기 성남시 분당구 불정로 6" },
    { zonecode: "13529", address: "경기 성남시 분당구 판교역로 166" },
    { zonecode: "16490", address: "경기 수원시 팔달구 효원로 241" },
    { zonecode: "10460", address: "경기 고양시 덕양구 고양시청로 10" },
  ],
  43: [{ zonecode: "28515", address: "충북 청주시 상당구 상당로 82" }],
  44: [{ zonecode: "32255", address: "충남 홍성군 홍북읍 충남대로 21" }],
  46: [{ zonecode: "58564", address: "전남 무안군 삼향읍 오룡길 1" }],
  47: [{ zonecode: "36759", address: "경북 안동시 풍천면 도청대로 455" }],
  48: [{ zonecode: "51154", address: "경남 창원시 의창구 중앙대로 300" }],
  50: [{ zonecode: "63122", address: "제주 제주시 문연로 6" }],
  51: [{ zonecode: "24266", address: "강원 춘천시 중앙로 1" }],
  52: [{ zonecode: "54968", address: "전북 전주시 완산구 효자로 225" }],
}
const SEOUL = STREETS_BY_SIDO[11] ?? []

/** A street in the sido of `regionCode`. */
export function pickStreet(regionCode: string, random: Pick<SeededRandom, "pick">): StreetAddress {
  return random.pick(STREETS_BY_SIDO[getSidoCode(regionCode) ?? "11"] ?? SEOUL)
}
