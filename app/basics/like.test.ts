import { expect, test } from "vitest"
import { beginningWith, containing } from "./like.ts"

test("what is typed is taken literally: signs of patterns, spaces around it and taken-apart syllables", () => {
  expect(containing(" 100%_할인\\ ")).toBe("%100\\%\\_할인\\\\%")
  expect(beginningWith("김".normalize("NFD"))).toBe("김%")
})
