import { describe, expect, test } from "vitest"
import { formatPhone, maskPhone, parsePhone } from "./phone.ts"

describe("a mobile number", () => {
  test.each([
    "010-1234-5678",
    "01012345678",
    "010 1234 5678",
    "010.1234.5678",
    "(010)1234-5678",
    "+82 10-1234-5678",
    "+821012345678",
    "+82 010 1234 5678",
    "0082 10 1234 5678",
    "０１０－１２３４－５６７８",
    " 010–1234–5678 ",
  ])("typed %j is kept as +821012345678", (typed) => {
    expect(parsePhone(typed)).toBe("+821012345678")
  })

  test("of the older kind is kept too", () => {
    expect(parsePhone("011-123-4567")).toBe("+82111234567")
    expect(formatPhone("+82111234567")).toBe("011-123-4567")
    expect(maskPhone("+82111234567")).toBe("011-***-4567")
  })

  test.each([
    "",
    "02-123-4567",
    "010-123-456",
    "010-12345-67890",
    "1588-1234",
    "+1 10 1234 5678",
    "010-abcd-5678",
    "012-1234-5678",
    "공일공",
    "0".repeat(50),
    "821012345678x",
  ])("%j is none", (typed) => {
    expect(parsePhone(typed)).toBeNull()
  })

  test("is shown with hyphens and hidden in the middle", () => {
    expect(formatPhone("+821012345678")).toBe("010-1234-5678")
    expect(maskPhone("+821012345678")).toBe("010-****-5678")
    expect(formatPhone("02-123-4567")).toBe("02-123-4567")
    expect(maskPhone("02-123-4567")).toBe("***")
  })
})
