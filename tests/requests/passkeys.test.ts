/** Passkeys over HTTP: their screen, the question for the device, and signing in. */
import { expect, test } from "vitest"
import { createPerson } from "#app/areas/accounts/fixtures.ts"
import { hashPassword, setPassword } from "#app/areas/accounts/service/passwords.server.ts"
import { db } from "#app/platform/db.server.ts"
import { createAuthenticator, readChallenge } from "../setup/authenticator.ts"
import { withApp } from "../setup/app.ts"
import { findSetCookie } from "../setup/cookies.ts"

const app = withApp()
const PASSWORD = "quiet-river-1207!"
const origin = "http://localhost:3000"

async function createMember() {
  const person = await createPerson()
  await setPassword(db(), person.actor.userId, await hashPassword(PASSWORD))
  const { cookie } = person
  const send = (fields: Record<string, string>, sent = cookie) =>
    app.post("/my-info/passkeys", fields, { cookie: sent })
  const open = async (sent = cookie) => (await app.get("/my-info/passkeys", { cookie: sent })).text()
  return { ...person, send, open }
}

/** A question of ours for a device, as a page asks it. */
async function ask() {
  const answer = await app.post("/login/passkey", {})
  const options = (await answer.json()) as { challenge: string; rpId: string; userVerification: string }
  return { options, cookie: findSetCookie(answer, "baroildang.passkey"), answer }
}

test("a passkey is added, named, used and taken away", async () => {
  const { cookie, send, open } = await createMember()
  const device = createAuthenticator()
  const wrong = await send({ intent: "begin", password: "loud-ocean-8826!" })
  expect([wrong.status, (await wrong.text()).includes("지금 비밀번호를 다시 확인해 주세요")]).toEqual([
    400,
    true,
  ])
  const begun = await send({ intent: "begin", password: PASSWORD })
  expect([begun.status, begun.headers.get("Location")]).toEqual([302, "/my-info/passkeys#add"])
  const asked = findSetCookie(begun, "baroildang.passkey")
  const both = `${cookie}; ${asked}`
  expect(await open(both)).toContain("이 기기에 패스키 만들기")
  expect(await open()).not.toContain("이 기기에 패스키 만들기")
  const answer = device.make({ challenge: readChallenge(asked), origin })
  const unnamed = await send({ intent: "add", name: " ", answer }, both)
  expect([unnamed.status, (await unnamed.text()).includes("이름을 입력해 주세요")]).toEqual([400, true])
  for (const broken of ["", "{}", "nonsense", '{"id":"x"}'])
    expect((await send({ intent: "add", name: "휴대폰", answer: broken }, both)).status, broken).toBe(400)
  const added = await send({ intent: "add", name: "내 휴대폰", answer }, both)
  expect([added.status, findSetCookie(added, "baroildang.passkey")]).toEqual([302, "baroildang.passkey="])
  const twice = await send({ intent: "add", name: "내 휴대폰", answer }, both)
  expect([twice.status, (await twice.text()).includes("이미 등록된 패스키예요")]).toEqual([409, true])

  const page = await open()
  const passkeyId = /name="passkeyId" value="([^"]+)"/.exec(page)?.[1] ?? ""
  expect(page).toContain("내 휴대폰")
  expect((await send({ intent: "rename", passkeyId, name: "회사 노트북" })).status).toBe(302)
  expect(await open()).toContain("회사 노트북")
  const other = await createMember()
  expect((await other.send({ intent: "rename", passkeyId, name: "내 것" })).status).toBe(404)
  expect((await other.send({ intent: "remove", passkeyId, password: PASSWORD })).status).toBe(409)

  const { options, cookie: question } = await ask()
  expect([options.rpId, options.userVerification]).toEqual(["localhost", "required"])
  const fields = {
    intent: "passkey",
    answer: device.prove({ ...options, origin }),
    returnTo: "/orders",
    keep: "on",
  }
  const signedIn = await app.post("/login", fields, { cookie: question })
  expect([signedIn.status, signedIn.headers.get("Location")]).toEqual([302, "/orders"])
  expect(signedIn.headers.getSetCookie().join()).toMatch(/session_token=[^;]+;.*Max-Age=2592000/)
  const session = findSetCookie(signedIn, "baroildang.session_token")
  expect((await app.get("/orders", { cookie: session })).status).toBe(200)
  const again = await app.post("/login", fields, { cookie: question })
  expect([again.status, (await again.text()).includes("확인하는 시간이 지났어요")]).toEqual([409, true])

  expect((await send({ intent: "remove", passkeyId, password: PASSWORD })).status).toBe(302)
  const gone = await ask()
  const refused = await app.post(
    "/login",
    { intent: "passkey", answer: device.prove({ ...gone.options, origin }), returnTo: "//evil.example" },
    { cookie: gone.cookie },
  )
  expect([refused.status, (await refused.text()).includes("등록되지 않았거나 지운 패스키예요")]).toEqual([
    400,
    true,
  ])
})

test("the question is for whoever asks, never for another site, and nobody keeps it", async () => {
  const { answer } = await ask()
  expect([answer.status, answer.headers.get("Cache-Control")]).toEqual([200, "no-store"])
  expect(answer.headers.get("Set-Cookie")).toMatch(/Max-Age=300; HttpOnly; SameSite=Lax/)
  expect((await app.get("/login/passkey")).status).toBe(404)
})

test("nobody is led off the site, and the screen asks the database little", async () => {
  const { cookie, send } = await createMember()
  const device = createAuthenticator()
  const asked = findSetCookie(await send({ intent: "begin", password: PASSWORD }), "baroildang.passkey")
  const answer = device.make({ challenge: readChallenge(asked), origin })
  await send({ intent: "add", name: "휴대폰", answer }, `${cookie}; ${asked}`)
  const { options, cookie: question } = await ask()
  const fields = {
    intent: "passkey",
    answer: device.prove({ ...options, origin }),
    returnTo: "//evil.example",
  }
  expect((await app.post("/login", fields, { cookie: question })).headers.get("Location")).toBe("/")
  const page = await app.get("/my-info/passkeys", { cookie })
  expect(Number(page.headers.get("X-Queries"))).toBeLessThanOrEqual(6)
})
