/** Signing in with a second factor, over HTTP. */
import { createOTP } from "@better-auth/utils/otp"
import { expect, test } from "vitest"
import { createPerson, createSecondFactor } from "#app/areas/accounts/fixtures.ts"
import { hashPassword, setPassword } from "#app/areas/accounts/service/passwords.server.ts"
import { createShop } from "#app/areas/shop/fixtures.ts"
import { inTransaction } from "#app/platform/db.server.ts"
import { listNewestMessages } from "#app/platform/messages.server.ts"
import { withApp } from "../setup/app.ts"
import { findSetCookie } from "../setup/cookies.ts"

const app = withApp()
const PASSWORD = "correct-horse-7"
const codeOf = (secret: string) => createOTP(secret).totp()

async function createMember(email: string) {
  const person = await createPerson({ email })
  await inTransaction(async (tx) => setPassword(tx, person.actor.userId, await hashPassword(PASSWORD)))
  return person
}

test("the password alone opens the question for the code, and the code opens the account", async () => {
  const person = await createMember("second@example.kr")
  const secret = await createSecondFactor(person.actor.userId)
  const first = await app.post("/login", {
    email: "second@example.kr",
    password: PASSWORD,
    returnTo: "/orders",
    keep: "on",
  })
  expect(first.headers.get("Location")).toBe("/login/code?returnTo=%2Forders")
  expect(findSetCookie(first, "baroildang.session_token")).toBe("")
  const cookie = findSetCookie(first, "baroildang.second-step")
  expect((await app.get("/orders", { cookie })).headers.get("Location")).toMatch(/^\/login/)
  expect(await (await app.get("/login/code?returnTo=%2Forders", { cookie })).text()).toContain("한 번 더")

  const wrong = await app.post("/login/code", { code: "12" }, { cookie })
  expect([wrong.status, (await wrong.text()).includes("6자리 숫자나 10자리 복구 코드")]).toEqual([400, true])
  const done = await app.post("/login/code", { code: await codeOf(secret), returnTo: "/orders" }, { cookie })
  expect(done.headers.get("Location")).toBe("/orders")
  expect(done.headers.getSetCookie().join()).toMatch(/session_token=[^;]+;.*Max-Age=2592000/)
  const session = findSetCookie(done, "baroildang.session_token")
  expect((await app.get("/orders", { cookie: session })).status).toBe(200)
})

test("without a sign-in under way there is no question for a code", async () => {
  const page = await (await app.get("/login/code?returnTo=%2Forders")).text()
  expect(page).toContain('href="/login?returnTo=%2Forders"')
  expect(page).not.toContain('name="code"')
  const refused = await app.post("/login/code", { code: "123456" })
  expect([refused.status, (await refused.text()).includes("로그인하던 시간이 지났어요")]).toEqual([409, true])
})

test("it is set up on its screen, shown once, and its owner is told", async () => {
  const person = await createMember("set-up@example.kr")
  const { cookie } = person
  const open = async () => (await app.get("/my-info/second-factor", { cookie })).text()
  const send = (fields: Record<string, string>) => app.post("/my-info/second-factor", fields, { cookie })
  expect((await send({ intent: "begin", password: "wrong" })).status).toBe(400)
  expect((await send({ intent: "begin", password: PASSWORD })).status).toBe(302)
  const page = await open()
  const key = /otpauth:[^"]*[?&;]secret=([A-Z2-7]+)/.exec(page)?.[1] ?? ""
  const recoveryCode = /<li>(\d{5}-\d{5})<\/li>/.exec(page)?.[1] ?? ""
  expect(recoveryCode).not.toBe("")
  const bits = [...key].map((letter) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"),
  )
  const bytes = (bits.join("").match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))
  const confirmed = await send({ intent: "confirm", code: await codeOf(Buffer.from(bytes).toString()) })
  expect(confirmed.status).toBe(302)
  expect(await open()).not.toContain(recoveryCode)
  await app.drainEvents()
  const told = (await listNewestMessages(1, "set-up@example.kr"))[0]
  expect(told?.subject).toBe("[바로일당] 2단계 인증을 켰어요")

  const first = await app.post("/login", { email: "set-up@example.kr", password: PASSWORD })
  const pending = findSetCookie(first, "baroildang.second-step")
  const done = await app.post("/login/code", { code: recoveryCode }, { cookie: pending })
  expect([done.status, done.headers.get("Location")]).toEqual([302, "/"])

  const renewed = await send({ intent: "codes", password: PASSWORD })
  const newCodes = (await renewed.text()).match(/<li>\d{5}-\d{5}<\/li>/g) ?? []
  expect([renewed.status, newCodes.length]).toEqual([200, 10])
  expect(await open()).not.toContain(newCodes[0])
  await app.drainEvents()
  const mail = (await listNewestMessages(1, "set-up@example.kr"))[0]
  expect(mail?.subject).toBe("[바로일당] 복구 코드를 새로 받았어요")
})

test("who is paid is offered a second factor, until there is one", async () => {
  const shop = await createShop()
  for (const path of ["/my-info/money/account", "/shopping/admin/settings"])
    expect(await (await app.get(path, { cookie: shop.cookie })).text(), path).toContain(
      "2단계 인증으로 정산 계좌를 지켜 주세요",
    )
  const readScreen = async () => (await app.get("/my-info/second-factor", { cookie: shop.cookie })).text()
  expect(await readScreen()).toContain("돈을 받는 계정이라면 켜 두는 것이 좋아요")
  await createSecondFactor(shop.actor.userId)
  expect(await readScreen()).not.toContain("켜 두는 것이 좋아요")
  for (const path of ["/my-info/money/account", "/shopping/admin/settings"])
    expect(await (await app.get(path, { cookie: shop.cookie })).text(), path).not.toContain(
      'href="/my-info/second-factor"',
    )
})
