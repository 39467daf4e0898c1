import { createServer, request as ask, type IncomingMessage } from "node:http"
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest"
import { readEnvironment, setEnvironment } from "../app/platform/env.server.ts"
import { SERVICES_OFF } from "../tests/setup/services-off.ts"
import { sendText } from "../tests/setup/raw-socket.ts"
import { resolveClient, resolveClientOfRequest } from "./client-address.ts"

const settings = (more: Record<string, string> = {}) =>
  setEnvironment(readEnvironment({ APP_ENV: "test", ...more }))
afterEach(() => settings())

/** Who asks from this machine with these headers. */
const visitor = (headers: Record<string, string>) =>
  resolveClientOfRequest(new Request("http://localhost:3000/", { headers })).client.address
const originOf = (headers: Record<string, string>) =>
  resolveClientOfRequest(new Request("http://localhost:3000/", { headers })).client.origin

describe("the visitor's address", () => {
  test("is that of the connection where no proxy is trusted", () => {
    settings()
    expect(visitor({ "X-Forwarded-For": "203.0.113.1" })).toBe("127.0.0.1")
  })

  test("is what the one proxy beside us wrote last, whatever the visitor wrote before it", () => {
    settings({ TRUST_PROXY: "1" })
    expect(visitor({ "X-Forwarded-For": "203.0.113.1" })).toBe("203.0.113.1")
    expect(visitor({ "X-Forwarded-For": "198.51.100.1, 10.0.0.9" })).toBe("10.0.0.9")
    expect(visitor({})).toBe("127.0.0.1")
  })

  test("is the nearest that is no proxy of the named networks", () => {
    settings({ TRUSTED_PROXIES: "127.0.0.1, 10.0.0.0/8, 2001:db8::/32" })
    expect(visitor({ "X-Forwarded-For": "1.1.1.1, 203.0.113.1, 10.1.2.3, 2001:db8::7" })).toBe("203.0.113.1")
    expect(visitor({ "X-Forwarded-For": "1.1.1.1, 203.0.113.1" })).toBe("203.0.113.1")
    expect(visitor({ "X-Forwarded-For": "10.1.2.3, 10.9.9.9" })).toBe("10.1.2.3")
  })

  test("is believed of nobody outside the named networks", () => {
    settings({ TRUSTED_PROXIES: "10.0.0.0/8", TRUST_PROXY: "1" })
    expect(visitor({ "X-Forwarded-For": "203.0.113.1" })).toBe("127.0.0.1")
  })

  test("may come with a port, in brackets or as IPv4 within IPv6; what is no address ends the way", () => {
    settings({ TRUST_PROXY: "1" })
    expect(visitor({ "X-Forwarded-For": "203.0.113.1:5000" })).toBe("203.0.113.1")
    expect(visitor({ "X-Forwarded-For": "[2001:db8::7]:5000" })).toBe("2001:db8::7")
    expect(visitor({ "X-Forwarded-For": "::ffff:203.0.113.1" })).toBe("203.0.113.1")
    for (const nonsense of ["unknown", "203.0.113.1, _hidden", "1.2.3", "'; drop table", ""])
      expect(visitor({ "X-Forwarded-For": nonsense })).toBe("127.0.0.1")
  })
})

describe("the origin", () => {
  test("is that of the settings, whatever is sent", () => {
    const lies = { Host: "evil.example", "X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "http" }
    settings({ PUBLIC_ORIGIN: "https://staging.example", TRUST_PROXY: "1" })
    expect(originOf(lies)).toBe("https://staging.example")
    const production = {
      APP_ENV: "production",
      PRODUCTION_ORIGIN: "https://baro.example",
      DEMO: "0",
      SMTP_URL: "smtp://localhost",
      MAIL_FROM: "바로 <no-reply@baro.example>",
      ...SERVICES_OFF,
      MAIL: "smtp",
      SECRET: "s".repeat(32),
    }
    settings({ ...production, PUBLIC_ORIGIN: "https://staging.example" })
    expect(originOf(lies)).toBe("https://baro.example")
  })

  test("is what a trusted proxy says, else that of the connection", () => {
    const told = {
      Host: "inner.example:81",
      "X-Forwarded-Host": "outer.example",
      "X-Forwarded-Proto": "https",
    }
    settings({ TRUST_PROXY: "1" })
    expect(originOf(told)).toBe("https://outer.example")
    expect(originOf({ ...told, "X-Forwarded-Proto": "https, http" })).toBe("https://outer.example")
    expect(originOf({ Host: "Inner.example:80" })).toBe("http://inner.example")
    settings()
    expect(originOf(told)).toBe("http://inner.example:81")
  })
})

test.each(["10.0.0.0/33", "10.0.0.0/8/8", "proxy.example", "10.0.0.0/", ","])(
  "%s is no list of networks",
  (TRUSTED_PROXIES) => {
    expect(() => readEnvironment({ TRUSTED_PROXIES })).toThrow(/TRUSTED_PROXIES: 쉼표로/)
  },
)

test.each(["https://baro.example/path", "https://baro.example?a", "ftp://baro.example"])(
  "%s is no origin",
  (PUBLIC_ORIGIN) => {
    expect(() => readEnvironment({ PUBLIC_ORIGIN })).toThrow(/PUBLIC_ORIGIN/)
  },
)

describe("a request over a socket", () => {
  const server = createServer({ requireHostHeader: false }, (incoming: IncomingMessage, outgoing) => {
    const arrival = resolveClient(incoming)
    outgoing.writeHead(arrival ? 200 : 400).end(arrival ? incoming.url : "")
  })
  let port = 0
  beforeAll(async () => {
    await new Promise<void>((opened) => server.listen(0, "127.0.0.1", opened))
    const address = server.address()
    port = typeof address === "object" && address ? address.port : 0
  })
  afterAll(() => void server.close().closeAllConnections())

  const raw = (head: string) => sendText(`http://127.0.0.1:${port}`, `${head}\r\nConnection: close\r\n\r\n`)

  test("has its whole public address from then on, also where asked by a whole address", async () => {
    const addresses = [
      ["/a?b=c", "/a?b=c"],
      ["//evil.example/x", "//evil.example/x"],
      ["http://evil.example/a", "/a"],
      ["http://evil.example?a", "/?a"],
    ]
    for (const [target = "", path = ""] of addresses) {
      expect(await raw(`GET ${target} HTTP/1.1\r\nHost: baro.example`)).toContain(
        `\nhttp://baro.example${path}\r\n`,
      )
    }
  })

  test.each(["evil.example/path", "user@evil.example", "a b", "evil.example:99999", "..", "-"])(
    "with the Host %s is refused",
    async (host) => {
      expect(await raw(`GET / HTTP/1.1\r\nHost: ${host}`)).toMatch(/^HTTP\/1\.1 400 /)
    },
  )

  test("without a Host is answered where it is a check or HTTP/1.0, and refused elsewhere", async () => {
    for (const check of [
      "GET /healthz HTTP/1.1\r\nA: b",
      "GET /readyz HTTP/1.1\r\nA: b",
      "GET /healthz HTTP/1.0",
      "GET / HTTP/1.0",
    ])
      expect(await raw(check)).toMatch(/^HTTP\/1\.1 200 /)
    expect(await raw("GET /login HTTP/1.1\r\nA: b")).toMatch(/^HTTP\/1\.1 400 /)
    expect(await raw("OPTIONS * HTTP/1.1\r\nHost: baro.example")).toMatch(/^HTTP\/1\.1 400 /)
  })

  test("of many hosts is answered under each", async () => {
    const answers = await Promise.all(
      ["one.example", "[::1]:3000", "127.0.0.1:3000"].map(
        (host) =>
          new Promise<string>((answered) => {
            ask({ port, host: "127.0.0.1", headers: { Host: host } }, (response) =>
              response.on("data", (piece: Buffer) => answered(piece.toString())),
            ).end()
          }),
      ),
    )
    expect(answers).toEqual(["http://one.example/", "http://[::1]:3000/", "http://127.0.0.1:3000/"])
  })
})
