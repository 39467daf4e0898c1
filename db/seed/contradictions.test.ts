import { describe, expect, test } from "vitest"
import {
  findApplicationContradictions,
  findHireContradictions,
  findJobReviewContradictions,
  findRepeatedPictures,
  findRepeatedTexts,
  findSeekContradictions,
  findWrongOffices,
  findWrongPostcodes,
  type HireFacts,
} from "./contradictions.ts"
import {
  findItemContradictions,
  findProductContradictions,
  type ItemFacts,
  type ProductFacts,
} from "./goods-contradictions.ts"

const product: ProductFacts = {
  title: "온빛 LED 전구 12W E26",
  description: "깜박임이 없는 LED예요.",
  optionLabel: "빛 색",
  options: ["주광색", "전구색"],
  notice: [
    { label: "정격전압·소비전력", value: "220V 60Hz, 12W" },
    { label: "제품 구성", value: "LED 전구 1개" },
  ],
}
const discloses = (label: string, value: string) => ({ notice: [{ label, value }] })
const item: ItemFacts = {
  title: "접이식 킥보드",
  description: "높이 조절이 돼요.\n주말 오전이 편해요.",
  defects: "",
  condition: "like_new",
  priceWon: 20_000,
  direct: true,
  parcel: false,
  alt: "어린이 하늘색 킥보드",
}

const hire: HireFacts = {
  title: "입주청소 보조 (2일 · 4시간)",
  description: "빈집을 함께 청소해요.",
  payType: "day",
  payDate: "next_day",
  weekdays: [],
  needs: [],
  beginners: false,
  meals: false,
  lodging: false,
  kind: "cleaning",
  businessName: "윤슬 홈케어",
  businessNumber: "2571794801",
  shifts: ["2026-11-28", "2026-11-29"].map((date) => ({
    date,
    start: "07:00",
    end: "11:30",
    breakMinutes: 30,
    headcount: 2,
  })),
}

describe("what contradicts itself is found", () => {
  test("a post that agrees with itself has nothing", () => {
    expect(findHireContradictions(hire)).toEqual([])
    expect(findHireContradictions({ ...hire, title: "주말 청소 (2일)" })).toEqual([])
    expect(
      findHireContradictions({
        ...hire,
        title: "사무 보조 (주 2일)",
        payType: "month",
        weekdays: ["6", "0"],
      }),
    ).toEqual([])
  })
  test.each<[string, Partial<HireFacts>]>([
    ["days", { title: "입주청소 보조 (3일)" }],
    ["hours", { title: "입주청소 보조 (2일 · 5시간)" }],
    ["days of the week", { title: "사무 보조 (주 5일)", weekdays: ["1"] }],
    ["one day", { title: "이사 하루 도와주실 분" }],
    ["at night", { title: "야간 포장", shifts: hire.shifts.map((s) => ({ ...s, start: "10:00" })) }],
    [
      "in the morning",
      { title: "오전 근무 청소", shifts: hire.shifts.map((s) => ({ ...s, start: "13:00" })) },
    ],
    ["in the afternoon", { title: "카페 오후 조" }],
    ["weekend", { title: "주말 행사", shifts: hire.shifts.map((s) => ({ ...s, date: "2026-11-25" })) }],
    ["paid at once", { description: "끝나면 바로 임금을 보내 드려요." }],
    ["takes beginners", { description: "처음이어도 옆에서 알려 드려요." }],
    ["asks for experience", { beginners: true, needs: ["도배 경험 1년 이상"] }],
    ["a meal", { description: "점심은 함께 먹어요." }],
    ["a meal at one's own desk", { title: "재택 편집", meals: true }],
    ["a bed for a day or two", { lodging: true }],
    ["paid by the week for a day or two", { payDate: "weekly" }],
    ["a licence to carry", { title: "짐 나르기 반나절", needs: ["1종 보통 운전면허"] }],
    ["beginners at skilled work", { kind: "filming", description: "처음이어도 알려 드려요." }],
    ["gloves twice", { description: "장갑을 드려요. 작업 장갑을 드려요." }],
    ["an office at home", { businessName: "서초구 가정집", description: "현장 사무실로 오세요." }],
    [
      "as many people on each day",
      { shifts: hire.shifts.map((s, index) => ({ ...s, headcount: index + 1 })) },
    ],
    [
      "people in the team",
      { description: "둘이 함께 옮겨요.", shifts: hire.shifts.map((s) => ({ ...s, headcount: 3 })) },
    ],
    ["begins on a day off", { title: "사무 보조 (주 2일)", payType: "month", weekdays: ["1", "2"] }],
    ["a season", { title: "명절 선물세트 포장" }],
    ["a household with a number", { businessName: "서초구 가정집" }],
  ])("a post that contradicts itself about %s", (what, changes) => {
    expect(findHireContradictions({ ...hire, ...changes }).map((found) => found.split(": ")[1])).toContain(
      what,
    )
  })
  test("a product and a thing that agree with themselves have nothing", () => {
    expect(findProductContradictions(product)).toEqual([])
    const sizes = { title: "코팅 프라이팬 20·24·28cm", options: ["20cm", "24cm", "28cm"] }
    expect(findProductContradictions({ ...product, ...sizes, notice: [] })).toEqual([])
    expect(findItemContradictions(item)).toEqual([])
  })
  test.each<[string, Partial<ProductFacts>]>([
    ["one size of several", { title: "과탄산소다 2kg", options: ["1kg", "2kg", "5kg"] }],
    ["power", discloses("정격전압·소비전력", "220V 60Hz, 8~20W")],
    ["power", discloses("정격전압·소비전력", "220V 60Hz, 9W")],
    ["current", { title: "멀티탭 3구", ...discloses("정격전압·소비전력", "220V 60Hz, 최대 16A") }],
    ["count", { title: "호텔 수건 4장", ...discloses("제품 구성", "수건 1개") }],
    ["a silent second hand", { title: "디지털 탁상시계", description: "초침이 조용해요." }],
    ["paper", { title: "물티슈 100매", description: "변기가 막히지 않아요." }],
    ["soap", { title: "핸드워시 300ml", description: "6주 동안 말린 비누예요." }],
    ["extinguisher", { title: "주방용 K급 소화기", description: "ABC 소화기예요." }],
    ["proof", { description: "안전 인증을 받았어요.", ...discloses("KC 인증 정보", "해당 없음") }],
  ])("a product that contradicts itself about %s", (what, changes) => {
    expect(findProductContradictions({ ...product, ...changes })).toEqual([expect.stringContaining(what)])
  })
  test.each<[string, Partial<ItemFacts>]>([
    ["given away by parcel", { priceWon: 0, direct: false, description: "택배로만 보내 드려요." }],
    ["parcel alone", { description: "택배로만 보내 드려요." }],
    ["meets nobody", { direct: false }],
    ["carried by two", { title: "주방 라디오", description: "차까지 같이 들어 드릴게요." }],
    ["used for long", { description: "7살까지 탔어요." }],
    ["new and used", { condition: "new", description: "두 번 탔어요." }],
    ["without a flaw", { defects: "버클이 뻑뻑해요." }],
    ["a clean top", { condition: "light", description: "상판 깨끗해요.", defects: "컵 자국이 있어요." }],
    ["unwritten books", { condition: "light", description: "낙서 없어요.", defects: "연필 자국이 있어요." }],
    ["drawers", { title: "5단 서랍장", alt: "네 칸 서랍장" }],
    ["washers", { title: "통돌이 세탁기", alt: "드럼 세탁기" }],
    ["pets", { title: "강아지 이동 가방", alt: "분홍 책가방" }],
    ["a picture of another number or colour", { title: "초등 전집 20권", alt: "책 세 권과 작은 화분" }],
  ])("a second-hand thing that contradicts itself about %s", (what, changes) => {
    expect(findItemContradictions({ ...item, ...changes }).map((found) => found.split(": ")[1])).toContain(
      what,
    )
  })
  test.each([
    ["식탁 의자 4개 한 번에", "원목 식탁 의자 한 개"],
    ["3인 소파 쿠션 포함", "쿠션을 올려 둔 2인용 소파"],
    ["4도어 냉장고 800L급", "문 두 개짜리 냉장고"],
    ["빨간 자전거 7단", "세워 둔 자전거"],
  ])("a title of another number or colour than its picture: %s", (title, alt) => {
    expect(findItemContradictions({ ...item, title, alt })).not.toEqual([])
  })

  test.each([
    ["식탁 의자 4개 한 번에", "원목 식탁 의자 네 개"],
    ["미러리스 카메라 배터리 2개", "미러리스 카메라와 작은 액자"],
    ["초록색 미니벨로", "초록색 미니벨로 자전거"],
  ])("a title that says what its picture shows: %s", (title, alt) => {
    expect(findItemContradictions({ ...item, title, alt })).toEqual([])
  })

  test("judgements that the work belies, and offices of another place", () => {
    const review = { body: "분위기가 좋았어요.", tags: ["친절해요"], rating: 5, isPaid: false }
    expect(findJobReviewContradictions(review)).toEqual([])
    expect(findJobReviewContradictions({ ...review, tags: ["임금을 제때 줘요"] })).toHaveLength(1)
    expect(findJobReviewContradictions({ ...review, rating: 3, body: "다음에도 갈게요." })).toHaveLength(1)
    expect(findWrongOffices([{ number: "제2025-서울서초-1024호", address: "서울 서초구" }])).toEqual([])
    expect(findWrongOffices([{ number: "제2025-서울서초-1024호", address: "경기 수원시" }])).toHaveLength(1)
  })
  test("careers that the words belie, of who seeks and of who applies", () => {
    const seek = { title: "목공 보조 3년", introduction: "상가를 다녔어요.", careerYears: 3 }
    expect(findSeekContradictions(seek)).toEqual([])
    expect(findSeekContradictions({ ...seek, careerYears: 2 })).toHaveLength(1)
    const message = "처음이지만 꼼꼼하게 하겠습니다."
    expect(findApplicationContradictions({ message, careerYears: null })).toEqual([])
    expect(findApplicationContradictions({ message, careerYears: 4 })).toEqual([message])
  })
  test("pictures on one screen, texts of one group, and postcodes of another place", () => {
    const cards = Array.from({ length: 30 }, (_, index) => ({ title: `${index}`, picture: `${index % 24}` }))
    expect(findRepeatedPictures(cards)).toEqual([])
    expect(findRepeatedPictures([...cards.slice(0, 5), { title: "again", picture: "2" }])).toEqual([
      "again: 2",
    ])
    expect(
      findRepeatedTexts([
        { group: "a", text: "좋아요" },
        { group: "b", text: "좋아요" },
      ]),
    ).toEqual([])
    expect(
      findRepeatedTexts([
        { group: "a", text: "좋아요" },
        { group: "a", text: "좋아요" },
      ]),
    ).toEqual(["좋아요"])
    expect(findWrongPostcodes([{ zonecode: "04524", address: "서울 중구 세종대로 110" }])).toEqual([])
    expect(findWrongPostcodes([{ zonecode: "48058", address: "서울 중구 세종대로 110" }])).toHaveLength(1)
  })
})
