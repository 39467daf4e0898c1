import { mkdtempSync, openAsBlob, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import fc from "fast-check"
import { expect, test } from "vitest"
import { parseBoundary, readMultipart, MalformedFormError } from "./multipart.server.ts"

const ORIGIN = "http://localhost/"

/** A form as a browser writes it. */
async function written(form: FormData): Promise<{ bytes: Uint8Array<ArrayBuffer>; boundary: string }> {
  const request = new Request(ORIGIN, { method: "POST", body: form })
  return {
    bytes: new Uint8Array(await request.arrayBuffer()),
    boundary: parseBoundary(request.headers.get("Content-Type")) ?? "",
  }
}

/** Names, values, names of files, types and contents, in order. */
async function contentsOf(form: FormData): Promise<unknown[]> {
  return Promise.all(
    [...form].map(async ([name, value]) => {
      if (typeof value === "string") return [name, value]
      return [name, value.name, value.type, Buffer.from(await value.arrayBuffer()).toString("base64")]
    }),
  )
}

test(
  "a form comes out as it went in: names, texts and files, whatever they hold",
  { timeout: 60_000 },
  async () => {
    const text = fc.string({ unit: "grapheme", maxLength: 40 })
    const entry = fc.record({
      name: text,
      text,
      bytes: fc.uint8Array({ maxLength: 300 }),
      isFile: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { minLength: 1, maxLength: 8 }), async (entries) => {
        const form = new FormData()
        for (const each of entries) {
          if (each.isFile)
            form.append(each.name, new File([new Uint8Array(each.bytes)], each.text, { type: "image/jpeg" }))
          else form.append(each.name, each.text)
        }
        const { bytes, boundary } = await written(form)
        const native = await new Response(bytes, {
          headers: { "Content-Type": `multipart/form-data; boundary=${boundary}` },
        }).formData()
        expect(await contentsOf(await readMultipart(new Blob([bytes]), boundary))).toEqual(
          await contentsOf(native),
        )
      }),
      { numRuns: 300, seed: 7 },
    )
  },
)

test("a delimiter is found wherever the pieces of a large file end, and files are read there", async () => {
  const folder = mkdtempSync(join(tmpdir(), "baroildang-multipart-"))
  for (const size of [1_048_400, 1_048_500, 1_048_576, 2_097_100, 3_000_000]) {
    const content = crypto.getRandomValues(new Uint8Array(65_536))
    const large = new Uint8Array(size).map((_, at) => content[at % 65_536] ?? 0)
    const form = new FormData()
    form.append("photosFiles", new File([large], "부엌.jpg", { type: "image/jpeg" }))
    form.append("title", "싱크대 수리")
    const { bytes, boundary } = await written(form)
    const path = join(folder, String(size))
    writeFileSync(path, bytes)
    const read = await readMultipart(await openAsBlob(path), boundary)
    const file = read.get("photosFiles")
    if (!(file instanceof File)) throw new Error("no file")
    expect([file.name, file.type, file.size, read.get("title")]).toEqual([
      "부엌.jpg",
      "image/jpeg",
      size,
      "싱크대 수리",
    ])
    expect(Buffer.from(await file.arrayBuffer()).equals(large)).toBe(true)
  }
  rmSync(folder, { recursive: true })
})

test("what is no form is refused, also with a thousand parts or endless fields", async () => {
  const read = (text: string, boundary = "x") => readMultipart(new Blob([text]), boundary)
  const part = '\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--x'
  expect([...(await read(`--x${part}--`))]).toEqual([["a", "b"]])
  const wrong = [
    "",
    "--x",
    "hello",
    `--x${part}`,
    "--x\r\n\r\nb\r\n--x--",
    '--x\r\nContent-Disposition: form-data; name="a"\r\n--x--',
    '--x\r\nContent-Disposition: attachment; name="a"\r\n\r\nb\r\n--x--',
    "--x\r\nContent-Disposition: form-data\r\n\r\nb\r\n--x--",
    `--x${part.repeat(1_001)}--`,
    `--x${part.replace("\r\nb", `\r\n${"b".repeat(1_000_001)}`)}--`,
  ]
  for (const each of wrong) await expect(read(each), each.slice(0, 60)).rejects.toThrow(MalformedFormError)
  // What only looks like the end of it is content.
  expect([
    ...(await read('--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb--x\r\n--y\r\n--x--')),
  ]).toEqual([["a", "b--x\r\n--y"]])
})

test("the boundary is read as browsers and others write it", () => {
  expect(parseBoundary("multipart/form-data; boundary=----WebKit")).toBe("----WebKit")
  expect(parseBoundary('Multipart/Form-Data; charset=utf-8; Boundary="a b"')).toBe("a b")
  for (const none of [
    null,
    "",
    "multipart/form-data",
    "multipart/mixed; boundary=x",
    `multipart/form-data; boundary=${"x".repeat(71)}`,
  ]) {
    expect(parseBoundary(none)).toBeUndefined()
  }
})
