/** Words that mean the same to people who look for something: any of a line finds the others. */
import { convertKeyboard, parseWord, type TermWord } from "./rules.ts"

export const SYNONYMS = [
  "배관 수도 상수도 하수도",
  "누수 물샘 물새는",
  "에어컨 에어콘 냉방기",
  "냉장고 김치냉장고",
  "세탁기 통돌이 드럼세탁기",
  "보일러 난방",
  "도배 벽지",
  "장판 바닥재 마루",
  "화장실 욕실",
  "주방 부엌 싱크대",
  "현관문 방문 도어",
  "창문 샷시 새시 창호",
  "방충망 모기장",
  "조명 전등 형광등",
  "콘센트 전기",
  "이사 포장이사 용달",
  "철거 폐기물",
  "청소 입주청소",
  "티비 TV 텔레비전 텔레비젼",
  "컴퓨터 PC 피시 데스크탑 데스크톱",
  "노트북 랩탑 랩톱",
  "핸드폰 휴대폰 스마트폰",
  "아이폰 iphone",
  "갤럭시 galaxy",
  "소파 쇼파",
  "책상 테이블",
  "옷장 장롱 붙박이장",
  "의자 체어",
  "자전거 바이크",
  "유모차 유아차",
  "알바 아르바이트 구인 일자리 채용",
  "일용직 일당 단기",
  "구직 일구해요",
  "나눔 무료 무나 공짜",
  "반려동물 강아지 고양이 애완",
  "운동화 스니커즈 신발",
  "헬스 운동기구",
  "커텐 커튼",
  "카페트 카펫 러그",
  "메트리스 매트리스",
  "악세사리 액세서리",
  "카메라맨 촬영",
  "영상편집 편집자",
] as const

const SYNONYM_GROUPS = SYNONYMS.map((line) => line.split(" "))
const synonymsByWord = new Map<string, string[]>()
for (const group of SYNONYM_GROUPS)
  for (const word of group)
    synonymsByWord.set(word.toLowerCase(), [
      ...(synonymsByWord.get(word.toLowerCase()) ?? []),
      ...group.filter((other) => other !== word),
    ])

/** Other words for `word`; none for most. */
export const listSynonyms = (word: string): readonly string[] =>
  synonymsByWord.get(word.normalize("NFC").toLowerCase()) ?? []

/** The words of a term with their synonyms, also of what was typed with the wrong keyboard. */
export const addSynonyms = (words: readonly TermWord[]): TermWord[] =>
  words.map((word) => {
    // 김치냉장고 is found by 냉장고 anyway.
    const others = [word.typed, convertKeyboard(word.typed)]
      .flatMap((one) => (one === null ? [] : listSynonyms(one)))
      .flatMap((other) => parseWord(other).readings.slice(0, 1))
      .filter((other) => word.readings.every((existing) => !other.key.includes(existing.key)))
    return { ...word, readings: [...word.readings, ...others] }
  })
