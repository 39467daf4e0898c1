/**
 * What is changed of an account asks who it is, is told where the owner was before, and can be taken back
 * (docs/decisions/024-taking-changes-back.md).
 */
import { desc, eq } from "drizzle-orm"
import { afterEach, expect, test } from "vitest"
import { createPerson } from "#app/areas/accounts/fixtures.ts"
import { accountChanges, credentials, profiles, sessions, users } from "#app/areas/accounts/schema.server.ts"
import { hashPassword, setPassword } from "#app/areas/accounts/service/passwords.server.ts"
import { notifications } from "#app/areas/notifications/schema.server.ts"
import { resetClock, setClock } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { db, inTransaction } from "#app/platform/db.server.ts"
import { listNewestMessages } from "#app/platform/messages.server.ts"
import { withApp } from "../setup/app.ts"

const app = withApp()
const PASSWORD = "correct-horse-7"
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

afterEach(resetClock)

type Person = Awaited<ReturnType<typeof createPerson>>
let people = 0

async function createMember(options: Parameters<typeof createPerson>[0] = {}) {
  const email = `owner-${(people += 1)}@example.kr`
  const person = await createPerson({ email, ...options })
  await inTransaction(async (tx) => setPassword(tx, person.actor.userId, await hashPassword(PASSWORD)))
  return { ...person, email }
}

const isIn = async (cookie: string) => (await app.post("/session/open", {}, { cookie })).status === 204
const send = (person: { cookie: string }, fields: Record<string, string>) =>
  app.post(fields["intent"] === "password" ? "/my-info/login" : "/my-info/profile", fields, {
    cookie: person.cookie,
  })
const signIn = (email: string, password: string) => app.post("/login", { email, password })
const sessionOf = (answer: Response) =>
  /baroildang\.session_token=[^;]+/.exec(answer.headers.getSetCookie().join("; "))?.[0] ?? ""
const userOf = async (person: Person) =>
  (await db().select().from(users).where(eq(users.id, person.actor.userId)))[0]
const profileOf = async (person: Person) =>
  (await db().select().from(profiles).where(eq(profiles.userId, person.actor.userId)))[0]
const noticesOf = async (person: Person) =>
  (
    await db()
      .select({ title: notifications.title })
      .from(notifications)
      .where(eq(notifications.userId, person.actor.userId))
      .orderBy(desc(notifications.id))
  ).map(({ title }) => title)

async function mailsTo(recipient: string) {
  await app.drainEvents()
  return listNewestMessages(20, recipient)
}
const tokenIn = (text: string | undefined, path: string) =>
  new RegExp(`${path}\\?(?:[^\\s]*&)?token=([\\w-]+)`).exec(text ?? "")?.[1] ?? ""
const undoTokenTo = async (recipient: string) =>
  tokenIn((await mailsTo(recipient)).find((mail) => mail.body.includes("/undo-change"))?.body, "undo-change")
const undo = (token: string) => app.post("/undo-change", { token })

/** Moves the account of a signed-in person to `email`, as the form and the mail's link do. */
async function moveTo(person: { cookie: string }, email: string, password = PASSWORD) {
  const asked = await send(person, { intent: "email", email, password })
  expect(asked.status).toBe(302)
  const token = tokenIn((await mailsTo(email))[0]?.body, "verify-email")
  expect(
    (await app.post("/verify-email", { intent: "change", token }, { cookie: person.cookie })).status,
  ).toBe(302)
}

/** Sets a new password by the mail that `email` gets. Returns the session it opens. */
async function resetBy(email: string, password: string): Promise<string> {
  await app.post("/password-reset", { email })
  const token = tokenIn((await mailsTo(email))[0]?.body, "password-reset")
  return sessionOf(await app.post("/password-reset", { intent: "reset", token, password }))
}

async function changePhone(person: { cookie: string }, phone: string, password = PASSWORD) {
  expect((await send(person, { intent: "send-code", phone, password })).status).toBe(302)
  const code =
    /\d{6}/.exec(
      (await listNewestMessages(1, `+82${phone.replace(/\D/g, "").slice(1)}`))[0]?.body ?? "",
    )?.[0] ?? ""
  expect((await send(person, { intent: "check-code", code })).status).toBe(302)
}

test("another e-mail asks for the password, keeps what was typed, and sends nothing without it", async () => {
  const person = await createMember()
  for (const password of [undefined, "", "not-mine-123"]) {
    const refused = await send(person, {
      intent: "email",
      email: "elsewhere@example.kr",
      ...(password === undefined ? {} : { password }),
    })
    expect(refused.status).toBe(400)
    const page = await refused.text()
    expect(page).toContain("지금 비밀번호를 다시 확인해 주세요")
    expect(page).toContain('value="elsewhere@example.kr"')
    expect(page).not.toContain("not-mine-123")
  }
  expect(await mailsTo("elsewhere@example.kr")).toEqual([])
  expect(
    (await send(person, { intent: "email", email: "elsewhere@example.kr", password: PASSWORD })).status,
  ).toBe(302)
  expect(await mailsTo("elsewhere@example.kr")).toHaveLength(1)
})

test("who has no password changes it within 10 minutes of signing in", async () => {
  const person = await createPerson({ email: "social-1@example.kr" })
  await db()
    .update(sessions)
    .set({ createdAt: new Date(Date.now() - 11 * MINUTE) })
    .where(eq(sessions.id, person.actor.sessionId))
  const refused = await send(person, { intent: "email", email: "given-2@example.kr" })
  expect(refused.status).toBe(409)
  expect(await refused.text()).toContain("다시 로그인한 뒤 10분 안에")
  await db()
    .update(sessions)
    .set({ createdAt: new Date(Date.now() - 9 * MINUTE) })
    .where(eq(sessions.id, person.actor.sessionId))
  expect((await send(person, { intent: "email", email: "given-2@example.kr" })).status).toBe(302)
})

test("an open page is no place to guess the password by the other forms either", async () => {
  const person = await createMember({ phone: "+821011112222" })
  const statuses = []
  for (let round = 0; round < 6; round += 1) {
    statuses.push(
      (await send(person, { intent: "email", email: "guess@example.kr", password: `guess-${round}-x` }))
        .status,
    )
    statuses.push(
      (await send(person, { intent: "send-code", phone: "010-3333-4444", password: `guess-${round}-y` }))
        .status,
    )
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429, 429])
})

test("a change of e-mail is mailed to the old address, with a link that undoes it", async () => {
  const person = await createMember()
  await moveTo(person, "new-home@example.kr")
  expect((await userOf(person))?.email).toBe("new-home@example.kr")
  const [mail] = await mailsTo(person.email)
  expect(mail?.subject).toBe("[바로일당] 이메일이 바뀌었어요")
  expect(mail?.body).toContain("n***@example.kr")
  expect(await noticesOf(person)).toEqual(["이메일이 바뀌었어요"])
  const token = await undoTokenTo(person.email)
  const page = await (await app.get(`/undo-change?token=${token}`)).text()
  expect(page).toContain("바뀐 정보를 되돌릴까요?")
  expect(page).toContain("o***@example.kr")
  // Reading the link changes nothing: programs that look into mails do that.
  expect((await userOf(person))?.email).toBe("new-home@example.kr")
  const done = await undo(token)
  expect(done.status).toBe(302)
  expect((await userOf(person))?.email).toBe(person.email)
  expect(await isIn(person.cookie)).toBe(false)
  expect((await mailsTo("new-home@example.kr"))[0]?.subject).toBe("[바로일당] 이메일을 되돌렸어요")
  expect((await mailsTo(person.email))[0]?.subject).toBe("[바로일당] 이메일을 되돌렸어요")
  for (const used of [token, "", "nonsense"]) expect((await undo(used)).status).toBe(409)
  expect(await (await app.get(`/undo-change?token=${token}`)).text()).toContain("링크를 쓸 수 없어요")
})

test("a stolen account comes back whole: address, number, sessions and password", async () => {
  const owner = await createMember({ phone: "+821055550001" })
  // Somebody knows the password, moves the account to their own address, resets the password there and puts
  // in their number.
  const thief = sessionOf(await signIn(owner.email, PASSWORD))
  await moveTo({ cookie: thief }, "thief@example.kr")
  const again = await resetBy("thief@example.kr", "quiet-lamp-77")
  expect(again).not.toBe("")
  await changePhone({ cookie: again }, "010-6666-0001", "quiet-lamp-77")
  await moveTo({ cookie: again }, "thief-2@example.kr", "quiet-lamp-77")
  await db()
    .insert(credentials)
    .values({ id: newId(), userId: owner.actor.userId, accountId: "thief", providerId: "google" })
  await app.post("/password-reset", { email: "thief-2@example.kr" })
  const waiting = tokenIn((await mailsTo("thief-2@example.kr"))[0]?.body, "password-reset")
  const answers = (await mailsTo("thief@example.kr"))
    .map((mail) => tokenIn(mail.body, "undo-change"))
    .filter(Boolean)
  expect(answers.length).toBeGreaterThan(0)

  const done = await undo(await undoTokenTo(owner.email))
  expect(done.status).toBe(302)
  expect((await userOf(owner))?.email).toBe(owner.email)
  expect((await profileOf(owner))?.phone).toBe("+821055550001")
  expect(await isIn(again)).toBe(false)
  for (const password of [PASSWORD, "quiet-lamp-77"])
    expect((await signIn(owner.email, password)).status).toBe(400)
  // Nothing that the other had in hand opens anything any more.
  expect(
    (await app.post("/password-reset", { intent: "reset", token: waiting, password: "quiet-lamp-88" }))
      .status,
  ).toBe(409)
  for (const token of answers) expect((await undo(token)).status).toBe(409)
  expect(await db().select().from(credentials).where(eq(credentials.userId, owner.actor.userId))).toEqual([])
  // The owner goes on to a new password and is in.
  const token = tokenIn(done.headers.get("Location") ?? "", "password-reset")
  const entered = await app.post("/password-reset", { intent: "reset", token, password: "bright-river-99" })
  expect(await isIn(sessionOf(entered))).toBe(true)
  expect((await signIn(owner.email, "bright-river-99")).status).toBe(302)
})

test("a reset or sign-up with the former address sends the link again, and no account", async () => {
  const owner = await createMember()
  await moveTo(owner, "moved-away@example.kr")
  const form = { userType: "customer", email: owner.email }
  expect((await app.post("/signup", form)).status).toBe(302)
  const [signUp] = await mailsTo(owner.email)
  expect(signUp?.subject).toBe("[바로일당] 이 이메일을 쓰던 계정이 있어요")
  expect((await app.post("/password-reset", { email: owner.email })).status).toBe(302)
  const [reset] = await mailsTo(owner.email)
  expect(reset?.subject).toBe("[바로일당] 이 이메일을 쓰던 계정이 있어요")
  // Nor can another account move there.
  const other = await createMember()
  expect((await send(other, { intent: "email", email: owner.email, password: PASSWORD })).status).toBe(302)
  expect((await mailsTo(owner.email)).filter((mail) => mail.body.includes("/verify-email"))).toEqual([])
  expect((await undo(tokenIn(reset?.body, "undo-change"))).status).toBe(302)
  expect((await userOf(owner))?.email).toBe(owner.email)
})

test("after seven days a change stands, is forgotten, and the former address is free", async () => {
  const owner = await createMember()
  await moveTo(owner, "for-good@example.kr")
  const token = await undoTokenTo(owner.email)
  const start = Date.now()
  setClock(() => new Date(start + 7 * DAY - MINUTE))
  expect(await (await app.get(`/undo-change?token=${token}`)).text()).toContain("되돌릴까요?")
  setClock(() => new Date(start + 7 * DAY + MINUTE))
  expect((await undo(token)).status).toBe(409)
  await app.runJob("sweep-accounts")
  expect(
    await db().select().from(accountChanges).where(eq(accountChanges.userId, owner.actor.userId)),
  ).toEqual([])
  const next = await createPerson()
  await send(next, { intent: "email", email: owner.email })
  expect((await mailsTo(owner.email))[0]?.body).toContain("/verify-email")
})

test("another phone number asks for the password, the first one does not", async () => {
  const first = await createMember()
  expect((await send(first, { intent: "send-code", phone: "010-8888-0001" })).status).toBe(302)
  const owner = await createMember({ phone: "+821088880002" })
  await changePhone(owner, "010-8888-0002", "")
  expect(await mailsTo(owner.email)).toEqual([])
  setClock(() => new Date(Date.now() + 2 * MINUTE))
  const refused = await send(owner, { intent: "send-code", phone: "010-8888-0003" })
  expect(refused.status).toBe(400)
  expect(await refused.text()).toContain("지금 비밀번호를 다시 확인해 주세요")
  await changePhone(owner, "010-8888-0003")
  expect((await mailsTo(owner.email))[0]?.subject).toBe("[바로일당] 휴대폰 번호가 바뀌었어요")
  expect((await mailsTo("+821088880002"))[0]?.body).toContain("휴대폰 번호가 바뀌었어요")
  expect(await noticesOf(owner)).toEqual(["휴대폰 번호가 바뀌었어요"])
  expect((await undo(await undoTokenTo(owner.email))).status).toBe(302)
  const back = await profileOf(owner)
  expect(back?.phone).toBe("+821088880002")
  expect(back?.phoneVerifiedAt).not.toBeNull()
})

test("a number that somebody else verified comes back unverified; its loser is notified", async () => {
  const owner = await createMember({ phone: "+821088881001" })
  await changePhone(owner, "010-8888-1001", "")
  setClock(() => new Date(Date.now() + 2 * MINUTE))
  await changePhone(owner, "010-8888-1002")
  const other = await createMember()
  await changePhone(other, "010-8888-1001")
  expect((await undo(await undoTokenTo(owner.email))).status).toBe(302)
  expect(await profileOf(owner)).toMatchObject({ phone: "+821088881001", phoneVerifiedAt: null })
  const third = await createMember()
  await changePhone(third, "010-8888-1001")
  await app.drainEvents()
  expect(await noticesOf(other)).toEqual(["휴대폰 번호 인증이 풀렸어요"])
})

test("a new password is mailed with a link that ends all sessions and sets another", async () => {
  const owner = await createMember()
  expect(
    (await send(owner, { intent: "password", currentPassword: PASSWORD, newPassword: "somebody-elses-9" }))
      .status,
  ).toBe(302)
  const [mail] = await mailsTo(owner.email)
  expect(mail?.subject).toBe("[바로일당] 비밀번호가 바뀌었어요")
  expect(await noticesOf(owner)).toEqual(["비밀번호가 바뀌었어요"])
  const done = await undo(tokenIn(mail?.body, "undo-change"))
  expect(done.headers.get("Location")).toMatch(/^\/password-reset\?token=/)
  expect(await isIn(owner.cookie)).toBe(false)
  expect((await signIn(owner.email, "somebody-elses-9")).status).toBe(400)
})

test("two links pressed at once take back once", async () => {
  const owner = await createMember()
  await moveTo(owner, "racing@example.kr")
  await resetBy("racing@example.kr", "another-pass-11")
  const tokens = (await mailsTo(owner.email)).map((mail) => tokenIn(mail.body, "undo-change")).filter(Boolean)
  expect(tokens).toHaveLength(2)
  const statuses = (await Promise.all(tokens.map(undo))).map((answer) => answer.status)
  expect(statuses.sort()).toEqual([302, 409])
  expect((await userOf(owner))?.email).toBe(owner.email)
})

test("where the former address has an account by now, the link changes nothing", async () => {
  const owner = await createMember()
  await moveTo(owner, "left-behind@example.kr")
  const token = await undoTokenTo(owner.email)
  await createPerson({ email: owner.email })
  const refused = await undo(token)
  expect(refused.status).toBe(409)
  expect(await refused.text()).toContain("다른 계정이 쓰고 있어서")
  expect((await userOf(owner))?.email).toBe("left-behind@example.kr")
  expect(await isIn(owner.cookie)).toBe(true)
  expect((await signIn("left-behind@example.kr", PASSWORD)).status).toBe(302)
})

test("who leaves takes the record of changes along", async () => {
  const owner = await createMember()
  await moveTo(owner, "leaving-soon@example.kr")
  expect(
    (await app.post("/my-info/leave", { understood: "on", password: PASSWORD }, { cookie: owner.cookie }))
      .status,
  ).toBe(302)
  expect(
    await db().select().from(accountChanges).where(eq(accountChanges.userId, owner.actor.userId)),
  ).toEqual([])
})

test("what the operator changes of an account is told its owner", async () => {
  const [admin, second] = [await createPerson({ role: "admin" }), await createPerson({ role: "admin" })]
  const { changeUserType, endSessionsOfMembers } =
    await import("#app/areas/accounts/service/members.server.ts")
  const {
    decideAdminRequest,
    findAdminRequests,
    requestAdmin,
    revokeAdmin: takeBackAdmin,
  } = await import("#app/areas/admin/service/roles.server.ts")
  const person = await createPerson()
  await changeUserType(admin.actor, person.actor.userId, { userType: "expert", reason: "신청" })
  await changeUserType(admin.actor, person.actor.userId, { userType: "customer", reason: "취소" })
  await requestAdmin(admin.actor, person.actor.userId, { officeRole: "support", reason: "새 동료" })
  const [asked] = await findAdminRequests(second.actor, person.actor.userId)
  await decideAdminRequest(second.actor, asked?.id ?? "", "confirm")
  await takeBackAdmin(admin.actor, person.actor.userId, "퇴사")
  const { createSession } = await import("#app/areas/accounts/fixtures.ts")
  await createSession(person.actor.userId)
  await endSessionsOfMembers(admin.actor, [person.actor.userId], "의심스러운 로그인")
  await app.drainEvents()
  expect((await noticesOf(person)).toReversed()).toEqual([
    "회원 유형이 전문가로 바뀌었어요",
    "회원 유형이 일반회원으로 바뀌었어요",
    "관리자 권한을 받았어요",
    "관리자 권한이 없어졌어요",
    "운영자가 모든 기기에서 로그아웃했어요",
  ])
})
