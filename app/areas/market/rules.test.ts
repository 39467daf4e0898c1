import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { listSubstrings, normalizeForMatching, parseAlertWords } from "#app/basics/alert-words.ts"
import { parseForm } from "#app/basics/form.ts"
import { newId } from "#app/basics/ids.ts"
import { findTransition } from "#app/basics/transitions.ts"
import { BANNED_KINDS, findBannedKinds } from "./banned.ts"
import { AlertForm, DealReviewForm, ItemForm } from "./forms.ts"
import {
  canBump,
  canDeleteItem,
  canEditItem,
  ITEM_STATES,
  ITEM_TRANSITIONS,
  getMinOfferWon,
  LIMITS,
  getNextBumpAt,
  OFFER_STATES,
  OFFER_TRANSITIONS,
  canReceiveOffers,
} from "./rules.ts"

describe("states", () => {
  test("an item moves as the table says and no other way", () => {
    const moves = ["reserve", "release", "sell", "reopen"] as const
    const possible = ITEM_STATES.flatMap((from) =>
      moves.flatMap(
        (move) =>
          findTransition(ITEM_TRANSITIONS, { move, from, role: "seller" })?.to.replace(
            /^/,
            `${from} ${move} `,
          ) ?? [],
      ),
    )
    expect(possible).toEqual([
      "selling reserve reserved",
      "selling sell sold",
      "reserved release selling",
      "reserved sell sold",
      "sold reopen selling",
    ])
  })
  test("an offer is answered once", () => {
    const possible = OFFER_STATES.flatMap((from) =>
      (["accept", "decline"] as const).flatMap((move) =>
        findTransition(OFFER_TRANSITIONS, { move, from, role: "seller" }) ? `${from} ${move}` : [],
      ),
    )
    expect(possible).toEqual(["offered accept", "offered decline"])
    expect(
      findTransition(OFFER_TRANSITIONS, { move: "expire", from: "offered", role: "seller" }),
    ).toBeUndefined()
    expect(findTransition(OFFER_TRANSITIONS, { move: "expire", from: "offered", role: "system" })?.to).toBe(
      "expired",
    )
  })
  test("a sold item is neither changed nor deleted, a reserved one is not deleted", () => {
    expect(ITEM_STATES.map((state) => [canEditItem(state), canDeleteItem(state)])).toEqual([
      [true, true],
      [true, false],
      [false, false],
    ])
  })
})

describe("limits", () => {
  test("an item is raised again after 24 hours, to the millisecond", () => {
    const bumpedAt = new Date("2026-11-21T00:00:00Z")
    const after = (ms: number) => canBump({ state: "selling", bumpedAt }, new Date(bumpedAt.getTime() + ms))
    expect([
      after(LIMITS.bumpIntervalMs - 1),
      after(LIMITS.bumpIntervalMs),
      canBump({ state: "reserved", bumpedAt }, getNextBumpAt(bumpedAt)),
    ]).toEqual([false, true, false])
  })
  test("the least offer is half the price in steps of 100 won, never above it", () => {
    expect([100, 150, 10_000, 12_345, 1].map(getMinOfferWon)).toEqual([100, 100, 5_000, 6_200, 100])
    fc.assert(
      fc.property(
        fc.integer({ min: 200, max: LIMITS.priceWon }),
        (price) => getMinOfferWon(price) >= price / 2 && getMinOfferWon(price) < price / 2 + 100,
      ),
    )
  })
  test("offers are for what is for sale, negotiable and not free", () => {
    expect(canReceiveOffers({ state: "selling", negotiable: true, priceWon: 1_000 })).toBe(true)
    for (const item of [
      { state: "reserved", negotiable: true, priceWon: 1_000 },
      { state: "selling", negotiable: false, priceWon: 1_000 },
      { state: "selling", negotiable: true, priceWon: 0 },
    ] as const)
      expect(canReceiveOffers(item)).toBe(false)
  })
})

describe("banned goods", () => {
  test.each([
    ["발렌타인 30년 선물용", "alcohol"],
    ["소주 한 박스 팔아요", "alcohol"],
    ["전자 담배 기기", "tobacco"],
    ["다이어트 약 남은 것", "medicine"],
    ["혈당 측정기 새것", "device"],
    ["도수 안경 팝니다", "eyewear"],
    ["명품 가방 미러급", "fake"],
    ["강아지 분양합니다", "animal"],
    ["종량제 봉투 20리터", "bag"],
    ["수제 쿠키 판매", "food"],
    ["게임 계정 팔아요", "personal"],
    ["성인 용품", "adult"],
    ["전기 충격기", "weapon"],
    ["문화 상품권 5만원", "money"],
  ])("‘%s’ is told as %s", (text, kind) =>
    expect(findBannedKinds(text).map((each) => each.kind)).toContain(kind),
  )
  test.each([
    "와인 잔 6개 세트",
    "와인셀러 12병",
    "담배 냄새 없는 집이에요",
    "약통 새것",
    "도수 없는 안경테",
    "고양이 인형",
    "강아지 집",
    "종량제 봉투 거치대",
    "여권 케이스",
    "장난감 권총",
    "원목 식탁 4인용",
    "아이폰 13 정품 충전기",
    "레고 해적선",
    "주방 가위",
    "맥주 컵 두 개",
    "기념 주화 세트",
  ])("‘%s’ may be sold", (text) => expect(findBannedKinds(text)).toEqual([]))
  test("each kind says why", () => {
    for (const kind of BANNED_KINDS) expect(kind.reason).toMatch(/요\.$/)
    expect(new Set(BANNED_KINDS.map((kind) => kind.kind)).size).toBe(BANNED_KINDS.length)
  })
  test("any text is read", () =>
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => Array.isArray(findBannedKinds(text)))))
})

const form = (fields: Record<string, string | string[]>) => {
  const data = new FormData()
  const all = {
    title: "원목 식탁",
    category: "furniture",
    condition: "light",
    priceWon: "80,000",
    negotiable: "on",
    "methods[]": ["direct"],
    regionCode: "11650",
    description: "이사하면서 내놓는 4인용 식탁이에요.",
    "pictureIds[]": [newId()],
    ...fields,
  }
  for (const [name, value] of Object.entries(all)) for (const one of [value].flat()) data.append(name, one)
  return data
}
const errorsOf = (fields: Record<string, string | string[]>) => {
  const parsed = parseForm(ItemForm, form(fields))
  return parsed.ok ? {} : parsed.errors
}

describe("the form of an item", () => {
  test("is read into what is kept", () => {
    const parsed = parseForm(ItemForm, form({ "methods[]": ["parcel"], parcelFeeBy: "seller" }))
    expect(parsed.ok && parsed.value).toMatchObject({
      priceWon: 80_000,
      negotiable: true,
      direct: false,
      parcel: true,
      parcelFeeBy: "seller",
      defects: "",
    })
  })
  test("what is given away costs nothing and is not negotiated, whatever the price field says", () => {
    const parsed = parseForm(ItemForm, form({ free: "on", parcelFeeBy: "buyer" }))
    expect(parsed.ok && parsed.value).toMatchObject({ priceWon: 0, negotiable: false, parcelFeeBy: null })
  })
  test.each<[string, Record<string, string | string[]>]>([
    ["title", { title: "의" }],
    ["title", { title: "가".repeat(41) }],
    ["title", { title: "양주 미개봉" }],
    ["category", { category: "cars" }],
    ["condition", { condition: "" }],
    ["priceWon", { priceWon: "" }],
    ["priceWon", { priceWon: "50" }],
    ["priceWon", { priceWon: "1000000001" }],
    ["priceWon", { priceWon: "-1" }],
    ["methods", { "methods[]": [] }],
    ["parcelFeeBy", { "methods[]": ["direct", "parcel"] }],
    ["regionCode", { regionCode: "99999" }],
    ["description", { description: "짧아요" }],
    ["description", { description: "연락은 010-1234-5678로 주세요" }],
    ["defects", { condition: "broken" }],
    ["defects", { defects: "가".repeat(301) }],
    ["pictureIds", { "pictureIds[]": [] }],
    ["pictureIds", { "pictureIds[]": Array.from({ length: 11 }, newId) }],
    ["pictureIds", { "pictureIds[]": "x" }],
  ])("%s is told of %j", (name, fields) => expect(Object.keys(errorsOf(fields))).toEqual([name]))
  test("everything that is wrong is told at once", () => {
    expect(
      Object.keys(
        errorsOf({
          title: "의",
          category: "",
          priceWon: "",
          condition: "broken",
          "methods[]": [],
          description: "",
        }),
      ).sort(),
    ).toEqual(["category", "defects", "description", "methods", "priceWon", "title"])
  })
})

test("a review fits its verdict and says something", () => {
  const errors = (fields: Record<string, string>) => {
    const data = new FormData()
    for (const [name, value] of Object.entries(fields)) data.append(name, value)
    const parsed = parseForm(DealReviewForm, data)
    return parsed.ok ? [] : Object.keys(parsed.errors)
  }
  expect(errors({ verdict: "good", "tags[]": "응답이 빨라요" })).toEqual([])
  expect(errors({ verdict: "bad", "tags[]": "응답이 빨라요" })).toEqual(["tags"])
  expect(errors({ verdict: "good" })).toEqual(["tags"])
  expect(errors({ verdict: "great", body: "좋아요" })).toEqual(["verdict"])
})

describe("keyword alerts", () => {
  test("every word of an alert is a piece of what it is found in", () => {
    expect(parseAlertWords("원목  4인용 식탁!")).toEqual(["4인용", "식탁", "원목"])
    for (const word of parseAlertWords("원목 식탁"))
      expect(listSubstrings("튼튼한 원목식탁 팔아요")).toContain(word)
    expect(normalizeForMatching("iPhone 15-Pro")).toBe("iphone15pro")
  })
  test("are letters or digits, at least two", () => {
    const typed = (keyword: string) => {
      const data = new FormData()
      data.set("keyword", keyword)
      return parseForm(AlertForm, data).ok
    }
    expect(["의자", "!!", "의", "ㅋㅋ"].map(typed)).toEqual([true, false, false, true])
  })
})
