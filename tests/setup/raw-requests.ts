/** Requests as bytes: what no client sends, and a server hears all the same. */
import type { Random } from "./hostile-values.ts"

const TARGETS = [
  "/",
  "/search?q=a",
  "*",
  "//",
  "/\\",
  "http://[",
  "http://localhost/",
  "https://other.example/",
  "/%",
  "/%00",
  "/%E0%A4%A",
  "/\u00ff\u00fe",
  "/가",
  "/ /",
  "/a b",
  "/..%2f..",
  "/.%00./",
  "/?%",
  "/search?q=%ff",
  "/search?q=\u00ff",
  "/pictures/foo",
  "/live",
  "/login",
  "/uploads",
  `/${"a".repeat(9_000)}`,
  `/?${"a=b&".repeat(3_000)}`,
  "/#a",
  "?",
  "",
  "/notices?after=W10",
  "/;/",
  "/category/repair;x=1",
] as const
const METHODS = [
  "GET",
  "POST",
  "HEAD",
  "OPTIONS",
  "PUT",
  "DELETE",
  "PATCH",
  "TRACE",
  "CONNECT",
  "PROPFIND",
  "get",
  "G\0T",
  "",
] as const
const HOSTS = [
  "localhost",
  "",
  "[",
  "a b",
  "a:b",
  "localhost:99999",
  "\u00ff",
  "xn--",
  "a,b",
  "@",
  "[::1",
  "..",
  "a".repeat(300),
] as const
const HEADERS = [
  "Origin: null",
  "Origin: http://localhost",
  "Cookie: baroildang.session_token=\u00ff",
  "Cookie: baroildang.session_token=%00",
  "Cookie: =;;=",
  "Cookie:",
  "Content-Length: 5",
  "Content-Length: -1",
  "Content-Length: 1e9",
  "Content-Length: 5\r\nContent-Length: 6",
  "Transfer-Encoding: chunked",
  "Transfer-Encoding: gzip",
  "Expect: 100-continue",
  "Expect: nonsense",
  "Connection: upgrade\r\nUpgrade: websocket",
  "Content-Type: multipart/form-data; boundary=a",
  "Content-Type: application/x-www-form-urlencoded",
  "Content-Type: \u00ff",
  "Range: bytes=-1",
  'If-None-Match: "',
  "Accept-Encoding: br;q=x",
  "X-Forwarded-For: \u00ff",
  "X-Forwarded-For: a, b, c",
  "Accept-Language: *;q=\u00ff",
  ": a",
  "No colon",
  "A\0: b",
] as const
const BODIES = [
  "",
  "hello",
  "5\r\nhello\r\n0\r\n\r\n",
  "zz\r\n",
  "--a\r\n",
  '--a\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--a--\r\n',
  "\0\0\0",
  "a=%00&b=%",
] as const

/** One request as bytes of Latin-1, and its words. */
export function createRawRequest(random: Random): string {
  const version = random.nextBoolean(0.9)
    ? "HTTP/1.1"
    : random.pickOne(["HTTP/1.0", "HTTP/2.0", "HTTP/9", ""])
  const headers = Array.from({ length: random.nextInt(4) }, () => random.pickOne(HEADERS))
  const host = random.nextBoolean(0.6)
    ? ["Host: localhost"]
    : random.nextBoolean(0.3)
      ? []
      : [`Host: ${random.pickOne(HOSTS)}`]
  const method = random.nextBoolean(0.7) ? random.pickOne(["GET", "POST"]) : random.pickOne(METHODS)
  const head = [`${method} ${random.pickOne(TARGETS)} ${version}`, ...host, ...headers, "Connection: close"]
  return `${head.join("\r\n")}\r\n\r\n${random.pickOne(BODIES)}`
}
