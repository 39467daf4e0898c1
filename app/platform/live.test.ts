import { describe, expect, test } from "vitest"
import { newId } from "../basics/ids.ts"
import { splitIntoTexts } from "./live.server.ts"

const MOST = 7_900
const sizes = (texts: string[]) => texts.map((text) => Buffer.byteLength(text))

describe("what is told travels", () => {
  test("as one text where it fits", () => {
    const texts = splitIntoTexts(
      {
        tell: Array.from({ length: 10 }, () => ({
          id: newId(),
          userIds: [newId()],
          json: '{"type":"order.changed"}',
        })),
        end: [{ userId: newId(), sessionIds: "all" }],
      },
      MOST,
    )
    expect(texts).toHaveLength(1)
    expect((JSON.parse(texts[0] ?? "") as { tell: unknown[] }).tell).toHaveLength(10)
  })

  test("never as more than the bus takes, whatever is told to however many", () => {
    const people = Array.from({ length: 3_000 }, () => newId())
    const texts = splitIntoTexts(
      {
        tell: [
          {
            id: newId(),
            userIds: people,
            json: JSON.stringify({ type: "notice.changed", text: "가".repeat(500) }),
          },
          {
            id: newId(),
            userIds: [newId()],
            json: JSON.stringify({ type: "chat.message", text: "나".repeat(9_000) }),
          },
        ],
        end: [{ userId: newId(), sessionIds: Array.from({ length: 400 }, () => newId()) }],
      },
      MOST,
    )
    expect(Math.max(...sizes(texts))).toBeLessThanOrEqual(MOST)
    const told = texts.flatMap(
      (text) => (JSON.parse(text) as { tell: { userIds: string[]; message: { type: string } }[] }).tell,
    )
    expect(
      new Set(told.filter((one) => one.message.type === "notice.changed").flatMap((one) => one.userIds)),
    ).toEqual(new Set(people))
    // What is too large itself becomes a word to look again.
    expect(told.filter((one) => one.message.type === "look-again")).toHaveLength(1)
    expect(texts.some((text) => text.includes('"sessionIds":"all"'))).toBe(true)
  })
})
