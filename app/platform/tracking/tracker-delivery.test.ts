/** Delivery Tracker as it answers: what is read of a parcel, and what is said of what cannot be read. */
import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, expect, test } from "vitest"
import { createTrackerDeliveryPort, parseTrackerAnswer } from "./tracker-delivery.server.ts"

let body = "{}"
const received: { authorization: string | undefined; body: string }[] = []
const readBody = async (request: IncomingMessage) => {
  let text = ""
  for await (const chunk of request) text += String(chunk)
  return text
}
const service = createServer((request, answer) => {
  void readBody(request).then((text) => {
    received.push({ authorization: request.headers.authorization, body: text })
    answer.writeHead(200, { "Content-Type": "application/json" })
    answer.end(body)
  })
})
beforeAll(() => new Promise<void>((listening) => service.listen(0, "127.0.0.1", listening)))
afterAll(() => new Promise((closed) => service.close(closed)))

const port = () =>
  createTrackerDeliveryPort({
    apiUrl: `http://127.0.0.1:${(service.address() as AddressInfo).port}/graphql`,
    clientId: "client",
    clientSecret: "secret",
  })
const parcel = { carrier: "cj", trackingNumber: "6123-4567-8901", sentAt: new Date() }
const node = (time: string, code: string, place: string | null) => ({
  node: {
    time,
    status: { code, name: code },
    description: `${code} 소식`,
    location: place && { name: place },
  },
})

test("asks with its keys about the carrier's number, and reads the stations, the oldest first", async () => {
  body = JSON.stringify({
    data: {
      track: {
        events: {
          edges: [
            node("2026-11-24T14:10:00.000+09:00", "DELIVERED", "서초"),
            node("2026-11-23T19:00:00.000+09:00", "AT_PICKUP", "김포"),
            node("2026-11-24T08:00:00.000+09:00", "ATTEMPT_FAIL", null),
            node("2026-11-24T09:00:00.000+09:00", "OUT_FOR_DELIVERY", "서초"),
          ],
        },
      },
    },
  })
  expect(await port().find(parcel)).toEqual({
    kind: "found",
    stations: [
      { at: "2026-11-23T10:00:00.000Z", state: "picked_up", place: "김포", text: "AT_PICKUP 소식" },
      { at: "2026-11-23T23:00:00.000Z", state: "in_transit", place: "", text: "ATTEMPT_FAIL 소식" },
      {
        at: "2026-11-24T00:00:00.000Z",
        state: "out_for_delivery",
        place: "서초",
        text: "OUT_FOR_DELIVERY 소식",
      },
      { at: "2026-11-24T05:10:00.000Z", state: "delivered", place: "서초", text: "DELIVERED 소식" },
    ],
  })
  expect(received[0]?.authorization).toBe("TRACKQL-API-KEY client:secret")
  expect(JSON.parse(received[0]?.body ?? "{}")).toMatchObject({
    variables: { carrierId: "kr.cjlogistics", trackingNumber: "612345678901" },
  })
})

test("an error in the body counts, whatever the status is", () => {
  const failed = (code: string) =>
    parseTrackerAnswer({ errors: [{ message: "x", extensions: { code } }], data: null })
  expect([failed("NOT_FOUND"), failed("BAD_REQUEST"), failed("UNAUTHENTICATED"), failed("INTERNAL")]).toEqual(
    [
      { kind: "not_found" },
      { kind: "refused", code: "BAD_REQUEST" },
      { kind: "unknown", code: "UNAUTHENTICATED" },
      { kind: "unknown", code: "INTERNAL" },
    ],
  )
  expect(parseTrackerAnswer({ data: { track: null } })).toEqual({ kind: "not_found" })
  expect(parseTrackerAnswer({ data: { track: { events: { edges: [] } } } })).toEqual({ kind: "not_found" })
  expect(parseTrackerAnswer("<html>")).toEqual({ kind: "unknown", code: "UNREADABLE" })
})

test("what is no JSON, nobody's answer and a carrier that nobody follows are said so", async () => {
  body = "<html>"
  expect(await port().find(parcel)).toEqual({ kind: "unknown", code: "NO_ANSWER" })
  expect(await port().find({ ...parcel, carrier: "direct" })).toEqual({
    kind: "refused",
    code: "UNKNOWN_CARRIER",
  })
})
