import { eq } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import { createPerson, type Person } from "#app/areas/accounts/fixtures.ts"
import { profiles } from "#app/areas/accounts/schema.server.ts"
import { createExpert, type Expert } from "#app/areas/experts/fixtures.ts"
import { rateExpert } from "#app/areas/experts/service/reviews.server.ts"
import { CONTACT, createOpenOrder, createOrderInState, createProposal } from "#app/areas/orders/fixtures.ts"
import { orders, proposals } from "#app/areas/orders/schema.server.ts"
import { proposeChange } from "#app/areas/orders/service/change-orders.server.ts"
import { withdrawProposal } from "#app/areas/orders/service/proposals.server.ts"
import { newId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import { withApp } from "../setup/app.ts"

const app = withApp()

let stranger: Person
let admin: Person
let expert: Expert
beforeAll(async () => {
  stranger = await createPerson()
  admin = await createPerson({ role: "admin" })
  expert = await createExpert()
})

const stateOf = async (orderId: string) =>
  (await db().select({ state: orders.state }).from(orders).where(eq(orders.id, orderId)))[0]?.state
const place = (response: Response) => [response.status, response.headers.get("Location")]
const acceptFields = (proposalId: string, version = "1") => ({
  intent: "accept",
  proposalId,
  version,
  address: CONTACT.address,
  contactPhone: "010-1234-5678",
  thirdPartyConsent: "on",
})

test("visitors sign in first and come back, for pages and for what they send", async () => {
  const { orderId } = await createOrderInState("open")
  for (const path of [
    "/orders",
    `/orders/${orderId}`,
    `/orders/${orderId}/edit`,
    `/orders/${orderId}/proposals`,
  ]) {
    expect(place(await app.get(path))).toEqual([302, `/login?${new URLSearchParams({ returnTo: path })}`])
  }
  for (const path of [`/orders/${orderId}`, `/orders/${orderId}/edit`, `/orders/${orderId}/proposals`]) {
    const answer = await app.post(path, { intent: "cancel" })
    expect([answer.status, answer.headers.get("Location")?.startsWith("/login?")]).toEqual([302, true])
  }
  expect(await stateOf(orderId)).toBe("open")
})

test("the proposals of a request are for its customer alone", async () => {
  const made = await createOrderInState("open")
  const path = `/orders/${made.orderId}/proposals`
  const nobody = await createPerson()
  await db().delete(profiles).where(eq(profiles.userId, nobody.actor.userId))
  expect(place(await app.get(path, { cookie: nobody.cookie }))).toEqual([302, "/login"])
  expect(place(await app.get(path, { cookie: admin.cookie }))).toEqual([302, "/"])
  expect(place(await app.get(path, { cookie: made.expert.cookie }))).toEqual([302, "/"])
  expect((await app.get(path, { cookie: stranger.cookie })).status).toBe(404)
  expect((await app.get("/orders/not-an-id/proposals", { cookie: stranger.cookie })).status).toBe(404)
  expect((await app.get(`/orders/${newId()}/proposals`, { cookie: stranger.cookie })).status).toBe(404)
  for (const other of [stranger, admin, made.expert]) {
    const answer = await app.post(path, acceptFields(made.proposalId), { cookie: other.cookie })
    expect(answer.status).toBe(other === stranger ? 404 : 302)
  }
  expect(await stateOf(made.orderId)).toBe("open")
})

test("the data of a guarded screen is refused as the screen is", async () => {
  const made = await createOrderInState("open")
  for (const routes of ["", "?_routes=areas%2Forders%2Fscreens%2Forder-proposals"]) {
    for (const other of [stranger, admin, made.expert]) {
      const answer = await app.get(`/orders/${made.orderId}/proposals.data${routes}`, {
        cookie: other.cookie,
      })
      expect(await answer.text()).not.toContain("실크")
    }
    const own = await app.get(`/orders/${made.orderId}/proposals.data${routes}`, {
      cookie: made.customer.cookie,
    })
    expect(await own.text()).toContain("실크")
  }
})

test("one's own requests stand in a list; experts are led to their dashboard, admins home", async () => {
  const made = await createOrderInState("open")
  const page = await app.get("/orders", { cookie: made.customer.cookie })
  expect(page.status).toBe(200)
  expect(Number(page.headers.get("X-Queries"))).toBeLessThanOrEqual(6)
  expect(await page.text()).toContain("새 견적 1개 확인하기")
  expect(await (await app.get("/orders", { cookie: stranger.cookie })).text()).toContain(
    "아직 견적 요청이 없어요",
  )
  expect(place(await app.get("/orders", { cookie: expert.cookie }))).toEqual([302, "/expert-dashboard"])
  expect(place(await app.get("/orders", { cookie: admin.cookie }))).toEqual([302, "/"])
  expect((await app.get("/orders?tab=%00&show=-3&tab=x", { cookie: made.customer.cookie })).status).toBe(200)
})

test("an order is for its two people and admins, and for approved experts while it is open", async () => {
  const made = await createOrderInState("open", { order: { address: CONTACT.address } })
  const path = `/orders/${made.orderId}`
  const status = async (person: Person) => (await app.get(path, { cookie: person.cookie })).status
  expect([
    await status(made.customer),
    await status(made.expert),
    await status(expert),
    await status(admin),
    await status(stranger),
  ]).toEqual([200, 200, 200, 200, 404])
  expect(await (await app.get(path, { cookie: expert.cookie })).text()).not.toContain("서초대로")
  expect((await app.get("/orders/not-an-id", { cookie: stranger.cookie })).status).toBe(404)
  const matched = await createOrderInState("matched")
  expect((await app.get(`/orders/${matched.orderId}`, { cookie: expert.cookie })).status).toBe(404)
  const chosen = await app.get(`/orders/${matched.orderId}`, { cookie: matched.expert.cookie })
  expect(await chosen.text()).toContain("서초대로")
  const done = await createOrderInState("completed")
  for (const person of [done.customer, done.expert]) {
    const page = await app.get(`/orders/${done.orderId}`, { cookie: person.cookie })
    expect([page.status, Number(page.headers.get("X-Queries")) <= 6]).toEqual([200, true])
  }
})

test("choosing asks for address, phone and consent, and keeps what was typed", async () => {
  const made = await createOrderInState("open")
  const path = `/orders/${made.orderId}/proposals`
  const wrong = await app.post(
    path,
    { ...acceptFields(made.proposalId), contactPhone: "1234", thirdPartyConsent: [] },
    { cookie: made.customer.cookie },
  )
  expect(wrong.status).toBe(400)
  const page = await wrong.text()
  expect(page).toContain("연락처는 010-1234-5678처럼 써요")
  expect(page).toContain("개인정보 제3자 제공에 동의해 주세요.")
  expect(page).toContain(`value="${CONTACT.address}"`)
  expect(page).toContain('value="1234"')
  expect(await stateOf(made.orderId)).toBe("open")
  expect(
    place(await app.post(path, acceptFields(made.proposalId), { cookie: made.customer.cookie })),
  ).toEqual([302, `/orders/${made.orderId}`])
  expect(await stateOf(made.orderId)).toBe("matched")
})

test("what the form says about price, state or person is not listened to", async () => {
  const made = await createOrderInState("open")
  await app.post(
    `/orders/${made.orderId}/proposals`,
    {
      ...acceptFields(made.proposalId),
      totalWon: "1",
      agreedWon: "1",
      state: "completed",
      customerId: stranger.actor.userId,
    },
    { cookie: made.customer.cookie },
  )
  const [row] = await db().select().from(orders).where(eq(orders.id, made.orderId))
  expect(row).toMatchObject({
    state: "matched",
    agreedWon: 1_780_000,
    customerId: made.customer.actor.userId,
  })
})

test("a double click on 선택하기 chooses once, and the second is answered with a sentence and 409", async () => {
  const made = await createOrderInState("open")
  const other = await createProposal(expert.actor, made.orderId)
  const path = `/orders/${made.orderId}/proposals`
  const answers = await Promise.all(
    [made.proposalId, other].map((id) => app.post(path, acceptFields(id), { cookie: made.customer.cookie })),
  )
  expect(answers.map((answer) => answer.status).sort()).toEqual([302, 409])
  const late = await app.post(path, acceptFields(other), { cookie: made.customer.cookie })
  expect(late.status).toBe(409)
  expect(await late.text()).toContain("이미 견적을 선택했어요")
})

test("a proposal withdrawn, revised or expired meanwhile is not chosen; the page says why", async () => {
  const made = await createOrderInState("open")
  const path = `/orders/${made.orderId}/proposals`
  const choose = async (version?: string) => {
    const answer = await app.post(path, acceptFields(made.proposalId, version), {
      cookie: made.customer.cookie,
    })
    return [answer.status, await answer.text()] as const
  }
  const [status, changed] = await choose("2")
  expect([status, changed.includes("그사이 견적을 고쳤어요")]).toEqual([409, true])
  await db().update(proposals).set({ validUntil: new Date() }).where(eq(proposals.id, made.proposalId))
  expect((await choose())[1]).toContain("유효기간이 지났어요")
  await withdrawProposal(made.expert.actor, made.proposalId)
  expect((await choose())[1]).toContain("철회했어요")
})

test("declining asks for a reason, and does it once", async () => {
  const made = await createOrderInState("open")
  const path = `/orders/${made.orderId}/proposals`
  const without = await app.post(
    path,
    { intent: "decline", proposalId: made.proposalId },
    { cookie: made.customer.cookie },
  )
  expect([without.status, (await without.text()).includes("거절 이유를 골라 주세요.")]).toEqual([400, true])
  const decline = () =>
    app.post(
      path,
      { intent: "decline", proposalId: made.proposalId, reason: "일정이 맞지 않아요" },
      { cookie: made.customer.cookie },
    )
  expect((await decline()).status).toBe(302)
  expect((await decline()).status).toBe(409)
})

test("the customer's look shows new proposals as new, once, within six queries", async () => {
  const made = await createOrderInState("open")
  const look = () => app.get(`/orders/${made.orderId}/proposals`, { cookie: made.customer.cookie })
  const first = await look()
  expect(Number(first.headers.get("X-Queries"))).toBeLessThanOrEqual(6)
  expect(await first.text()).toContain("새 견적")
  expect(await (await look()).text()).not.toContain("새 견적")
})

test("dialogs that the address asks for are open in a page without scripts", async () => {
  const made = await createOrderInState("open")
  const path = `/orders/${made.orderId}/proposals`
  expect(
    await (await app.get(`${path}?choose=${made.proposalId}`, { cookie: made.customer.cookie })).text(),
  ).toMatch(/<details open=""[^>]*>.*작업할 주소/s)
  expect(
    await (await app.get(`${path}?decline=${made.proposalId}`, { cookie: made.customer.cookie })).text(),
  ).toMatch(/<details open=""[^>]*>.*거절하는 이유/s)
})

test("every decision on an order: 302 in turn, 409 out of turn, 404 for a stranger", async () => {
  const made = await createOrderInState("delivered")
  const path = `/orders/${made.orderId}`
  const send = async (fields: Record<string, string>, person: Person) => {
    const answer = await app.post(path, fields, { cookie: person.cookie })
    return [answer.status, answer.status === 302 ? "" : await answer.text()] as const
  }
  const note = { intent: "request_changes", note: "창가 쪽 이음매가 벌어졌어요." }
  expect((await send(note, stranger))[0]).toBe(404)
  expect((await send(note, expert))[0]).toBe(404)
  const [status, page] = await send(note, made.expert)
  expect([status, page.includes("그사이 상태가 바뀌었어요")]).toEqual([409, true])
  const [short, kept] = await send({ ...note, note: "왜?" }, made.customer)
  expect([short, kept.includes("왜?"), kept.includes("보완할 내용은 5자 이상")]).toEqual([400, true, true])
  expect((await send(note, made.customer))[0]).toBe(302)
  expect((await send(note, made.customer))[0]).toBe(409)
  expect((await send({ intent: "no-such-thing" }, made.customer))[0]).toBe(400)
  expect(await stateOf(made.orderId)).toBe("changes_requested")
})

test("a matched order is not cancelled without a reason; what was typed stays", async () => {
  const made = await createOrderInState("matched")
  const cancel = (reason: string) =>
    app.post(`/orders/${made.orderId}`, { intent: "cancel", reason }, { cookie: made.customer.cookie })
  const without = await cancel("  ")
  expect([without.status, (await without.text()).includes("취소하는 이유를 적어 주세요.")]).toEqual([
    400,
    true,
  ])
  expect((await cancel("이사 날짜가 미뤄졌어요.")).status).toBe(302)
  expect(await stateOf(made.orderId)).toBe("cancelled")
})

test("a change order is answered before the work is confirmed", async () => {
  const made = await createOrderInState("in_progress")
  const change = await proposeChange(made.expert.actor, made.orderId, {
    title: "곰팡이 제거",
    reason: "벽지를 걷으니 곰팡이가 있어요.",
    amountWon: 120_000,
  })
  if (!change.ok) throw new Error("refused")
  const path = `/orders/${made.orderId}`
  expect(await (await app.get(path, { cookie: made.customer.cookie })).text()).toContain("120,000원")
  const decide = (person: Person, decision: string) =>
    app.post(
      path,
      { intent: "decide_change", changeOrderId: change.changeOrderId, decision },
      { cookie: person.cookie },
    )
  expect((await decide(made.expert, "accept")).status).toBe(404)
  expect((await decide(stranger, "accept")).status).toBe(404)
  expect((await decide(made.customer, "maybe")).status).toBe(400)
  expect((await decide(made.customer, "accept")).status).toBe(302)
  expect((await decide(made.customer, "reject")).status).toBe(409)
  expect(await (await app.get(path, { cookie: made.customer.cookie })).text()).toContain("1,900,000원")
})

const editFields = {
  title: "거실만 도배해 주세요",
  description: "가구는 옮겨 둘게요.",
  regionCode: "11680",
  schedule: "flexible",
  budgetMinWon: "100만",
  budgetMaxWon: "1,500,000",
}

test("a request is edited by its customer alone, with every error beside its field", async () => {
  const orderId = await createOpenOrder(stranger.actor)
  const path = `/orders/${orderId}/edit`
  for (const other of [admin, expert, (await createOrderInState("open")).customer]) {
    expect((await app.get(path, { cookie: other.cookie })).status).toBe(404)
    expect((await app.post(path, editFields, { cookie: other.cookie })).status).toBe(404)
  }
  const wrong = await app.post(
    path,
    { ...editFields, title: "도", regionCode: "11", schedule: "date", budgetMaxWon: "50만" },
    { cookie: stranger.cookie },
  )
  const page = await wrong.text()
  expect(wrong.status).toBe(400)
  for (const sentence of ["요청 제목은 2자 이상", "시·군·구까지 골라 주세요", "가구는 옮겨 둘게요."])
    expect(page).toContain(sentence)
  const budget = await app.post(
    path,
    { ...editFields, schedule: "date", budgetMaxWon: "50만" },
    { cookie: stranger.cookie },
  )
  const budgetPage = await budget.text()
  for (const sentence of ["희망 날짜를 골라 주세요.", "최대 예산이 최소 예산보다 적어요"])
    expect(budgetPage).toContain(sentence)
  expect(place(await app.post(path, editFields, { cookie: stranger.cookie }))).toEqual([
    302,
    `/orders/${orderId}`,
  ])
  const [row] = await db().select().from(orders).where(eq(orders.id, orderId))
  expect(row).toMatchObject({
    title: editFields.title,
    regionCode: "11680",
    budgetMinWon: 1_000_000,
    budgetMaxWon: 1_500_000,
    wantedOn: null,
  })
})

test("once an expert is chosen there is nothing to rewrite", async () => {
  const made = await createOrderInState("matched")
  const path = `/orders/${made.orderId}/edit`
  expect((await app.get(path, { cookie: made.customer.cookie })).status).toBe(404)
  expect((await app.post(path, editFields, { cookie: made.customer.cookie })).status).toBeGreaterThanOrEqual(
    404,
  )
  expect(await stateOf(made.orderId)).toBe("matched")
})

test("the list of one's requests says what is still to be rated and what is rated", async () => {
  const made = await createOrderInState("completed")
  const list = async () => app.get("/orders", { cookie: made.customer.cookie })
  expect(await (await list()).text()).toContain("평가하기")
  const rated = await rateExpert(made.customer.actor, {
    orderId: made.orderId,
    expertId: made.expert.expertId,
    rating: 5,
    finish: 5,
    priceMatch: 5,
    punctuality: 5,
    kindness: 5,
    tags: [],
    body: "이음매가 안 보여요.",
    pictureIds: [],
  })
  expect(rated.ok).toBe(true)
  const page = await list()
  expect(Number(page.headers.get("X-Queries"))).toBeLessThanOrEqual(6)
  const text = await page.text()
  expect(text).toContain("평가 완료")
  expect(text).not.toContain("평가하기")
})

test("the chosen expert sees a customer's legal name with the contact, the nickname afterwards", async () => {
  const customer = await createPerson({
    name: "홍길동",
    nickname: "길동감자",
    phone: CONTACT.contactPhone,
  })
  const made = await createOrderInState("completed", { customer })
  const seen = async () => (await app.get(`/orders/${made.orderId}`, { cookie: made.expert.cookie })).text()
  expect(await seen()).toContain("홍길동님")
  await db().update(orders).set({ thirdPartyConsentAt: null }).where(eq(orders.id, made.orderId))
  const without = await seen()
  expect(without).toContain("길동감자님")
  expect(without).not.toContain("홍길동")
})
