/** Chat over HTTP: guards, forms without scripts, what the page's scripts ask for. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { eq } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import { createPerson, type Person } from "#app/areas/accounts/fixtures.ts"
import { createConversation, sendText, type TestConversation } from "#app/areas/chat/fixtures.ts"
import { chatRooms } from "#app/areas/chat/schema.server.ts"
import { listMessages } from "#app/areas/chat/service/messages.server.ts"
import { createExpert, createPictureRow } from "#app/areas/experts/fixtures.ts"
import { createOrderInState } from "#app/areas/orders/fixtures.ts"
import { newId } from "#app/basics/ids.ts"
import { addDays, toKstDateString } from "#app/basics/time.ts"
import { db } from "#app/platform/db.server.ts"
import { registerSubjects } from "#app/subjects.server.ts"
import { withApp } from "../setup/app.ts"

const app = withApp()

let stranger: Person
let admin: Person
beforeAll(async () => {
  registerSubjects()
  stranger = await createPerson()
  admin = await createPerson({ role: "admin" })
})

const place = (response: Response) => [response.status, response.headers.get("Location")]
const textsOf = async (talk: TestConversation) =>
  (await listMessages(talk.customer.actor, talk.roomId)).messages.map((message) => message.text)
const send = (
  talk: TestConversation,
  fields: Record<string, string | string[]>,
  person: Person = talk.customer,
) =>
  app.post(
    `/chat?room=${talk.roomId}`,
    { intent: "send", clientKey: newId(), text: "", ...fields },
    { cookie: person.cookie },
  )

test("visitors sign in first and come back; scripts hear 401", async () => {
  const { roomId } = await createConversation()
  for (const path of ["/chat", `/chat?room=${roomId}`])
    expect(place(await app.get(path))).toEqual([302, `/login?${new URLSearchParams({ returnTo: path })}`])
  expect((await app.get(`/chat/messages?room=${roomId}`)).status).toBe(401)
  expect((await app.post(`/chat/messages?room=${roomId}`, { intent: "send" })).status).toBe(401)
  expect((await app.post("/chat/signal", { room: roomId, signal: "read" })).status).toBe(401)
  const open = await app.post(
    "/chat/open",
    { kind: "expert", id: newId() },
    { headers: { Referer: "http://localhost:3000/expert/1?tab=2" } },
  )
  expect(place(open)).toEqual([303, `/login?${new URLSearchParams({ returnTo: "/expert/1?tab=2" })}`])
})

test("a room does not exist for anybody but its two people, on any way in", async () => {
  const talk = await createConversation()
  const { messageId } = await sendText(talk.expert.actor, talk.roomId, "비밀 이야기")
  expect(messageId).toBeTruthy()
  for (const person of [stranger, admin]) {
    const { cookie } = person
    const answers = await Promise.all([
      app.get(`/chat?room=${talk.roomId}`, { cookie }),
      app.get(`/chat.data?room=${talk.roomId}`, { cookie }),
      app.get(`/chat/messages?room=${talk.roomId}`, { cookie }),
      app.get(`/chat/messages?room=${talk.roomId}&after=0`, { cookie }),
      app.get(`/chat/signal?room=${talk.roomId}&seq=1`, { cookie }),
      app.post("/chat/signal", { room: talk.roomId, signal: "typing" }, { cookie }),
      app.post(
        `/chat/messages?room=${talk.roomId}`,
        { intent: "send", clientKey: newId(), text: "저도요" },
        { cookie },
      ),
      send(talk, { text: "저도요" }, person),
      app.post(`/chat?room=${talk.roomId}`, { intent: "leave" }, { cookie }),
    ])
    expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404, 404, 404, 404, 404, 404, 404])
    for (const answer of answers) expect(await answer.text()).not.toContain("비밀 이야기")
  }
  for (const broken of ["not-an-id", newId(), "", "1".repeat(400)])
    expect((await app.get(`/chat?room=${broken}`, { cookie: stranger.cookie })).status).toBe(404)
  expect(await textsOf(talk)).toEqual(["비밀 이야기"])
})

test("a room is opened from a form and listed; a missing expert, or oneself, is 404", async () => {
  const expert = await createExpert({ name: "김도현" })
  const customer = await createPerson()
  const open = (id: string, person: Person) =>
    app.post("/chat/open", { kind: "expert", id }, { cookie: person.cookie })
  const first = await open(expert.expertId, customer)
  expect(first.status).toBe(303)
  expect(place(await open(expert.expertId, customer))).toEqual(place(first))
  const page = await app.get(first.headers.get("Location") ?? "", { cookie: customer.cookie })
  expect(await page.text()).toContain("김도현님과 대화를 시작해 보세요.")
  expect([
    (await open(newId(), customer)).status,
    (await open("x", customer)).status,
    (await open(expert.expertId, expert)).status,
  ]).toEqual([404, 404, 404])
  expect(
    (await app.post("/chat/open", { kind: "nonsense", id: newId() }, { cookie: customer.cookie })).status,
  ).toBe(404)
})

test("the sixth new room of an hour is refused with a sentence on the page one came from", async () => {
  const customer = await createPerson()
  for (let count = 0; count < 5; count += 1) await createConversation({ customer })
  const expert = await createExpert()
  const refused = await app.post(
    "/chat/open",
    { kind: "expert", id: expert.expertId },
    { cookie: customer.cookie, headers: { Referer: `http://localhost:3000/expert/${expert.expertId}` } },
  )
  expect(place(refused)).toEqual([302, `/expert/${expert.expertId}`])
  expect(decodeURIComponent(refused.headers.get("Set-Cookie") ?? "")).toContain("한 시간쯤 뒤에")
})

test("a room shows its proposal's price to its two people, and leads to the choice", async () => {
  const made = await createOrderInState("open")
  const opened = await app.post(
    "/chat/open",
    { kind: "proposal", id: made.proposalId },
    { cookie: made.customer.cookie },
  )
  const path = opened.headers.get("Location") ?? ""
  const mine = await (await app.get(path, { cookie: made.customer.cookie })).text()
  expect([
    mine.includes("1,780,000원"),
    mine.includes("견적 모집 중"),
    mine.includes(`/orders/${made.orderId}/proposals?choose=${made.proposalId}`),
  ]).toEqual([true, true, true])
  const theirs = await (await app.get(path, { cookie: made.expert.cookie })).text()
  expect([theirs.includes("1,780,000원"), theirs.includes("choose=")]).toEqual([true, false])
})

test("without scripts one writes, sees what was said, and reads older pages by links", async () => {
  const talk = await createConversation()
  expect(place(await send(talk, { text: "안녕하세요,\n방문 견적 가능하신가요?" }))).toEqual([
    303,
    `/chat?room=${talk.roomId}`,
  ])
  for (let count = 0; count < 34; count += 1)
    await sendText(count % 2 ? talk.customer.actor : talk.expert.actor, talk.roomId, `${count}번째`)
  const page = await (await app.get(`/chat?room=${talk.roomId}`, { cookie: talk.expert.cookie })).text()
  expect([
    page.includes("33번째"),
    page.includes("방문 견적 가능하신가요?"),
    page.includes("이전 메시지 보기"),
  ]).toEqual([true, false, true])
  const older = await (
    await app.get(`/chat?room=${talk.roomId}&before=6`, { cookie: talk.expert.cookie })
  ).text()
  expect([
    older.includes("방문 견적 가능하신가요?"),
    older.includes("최근 메시지 보기"),
    older.includes("이전 메시지 보기"),
  ]).toEqual([true, true, false])
  expect(
    (await app.get(`/chat?room=${talk.roomId}&before=-1&view=x&show=99999`, { cookie: talk.expert.cookie }))
      .status,
  ).toBe(200)
})

test("the same form sent twice is one message", async () => {
  const talk = await createConversation()
  const clientKey = newId()
  const answers = await Promise.all([1, 2].map(() => send(talk, { clientKey, text: "한 번만" })))
  expect([...answers.map((answer) => answer.status), (await textsOf(talk)).length]).toEqual([303, 303, 1])
})

test("what cannot be sent comes back with a sentence and the text kept", async () => {
  const talk = await createConversation()
  const long = "가".repeat(2_001)
  const tooLong = await send(talk, { text: long })
  const page = await tooLong.text()
  expect([tooLong.status, page.includes("메시지는 2,000자까지 쓸 수 있어요"), page.includes(long)]).toEqual([
    400,
    true,
    true,
  ])
  for (const [fields, sentence] of [
    [{ text: "" }, "보낼 메시지를 입력해 주세요."],
    [{ text: " \n " }, "보낼 메시지를 입력해 주세요."],
    [{ text: "널\u0000문자" }, "사용할 수 없는 글자"],
    [{ text: "가".repeat(10_000) }, "2,000자까지"],
    [{ text: "사진", "pictureIds[]": "x" }, "사진"],
    [{ text: "사진", "pictureIds[]": newId() }, "사진을 찾지 못했어요."],
    [
      { text: "사진", "pictureIds[]": await createPictureRow(talk.expert.expertId, "chat") },
      "사진을 찾지 못했어요.",
    ],
    [{ text: "사진", "pictureIds[]": Array.from({ length: 6 }, () => newId()) }, "사진은 5개까지"],
    [{ text: "열쇠 없이", clientKey: "x" }, ""],
  ] as const) {
    const refused = await send(talk, {
      ...fields,
      ...("pictureIds[]" in fields ? { "pictureIds[]": [fields["pictureIds[]"]].flat() } : {}),
    })
    expect([refused.status, (await refused.text()).includes(sentence)]).toEqual([400, true])
  }
  expect(
    (
      await app.post(
        `/chat?room=${talk.roomId}`,
        { intent: "no-such-thing" },
        { cookie: talk.customer.cookie },
      )
    ).status,
  ).toBe(400)
  expect(await textsOf(talk)).toEqual([])
})

test("lone surrogates are refused, not stored", async () => {
  const talk = await createConversation()
  const body = `intent=send&clientKey=${newId()}&text=%ED%A0%80`
  const answer = await app.post(
    `/chat/messages?room=${talk.roomId}`,
    Object.fromEntries(new URLSearchParams(body)),
    { cookie: talk.customer.cookie },
  )
  expect([200, 400]).toContain(answer.status)
  expect((await textsOf(talk)).every((text) => text.isWellFormed())).toBe(true)
})

test("pictures come with the form without scripts, and are for the two people alone", async () => {
  const talk = await createConversation()
  const form = new FormData()
  form.set("intent", "send")
  form.set("clientKey", newId())
  form.set("text", "")
  form.append(
    "pictureIdsFiles",
    new File(
      [readFileSync(join(import.meta.dirname, "../../db/seed/pictures/bath-mint.webp"))],
      "욕실.webp",
      { type: "image/webp" },
    ),
  )
  expect((await app.post(`/chat?room=${talk.roomId}`, form, { cookie: talk.customer.cookie })).status).toBe(
    303,
  )
  const [message] = (await listMessages(talk.expert.actor, talk.roomId)).messages
  const path = `/pictures/${message?.pictures[0]?.id}/320.webp`
  const status = async (person?: Person) =>
    (await app.get(path, person ? { cookie: person.cookie } : {})).status
  expect([
    await status(talk.customer),
    await status(talk.expert),
    await status(stranger),
    await status(admin),
    await status(),
  ]).toEqual([200, 200, 404, 404, 404])
})

test("an appointment is proposed and answered by plain forms", async () => {
  const talk = await createConversation()
  const path = `/chat?room=${talk.roomId}`
  const day = addDays(toKstDateString(new Date()), 2)
  const propose = (fields: Record<string, string>) =>
    app.post(
      path,
      {
        intent: "propose",
        clientKey: newId(),
        date: day,
        time: "19:00",
        place: "잠실동",
        note: "",
        ...fields,
      },
      { cookie: talk.expert.cookie },
    )
  const wrong = await propose({ time: "25:00", place: "잠실 어딘가" })
  const page = await wrong.text()
  expect([wrong.status, page.includes("시간은 14:30처럼 써요."), page.includes("잠실 어딘가")]).toEqual([
    400,
    true,
    true,
  ])
  expect((await propose({ date: "2020-01-01" })).status).toBe(400)
  expect((await propose({})).status).toBe(303)
  const shown = await (await app.get(path, { cookie: talk.customer.cookie })).text()
  const id = /name="appointmentId" value="([^"]+)"/.exec(shown)?.[1] ?? ""
  expect([shown.includes("오후 7:00"), shown.includes("수락하기")]).toEqual([true, true])
  const answer = (person: Person, move: string) =>
    app.post(path, { intent: "answer", appointmentId: id, move }, { cookie: person.cookie })
  expect((await answer(stranger, "accept")).status).toBe(404)
  expect((await answer(talk.expert, "accept")).status).toBe(409)
  expect((await answer(talk.customer, "maybe")).status).toBe(400)
  expect((await answer(talk.customer, "accept")).status).toBe(303)
  const late = await answer(talk.customer, "decline")
  expect([late.status, (await late.text()).includes("그사이 약속이 바뀌었어요.")]).toEqual([409, true])
})

test("leaving asks first, and leads back to the list", async () => {
  const talk = await createConversation()
  await sendText(talk.customer.actor, talk.roomId, "안녕하세요")
  const { cookie } = talk.customer
  expect(await (await app.get(`/chat?room=${talk.roomId}`, { cookie })).text()).toContain(
    "채팅방을 나갈까요?",
  )
  expect(place(await app.post(`/chat?room=${talk.roomId}`, { intent: "leave" }, { cookie }))).toEqual([
    302,
    "/chat",
  ])
  expect(await (await app.get("/chat", { cookie })).text()).toContain("아직 나눈 대화가 없어요")
  expect((await db().select().from(chatRooms).where(eq(chatRooms.id, talk.roomId))).length).toBe(1)
})

test("the list with a room stays within six queries, and out of search engines", async () => {
  const customer = await createPerson()
  const made = await createOrderInState("matched", { customer })
  await app.post("/chat/open", { kind: "order", id: made.orderId }, { cookie: customer.cookie })
  await app.post("/chat/open", { kind: "proposal", id: made.proposalId }, { cookie: customer.cookie })
  const talk = await createConversation({ customer })
  for (let count = 0; count < 3; count += 1) await sendText(talk.expert.actor, talk.roomId, `${count}`)
  for (const path of [
    "/chat",
    `/chat?room=${talk.roomId}`,
    "/chat?view=unread",
    "/chat?view=services&show=40",
  ]) {
    const page = await app.get(path, { cookie: customer.cookie })
    expect([path, page.status, Number(page.headers.get("X-Queries")) <= 6]).toEqual([path, 200, true])
    expect(await page.text()).toContain('<meta name="robots" content="noindex"/>')
  }
  expect(await (await app.get("/", { cookie: customer.cookie })).text()).toContain("안 읽은 메시지 3개")
})

test("admins see who chats with whom; what is said only around a reported message", async () => {
  const talk = await createConversation()
  for (const text of ["처음 인사예요", "예약금을 먼저 보내 주세요", "왜요?"])
    await sendText(text === "왜요?" ? talk.customer.actor : talk.expert.actor, talk.roomId, text)
  const { messageId } = await sendText(talk.expert.actor, talk.roomId, "제 계좌로 보내 주세요")
  const list = async (view = "") =>
    (await app.get(`/admin/chat-list${view}`, { cookie: admin.cookie })).text()
  const before = await list()
  expect([before.includes(talk.customer.actor.profile?.name ?? "?"), before.includes("계좌로")]).toEqual([
    true,
    false,
  ])
  expect(await list("?view=reported")).toContain("신고된 대화가 없어요")

  const path = `/report?kind=message&id=${messageId}`
  for (const person of [stranger, talk.expert])
    expect((await app.get(path, { cookie: person.cookie })).status).toBe(404)
  expect(
    place(
      await app.post(
        path,
        { reason: "outside_deal", details: "", submissionKey: newId() },
        { cookie: talk.customer.cookie },
      ),
    ),
  ).toEqual([302, "/my-info/reports"])
  const reportId = /\/admin\/reports\/([0-9a-f-]{36})/.exec(await list("?view=reported"))?.[1]
  const page = await (await app.get(`/admin/reports/${reportId}`, { cookie: admin.cookie })).text()
  for (const text of ["처음 인사예요", "예약금을 먼저 보내 주세요", "왜요?", "제 계좌로 보내 주세요"])
    expect(page).toContain(text)
  expect(
    Number((await app.get("/admin/chat-list", { cookie: admin.cookie })).headers.get("X-Queries")),
  ).toBeLessThanOrEqual(7)
})

test("a search among messages that finds nothing says so, and leads on to the conversations", async () => {
  const talk = await createConversation()
  await sendText(talk.expert.actor, talk.roomId, "도배는 이틀 걸려요")
  const look = async (words: string) =>
    (await app.get(`/chat/search?q=${encodeURIComponent(words)}`, { cookie: talk.customer.cookie })).text()
  const found = await look("이틀")
  expect([found.includes("걸려요"), found.includes("찾지 못했어요")]).toEqual([true, false])
  const empty = await look("장판")
  expect(empty).toContain("‘장판’에 맞는 대화를 찾지 못했어요")
  expect(empty).toMatch(/href="\/chat"[^>]*>모든 대화 보기/)
})

test("a found message is marked in its conversation, which goes on where nothing came after", async () => {
  const talk = await createConversation()
  await sendText(talk.expert.actor, talk.roomId, "도배는 이틀 걸려요")
  const { cookie } = talk.customer
  const found = await (await app.get(`/chat/search?q=${encodeURIComponent("이틀")}`, { cookie })).text()
  const href = /href="(\/chat\?room=[^"]*message=1)"/.exec(found)?.[1]?.replaceAll("&amp;", "&")
  const room = await (await app.get(href ?? "", { cookie })).text()
  expect(room).toMatch(/<li data-seq="1" aria-current="true"/)
  expect(room).not.toContain("최근 메시지 보기")
})
