/** promises.md, overload: at three times the capacity, and with thousands of connections that wait. */
import { setTimeout as wait } from "node:timers/promises"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { publishToUsers } from "#app/platform/live.server.ts"
import { createPeople, type BenchPerson } from "../../bench/live.ts"
import { withChildServer } from "../setup/child-server.ts"
import { withDatabase } from "../setup/database.ts"
import { sendRequest, flood, openSockets, getPercentileMs, type TimedAnswer } from "../setup/flood.ts"
import { openLiveStream, type StreamClient } from "../setup/live-stream-client.ts"

const PEOPLE = 1_000
const STREAMS_OF_PERSON = 5
const SLOW = 500
const SECONDS = 20
const TIMES = 3

const own = withDatabase()
let people: BenchPerson[] = []
beforeAll(async () => {
  people = await createPeople(PEOPLE)
})
const child = withChildServer(own, { TRUST_PROXY: "1" })

/** A page of one's own, which no cache has, from an address of one's own. */
const visit = (number: number): Promise<TimedAnswer> => {
  const address = `198.51.${100 + ((number >> 8) % 100)}.${number % 256}`
  return sendRequest(child.url, "/orders", { address, cookie: people[number % PEOPLE]?.cookie ?? "" })
}
const counted = (answers: readonly TimedAnswer[]) =>
  Object.fromEntries(
    [...Map.groupBy(answers, ({ status }) => status)].map(([status, some]) => [status, some.length]),
  )
const figures: string[] = []
afterAll(() => process.stderr.write(`${figures.join("\n")}\n`))

/** Pages a second when twelve ask without a pause. */
async function measureCapacity(seconds: number): Promise<number> {
  const until = performance.now() + seconds * 1_000
  let answered = 0
  await Promise.all(
    Array.from({ length: 12 }, async (_, from) => {
      for (let number = from; performance.now() < until; number += 12) {
        expect((await visit(number)).status).toBe(200)
        answered += 1
      }
    }),
  )
  return answered / seconds
}

test("at three times its capacity, admitted requests wait under a second, others get 503", async () => {
  await measureCapacity(3)
  const capacity = await measureCapacity(5)
  const answers: Promise<TimedAnswer>[] = []
  const begun = performance.now()
  while (performance.now() - begun < SECONDS * 1_000) {
    const due = ((performance.now() - begun) / 1_000) * capacity * TIMES
    while (answers.length < due) answers.push(visit(answers.length))
    await wait(5)
  }
  const all = await Promise.all(answers)
  const over = performance.now()
  const served = all.filter(({ status }) => status === 200)
  figures.push(
    `capacity ${capacity.toFixed(0)}/s, asked ${(all.length / SECONDS).toFixed(0)}/s, answers ` +
      `${JSON.stringify(counted(all))}, served p50 ${getPercentileMs(served, 0.5).toFixed(0)} ms p99 ` +
      `${getPercentileMs(served, 0.99).toFixed(0)} ms`,
  )
  expect(Object.keys(counted(all)).every((status) => ["200", "429", "503"].includes(status))).toBe(true)
  expect(served.length / SECONDS).toBeGreaterThan(capacity / 3)
  expect(getPercentileMs(served, 0.99)).toBeLessThan(1_000)
  const again = await Promise.all(Array.from({ length: 20 }, (_, number) => visit(number)))
  figures.push(`recovered ${((performance.now() - over) / 1_000).toFixed(1)} s after it`)
  expect(counted(again)).toEqual({ 200: 20 })
  expect(performance.now() - over).toBeLessThan(10_000)
})

test("one address at two hundred requests at once costs others neither an answer nor a second", async () => {
  const search = `/search?q=${encodeURIComponent("청소")}`
  const flooding = flood(child.url, search, 200, { address: "203.0.113.9" })
  const others: TimedAnswer[] = []
  for (let turn = 0; turn < 50; turn += 1) {
    others.push(
      ...(await Promise.all(
        Array.from({ length: 4 }, () => sendRequest(child.url, search, { address: "198.51.100.7" })),
      )),
    )
  }
  const flooded = await flooding.stop()
  figures.push(
    `beside a flood ${JSON.stringify(counted(flooded))}: others ${JSON.stringify(counted(others))}, ` +
      `p50 ${getPercentileMs(others, 0.5).toFixed(0)} ms p99 ${getPercentileMs(others, 0.99).toFixed(0)} ms`,
  )
  expect(counted(others)).toEqual({ 200: others.length })
  expect(getPercentileMs(others, 0.99)).toBeLessThan(1_000)
})

test("500 slow connections and 5,000 live streams do not disturb each other", async () => {
  const before = (await child.usage()).memoryMb
  const heard = new Map<StreamClient, Set<number>>()
  for (let from = 0; from < PEOPLE; from += 20) {
    const some = people.slice(from, from + 20).flatMap(({ cookie }) =>
      Array.from({ length: STREAMS_OF_PERSON }, () => {
        const numbers = new Set<number>()
        const client = openLiveStream(
          child.url,
          cookie,
          (message) => typeof message.number === "number" && numbers.add(message.number),
        )
        heard.set(client, numbers)
        return client
      }),
    )
    await Promise.all(some.map((client) => client.opened))
  }
  const head = "GET / HTTP/1.1\r\nHost: slow.example\r\nX-Never-"
  const form =
    `POST /login HTTP/1.1\r\nHost: ${new URL(child.url).host}\r\nOrigin: ${child.url}\r\nContent-Type: ` +
    `application/x-www-form-urlencoded\r\nContent-Length: 900\r\n\r\n`
  const slow = [
    ...(await openSockets(child.url, SLOW / 2, head)),
    ...(await openSockets(child.url, SLOW / 2, form)),
  ]
  const everybody = people.map(({ userId }) => userId)
  const allHear = async (number: number) => {
    const begun = performance.now()
    await publishToUsers(everybody, { type: "test.told", number })
    await vi.waitFor(
      () => expect([...heard.values()].filter((numbers) => !numbers.has(number))).toHaveLength(0),
      { timeout: 30_000, interval: 20 },
    )
    return performance.now() - begun
  }
  const times = [await allHear(0), await allHear(1)]
  const pages = await Promise.all(Array.from({ length: 40 }, (_, number) => visit(number)))
  await Promise.all(slow.map(({ closed }) => closed))
  times.push(await allHear(2))
  figures.push(
    `${heard.size} streams and ${SLOW} slow connections: told in ` +
      `${times.map((ms) => ms.toFixed(0)).join(", ")} ms, ` +
      `pages p99 ${getPercentileMs(pages, 0.99).toFixed(0)} ms, ` +
      `memory ${before} to ${(await child.usage()).memoryMb} MB`,
  )
  expect(counted(pages)).toEqual({ 200: 40 })
  expect(getPercentileMs(pages, 0.99)).toBeLessThan(1_000)
  expect((await child.usage()).memoryMb - before).toBeLessThan(256)
  for (const client of heard.keys()) client.stop()
})
