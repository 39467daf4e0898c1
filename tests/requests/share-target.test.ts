/** What the system sends when somebody shares photos from another app into the installed product. */
import sharp from "sharp"
import { expect, test } from "vitest"
import { createPerson } from "#app/areas/accounts/fixtures.ts"
import { hashPassword, setPassword } from "#app/areas/accounts/service/passwords.server.ts"
import { db } from "#app/platform/db.server.ts"
import { withApp } from "../setup/app.ts"
import { toCookieHeader } from "../setup/cookies.ts"

const app = withApp()

const jpeg = await sharp({
  create: { width: 640, height: 480, channels: 3, background: { r: 40, g: 120, b: 90 } },
})
  .jpeg()
  .toBuffer()

function sharedForm(fields: Record<string, string> = {}, photos = 1): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  for (let photo = 0; photo < photos; photo += 1)
    form.append("pictureIdsFiles", new File([new Uint8Array(jpeg)], `사진 ${photo + 1}.jpg`))
  return form
}

/** The system has no origin and is no site. */
const share = (form: FormData, options: { cookie?: string; site?: string } = {}) =>
  app.request("/share-target", {
    method: "POST",
    body: form,
    headers: {
      Origin: "null",
      "Sec-Fetch-Site": options.site ?? "none",
      ...(options.cookie ? { Cookie: options.cookie } : {}),
    },
  })
const countPictures = (html: string) =>
  new Set([...html.matchAll(/name="pictureIds\[\]"[^>]*value="([0-9a-f-]{36})"/g)].map(([, id]) => id)).size

test("a shared photo begins an item with its title and what most people choose", async () => {
  const { cookie } = await createPerson()
  const answer = await share(sharedForm({ title: "원목 의자", text: "튼튼해요" }, 2), { cookie })
  expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/marketplace/post"])
  const html = await (await app.get("/marketplace/post", { cookie })).text()
  expect(countPictures(html)).toBe(2)
  expect(html).toContain('value="원목 의자"')
  expect(html).toContain("튼튼해요")
  expect(html).toMatch(/(?=[^>]*value="direct")[^>]*checked/)
})

test("a second photo joins the first, and the words that stand there stay", async () => {
  const { cookie } = await createPerson()
  await share(sharedForm({ title: "책상" }), { cookie })
  await share(sharedForm({ title: "다른 제목" }), { cookie })
  const html = await (await app.get("/marketplace/post", { cookie })).text()
  expect(countPictures(html)).toBe(2)
  expect(html).toContain('value="책상"')
})

test("a visitor signs in and finds the photo there", async () => {
  const answer = await share(sharedForm())
  expect(decodeURIComponent(answer.headers.get("Set-Cookie") ?? "")).toContain("로그인하면 이어서")
  const visitor = toCookieHeader(answer)
  const form = await app.get("/marketplace/post", { cookie: visitor })
  expect(form.headers.get("Location")).toContain("/login?returnTo=%2Fmarketplace%2Fpost")
  const { actor } = await createPerson()
  await setPassword(db(), actor.userId, await hashPassword("shared-1234!"))
  const signedIn = await app.post(
    "/login",
    { email: actor.email ?? "", password: "shared-1234!", returnTo: "/marketplace/post" },
    { cookie: visitor },
  )
  expect(signedIn.headers.get("Location")).toBe("/marketplace/post")
  const html = await (await app.get("/marketplace/post", { cookie: toCookieHeader(signedIn) })).text()
  expect(countPictures(html)).toBe(1)
})

test("what is no picture is left out with a sentence", async () => {
  const { cookie } = await createPerson()
  const form = sharedForm({}, 0)
  form.append("pictureIdsFiles", new File(["not a picture"], "글.jpg"))
  const answer = await share(form, { cookie })
  // Said as what was refused, not with the sign of what succeeded.
  expect(decodeURIComponent(answer.headers.get("Set-Cookie") ?? "")).toMatch(/~!글\.jpg/)
})

test("another site cannot share in somebody's name", async () => {
  const { cookie } = await createPerson()
  for (const site of ["cross-site", "same-site"])
    expect((await share(sharedForm(), { cookie, site })).status).toBe(403)
  const html = await (await app.get("/marketplace/post", { cookie })).text()
  expect(countPictures(html)).toBe(0)
})
