import { expect, test } from "vitest"
import { findSwatch } from "./swatches.ts"

test("a name that says a colour has a swatch, any other has none", () => {
  expect(findSwatch("검정")).toBe(findSwatch("블랙 / 60cm"))
  expect(findSwatch("아이보리")).not.toBe(findSwatch("화이트"))
  expect(findSwatch("오프화이트")).toBe(findSwatch("아이보리"))
  expect(findSwatch("진회색")).not.toBe(findSwatch("회색"))
  expect(["28cm", "팬만", "3개", "검소한 구성", ""].map(findSwatch)).toEqual([null, null, null, null, null])
})
