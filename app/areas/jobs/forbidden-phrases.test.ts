import { expect, test } from "vitest"
import { findForbiddenPhrases, getForbiddenPhrasesMessage } from "./forbidden-phrases.ts"

test.each([
  ["여성 우대해요", "sex"],
  ["여성우대", "sex"],
  ["남자만 지원해 주세요", "sex"],
  ["여자 캐셔 구함", "sex"],
  ["주부 환영", "sex"],
  ["남성분만 가능", "sex"],
  ["여직원 모집합니다", "sex"],
  ["성별: 여", "sex"],
  ["20대만", "age"],
  ["20~30대 우대", "age"],
  ["20대 환영해요", "age"],
  ["만 35세 이하", "age"],
  ["45세까지 지원", "age"],
  ["20~35세", "age"],
  ["나이 제한 있음", "age"],
  ["젊은 분 구해요", "age"],
  ["65세 이상", "age"],
  ["용모단정하신 분", "looks"],
  ["용모 단정", "looks"],
  ["키 170 이상", "looks"],
  ["체중 60kg 이하", "looks"],
  ["예쁜 분", "looks"],
  ["미혼 우대", "marriage"],
  ["기혼자만 가능", "marriage"],
  ["결혼 여부를 적어 주세요", "marriage"],
  ["전라도 출신 환영", "origin"],
  ["출신지역을 알려 주세요", "origin"],
  ["경상도 사람만", "origin"],
] as const)("“%s” is pointed out", (text, ground) => {
  expect(findForbiddenPhrases(text)[0]?.ground).toBe(ground)
})

test.each([
  "여성복 매장에서 일해요",
  "남성 의류 판매",
  "여자 화장실 청소 포함",
  "남녀 모두 환영",
  "남녀 무관",
  "성별 무관",
  "성별: 무관",
  "나이 제한 없음",
  "나이 무관, 누구나",
  "연령 제한 없어요",
  "만 15세 이상",
  "만 18세 이상만 지원",
  "19세 이상",
  "에어컨 20대만 설치하면 돼요",
  "의자 30대 운반",
  "차량 20대 세차",
  "여성병원 분만실 청소",
  "산부인과 여성 분만실 정리",
  "결혼식장 뷔페 서빙",
  "미혼모 시설 봉사",
  "외모 무관",
  "결혼 여부 무관",
  "출신지역 무관",
  "예쁜 카페에서 함께 일해요",
  "서울 강남구 출근",
  "호텔 출신 셰프가 알려 줘요",
  "키오스크 안내",
  "여성용품 포장",
  "아동복 20대 모델 사진 보정",
  "오전 10~20시",
  "주부습진 조심, 장갑 드려요",
])("“%s” is not", (text) => {
  expect(findForbiddenPhrases(text)).toEqual([])
})

test("the sentence says which words and why, and what to do", () => {
  expect(getForbiddenPhrasesMessage("카페 직원 모집, 여성 우대, 20대만")).toBe(
    "'여성 우대', '20대만' 표현은 쓸 수 없어요. 성별로 지원자를 가리는 표현은 남녀고용평등법에 어긋나요. 나이로 지원자를 가리는 표현은 고령자고용법에 어긋나요. 빼고 " +
      "다시 써 주세요.",
  )
  expect(getForbiddenPhrasesMessage("누구나 환영해요")).toBeNull()
})
