/**
 * A bucket as far as the storage port needs one: objects by key, over HTTP, as S3 answers. Signatures are
 * seen, not checked.
 */
import { createHash } from "node:crypto"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

const xml = (inside: string) => `<?xml version="1.0" encoding="UTF-8"?>\n${inside}`
const notFound = (key: string) =>
  xml(
    `<Error><Code>NoSuchKey</Code><Message>The specified key does not
exist.</Message><Key>${key}</Key><RequestId>0</RequestId><HostId>0</HostId></Error>`,
  )

/** Without the chunk sizes and signatures in which the SDK may wrap a body. */
function decodeChunkedBody(body: Buffer, encoding: string | undefined): Buffer {
  if (!encoding?.includes("aws-chunked")) return body
  const parts: Buffer[] = []
  for (let at = 0; at < body.length;) {
    const lineEnd = body.indexOf("\r\n", at)
    const size = Number.parseInt(body.subarray(at, lineEnd).toString().split(";")[0] ?? "0", 16)
    if (size === 0) break
    parts.push(body.subarray(lineEnd + 2, lineEnd + 2 + size))
    at = lineEnd + 2 + size + 2
  }
  return Buffer.concat(parts)
}

/**
 * Starts a bucket of that name. `objects` is what lies in it; `unsigned` counts requests that nobody signed;
 * `maxObjects` is how many it has room for.
 */
export async function startS3Double(bucket: string) {
  const objects = new Map<string, { bytes: Buffer; type: string }>()
  let unsigned = 0
  let maxObjects = Number.POSITIVE_INFINITY
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on("data", (part: Buffer) => parts.push(part))
    request.on("end", () => {
      const url = new URL(request.url ?? "/", "http://s3")
      const [first, ...rest] = url.pathname.slice(1).split("/")
      const key = decodeURIComponent(rest.join("/"))
      if (!request.headers.authorization?.startsWith("AWS4-HMAC-SHA256 Credential=")) unsigned += 1
      const answer = (status: number, body: Buffer | string = "", headers: Record<string, string> = {}) => {
        response.writeHead(status, {
          "x-amz-request-id": "0",
          ...(typeof body === "string" && body ? { "Content-Type": "application/xml" } : {}),
          "Content-Length": String(Buffer.byteLength(body)),
          ...headers,
        })
        response.end(request.method === "HEAD" ? undefined : body)
      }
      if (first !== bucket) return answer(404, xml("<Error><Code>NoSuchBucket</Code></Error>"))
      const body = decodeChunkedBody(Buffer.concat(parts), request.headers["content-encoding"])
      const object = objects.get(key)
      const getObjectHeaders = (bytes: Buffer, type: string) => ({
        ETag: `"${createHash("md5").update(bytes).digest("hex")}"`,
        "Content-Type": type,
        "Last-Modified": new Date(0).toUTCString(),
      })
      if (request.method === "PUT") {
        if (objects.size >= maxObjects)
          return answer(507, xml("<Error><Code>XMinioStorageFull</Code></Error>"))
        objects.set(key, { bytes: body, type: request.headers["content-type"] ?? "application/octet-stream" })
        return answer(200, "", getObjectHeaders(body, "application/xml"))
      }
      if (request.method === "DELETE") {
        objects.delete(key)
        return answer(204)
      }
      if (request.method === "POST" && url.searchParams.has("delete")) {
        const keys = [...body.toString().matchAll(/<Key>([^<]*)<\/Key>/g)].map((match) => match[1] ?? "")
        for (const each of keys) objects.delete(each)
        const deleted = keys.map((each) => `<Deleted><Key>${each}</Key></Deleted>`)
        return answer(200, xml(`<DeleteResult>${deleted.join("")}</DeleteResult>`))
      }
      if (request.method === "GET" && url.searchParams.get("list-type") === "2") {
        const prefix = url.searchParams.get("prefix") ?? ""
        const found = [...objects].filter(([each]) => each.startsWith(prefix))
        const lines = found.map(
          ([each, { bytes }]) =>
            `<Contents><Key>${each}</Key><Size>${bytes.length}</Size>` +
            "<LastModified>1970-01-01T00:00:00.000Z</LastModified></Contents>",
        )
        return answer(
          200,
          xml(
            `<ListBucketResult><Name>${bucket}</Name><Prefix>${prefix}</Prefix>` +
              `<KeyCount>${found.length}</KeyCount><IsTruncated>false</IsTruncated>` +
              `${lines.join("")}</ListBucketResult>`,
          ),
        )
      }
      if (!object) return answer(404, notFound(key))
      return answer(200, request.method === "HEAD" ? "" : object.bytes, {
        ...getObjectHeaders(object.bytes, object.type),
        "Content-Length": String(object.bytes.length),
      })
    })
  })
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    get unsigned() {
      return unsigned
    },
    set maxObjects(most: number) {
      maxObjects = most
    },
    stop: () =>
      new Promise<void>((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}
