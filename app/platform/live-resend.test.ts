/** What the bus does not take is sent again: those who hear it again already would never know. */
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { newId } from "../basics/ids.ts"
import { publishToUsers, startLiveStreams, stopLiveStreams } from "./live.server.ts"

const sent: string[] = []
let isAway = false
vi.mock("./bus.server.ts", () => ({
  bus: () => ({
    maxBytes: 7_900,
    send: async (_channel: string, text: string) => {
      if (isAway) throw new Error("The bus is away")
      sent.push(text)
    },
    listen: async () => async () => undefined,
  }),
}))

beforeEach(async () => {
  vi.useFakeTimers()
  await startLiveStreams()
})
afterEach(async () => {
  isAway = false
  await stopLiveStreams()
  vi.useRealTimers()
  sent.length = 0
})

test("messages that could not be sent come once the bus is back, in their order and once", async () => {
  isAway = true
  await publishToUsers([newId()], { type: "first" })
  await vi.advanceTimersByTimeAsync(1_600)
  await publishToUsers([newId()], { type: "second" })
  await vi.advanceTimersByTimeAsync(400)
  expect(sent).toEqual([])
  isAway = false
  await publishToUsers([newId()], { type: "third" })
  await vi.advanceTimersByTimeAsync(600)
  const types = sent.flatMap((text) =>
    (JSON.parse(text) as { tell: { message: { type: string } }[] }).tell.map(({ message }) => message.type),
  )
  expect(types).toEqual(["first", "second", "third"])
  const count = sent.length
  await vi.advanceTimersByTimeAsync(5_000)
  expect(sent).toHaveLength(count)
})
