import { describe, expect, test } from "vitest"
import {
  composeNickname,
  getNextNicknameChange,
  getNicknameProblem,
  nicknameField,
  numberNickname,
} from "./nicknames.ts"

describe("a nickname", () => {
  test.each(["느린고양이", "송파동감자", "Potato7", "감자", "가나다라마바사아자차카타", "둘리1988"])(
    "may be %s",
    (nickname) => expect(getNicknameProblem(nickname)).toBeNull(),
  )

  test.each([
    ["a single letter", "감", /2~12자/],
    ["thirteen letters", "가나다라마바사아자차카타파", /2~12자/],
    ["a space", "느린 고양이", /띄어쓰기 없이/],
    ["a sign", "감자★", /띄어쓰기 없이/],
    ["letters without a sound", "ㅋㅋㅋ", /띄어쓰기 없이/],
    ["an invisible letter", "감자\u200b", /띄어쓰기 없이/],
    ["digits alone", "1234", /숫자만으로는/],
    ["a phone number", "감자01012345", /연락처/],
    ["a spelled phone number", "공일공일이삼사오육칠팔", /연락처/],
    ["a messenger", "카톡감자", /연락처/],
    ["an account elsewhere", "instagamja", /연락처/],
    ["somebody of the house", "바로일당", /오해/],
    ["an administrator", "동네관리자", /오해/],
    ["an operator with a digit between", "운1영자", /오해/],
    ["the house with a digit for a syllable", "바로1당", /오해/],
    ["an operator in English", "Admin7", /오해/],
    ["who has left", "탈퇴한회원", /오해/],
    ["a rude word", "이시발아", /불편/],
    ["gambling", "카지노왕", /불편/],
  ])("is not %s: %s", (_, nickname, sentence) => expect(getNicknameProblem(nickname)).toMatch(sentence))

  test("is read in composed letters, without the spaces around; an empty one is left to the server", () => {
    const field = nicknameField()
    expect(field.parse(` ${"느린고양이".normalize("NFD")} `)).toBe("느린고양이")
    expect([field.parse(""), field.parse(undefined)]).toEqual([null, null])
    expect(field.safeParse("관리자").error?.issues[0]?.message).toMatch(/오해/)
  })

  test("can be changed again 30 days after a change, and at any time before the first", () => {
    const at = new Date("2026-11-24T03:00:00Z")
    const before = (days: number) => new Date(at.getTime() - days * 86_400_000)
    expect(getNextNicknameChange(null, at)).toBeNull()
    expect(getNextNicknameChange(before(30), at)).toBeNull()
    expect(getNextNicknameChange(before(29), at)).toEqual(new Date("2026-11-25T03:00:00Z"))
  })
})

describe("a suggestion", () => {
  test("is always one that may be taken, with the longest number as well", () => {
    // Every pair of words comes once.
    const steps = Array.from({ length: 2_500 }, (_, index) => [
      Math.floor(index / 50) / 50,
      (index % 50) / 50,
    ])
    const suggestions = steps.map((pair) => composeNickname(() => pair.shift() ?? 0))
    expect(new Set(suggestions).size).toBeGreaterThan(2_400)
    expect(
      suggestions.filter(
        (each) => getNicknameProblem(each) ?? getNicknameProblem(numberNickname(each, 9_999)),
      ),
    ).toEqual([])
  })

  test("with a number stays within 12 characters", () => {
    expect(numberNickname("느린고양이", 27)).toBe("느린고양이27")
    expect(numberNickname("가나다라마바사아자차카타", 1_234)).toBe("가나다라마바사아1234")
  })
})
