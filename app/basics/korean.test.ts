import * as fc from "fast-check"
import { describe, expect, test } from "vitest"
import {
  toChoseongKey,
  toCompactSearchKey,
  isChoseongQuery,
  isCleanText,
  withJosa,
  maskName,
  normaliseText,
  toSearchKey,
} from "./korean.ts"
import { getInitials, isBlank } from "./initials.ts"
import { findContacts, hasContact, hideContacts } from "./contacts.ts"

describe("particles", () => {
  test.each([
    ["집", "집은", "집이", "집을", "집과", "집으로", "집이에요"],
    ["나무", "나무는", "나무가", "나무를", "나무와", "나무로", "나무예요"],
    ["서울", "서울은", "서울이", "서울을", "서울과", "서울로", "서울이에요"],
    ["1", "1은", "1이", "1을", "1과", "1로", "1이에요"],
    ["2", "2는", "2가", "2를", "2와", "2로", "2예요"],
    ["3", "3은", "3이", "3을", "3과", "3으로", "3이에요"],
    ["6", "6은", "6이", "6을", "6과", "6으로", "6이에요"],
    ["7", "7은", "7이", "7을", "7과", "7로", "7이에요"],
    ["10", "10은", "10이", "10을", "10과", "10으로", "10이에요"],
    ["PC", "PC는", "PC가", "PC를", "PC와", "PC로", "PC예요"],
    ["URL", "URL은", "URL이", "URL을", "URL과", "URL로", "URL이에요"],
    ["Chrome", "Chrome은", "Chrome이", "Chrome을", "Chrome과", "Chrome으로", "Chrome이에요"],
  ])("fit %s", (word, ...expected) => {
    expect(
      (["은/는", "이/가", "을/를", "과/와", "으로/로", "이에요/예요"] as const).map((pair) =>
        withJosa(word, pair),
      ),
    ).toEqual(expected)
  })

  test.each([
    ["0", "0으로"],
    ["8", "8로"],
    ["9", "9로"],
    ["100", "100으로"],
    ["1,000", "1,000으로"],
    ["10000", "10000으로"],
    ["120", "120으로"],
    ["101", "101로"],
    ["1000000000000", "1000000000000로"],
    ["2.0", "2.0으로"],
    ["2026", "2026으로"],
    ["30%", "30%로"],
    ["5kg", "5kg으로"],
    ["10cm", "10cm로"],
    ["33㎡", "33㎡로"],
    ["LG", "LG로"],
    ["TV", "TV로"],
    ["SM", "SM으로"],
    ["AR", "AR로"],
    ["XL", "XL로"],
    ["Apple", "Apple로"],
    ["kakao", "kakao로"],
    ["Facebook", "Facebook으로"],
    ["internet", "internet으로"],
    ["Pixel", "Pixel로"],
    ["Samsung", "Samsung으로"],
    ["desk", "desk로"],
    ["iPhone", "iPhone으로"],
    ["서초점(본점)", "서초점(본점)으로"],
    ["길동(Hong)", "길동(Hong)으로"],
    ["‘도배’", "‘도배’로"],
    ["바로일당!", "바로일당!으로"],
    ["ㅋㅋ", "ㅋㅋ으로"],
    ["ㅠㅠ", "ㅠㅠ로"],
    ["🙂", "🙂(으)로"],
    ["", "(으)로"],
    ["漢字", "漢字(으)로"],
  ])("after %s: %s", (word, text) => {
    expect(withJosa(word, "으로/로")).toBe(text)
  })

  test("both forms are given for what cannot be read", () => {
    expect(withJosa("🙂", "을/를")).toBe("🙂을(를)")
  })

  test("fit decomposed Hangul and give it back composed", () => {
    expect(withJosa("견적".normalize("NFD"), "을/를")).toBe("견적을")
  })

  test("never lose the word", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (word) => {
        expect(withJosa(word, "은/는").startsWith(word.normalize("NFC"))).toBe(true)
      }),
    )
  })
})

describe("names", () => {
  test("are hidden in the middle", () => {
    expect(
      ["홍길동", "홍길", "홍", "", "남궁민수", "John Smith", "홍길동".normalize("NFD"), "😀😁😂"].map(
        maskName,
      ),
    ).toEqual(["홍*동", "홍*", "*", "*", "남**수", "J*** ****h", "홍*동", "😀*😂"])
  })

  test("have initials", () => {
    expect(["박서연", "john smith", "Kim", "", "   ", "😀 a", "a b c"].map(getInitials)).toEqual([
      "박",
      "JS",
      "K",
      "?",
      "?",
      "😀",
      "AB",
    ])
  })
})

describe("clean text", () => {
  test("is composed, trimmed, and of one kind of line end", () => {
    expect(normaliseText(`  ${"도배".normalize("NFD")}\r\n장판\r끝\u0000 `)).toBe("도배\n장판\n끝")
    expect(normaliseText("a\ud800b")).toBe("a\ufffdb")
  })

  test("has no NUL and no half characters", () => {
    expect(["도배", "😀", ""].every(isCleanText)).toBe(true)
    expect(["a\u0000", "\ud800", "\udc00x"].some(isCleanText)).toBe(false)
  })

  test("is blank when nothing would be seen", () => {
    for (const blank of ["", " \n\t", "\u3000", "\u3164", "\u200b\u200d", "\u00ad", "\ufeff"])
      expect(isBlank(blank)).toBe(true)
    for (const seen of [".", "ㅋ", "0", " a "]) expect(isBlank(seen)).toBe(false)
  })
})

describe("search keys", () => {
  test("are the keys of the keyboard", () => {
    expect(toSearchKey("벽지 도배")).toBe("qurwl ehqo")
    expect(toSearchKey("qurwl")).toBe(toSearchKey("벽지"))
    expect(toSearchKey("ㅑㅔㅙㅜㄷ")).toBe("iphone")
    expect(toSearchKey("  욕실/타일   LG전자 ")).toBe("dyrtlf xkdlf lgwjswk")
    expect(toSearchKey("ＬＥＤ 전등")).toBe("led wjsemd")
    expect(toSearchKey("쓰레기")).toBe(toSearchKey("스레기"))
    expect(toCompactSearchKey("욕실 수리")).toBe(toCompactSearchKey("욕실수리"))
  })

  test("are the same for composed and decomposed Hangul", () => {
    expect(toSearchKey("벽지".normalize("NFD"))).toBe("qurwl")
    expect(toChoseongKey("벽지".normalize("NFD"))).toBe("qw")
  })

  test("of initial consonants find a word from ㅂㅈ", () => {
    expect(toChoseongKey("벽지 도배")).toBe("qweq")
    expect(toChoseongKey("ㅂㅈ")).toBe("qw")
    expect(toChoseongKey("ㅄ")).toBe("qt")
    expect(toChoseongKey("LG 에어컨 2in1")).toBe("lgddz2in1")
    expect(isChoseongQuery("ㅂㅈ ㄷㅂ")).toBe(true)
    expect(isChoseongQuery("벽ㅈ")).toBe(false)
    expect(isChoseongQuery("")).toBe(false)
  })

  test("of Hangul are plain ASCII", () => {
    const syllable = fc.integer({ min: 0xac00, max: 0xd7a3 }).map((code) => String.fromCharCode(code))
    fc.assert(
      fc.property(
        fc.array(syllable).map((syllables) => syllables.join("")),
        (text) => {
          expect(toSearchKey(text)).toMatch(/^[a-z]*$/)
          expect(toChoseongKey(text)).toMatch(/^[a-z]*$/)
          expect(toChoseongKey(text)).toHaveLength(text.length)
        },
      ),
    )
  })
})

describe("contact details", () => {
  test.each([
    ["010-1234-5678로 연락 주세요", "phone"],
    ["01012345678", "phone"],
    ["010 1234 5678", "phone"],
    ["010.1234.5678", "phone"],
    ["０１０－１２３４－５６７８", "phone"],
    ["+82 10-1234-5678", "phone"],
    ["공일공 일이삼사 오육칠팔", "phone"],
    ["공일공-1234-오육칠팔", "phone"],
    ["O1O-1234-5678", "phone"],
    ["0 1 0 1 2 3 4 5 6 7 8", "phone"],
    ["①⓪ 말고 0①0-1234-5678", "phone"],
    ["02-123-4567", "phone"],
    ["031)123-4567", "phone"],
    ["0507-1234-5678", "phone"],
    ["1588-1234로 전화", "phone"],
    ["010-1234-5678".normalize("NFD"), "phone"],
    ["3333-01-1234567 카카오뱅크", "account"],
    ["110-123-456789", "account"],
    ["국민 123456 04 123456", "account"],
    ["농협 3020123456781 홍길동", "account"],
    ["1000-1234-5678", "account"],
    ["계좌 1002123456789", "account"],
    ["me.hong@naver.com 으로", "email"],
    ["hong골뱅이naver.com", "email"],
    ["카톡 아이디 baro_2026", "messenger"],
    ["open.kakao.com/o/abc", "messenger"],
    ["카톡id: hong123", "messenger"],
  ])("%s holds a %s", (text, kind) => {
    expect(findContacts(text).map((contact) => contact.kind)).toContain(kind)
    expect(hasContact(text)).toBe(true)
  })

  test.each([
    "",
    "안녕하세요, 구매 가능할까요?",
    "1,500,000원에 해 드릴게요",
    "총 12,345,678,900원",
    "2026-11-21에 방문할게요",
    "2026.11.21 09:00 ~ 18:00",
    "33㎡, 10평",
    "입금은 2026-11-21 10:00까지 1,500,000원",
    "사업자 124-81-00998",
    "송장번호 1234-5678-9012",
    "방 3개 화장실 2개",
    "일이 많아서 이번 주는 어려워요",
    "오이 사이 팔구 정도",
    "A-101동 1502호",
    "모델명 NT-900-X5",
    "라인 점검",
    "우편번호 06236",
    "4000-5000원 사이",
    "이 일은 구이 요리와 육사이다",
    "국민주택 84제곱미터",
  ])("%j holds none", (text) => {
    expect(findContacts(text)).toEqual([])
  })

  test("are hidden and the rest stays", () => {
    expect(hideContacts("문의는 010-1234-5678 로, 입금은 국민 123456-04-123456 입니다.")).toBe(
      "문의는 (연락처 숨김) 로, 입금은 국민 (연락처 숨김) 입니다.",
    )
    expect(hideContacts("견적은 150만원이에요")).toBe("견적은 150만원이에요")
  })

  test("once hidden are not found again, and nothing throws", () => {
    const piece = fc.oneof(
      fc.constantFrom(
        "010",
        "-",
        "1234",
        "5678",
        " ",
        "공일공",
        "계좌",
        "@",
        "a.com",
        "카톡 아이디 ",
        "123,456",
      ),
      fc.string({ unit: "grapheme", maxLength: 4 }),
    )
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join("")),
        (text) => {
          const contacts = findContacts(text)
          for (const { start, end } of contacts) expect(start < end && end <= text.length).toBe(true)
          expect(hideContacts(text).includes("(연락처 숨김)")).toBe(contacts.length > 0)
        },
      ),
    )
  })

  test("are looked for in linear time", () => {
    for (const text of [
      "0".repeat(20_000),
      "0-".repeat(10_000),
      "공일".repeat(10_000),
      "a".repeat(20_000),
      "1,111".repeat(4_000),
      "a@".repeat(10_000),
      "12-".repeat(7_000),
    ]) {
      const started = performance.now()
      findContacts(text)
      expect(performance.now() - started).toBeLessThan(500)
    }
  })
})
