import sharp from "sharp"
import { expect, test } from "vitest"
import { createPerson } from "#app/areas/accounts/fixtures.ts"
import { inTransaction } from "#app/platform/db.server.ts"
import { attachPictures } from "#app/platform/pictures.server.ts"
import { withApp } from "../setup/app.ts"

const app = withApp()

const jpeg = await sharp({
  create: { width: 900, height: 600, channels: 3, background: { r: 90, g: 140, b: 220 } },
})
  .jpeg()
  .toBuffer()

function fileForm(
  fields: Record<string, string>,
  file?: { name: string; bytes: Uint8Array; field?: string },
): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  if (file) form.set(file.field ?? "file", new File([new Uint8Array(file.bytes)], file.name))
  return form
}

type Answer = {
  picture?: { id: string; width: number; height: number; placeholder: string }
  problem?: string
}
async function upload(
  purpose: string,
  options: { cookie?: string; bytes?: Uint8Array; name?: string } = {},
): Promise<{ status: number; answer: Answer; response: Response }> {
  const response = await app.post(
    "/uploads",
    fileForm({ purpose }, { name: options.name ?? "사진.jpg", bytes: options.bytes ?? jpeg }),
    options.cookie ? { cookie: options.cookie } : {},
  )
  return { status: response.status, answer: (await response.clone().json()) as Answer, response }
}
async function uploaded(purpose: string, cookie?: string): Promise<string> {
  const { answer } = await upload(purpose, cookie ? { cookie } : {})
  if (!answer.picture) throw new Error(answer.problem)
  return answer.picture.id
}

test("an upload answers with the picture, which anyone then sees in four widths for a year", async () => {
  const { cookie } = await createPerson()
  const { status, answer } = await upload("order", { cookie })
  expect(status).toBe(200)
  expect(answer.picture).toMatchObject({ width: 900, height: 600 })
  for (const [width, real] of [
    [160, 160],
    [320, 320],
    [640, 640],
    [1280, 900],
  ] as const) {
    const picture = await app.get(`/pictures/${answer.picture?.id}/${width}.webp`)
    expect(picture.status).toBe(200)
    expect(picture.headers.get("Content-Type")).toBe("image/webp")
    expect(picture.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable")
    expect((await sharp(Buffer.from(await picture.arrayBuffer())).metadata()).width).toBe(real)
  }
})

test("a picture that the browser has is not sent again, and a range gets the whole", async () => {
  const { cookie } = await createPerson()
  const path = `/pictures/${await uploaded("order", cookie)}/320.webp`
  const etag = (await app.get(path)).headers.get("ETag") ?? ""
  expect(etag).not.toBe("")
  const again = await app.get(path, { headers: { "If-None-Match": etag } })
  expect([again.status, await again.text()]).toEqual([304, ""])
  const part = await app.get(path, { headers: { Range: "bytes=0-9" } })
  expect(part.status).toBe(200)
  expect((await part.arrayBuffer()).byteLength).toBe(Number(part.headers.get("Content-Length")))
})

test("widths, names and ids that do not exist answer 404", async () => {
  const { cookie } = await createPerson()
  const id = await uploaded("order", cookie)
  const wrong = [
    `${id}/100.webp`,
    `${id}/320.png`,
    `${id}/0320.webp`,
    `${id}/320.webp.jpg`,
    `${id.toUpperCase()}/320.webp`,
    "1/320.webp",
    "..%2f..%2fsecret/320.webp",
    `${crypto.randomUUID()}/320.webp`,
  ]
  for (const path of wrong) expect((await app.get(`/pictures/${path}`)).status, path).toBe(404)
})

test("each refusal has its status and its sentence", async () => {
  const { cookie } = await createPerson()
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
  const frames = await Promise.all(
    [0, 255].map((r) =>
      sharp({ create: { width: 9, height: 9, channels: 3, background: { r, g: 0, b: 0 } } })
        .png()
        .toBuffer(),
    ),
  )
  const cases: [number, Uint8Array][] = [
    [415, svg],
    [400, Buffer.from("\xff\xd8\xff broken", "latin1")],
    [
      400,
      await sharp(frames, { join: { animated: true } })
        .webp()
        .toBuffer(),
    ],
    [413, Buffer.concat([jpeg, Buffer.alloc(10_000_001)])],
    [413, Buffer.alloc(11_500_000)],
  ]
  for (const [status, bytes] of cases) {
    const refused = await upload("order", { cookie, bytes })
    expect(refused.status).toBe(status)
    expect(refused.answer.problem).toMatch(/요\.$/)
  }
})

test("an upload without a file, with an unknown purpose or with a broken body answers 400", async () => {
  const { cookie } = await createPerson()
  const none = await app.post("/uploads", fileForm({ purpose: "order" }), { cookie })
  const text = await app.post("/uploads", { purpose: "order", file: "a" }, { cookie })
  const unknown = await app.post("/uploads", fileForm({ purpose: "admin" }, { name: "a.jpg", bytes: jpeg }), {
    cookie,
  })
  const broken = await app.post(
    "/uploads",
    { purpose: "order" },
    { cookie, headers: { "Content-Type": "multipart/form-data; boundary=x" } },
  )
  expect([none, text, unknown, broken].map((answer) => answer.status)).toEqual([400, 400, 400, 400])
})

test("another site cannot upload or remove in somebody's name", async () => {
  const { cookie } = await createPerson()
  const id = await uploaded("order", cookie)
  const headers = { Origin: "https://evil.example" }
  expect(
    (
      await app.post("/uploads", fileForm({ purpose: "order" }, { name: "a.jpg", bytes: jpeg }), {
        cookie,
        headers,
      })
    ).status,
  ).toBe(403)
  expect((await app.post(`/uploads/${id}/remove`, {}, { cookie, headers })).status).toBe(403)
})

test("a visitor uploads what a request or registration needs, and nothing else", async () => {
  const first = await upload("order")
  const cookie = first.response.headers.get("Set-Cookie")?.split(";")[0] ?? ""
  expect(cookie).toMatch(/^baroildang\.draft=/)
  expect((await upload("order", { cookie })).response.headers.get("Set-Cookie")).toBeNull()
  for (const purpose of ["review", "avatar", "after", "cover", "test"])
    expect((await upload(purpose)).status, purpose).toBe(401)
  const id = first.answer.picture?.id
  expect((await app.post(`/uploads/${id}/remove`, {})).status).toBe(404)
  expect((await app.post(`/uploads/${id}/remove`, {}, { cookie })).status).toBe(200)
})

test("a member proves a report with a picture; a banner's is sent by who makes banners alone", async () => {
  const [member, editor, support] = [
    await createPerson(),
    await createPerson({ role: "admin", officeRole: "content" }),
    await createPerson({ role: "admin", officeRole: "support" }),
  ]
  expect((await upload("evidence", { cookie: member.cookie })).status).toBe(200)
  expect((await upload("content", { cookie: editor.cookie })).status).toBe(200)
  for (const { cookie } of [member, support]) expect((await upload("content", { cookie })).status).toBe(403)
})

test("only its owner removes a picture, and only while nothing shows it", async () => {
  const [mine, other] = [await createPerson(), await createPerson()]
  const [loose, taken] = [await uploaded("order", mine.cookie), await uploaded("order", mine.cookie)]
  await inTransaction((tx) => attachPictures(tx, mine.actor.userId, "order", [taken]))
  expect((await app.post(`/uploads/${loose}/remove`, {}, { cookie: other.cookie })).status).toBe(404)
  expect((await app.post(`/uploads/${taken}/remove`, {}, { cookie: mine.cookie })).status).toBe(404)
  expect((await app.post("/uploads/not-an-id/remove", {}, { cookie: mine.cookie })).status).toBe(404)
  expect((await app.get(`/pictures/${loose}/160.webp`)).status).toBe(200)
  expect((await app.post(`/uploads/${loose}/remove`, {}, { cookie: mine.cookie })).status).toBe(200)
  expect((await app.get(`/pictures/${loose}/160.webp`)).status).toBe(404)
})

test("a certificate exists for its owner and admins alone, and no cache keeps it", async () => {
  const [owner, other, admin] = [
    await createPerson(),
    await createPerson(),
    await createPerson({ role: "admin" }),
  ]
  const id = await uploaded("certificate", owner.cookie)
  const path = `/pictures/${id}/640.webp`
  expect((await app.get(path)).status).toBe(404)
  expect((await app.get(path, { cookie: other.cookie })).status).toBe(404)
  expect(
    (await app.get(path, { cookie: other.cookie, headers: { "If-None-Match": `"${id}-640"` } })).status,
  ).toBe(404)
  for (const { cookie } of [owner, admin]) {
    const picture = await app.get(path, { cookie })
    expect([picture.status, picture.headers.get("Cache-Control")]).toEqual([200, "private, no-store"])
  }
  const placeholder = "data:image/webp"
  expect(await (await app.get(`/image-display?id=${id}`, { cookie: other.cookie })).text()).not.toContain(
    placeholder,
  )
  expect(await (await app.get(`/image-display?id=${id}`, { cookie: owner.cookie })).text()).toContain(
    placeholder,
  )
})

/** Uploads `count` broken pictures, a few at a time, and returns the statuses that came back. */
async function uploadBroken(
  count: number,
  options: { cookie?: string; headers?: Record<string, string> },
): Promise<Set<number>> {
  const statuses = new Set<number>()
  for (let sent = 0; sent < count; sent += 4) {
    const form = () =>
      fileForm({ purpose: "order" }, { name: "a.jpg", bytes: Buffer.from("\xff\xd8\xff", "latin1") })
    const answers = await Promise.all(Array.from({ length: 4 }, () => app.post("/uploads", form(), options)))
    for (const answer of answers) statuses.add(answer.status)
  }
  return statuses
}

test("after 60 pictures in ten minutes a person waits, one by one or with a form", async () => {
  const { cookie } = await createPerson()
  expect(await uploadBroken(60, { cookie })).toEqual(new Set([400]))
  const refused = await upload("order", { cookie })
  expect([refused.status, Number(refused.response.headers.get("Retry-After")) > 0]).toEqual([429, true])
  const form = await app.post(
    "/OrderUploadTest",
    fileForm({}, { name: "a.jpg", bytes: jpeg, field: "photosFiles" }),
    { cookie },
  )
  expect(form.status).toBe(400)
  expect(await form.text()).toContain("사진을 너무 많이 올렸어요")
})

test("a visitor who throws the draft cookie away is counted by address", async () => {
  const headers = { "X-Forwarded-For": "203.0.113.7" }
  expect(await uploadBroken(60, { headers })).toEqual(new Set([400]))
  expect(await uploadBroken(6, { headers })).toEqual(new Set([429]))
  expect(await uploadBroken(6, { headers: { "X-Forwarded-For": "203.0.113.8" } })).toEqual(new Set([400]))
})

test("without scripts pictures come with the form; somebody else's are left out", async () => {
  const [mine, other] = [await createPerson(), await createPerson()]
  const [kept, foreign] = [await uploaded("test", mine.cookie), await uploaded("test", other.cookie)]
  const form = fileForm({}, { name: "부엌.jpg", bytes: jpeg, field: "photosFiles" })
  form.append("photosFiles", new File(["no picture"], "메모.txt"))
  form.append("photos[]", kept)
  form.append("photos[]", foreign)
  form.append("photos[]", "not-an-id")
  const answer = await app.post("/OrderUploadTest", form, { cookie: mine.cookie })
  expect(answer.status).toBe(400)
  const page = await answer.text()
  expect(page).toContain("메모.txt: 열 수 없는 사진이에요.")
  expect(page).not.toContain(foreign)
  const ticks = [...page.matchAll(/<input type="checkbox"[^>]*name="photos\[\]"[^>]*value="([^"]+)"/g)].map(
    (match) => match[1],
  )
  expect(ticks).toHaveLength(2)
  expect(ticks[0]).toBe(kept)
})

test("the utility screens are public, uploads need a sign-in, search engines stay out", async () => {
  const { cookie } = await createPerson()
  for (const path of [
    "/image-display",
    "/image-display?id=nonsense",
    `/image-display?id=${crypto.randomUUID()}`,
    "/upload-test",
    "/OrderUploadTest",
  ]) {
    for (const options of [{}, { cookie }]) {
      const page = await app.get(path, options)
      expect(page.status).toBe(200)
      expect(await page.text()).toMatch(/<meta name="robots" content="noindex"/)
    }
  }
  for (const path of ["/upload-test", "/OrderUploadTest"]) {
    expect(await (await app.get(path)).text()).toContain("로그인한 뒤에 올릴 수 있어요")
    const sent = await app.post(path, fileForm({}, { name: "a.jpg", bytes: jpeg, field: "pictureFiles" }))
    expect([sent.status, sent.headers.get("Location")]).toEqual([
      302,
      `/login?returnTo=${encodeURIComponent(path)}`,
    ])
    expect(
      (
        await app.post(
          path,
          { a: "1" },
          { cookie, headers: { "Content-Type": "multipart/form-data; boundary=x" } },
        )
      ).status,
    ).toBe(400)
  }
  const made = await app.post(
    "/upload-test",
    fileForm({}, { name: "a.jpg", bytes: jpeg, field: "pictureFiles" }),
    { cookie },
  )
  expect(made.status).toBe(200)
  expect((await made.text()).replaceAll("<!-- -->", "")).toContain(">900×600<")
})

test("one person's slow pictures never take the places of others", async () => {
  const [slow, quick] = [await createPerson(), await createPerson()]
  const held: ReadableStreamDefaultController<Uint8Array>[] = []
  const trickle = () =>
    app.send("/uploads", {
      body: new ReadableStream<Uint8Array>({ start: (stream) => void held.push(stream) }),
      cookie: slow.cookie,
      headers: { "Content-Type": "multipart/form-data; boundary=x", "Content-Length": "1000" },
    })
  const hanging = Array.from({ length: 4 }, trickle)
  await expect.poll(() => held.length).toBe(4)
  await expect.poll(async () => (await trickle()).status).toBe(429)
  expect((await upload("order", { cookie: quick.cookie })).status).toBe(200)
  expect((await upload("order", { cookie: slow.cookie })).status).toBe(429)
  for (const stream of held) stream.close()
  expect(new Set((await Promise.all(hanging)).map((answer) => answer.status))).toEqual(new Set([400]))
  expect((await upload("order", { cookie: slow.cookie })).status).toBe(200)
})

test(
  "two people at four large pictures each keep a third waiting for one of them, not for all",
  { timeout: 120_000 },
  async () => {
    const [first, second, third] = [await createPerson(), await createPerson(), await createPerson()]
    // What costs most for its size: interlaced, 16 bits, see-through.
    const costly = await sharp({
      create: { width: 4_000, height: 3_000, channels: 4, background: { r: 9, g: 120, b: 80, alpha: 0.5 } },
    })
      .toColourspace("rgb16")
      .png({ progressive: true, compressionLevel: 2 })
      .toBuffer()
    let done = 0
    const others = [first, second].flatMap(({ cookie }) =>
      Array.from({ length: 4 }, async () => {
        const { status } = await upload("order", { cookie, bytes: costly })
        done += 1
        return status
      }),
    )
    await expect.poll(() => done, { timeout: 60_000 }).toBeGreaterThan(0)
    const before = done
    expect((await upload("order", { cookie: third.cookie })).status).toBe(200)
    // A worker that is free takes the third's next; until then each of at most four may finish one, and begin
    // none before it.
    expect(done - before).toBeLessThanOrEqual(4)
    expect(done).toBeLessThan(8)
    expect(new Set(await Promise.all(others))).toEqual(new Set([200]))
  },
)
