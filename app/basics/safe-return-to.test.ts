import * as fc from "fast-check"
import { describe, expect, test } from "vitest"
import { toSafeReturnTo } from "./safe-return-to.ts"

const hostile = [
  "//evil.com",
  "///evil.com",
  "////evil.com",
  "//evil.com/path",
  "//user@evil.com",
  "//evil.com:443/",
  "//[::1]/",
  "//127.0.0.1",
  "/\\evil.com",
  "/\\/evil.com",
  "\\\\evil.com",
  "\\/evil.com",
  "\\evil.com",
  "/\\\\evil.com",
  "/path\\..\\evil",
  "/a\\b",
  "http://evil.com",
  "https://evil.com",
  "HTTPS://EVIL.COM",
  "https:evil.com",
  "https:/evil.com",
  "https:///evil.com",
  "http:\\\\evil.com",
  "ftp://evil.com",
  "ws://evil.com",
  "javascript:alert(1)",
  "JavaScript:alert(1)",
  "java\nscript:alert(1)",
  "\u0001javascript:alert(1)",
  " javascript:alert(1)",
  "javascript://%0aalert(1)",
  "vbscript:x",
  "data:text/html,<script>1</script>",
  "data:,x",
  "blob:https://evil.com/1",
  "file:///etc/passwd",
  "mailto:a@evil.com",
  "/%0d%0aSet-Cookie:a=b",
  "/%0aLocation:%20https://evil.com",
  "/a%0D",
  "/\r\nSet-Cookie: a=b",
  "/\nevil.com",
  "/?next=%0d%0aSet-Cookie:a",
  "/%00",
  "/a%00b",
  "/\u0000",
  "/%E5%98%8A%E5%98%8D%0d",
  "/%250d%250aSet-Cookie:a",
  "/\t/evil.com",
  "\t//evil.com",
  "/ /evil.com",
  " //evil.com",
  "/\u00a0/evil.com",
  "/\u2028/evil.com",
  "/\u3000/evil.com",
  "/\ufeff/evil.com",
  "/\u200b/evil.com",
  "/\u007f",
  "/%2Fevil.com",
  "/%2fevil.com",
  "/%252Fevil.com",
  "/%25252Fevil.com",
  "/%5Cevil.com",
  "/%5cevil.com",
  "/%255Cevil.com",
  "/%09/evil.com",
  "/%2F%2Fevil.com",
  "/a%5Cb",
  "/／evil.com",
  "/＼evil.com",
  "/∕evil.com",
  "/⁄evil.com",
  "/⧸evil.com",
  "／／evil.com",
  "/%EF%BC%8F\u0000",
  "/..//evil.com",
  "/.//evil.com",
  "/a/..//evil.com",
  "/%2e%2e//evil.com",
  "/%2e//evil.com",
  "/./..//evil.com",
  "/a/../..//evil.com",
  "user@evil.com",
  "user:pass@evil.com",
  "@evil.com",
  "evil.com",
  "www.evil.com",
  ".evil.com",
  "./evil",
  "../evil",
  "?next=//evil.com",
  "#//evil.com",
  "",
  " ",
  ":",
  "://evil.com",
  "/\u202emoc.live",
  "/\ud800",
  `/${"a".repeat(3_000)}`,
]

describe("a way back", () => {
  test("is tried with at least sixty hostile forms", () => {
    expect(new Set(hostile).size).toBeGreaterThanOrEqual(60)
  })

  test.each(hostile)("never leads through %j", (value) => {
    expect(toSafeReturnTo(value)).toBe("/")
    expect(toSafeReturnTo(value, "/my-info")).toBe("/my-info")
  })

  test.each([undefined, null, 7, {}, ["/orders"], true, Symbol("x")])("is text, not %s", (value) => {
    expect(toSafeReturnTo(value)).toBe("/")
  })

  test.each([
    ["/", "/"],
    ["/orders", "/orders"],
    ["/orders/1?tab=2#top", "/orders/1?tab=2#top"],
    ["/search?q=도배", "/search?q=%EB%8F%84%EB%B0%B0"],
    ["/search?q=%EB%8F%84%EB%B0%B0&from=/shopping//x", "/search?q=%EB%8F%84%EB%B0%B0&from=/shopping//x"],
    ["/search?q=100%", "/search?q=100%"],
    ["/login?next=%2Forders%3Fa%3D1", "/login?next=%2Forders%3Fa%3D1"],
    ["/a/../b", "/b"],
    ["/experts?q=a@b.com", "/experts?q=a@b.com"],
    ["/search?q=a+b%20c", "/search?q=a+b%20c"],
  ])("leads to %s", (value, path) => {
    expect(toSafeReturnTo(value)).toBe(path)
  })

  test("stays on this site whatever is tried", () => {
    const piece = fc.constantFrom(
      "/",
      "\\",
      "//",
      "..",
      ".",
      "%2f",
      "%5c",
      "%0a",
      "\t",
      "evil.com",
      "@",
      ":",
      "a",
      "?",
      "#",
      "％",
      "／",
      "http:",
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(piece, { maxLength: 8 }).map((pieces) => `/${pieces.join("")}`),
          fc.string({ unit: "binary" }),
          fc.webUrl(),
        ),
        (value) => {
          const path = toSafeReturnTo(value)
          expect(new URL(path, "https://baro.example").origin).toBe("https://baro.example")
          expect(path).toMatch(/^\/(?!\/)[!-~]*$/)
          expect(toSafeReturnTo(path)).toBe(path)
        },
      ),
      { numRuns: 2_000 },
    )
  })
})
