import { expect, test } from "vitest"
import { formatPushText } from "./message-texts.ts"

test("advertising by push says who sends it and how to refuse it; other messages are as they are", () => {
  expect(formatPushText({ kind: "marketing", text: "쿠폰을 드려요" })).toBe(
    "쿠폰을 드려요\n바로일당 · 수신거부: 내 정보 > 알림",
  )
  expect(formatPushText({ kind: "order", text: "견적서가 왔어요" })).toBe("견적서가 왔어요")
})
