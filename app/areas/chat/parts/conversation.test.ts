import { describe, expect, test } from "vitest"
import type { AppointmentView, MessageView } from "../views.ts"
import {
  createConversation,
  groupByDay,
  getLastSeq,
  reduceConversation,
  type Conversation,
  type PendingMessage,
} from "./conversation.ts"

const message = (seq: number, rest: Partial<MessageView> = {}): MessageView => ({
  id: `m${seq}`,
  seq,
  mine: seq % 2 === 0,
  kind: "text",
  text: `${seq}`,
  at: new Date(Date.UTC(2026, 10, 21, 5, seq)).toISOString(),
  pictures: [],
  appointment: null,
  card: null,
  clientKey: null,
  hidden: false,
  ...rest,
})
const list = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => message(from + at))
const seqs = (conversation: Conversation) => conversation.messages.map((one) => one.seq)
const pending = (clientKey: string): PendingMessage => ({
  clientKey,
  text: "보내는 중",
  pictures: [],
  at: "2026-11-21T05:00:00.000Z",
  state: "sending",
})
const begun = createConversation({ messages: list(7, 10), before: 7 }, 8)

describe("messages by number", () => {
  test("what comes later follows, each once, in whatever order the answers come", () => {
    const after = reduceConversation(reduceConversation(begun, { type: "later", messages: list(11, 13) }), {
      type: "later",
      messages: list(10, 12),
    })
    expect([seqs(after), getLastSeq(after)]).toEqual([[7, 8, 9, 10, 11, 12, 13], 13])
  })
  test("nothing is shown behind a gap: it waits until the gap is filled", () => {
    const gap = reduceConversation(begun, { type: "later", messages: list(12, 12) })
    expect(seqs(gap)).toEqual([7, 8, 9, 10])
    expect(seqs(reduceConversation(gap, { type: "later", messages: list(11, 12) }))).toEqual([
      7, 8, 9, 10, 11, 12,
    ])
  })
  test("older ones come in front, and say where it goes on", () => {
    const after = reduceConversation(begun, { type: "older", page: { messages: list(1, 6), before: null } })
    expect([seqs(after), after.before]).toEqual([[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], null])
  })
  test("the newest page again keeps what was loaded above it", () => {
    const older = reduceConversation(begun, { type: "older", page: { messages: list(4, 6), before: 4 } })
    const after = reduceConversation(older, {
      type: "page",
      page: { messages: list(9, 12), before: 9 },
      partnerReadSeq: 9,
    })
    expect([seqs(after), after.before, after.partnerReadSeq]).toEqual([[4, 5, 6, 7, 8, 9, 10, 11, 12], 4, 9])
  })
  test("after a long absence the newest page stands alone", () => {
    const after = reduceConversation(begun, {
      type: "page",
      page: { messages: list(40, 70), before: 40 },
      partnerReadSeq: 8,
    })
    expect([seqs(after)[0], getLastSeq(after), after.before]).toEqual([40, 70, 40])
  })
  test("reading never goes back", () =>
    expect(
      reduceConversation(reduceConversation(begun, { type: "read", seq: 10 }), { type: "read", seq: 9 })
        .partnerReadSeq,
    ).toBe(10))
})

describe("what is on its way", () => {
  const sending = reduceConversation(begun, { type: "send", pending: pending("a") })
  test("is gone when it has arrived, by whichever answer", () => {
    expect(
      reduceConversation(sending, { type: "later", messages: [message(11, { mine: true, clientKey: "a" })] })
        .pending,
    ).toEqual([])
    expect(
      reduceConversation(sending, {
        type: "page",
        page: { messages: [...list(9, 10), message(11, { clientKey: "a" })], before: 9 },
        partnerReadSeq: 0,
      }).pending,
    ).toEqual([])
  })
  test("that an earlier page left is offered, once; confirmed as sent long ago it goes", () => {
    const left = reduceConversation(sending, { type: "left", pending: [pending("old"), pending("a")] })
    expect(left.pending.map((one) => one.clientKey)).toEqual(["old", "a"])
    const after = reduceConversation(left, {
      type: "later",
      messages: [message(2, { clientKey: "old" }), ...list(3, 8)],
    })
    expect([seqs(after), after.pending.map((one) => one.clientKey)]).toEqual([[7, 8, 9, 10], ["a"]])
  })
  test("is offered again where it failed, or dropped", () => {
    const failed = reduceConversation(sending, {
      type: "failed",
      clientKey: "a",
      problem: "연결이 끊겼어요.",
    })
    expect(failed.pending).toMatchObject([{ state: "failed", problem: "연결이 끊겼어요." }])
    expect(reduceConversation(failed, { type: "again", clientKey: "a" }).pending).toMatchObject([
      { state: "sending" },
    ])
    expect(reduceConversation(failed, { type: "drop", clientKey: "a" }).pending).toEqual([])
  })
})

describe("appointments", () => {
  const card = (id: string, state: AppointmentView["state"]): AppointmentView => ({
    id,
    state,
    at: "2026-11-23T10:00:00.000Z",
    area: null,
    place: "",
    note: "",
    mine: false,
    moves: ["accept"],
  })
  const proposed = reduceConversation(begun, {
    type: "later",
    messages: [message(11, { kind: "appointment", appointment: card("x", "proposed") })],
  })
  test("an answer that comes as a message changes the card above it", () => {
    const after = reduceConversation(proposed, {
      type: "later",
      messages: [message(12, { kind: "system", mine: null, appointment: card("x", "accepted") })],
    })
    expect(after.messages.find((one) => one.seq === 11)?.appointment?.state).toBe("accepted")
  })
  test("a newer proposal replaces the one that waits", () => {
    const after = reduceConversation(proposed, {
      type: "later",
      messages: [message(12, { kind: "appointment", appointment: card("y", "proposed") })],
    })
    expect(
      after.messages.flatMap((one) =>
        one.appointment ? [[one.appointment.id, one.appointment.state, one.appointment.moves.length]] : [],
      ),
    ).toEqual([
      ["x", "replaced", 0],
      ["y", "proposed", 1],
    ])
  })
})

describe("as it is shown", () => {
  test("days are Korea's, and the time stands under the last of a minute", () => {
    const at = (time: string) => `2026-11-21T${time}.000Z`
    const days = groupByDay([
      message(1, { mine: true, at: at("14:59:10") }),
      message(2, { mine: true, at: at("14:59:40") }),
      message(3, { mine: true, at: at("15:00:05") }),
      message(4, { mine: false, at: at("15:00:06") }),
    ])
    expect(
      days.map(({ day, lines }) => [day, lines.map(({ first, showsTime: timed }) => [first, timed])]),
    ).toEqual([
      [
        "2026-11-21",
        [
          [true, false],
          [false, true],
        ],
      ],
      [
        "2026-11-22",
        [
          [true, true],
          [true, true],
        ],
      ],
    ])
  })
})
