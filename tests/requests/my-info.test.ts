import { afterEach, expect, test } from "vitest"
import { and, desc, eq } from "drizzle-orm"
import { createPerson, type Person } from "#app/areas/accounts/fixtures.ts"
import {
  consents,
  credentials,
  departures,
  profiles,
  sessions,
  users,
} from "#app/areas/accounts/schema.server.ts"
import {
  findOwnDataExports,
  makeDataExports,
  requestDataExport,
} from "#app/areas/accounts/service/data-exports.server.ts"
import { hashPassword, setPassword } from "#app/areas/accounts/service/passwords.server.ts"
import { resetClock, setClock } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { db, inTransaction } from "#app/platform/db.server.ts"
import { listNewestMessages } from "#app/platform/messages.server.ts"
import { withApp } from "../setup/app.ts"

const app = withApp()
const PASSWORD = "correct-horse-7"
const MINUTE = 60_000

afterEach(resetClock)

async function createMember(options: Parameters<typeof createPerson>[0] = {}) {
  const person = await createPerson(options)
  await inTransaction(async (tx) => setPassword(tx, person.actor.userId, await hashPassword(PASSWORD)))
  return person
}

/** Another session of the same person, as a Cookie header. */
async function elsewhere(userId: string) {
  const token = newId()
  await db()
    .insert(sessions)
    .values({ id: newId(), userId, token, expiresAt: new Date(Date.now() + 60 * MINUTE) })
  return `baroildang.session_token=${token}`
}

const isIn = async (cookie: string) => (await app.post("/session/open", {}, { cookie })).status === 204
/** The screens of the settings, by the form that is sent there. */
const SETTINGS_PATHS = new Map([
  ["complete", "/my-info"],
  ["password", "/my-info/login"],
  ["session-timeout", "/my-info/login"],
  ["consents", "/my-info/consents"],
])
const send = (person: { cookie: string }, fields: Record<string, string>) =>
  app.post(SETTINGS_PATHS.get(fields["intent"] ?? "") ?? "/my-info/profile", fields, {
    cookie: person.cookie,
  })
const lastCode = async (phone: string) =>
  /\d{6}/.exec((await listNewestMessages(1, phone))[0]?.body ?? "")?.[0] ?? ""
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0")
const profileOf = async (userId: string) =>
  (await db().select().from(profiles).where(eq(profiles.userId, userId)))[0]

test("a visitor is sent to sign in, also at the door of the data, and comes back", async () => {
  expect((await app.get("/my-info")).headers.get("Location")).toBe("/login?returnTo=%2Fmy-info")
  expect(await (await app.get("/my-info.data")).text()).toContain("/login?returnTo=")
  expect(await (await app.get("/my-info.data?_routes=shell%2Fscreens%2Fmy-info")).text()).not.toContain(
    "waitingThings",
  )
  expect((await app.post("/my-info", { intent: "profile" })).headers.get("Location")).toMatch(/^\/login/)
})

test("a person changes name and region, and nothing that is not theirs to change", async () => {
  const person = await createPerson()
  const saved = await send(person, {
    intent: "profile",
    name: "이바다",
    regionCode: "11680",
    role: "admin",
    userType: "expert",
    userId: newId(),
  })
  expect(saved.headers.get("Location")).toBe("/my-info/profile#profile")
  expect(await profileOf(person.actor.userId)).toMatchObject({
    legalName: "이바다",
    regionCode: "11680",
    role: "user",
    userType: "customer",
  })
})

test("a wrong field gets its sentence and keeps what was typed; an unknown form is 400", async () => {
  const person = await createPerson()
  const answer = await send(person, { intent: "profile", name: "<b>", regionCode: "99999" })
  expect(answer.status).toBe(400)
  const page = await answer.text()
  expect(page).toContain("지역을 목록에서 다시 골라 주세요.")
  expect(page).toContain('value="&lt;b&gt;"')
  for (const intent of ["", "constructor", "complete"])
    expect((await send(person, { intent })).status).toBe(400)
})

test("another person's picture cannot become one's own", async () => {
  const person = await createPerson()
  await send(person, { intent: "profile", name: "이바다", regionCode: "11680", "avatar[]": newId() })
  expect((await profileOf(person.actor.userId))?.avatarId).toBeNull()
})

test("a new password ends every other session and keeps this one", async () => {
  const person = await createMember()
  const other = await elsewhere(person.actor.userId)
  const wrong = await send(person, {
    intent: "password",
    currentPassword: "not-mine-123",
    newPassword: "brand-new-pass-2",
  })
  expect(wrong.status).toBe(400)
  expect(await wrong.text()).toContain("지금 비밀번호가 맞지 않아요")
  expect(await isIn(other)).toBe(true)
  expect(
    (await send(person, { intent: "password", currentPassword: PASSWORD, newPassword: "brand-new-pass-2" }))
      .status,
  ).toBe(302)
  expect(await isIn(other)).toBe(false)
  expect(await isIn(person.cookie)).toBe(true)
})

test("an open page is no place to guess the password: 10 tries in 15 minutes", async () => {
  const person = await createMember()
  const statuses = []
  for (let round = 0; round < 11; round += 1)
    statuses.push(
      (
        await send(person, {
          intent: "password",
          currentPassword: `guess-${round}-x`,
          newPassword: "brand-new-pass-2",
        })
      ).status,
    )
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429])
})

test("a phone number is verified by a code of 6 digits; the code is kept only as a hash", async () => {
  const person = await createPerson()
  expect((await send(person, { intent: "send-code", phone: "010-7777-0001" })).status).toBe(302)
  const [message] = await listNewestMessages(1, "+821077770001")
  expect(message?.body).toMatch(
    /^\[바로일당\] 인증번호 \d{6}(?:(?<=[013678])을|(?<=[2459])를) 입력해 주세요\.$/,
  )
  const code = await lastCode("+821077770001")
  expect(await (await app.get("/my-info/profile", { cookie: person.cookie })).text()).toMatch(
    /one-time-code/i,
  )
  const wrong = await send(person, { intent: "check-code", code: otherThan(code) })
  expect(await wrong.text()).toContain("2번 더 입력할 수 있어요")
  expect((await send(person, { intent: "check-code", code })).status).toBe(302)
  expect(await profileOf(person.actor.userId)).toMatchObject({ phone: "+821077770001" })
  expect((await profileOf(person.actor.userId))?.phoneVerifiedAt).not.toBeNull()
})

test("a code is over after 3 tries and after 5 minutes", async () => {
  const person = await createPerson()
  await send(person, { intent: "send-code", phone: "010-7777-0002" })
  const code = await lastCode("+821077770002")
  for (let round = 0; round < 3; round += 1)
    await send(person, { intent: "check-code", code: otherThan(code) })
  expect((await send(person, { intent: "check-code", code })).status).toBe(409)
  const later = await createPerson()
  await send(later, { intent: "send-code", phone: "010-7777-0003" })
  const second = await lastCode("+821077770003")
  const start = Date.now()
  setClock(() => new Date(start + 5 * MINUTE + 1_000))
  expect((await send(later, { intent: "check-code", code: second })).status).toBe(409)
})

test("codes are sent 60 s apart, and 5 a day", async () => {
  const person = await createPerson()
  const start = Date.now()
  const statuses = []
  for (let round = 0; round < 6; round += 1) {
    setClock(() => new Date(start + round * 61_000))
    statuses.push((await send(person, { intent: "send-code", phone: "010-7777-0004" })).status)
    if (round === 0)
      statuses.push((await send(person, { intent: "send-code", phone: "010-7777-0004" })).status)
  }
  expect(statuses).toEqual([302, 429, 302, 302, 302, 302, 429])
})

test("of a number that somebody else verified nothing is told, and the one who holds it has it", async () => {
  const former = await createPerson()
  const person = await createPerson()
  for (const [who, phone] of [
    [former, "010-7777-0005"],
    [person, "010-7777-0005"],
  ] as const) {
    expect((await send(who, { intent: "send-code", phone })).status).toBe(302)
    expect((await send(who, { intent: "check-code", code: await lastCode("+821077770005") })).status).toBe(
      302,
    )
  }
  expect((await profileOf(former.actor.userId))?.phoneVerifiedAt).toBeNull()
  expect((await profileOf(person.actor.userId))?.phoneVerifiedAt).not.toBeNull()
})

test("the session's time is chosen from the list and followed from the next use on", async () => {
  const person = await createPerson()
  expect((await send(person, { intent: "session-timeout", minutes: "7" })).status).toBe(400)
  expect((await send(person, { intent: "session-timeout", minutes: "180" })).status).toBe(302)
  const touched = (await (await app.post("/session/touch", {}, { cookie: person.cookie })).json()) as {
    expiresAt: number
  }
  expect(touched.expiresAt - Date.now()).toBeGreaterThan(179 * MINUTE)
})

test("an administrator reads how long a session lasts, and has nothing to choose", async () => {
  const read = async (person: Person) => (await app.get("/my-info/login", { cookie: person.cookie })).text()
  expect(await read(await createPerson())).toContain('name="minutes"')
  const page = await read(await createPerson({ role: "admin" }))
  expect(page).toContain("관리자는 30분 동안 쓰지 않으면")
  expect(page).not.toContain('name="minutes"')
})

test("only consents that change are written, with version and time", async () => {
  const person = await createPerson()
  const given = () =>
    db()
      .select({ kind: consents.kind, granted: consents.granted })
      .from(consents)
      .where(eq(consents.userId, person.actor.userId))
      .orderBy(desc(consents.givenAt), desc(consents.id))
  await send(person, { intent: "consents", marketing: "on" })
  await send(person, { intent: "consents", marketing: "on" })
  expect(await given()).toEqual([{ kind: "marketing", granted: true }])
  await send(person, { intent: "consents" })
  expect(await given()).toEqual([
    { kind: "marketing", granted: false },
    { kind: "marketing", granted: true },
  ])
})

test("who has no profile completes it at /my-info, and cannot become an admin by it", async () => {
  const person = await createPerson()
  await db().delete(profiles).where(eq(profiles.userId, person.actor.userId))
  expect(await (await app.get("/my-info", { cookie: person.cookie })).text()).toContain(
    "프로필을 완성해 주세요",
  )
  const fields = {
    intent: "complete",
    userType: "customer",
    name: "이바다",
    phone: "010-2222-3333",
    regionCode: "11680",
    role: "admin",
  }
  const refused = await send(person, { ...fields, name: "" })
  expect(refused.status).toBe(400)
  // In groups, as the steps of a sign-up ask; each error stands in the group of its field.
  const [, kind = "", names = "", contact = ""] = (await refused.text()).split(/<h2[^>]*>/)
  expect([kind, names, contact].map((group) => group.split("<")[0])).toEqual([
    "어떻게 이용하세요?",
    "이름과 별명",
    "연락처와 동네",
  ])
  expect([kind, names].map((group) => group.includes('aria-invalid="true"'))).toEqual([false, true])
  expect(contact).toContain("약관 동의")
  expect((await send(person, { ...fields, terms: "on", privacy: "on", age14: "on" })).status).toBe(302)
  expect(await profileOf(person.actor.userId)).toMatchObject({ legalName: "이바다", role: "user" })
})

test("an address given later is confirmed by a mail, in the session of that account alone", async () => {
  const person = await createPerson({ email: "kakao-1@no-email.invalid" })
  expect(await (await app.get("/my-info", { cookie: person.cookie })).text()).toContain(
    "이메일을 알려 주세요",
  )
  expect((await send(person, { intent: "email", email: "given@example.kr" })).status).toBe(302)
  await app.drainEvents()
  const token =
    /token=([\w-]+)/.exec((await listNewestMessages(1, "given@example.kr"))[0]?.body ?? "")?.[1] ?? ""
  expect((await app.post("/verify-email", { intent: "change", token })).headers.get("Location")).toMatch(
    /^\/login/,
  )
  expect(
    (await app.post("/verify-email", { intent: "change", token }, { cookie: person.cookie })).status,
  ).toBe(302)
  expect(
    (await db().select({ email: users.email }).from(users).where(eq(users.id, person.actor.userId)))[0]
      ?.email,
  ).toBe("given@example.kr")
})

test("leaving asks for the password, anonymizes the person and ends every session", async () => {
  const person = await createMember({ phone: "+821012340000" })
  const other = await elsewhere(person.actor.userId)
  const leave = (fields: Record<string, string>) =>
    app.post("/my-info/leave", fields, { cookie: person.cookie })
  const empty = await leave({ password: "" })
  expect(empty.status).toBe(400)
  // Both at once: what is missing is said beside each field.
  const said = await empty.text()
  expect(said).toContain("비밀번호를 입력해 주세요.")
  expect(said).toMatch(/name="understood"[^>]*aria-invalid="true"|aria-invalid="true"[^>]*name="understood"/)
  expect((await leave({ password: PASSWORD })).status).toBe(400)
  expect((await leave({ understood: "on", password: "not-mine-123" })).status).toBe(400)
  const done = await leave({ understood: "on", password: PASSWORD, reason: "이제 쓰지 않아요" })
  expect(done.headers.get("Location")).toBe("/")
  expect(await isIn(person.cookie)).toBe(false)
  expect(await isIn(other)).toBe(false)
  expect(await profileOf(person.actor.userId)).toMatchObject({
    legalName: "탈퇴한 회원",
    nickname: null,
    phone: null,
    regionCode: null,
  })
  expect((await db().select().from(users).where(eq(users.id, person.actor.userId)))[0]?.email).toMatch(
    /@left\.invalid$/,
  )
  expect(await db().select().from(credentials).where(eq(credentials.userId, person.actor.userId))).toEqual([])
  expect(
    (await db().select().from(departures).where(eq(departures.userId, person.actor.userId)))[0],
  ).toMatchObject({ reason: "이제 쓰지 않아요", record: null })
  expect((await app.post("/login", { email: person.actor.email, password: PASSWORD })).status).toBe(400)
})

test("leaving is refused while an order is open", async () => {
  const person = await createMember()
  const { orders } = await import("#app/areas/orders/schema.server.ts")
  const orderId = newId()
  await db()
    .insert(orders)
    .values({
      id: orderId,
      customerId: person.actor.userId,
      category: "repair",
      service: "수도",
      title: "수도꼭지 교체",
      regionCode: "11650",
      schedule: "soon",
      state: "open",
      openedAt: new Date(),
      expiresAt: new Date(Date.now() + 86_400_000),
    })
  const refused = await app.post(
    "/my-info/leave",
    { understood: "on", password: PASSWORD },
    { cookie: person.cookie },
  )
  expect(refused.status).toBe(409)
  const page = await refused.text()
  expect(page).toMatch(/href="\/orders\?tab=open"[^>]*>.*?견적을 받고 있는 요청.*?1.*?건/)
  expect(page).not.toContain('name="understood"')
  expect((await profileOf(person.actor.userId))?.leftAt).toBeNull()
  await db()
    .update(orders)
    .set({ state: "cancelled" })
    .where(and(eq(orders.id, orderId), eq(orders.customerId, person.actor.userId)))
  expect(
    (await app.post("/my-info/leave", { understood: "on", password: PASSWORD }, { cookie: person.cookie }))
      .status,
  ).toBe(302)
})

test("a wrong password for one's file of data is said on its page, and not as a success", async () => {
  const person = await createMember()
  await requestDataExport(person.actor, PASSWORD)
  await makeDataExports()
  const [made] = await findOwnDataExports(person.actor)
  const fetchFile = (password: string) =>
    app.post(`/my-info/data/${made?.id}`, { password }, { cookie: person.cookie })
  const to = (await fetchFile("wrong-horse-7")).headers.get("Location")
  expect(to).toBe("/my-info/data?refused=wrong")
  const page = await (await app.get(to ?? "", { cookie: person.cookie })).text()
  expect(page).toContain("비밀번호가 맞지 않아 내려받지 못했어요.")
})
