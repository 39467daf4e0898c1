import { afterEach, beforeEach, expect, test, vi } from "vitest"
import {
  FairQueue,
  type QueueLimits,
  type QueueRejection,
  type Sender,
  type QueueSlot,
} from "./fair-queue.ts"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const LIMITS: QueueLimits = {
  maxActive: 2,
  maxActiveMs: 1_000,
  maxInFlight: 6,
  maxInFlightPerAddress: 4,
  maxInFlightPerPerson: 3,
  maxWaiting: 10,
  maxWaitingPerAddress: 8,
  maxWaitingPerPerson: 5,
  maxWaitMs: 500,
}
const from = (address: string, person = ""): Sender => ({ address, person })

/** Enters and notes what comes of it under `name`. */
function follow(queue: FairQueue, events: string[]) {
  const turns = new Map<string, QueueSlot>()
  return {
    enter(name: string, sender: Sender, signal?: AbortSignal) {
      void queue.enter(sender, signal).then((outcome: QueueSlot | QueueRejection) => {
        events.push(typeof outcome === "string" ? `${name} ${outcome}` : name)
        if (typeof outcome !== "string") turns.set(name, outcome)
      })
    },
    finish: (name: string) => turns.get(name)?.release(),
  }
}
const settle = () => vi.advanceTimersByTimeAsync(0)

test("whoever asks little comes next however much others have asked before", async () => {
  const queue = new FairQueue(LIMITS)
  const events: string[] = []
  const { enter, finish } = follow(queue, events)
  for (let n = 0; n < 8; n += 1) enter(`flood ${n}`, from("a"))
  enter("quiet 0", from("b"))
  enter("quiet 1", from("b"))
  await settle()
  expect(events).toEqual(["flood 0", "flood 1"])
  finish("flood 0")
  finish("flood 1")
  await settle()
  expect(events.slice(2)).toEqual(["quiet 0", "flood 2"])
  finish("quiet 0")
  await settle()
  expect(events.at(-1)).toBe("quiet 1")
})

test("people of one address take turns as well, and strangers count as one of them", async () => {
  const queue = new FairQueue({ ...LIMITS, maxActive: 1 })
  const events: string[] = []
  const { enter, finish } = follow(queue, events)
  for (let n = 0; n < 4; n += 1) enter(`stranger ${n}`, from("a"))
  for (let n = 0; n < 2; n += 1) enter(`member ${n}`, from("a", "m"))
  for (const each of ["stranger 0", "member 0", "stranger 1", "member 1", "stranger 2"]) {
    await settle()
    expect(events.at(-1)).toBe(each)
    finish(each)
  }
})

test("what waits for something else gives its place to others, up to a limit of what is begun", async () => {
  const queue = new FairQueue(LIMITS)
  const events: string[] = []
  const { enter } = follow(queue, events)
  for (const each of ["a", "a", "a", "a", "b", "b", "b"]) enter(each, from(each))
  await settle()
  expect(events).toEqual(["a", "a"])
  await vi.advanceTimersByTimeAsync(499)
  expect(events).toEqual(["a", "a"])
  // Nobody waits longer than they should: the rest is refused.
  await vi.advanceTimersByTimeAsync(1)
  expect(events.slice(2).toSorted()).toEqual(["a late", "a late", "b late", "b late", "b late"])
  await vi.advanceTimersByTimeAsync(600)
  enter("c", from("c"))
  enter("d", from("d"))
  await settle()
  expect(events.slice(-2)).toEqual(["c", "d"])
  await vi.advanceTimersByTimeAsync(1_100)
  enter("a", from("a"))
  enter("a", from("a"))
  await settle()
  expect(events.slice(-2)).toEqual(["a", "a"])
  await vi.advanceTimersByTimeAsync(1_100)
  expect(queue.getStats()).toMatchObject({ begun: 6, atWork: 0 })
  enter("e", from("e"))
  await vi.advanceTimersByTimeAsync(2_000)
  expect(events.at(-1)).toBe("e late")
})

test("an address and a person wait with a few; where all is taken the fullest gives one away", async () => {
  const queue = new FairQueue({ ...LIMITS, maxActive: 1 })
  const events: string[] = []
  const { enter } = follow(queue, events)
  enter("first", from("x"))
  await settle()
  for (let n = 0; n < 6; n += 1) enter(`member ${n}`, from("a", "m"))
  await settle()
  expect(events.splice(0)).toEqual(["first", "member 5 too_many"])
  for (let n = 0; n < 4; n += 1) enter(`stranger ${n}`, from("a"))
  await settle()
  expect(events.splice(0)).toEqual(["stranger 3 too_many"])
  enter("b", from("b"))
  enter("c", from("c"))
  await settle()
  expect(queue.getStats().waiting).toBe(10)
  enter("d", from("d"))
  await settle()
  expect(events.splice(0)).toEqual(["member 4 full"])
  expect(queue.getStats().waiting).toBe(10)
})

test("who waits for little is not refused because another asks for much, and is next", async () => {
  const queue = new FairQueue({ ...LIMITS, maxActive: 3, maxActiveMs: 10_000 })
  const events: string[] = []
  const { enter, finish } = follow(queue, events)
  for (let n = 0; n < 8; n += 1) enter(`flood ${n}`, from("a"))
  enter("quiet", from("b"))
  await vi.advanceTimersByTimeAsync(1_900)
  expect(events).toEqual(["flood 0", "flood 1", "flood 2", ...[3, 4, 5, 6, 7].map((n) => `flood ${n} late`)])
  finish("flood 0")
  await settle()
  expect(events.at(-1)).toBe("quiet")
  finish("quiet")
  enter("flood 8", from("a"))
  enter("quiet again", from("b"))
  await vi.advanceTimersByTimeAsync(2_000)
  expect(events.slice(-2)).toEqual(["flood 8", "quiet again late"])
})

test("where all ask for as little, nobody waits longer", async () => {
  const queue = new FairQueue({ ...LIMITS, maxActiveMs: 10_000 })
  const events: string[] = []
  const { enter } = follow(queue, events)
  for (const address of "abcdef") enter(address, from(address))
  await vi.advanceTimersByTimeAsync(500)
  expect(events).toEqual(["a", "b", "c late", "d late", "e late", "f late"])
})

test("who has gone waits no longer, and nothing is remembered of those who are done", async () => {
  const queue = new FairQueue({ ...LIMITS, maxActive: 1 })
  const events: string[] = []
  const { enter, finish } = follow(queue, events)
  const gone = new AbortController()
  enter("first", from("a"))
  enter("second", from("a", "m"), gone.signal)
  enter("third", from("b"))
  await settle()
  gone.abort()
  await settle()
  finish("first")
  finish("first")
  await settle()
  finish("third")
  expect(events).toEqual(["first", "second left", "third"])
  expect(queue.getStats()).toEqual({ atWork: 0, begun: 0, waiting: 0, senders: 0 })
})

test("the places are exactly given back whatever comes in whatever order", async () => {
  const queue = new FairQueue(LIMITS)
  let seed = 7
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
  const open: QueueSlot[] = []
  for (let step = 0; step < 3_000; step += 1) {
    void queue
      .enter(from(`a${random(4)}`, random(2) ? `m${random(3)}` : ""))
      .then((outcome) => typeof outcome !== "string" && open.push(outcome))
    await vi.advanceTimersByTimeAsync(random(300))
    while (open.length > random(6)) open.splice(random(open.length), 1)[0]?.release()
    await settle()
    const { atWork, begun, waiting } = queue.getStats()
    expect(atWork <= 2 && begun <= 6 && begun === open.length && waiting <= 10).toBe(true)
  }
  await vi.advanceTimersByTimeAsync(10_000)
  while (open.length > 0) {
    open.pop()?.release()
    await settle()
  }
  expect(queue.getStats()).toEqual({ atWork: 0, begun: 0, waiting: 0, senders: 0 })
})
