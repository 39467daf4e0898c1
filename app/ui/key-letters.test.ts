import { expect, test } from "vitest"
import { readKeyLetter } from "./key-letters.ts"

test("a key is the same letter with Hangul on, and another layout keeps its own", () => {
  expect(readKeyLetter({ key: "j", code: "KeyJ" })).toBe("j")
  expect(readKeyLetter({ key: "ㅓ", code: "KeyJ" })).toBe("j")
  expect(readKeyLetter({ key: "Process", code: "KeyR" })).toBe("r")
  expect(readKeyLetter({ key: "r", code: "KeyO" })).toBe("r")
  expect(readKeyLetter({ key: "?", code: "Slash" })).toBe("?")
  expect(readKeyLetter({ key: "Enter", code: "Enter" })).toBe("Enter")
})
