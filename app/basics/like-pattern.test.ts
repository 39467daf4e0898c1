import { expect, test } from "vitest"
import { toPrefixPattern, toContainsPattern } from "./like-pattern.ts"

test("what is typed is taken literally: pattern signs, spaces around it, taken-apart syllables", () => {
  expect(toContainsPattern(" 100%_할인\\ ")).toBe("%100\\%\\_할인\\\\%")
  expect(toPrefixPattern("김".normalize("NFD"))).toBe("김%")
})
