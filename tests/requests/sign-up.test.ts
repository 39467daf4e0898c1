/** Signing up over HTTP: the address, the code or link of its mail, and the steps behind it. */
import { afterEach, expect, test } from "vitest"
import { eq } from "drizzle-orm"
import { createPerson } from "#app/areas/accounts/fixtures.ts"
import { profiles, users } from "#app/areas/accounts/schema.server.ts"
import { resetClock, setClock } from "#app/basics/clock.ts"
import { db } from "#app/platform/db.server.ts"
import { listNewestMessages } from "#app/platform/messages.server.ts"
import { withApp } from "../setup/app.ts"
import { toCookieHeader } from "../setup/cookies.ts"
import { finishSignUp, sendSignUpStep } from "../setup/sign-up-requests.ts"

const app = withApp()
afterEach(resetClock)

const signUpForm = (email: string) => ({ userType: "customer", email })
const signIn = (email: string, password = "correct-horse-7") => app.post("/login", { email, password })
/** Whether a cookie is signed in: only members may open it. */
const isSignedIn = async (cookie: string) => (await app.post("/session/open", {}, { cookie })).status === 204

const mailTo = async (email: string) => {
  await app.drainEvents()
  const [mail] = await listNewestMessages(1, email)
  return mail
}
const linkIn = (text: string) => new URL(/https?:\/\/\S+token=\S+/.exec(text)?.[0] ?? "")
const tokenOf = async (email: string) =>
  linkIn((await mailTo(email))?.body ?? "").searchParams.get("token") ?? ""
const countUsers = async (email: string) =>
  (await db().select().from(users).where(eq(users.email, email))).length

test("a person signs up step by step, behind the link of the mail, and is signed in", async () => {
  const email = "new@example.kr"
  const sent = await app.post("/signup", signUpForm(email))
  expect(sent.status).toBe(302)
  expect(sent.headers.get("Location")).toBe("/signup/sent?to=new%40example.kr")
  const link = linkIn((await mailTo(email))?.body ?? "")
  const token = link.searchParams.get("token") ?? ""
  const opened = await app.get(link.pathname + link.search)
  const path = `/signup/profile?${new URLSearchParams({ token })}`
  expect(opened.headers.get("Location")).toBe(path)
  expect((await app.get(path)).headers.get("Location")).toBe(`${path}&step=name`)
  // Nobody gets ahead of a step that is not done.
  expect((await app.get(`${path}&step=summary`)).headers.get("Location")).toBe(`${path}&step=name`)
  expect((await sendSignUpStep(app, token, "summary")).headers.get("Location")).toBe(`${path}&step=name`)
  for (const [step, next, shown] of [
    ["name", "contact", 'value="김하늘"'],
    ["contact", "password", 'value="010-2345-6789"'],
    ["password", "summary", "정해 둔 비밀번호를 그대로 쓰려면"],
  ] as const) {
    const answer = await sendSignUpStep(app, token, step)
    expect([answer.status, answer.headers.get("Location")]).toEqual([302, `${path}&step=${next}`])
    // The way back finds what was typed.
    expect(await (await app.get(`${path}&step=${step}`)).text()).toContain(shown)
  }
  expect((await sendSignUpStep(app, token, "password", { password: "" })).status).toBe(302)
  // The last step asks for the consents in its title, and says so once.
  const consents = await (await app.get(`${path}&step=summary`)).text()
  expect(consents).toContain("약관에 동의해 주세요")
  expect(consents).toContain('<legend class="sr-only">약관 동의</legend>')
  expect(await countUsers(email)).toBe(0)
  const done = await sendSignUpStep(app, token, "summary", { marketing: "on" })
  expect(done.headers.get("Location")).toBe("/")
  expect(await isSignedIn(toCookieHeader(done))).toBe(true)
  const [profile] = await db()
    .select({ userType: profiles.userType, role: profiles.role, phone: profiles.phone })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(eq(users.email, email))
  expect(profile).toEqual({ userType: "customer", role: "user", phone: "+821023456789" })
  expect((await signIn(email)).status).toBe(302)
  expect((await sendSignUpStep(app, token, "summary")).status).toBe(409)
  expect(await (await app.get(`${path}&step=summary`)).text()).toContain("링크를 쓸 수 없어요")
  // Back, or the mail once more, does not ask its new member to sign up or in.
  const back = await app.get(`${path}&step=summary`, { cookie: toCookieHeader(done) })
  expect(back.headers.get("Location")).toBe("/")
})

test("the code of the mail leads on in the browser that asked for it, five tries in all", async () => {
  await createPerson({ email: "has-account@example.kr" })
  const begin = async (email: string) => {
    const sent = await app.post("/signup", signUpForm(email))
    const mail = await mailTo(email)
    const code = /인증번호: (\d{6})/.exec(mail?.body ?? "")?.[1] ?? "000000"
    const wrong = code === "123456" ? "654321" : "123456"
    const path = sent.headers.get("Location") ?? ""
    const enter = (typed: string, cookie = toCookieHeader(sent)) =>
      app.post(path, { intent: "check", code: typed }, { cookie })
    return { enter, code, wrong }
  }
  const free = await begin("code@example.kr")
  expect((await free.enter(free.code, "")).status).toBe(409)
  expect((await free.enter(free.wrong)).status).toBe(400)
  const right = await free.enter(free.code)
  expect(right.status).toBe(302)
  const token = new URL(right.headers.get("Location") ?? "", "http://localhost").searchParams.get("token")
  expect((await sendSignUpStep(app, token ?? "", "name")).status).toBe(302)
  // An address with an account is answered as any wrong code is.
  const [taken, guessed] = [await begin("has-account@example.kr"), await begin("guessed@example.kr")]
  const answers = [await taken.enter(taken.wrong), await guessed.enter(guessed.wrong)]
  expect(answers.map(({ status }) => status)).toEqual([400, 400])
  for (let tries = 2; tries <= 5; tries += 1) expect((await guessed.enter(guessed.wrong)).status).toBe(400)
  expect((await guessed.enter(guessed.code)).status).toBe(429)
})

test("a sign-up mail is sent again after a minute, to who signed up, and its link counts", async () => {
  const sent = await app.post("/signup", signUpForm("again@example.kr"))
  const cookie = toCookieHeader(sent)
  const path = sent.headers.get("Location") ?? ""
  const first = linkIn((await mailTo("again@example.kr"))?.body ?? "").searchParams.get("token") ?? ""
  expect(await (await app.get(path, { cookie })).text()).toContain("메일 다시 보내기")
  expect(await (await app.get(path)).text()).not.toContain("메일 다시 보내기")
  const early = await app.post(path, {}, { cookie })
  expect([early.status, (await early.text()).includes("초 뒤에 다시 보낼 수 있어요")]).toEqual([429, true])
  expect((await app.post(path, {})).status).toBe(409)

  const start = Date.now()
  let jar = cookie
  for (let time = 1; time <= 4; time += 1) {
    setClock(() => new Date(start + time * 61_000))
    const again = await app.post(path, {}, { cookie: jar })
    expect([again.status, again.headers.get("Location")]).toEqual([302, path])
    jar = toCookieHeader(again)
  }
  const second = linkIn((await mailTo("again@example.kr"))?.body ?? "").searchParams.get("token") ?? ""
  expect(second).not.toBe(first)
  setClock(() => new Date(start + 5 * 61_000))
  expect((await app.post(path, {}, { cookie: jar })).status).toBe(429)
  expect((await sendSignUpStep(app, first, "name")).status).toBe(409)
  expect((await finishSignUp(app, second)).status).toBe(302)
})

test("each step of a sign-up keeps what was typed, names each wrong field and takes no role", async () => {
  const wrongAddress = await app.post("/signup", { userType: "admin", email: "no-address" })
  expect(wrongAddress.status).toBe(400)
  expect(await wrongAddress.text()).toContain('value="no-address"')
  await app.post("/signup", signUpForm("someone@example.kr"))
  const token = await tokenOf("someone@example.kr")
  await sendSignUpStep(app, token, "name", { role: "admin" })
  const contact = await sendSignUpStep(app, token, "contact", { phone: "010-12" })
  expect([contact.status, (await contact.text()).includes('value="010-12"')]).toEqual([400, true])
  await sendSignUpStep(app, token, "contact")
  for (const [password, sentence] of [
    ["zqzqz", "비밀번호가 너무 짧거나 단순해요"],
    ["", "비밀번호를 입력해 주세요."],
    ["someone-1!", "이메일 아이디가 들어 있어요"],
    ["my01023456789", "휴대폰 번호가 들어 있어요"],
  ] as const) {
    const answer = await sendSignUpStep(app, token, "password", { password })
    const page = await answer.text()
    expect([answer.status, page.includes(sentence)]).toEqual([400, true])
    if (password) expect(page).not.toContain(password)
  }
  await sendSignUpStep(app, token, "password")
  // Another number may be in the password: it is asked for again.
  await sendSignUpStep(app, token, "contact", { phone: "010-9999-8888" })
  const early = await sendSignUpStep(app, token, "summary")
  expect(early.headers.get("Location")).toMatch(/step=password$/)
  await sendSignUpStep(app, token, "password")
  const consents = await sendSignUpStep(app, token, "summary", { terms: "", marketing: "on" })
  expect(consents.status).toBe(400)
  const page = await consents.text()
  // In the column of the box's words, not below the box.
  expect(page).toMatch(/<label[^>]*>(?:(?!<\/li>).)*이용약관<\/label><p[^>]*>이용약관에 동의해 주세요\./)
  expect(page).toMatch(/<input(?=[^>]*name="marketing")[^>]*checked/)
})

test("전체 동의 stands for every box without scripts", async () => {
  await app.post("/signup", signUpForm("all@example.kr"))
  const boxes = { terms: "", privacy: "", age14: "", consentAll: "on" }
  expect((await finishSignUp(app, await tokenOf("all@example.kr"), { summary: boxes })).status).toBe(302)
})

test("sign-up answers the same for an address that has an account, and only the mail says so", async () => {
  await createPerson({ email: "taken@example.kr" })
  const taken = await app.post("/signup", signUpForm("taken@example.kr"))
  const free = await app.post("/signup", signUpForm("free1@example.kr"))
  expect([taken.status, await taken.text()]).toEqual([free.status, await free.text()])
  expect((await mailTo("taken@example.kr"))?.subject).toContain("이미 가입된 이메일이에요")
  expect((await mailTo("free1@example.kr"))?.subject).toContain("이메일을 확인해 주세요")
})

test("a second sign-up for one address cannot take over the first", async () => {
  await app.post("/signup", signUpForm("twice@example.kr"))
  const first = await tokenOf("twice@example.kr")
  await app.post("/signup", signUpForm("twice@example.kr"))
  const second = await tokenOf("twice@example.kr")
  await sendSignUpStep(app, second, "name")
  await sendSignUpStep(app, second, "contact")
  await sendSignUpStep(app, second, "password", { password: "an-attackers-9" })
  expect((await finishSignUp(app, first)).status).toBe(302)
  expect((await sendSignUpStep(app, second, "summary")).status).toBe(409)
  expect((await signIn("twice@example.kr", "an-attackers-9")).status).toBe(400)
  expect((await signIn("twice@example.kr")).status).toBe(302)
})
