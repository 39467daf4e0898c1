/** The fields of an account: e-mail address and password. */
import { describe, expect, test } from "vitest"
import { email, password, getPersonalPasswordProblem } from "./account-fields.ts"
import { typed } from "../../tests/setup/forms.ts"

describe("an e-mail address", () => {
  test("is kept in lower case", () => {
    expect(typed(email(), " Hong.Gildong+1@Naver.com ")).toEqual({ value: "hong.gildong+1@naver.com" })
  })

  test.each([
    "hong",
    "hong@",
    "@naver.com",
    "hong@naver",
    "ho ng@naver.com",
    "hong@@naver.com",
    "hong@naver..com",
    `${"a".repeat(65)}@naver.com`,
    `a@${"b".repeat(260)}.com`,
    "홍@naver.com",
    "a@b.com\nbcc:c@d.com",
  ])("%j is refused", (value) => {
    expect(typed(email(), value)).toBe("이메일은 name@example.com처럼 써요. 다시 확인해 주세요.")
  })
})

describe("a new password", () => {
  test.each([
    "abcd1234",
    "abcd!!ef",
    "1234567!",
    "abcdefghij",
    "비밀번호1234",
    "correct horse battery",
    `${"ab1!".repeat(32)}`,
  ])("%j is good", (value) => {
    expect(typed(password(), value)).toEqual({ value })
  })

  test.each(["abc123", "abcdefgh", "12345678", "aaaa12345", "ab1111cd!", "", `${"ab1!".repeat(32)}c`, "1"])(
    "%j is refused in Korean",
    (value) => {
      expect(typed(password(), value)).toMatch(/[요.]$/)
    },
  )

  test("says what it needs", () => {
    expect(typed(password(), "abc")).toBe(
      "비밀번호가 너무 짧거나 단순해요. 영문, 숫자, 특수문자 중 2가지 이상, 8자 이상으로 만들어 주세요.",
    )
  })

  test("does not hold its owner's e-mail or phone", () => {
    expect(getPersonalPasswordProblem("Hong1234!", { email: "hong@naver.com" })).toMatch("이메일 아이디")
    expect(getPersonalPasswordProblem("x1234-5678x", { phone: "+821012345678" })).toMatch("휴대폰 번호")
    expect(getPersonalPasswordProblem("abc!1234", { email: "abc@naver.com", phone: "" })).toBeNull()
    expect(getPersonalPasswordProblem("abc!1234", {})).toBeNull()
  })
})
