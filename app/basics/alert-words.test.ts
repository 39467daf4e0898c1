import { expect, test } from "vitest"
import { MAX_KEYWORD, toAlertKeyword } from "./alert-words.ts"

test.each([
  ["원목 식탁", "원목 식탁"],
  ["  원목\u0000  식탁 ", "원목 식탁"],
  ["!! 자전거 ??", "자전거"],
  ["스마트 캠핑용 접이식 의자와 테이블 세트", "스마트 캠핑용 접이식 의자와 테이블"],
  ["가", null],
  ["ㄷㅂ", null],
  ["", null],
  ["가".repeat(MAX_KEYWORD + 1), null],
])("the search %j becomes the keyword %j of an alert", (term, keyword) => {
  expect(toAlertKeyword(term)).toBe(keyword)
})
