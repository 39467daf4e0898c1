import { readFileSync } from "node:fs"
import { eq } from "drizzle-orm"
import { afterEach, expect, test } from "vitest"
import { createPerson, type Person } from "#app/areas/accounts/fixtures.ts"
import { hashPassword, setPassword } from "#app/areas/accounts/service/passwords.server.ts"
import { createExpert } from "#app/areas/experts/fixtures.ts"
import { createOpenOrder } from "#app/areas/orders/fixtures.ts"
import { orderPhotos, orders } from "#app/areas/orders/schema.server.ts"
import { now, resetClock, setClock } from "#app/basics/clock.ts"
import { addDays, toKstDateString } from "#app/basics/time.ts"
import { db, inTransaction } from "#app/platform/db.server.ts"
import { drafts } from "#app/platform/schema.server.ts"
import { withApp } from "../setup/app.ts"

const app = withApp()
const PASSWORD = "correct-horse-7"
const photo = readFileSync("db/seed/pictures/site-peeling-paper.webp")

afterEach(resetClock)

/** A browser without scripts: keeps cookies, follows redirects, sends forms to the page it is on. */
class Visit {
  jar = new Map<string, string>()
  at = "/"
  status = 0
  html = ""

  static as(person: Person): Visit {
    const visit = new Visit()
    visit.keep(person.cookie)
    return visit
  }

  keep(cookie: string) {
    const pair = cookie.split(";")[0] ?? ""
    const name = pair.slice(0, pair.indexOf("="))
    if (/Max-Age=0/.test(cookie)) this.jar.delete(name)
    else this.jar.set(name, pair)
  }

  get cookie() {
    return [...this.jar.values()].join("; ")
  }

  async take(answer: Response): Promise<this> {
    for (const cookie of answer.headers.getSetCookie()) this.keep(cookie)
    this.status = answer.status
    const location = answer.headers.get("Location")
    if (location) return this.open(location)
    this.html = await answer.text()
    return this
  }

  async open(path: string): Promise<this> {
    this.at = path
    return this.take(await app.get(path, { cookie: this.cookie }))
  }

  async send(fields: Record<string, string | string[]> | FormData): Promise<this> {
    return this.take(await app.post(this.at, fields, { cookie: this.cookie }))
  }

  get step() {
    return new URL(this.at, "http://x").searchParams.get("step")
  }

  hidden(name: string) {
    return new RegExp(`name="${name}"[^>]* value="([^"]+)"`).exec(this.html)?.[1] ?? ""
  }
}

const answers: Record<string, Record<string, string>> = {
  service: { answer: "wallpaper" },
  paper: { answer: "silk" },
  "paper-extent": { answer: "whole" },
  size: { answer: "24" },
  home: { answer: "apartment" },
  living: { answer: "unsure" },
  region: { regionCode: "11710" },
  date: { schedule: "soon", wantedOn: "" },
  budget: { budget: "1,800,000" },
  photos: { intent: "skip" },
  description: {
    description: "거실 벽지가 누렇게 변했어요.",
    title: "24평 아파트 실크 도배 견적 부탁드려요",
  },
}

/** From the first question to the summary. */
async function fillIn(
  visit: Visit,
  start = "/orders/new?category=interior",
  until = "summary",
): Promise<Visit> {
  await visit.open(start)
  for (let count = 0; visit.step !== until && count < 20; count += 1)
    await visit.send({ intent: "next", ...answers[visit.step ?? ""] })
  expect(visit.step).toBe(until)
  expect(visit.status).toBe(200)
  return visit
}

const ordersOf = (person: Person) =>
  db().select().from(orders).where(eq(orders.customerId, person.actor.userId))

test("a visitor fills everything in without scripts, signs in at the end, and sends it", async () => {
  const person = await createPerson({ email: "asker@example.kr" })
  await inTransaction(async (tx) => setPassword(tx, person.actor.userId, await hashPassword(PASSWORD)))
  const visit = await fillIn(new Visit(), "/orders/new?category=interior&service=wallpaper", "photos")
  const form = new FormData()
  form.set("intent", "next")
  form.set("pictureIdsFiles", new File([photo], "벽지.webp", { type: "image/webp" }))
  await visit.send(form)
  await visit.send(answers.description ?? {})
  expect(visit.step).toBe("summary")
  for (const text of [
    "24평 아파트 실크 도배 견적 부탁드려요",
    "서울 송파구",
    "가능한 빨리",
    "180만원",
    "실크 벽지",
    "전화번호와 상세 주소는 전문가를 고른 뒤에",
  ])
    expect(visit.html).toContain(text)
  expect(visit.html).toMatch(/\/pictures\/[0-9a-f-]{36}\//)

  await visit.send({ intent: "send", submissionKey: visit.hidden("submissionKey") })
  expect(visit.at).toBe(
    `/login?${new URLSearchParams({ returnTo: "/orders/new?category=interior&step=summary" })}`,
  )
  await visit.send({
    email: "asker@example.kr",
    password: PASSWORD,
    returnTo: "/orders/new?category=interior&step=summary",
  })
  expect(visit.at).toBe("/orders/new?category=interior&step=summary")
  expect(visit.html).toContain("서울 송파구")

  const key = visit.hidden("submissionKey")
  const answer = await app.post(visit.at, { intent: "send", submissionKey: key }, { cookie: visit.cookie })
  const [order] = await ordersOf(person)
  expect(answer.headers.get("Location")).toBe(`/orders/${order?.id}`)
  expect(decodeURIComponent(answer.headers.get("Set-Cookie") ?? "")).toContain("견적 요청을 올렸어요")
  expect(order).toMatchObject({
    state: "open",
    category: "interior",
    service: "wallpaper",
    title: "24평 아파트 실크 도배 견적 부탁드려요",
    regionCode: "11710",
    schedule: "soon",
    budgetMinWon: null,
    budgetMaxWon: 1_800_000,
    description: "거실 벽지가 누렇게 변했어요.",
  })
  expect(order?.answers).toContainEqual({
    question: "어떤 벽지를 생각하세요?",
    label: "벽지",
    answer: "실크 벽지",
  })
  expect(order?.answers).toContainEqual({
    question: "작업할 때 집이 비어 있나요?",
    label: "거주",
    answer: "잘 모르겠어요",
  })
  expect(
    await db()
      .select()
      .from(orderPhotos)
      .where(eq(orderPhotos.orderId, order?.id ?? "")),
  ).toHaveLength(1)
  expect(await db().select().from(drafts).where(eq(drafts.owner, person.actor.userId))).toHaveLength(0)
})

test("what was begun is offered again, goes on where it stopped, and can be begun anew", async () => {
  const person = await createPerson()
  const visit = await fillIn(Visit.as(person), "/orders/new?category=interior", "region")
  const later = Visit.as(person)
  await later.open("/orders/new")
  expect(later.html).toContain("24평 아파트 실크 도배 견적 부탁드려요")
  await later.open("/orders/new?category=interior")
  expect(later.html).toContain("쓰던 요청이 있어요")
  expect(later.html).toContain("/orders/new?category=interior&amp;step=region")
  await later.open("/orders/new?category=interior&step=paper")
  expect(later.html).toMatch(/value="silk"[^>]*checked|checked=""[^>]*value="silk"/)
  await later.open("/orders/new?category=interior&step=summary")
  expect(later.step).toBe("region")
  await later.open("/orders/new?category=interior")
  await later.send({ intent: "restart" })
  expect(later.step).toBe("service")
  await visit.open("/orders/new?category=interior&step=region")
  expect(visit.step).toBe("service")
})

test("changing one answer from the summary comes back to the summary", async () => {
  const visit = await fillIn(Visit.as(await createPerson()))
  await visit.open("/orders/new?category=interior&step=size&edit=1")
  await visit.send({ intent: "next", answer: "32" })
  expect(visit.step).toBe("summary")
  expect(visit.html).toContain("32평 아파트 실크 도배 견적 부탁드려요")
  await visit.open("/orders/new?category=interior&step=service&edit=1")
  await visit.send({ intent: "next", answer: "flooring" })
  expect(visit.step).toBe("floor")
})

test("a double click and a form sent again after going back make one request", async () => {
  const person = await createPerson()
  const visit = await fillIn(Visit.as(person))
  const form = { intent: "send", submissionKey: visit.hidden("submissionKey") }
  const twice = await Promise.all([1, 2, 3].map(() => app.post(visit.at, form, { cookie: visit.cookie })))
  const again = await app.post(visit.at, form, { cookie: visit.cookie })
  const [order, ...others] = await ordersOf(person)
  expect(others).toEqual([])
  expect([...twice, again].map((answer) => answer.headers.get("Location"))).toEqual(
    Array.from({ length: 4 }, () => `/orders/${order?.id}`),
  )
})

test("a request after the first one is a request of its own", async () => {
  const person = await createPerson()
  for (const count of [1, 2]) {
    const visit = await fillIn(Visit.as(person))
    await app.post(
      visit.at,
      { intent: "send", submissionKey: visit.hidden("submissionKey") },
      { cookie: visit.cookie },
    )
    expect(await ordersOf(person)).toHaveLength(count)
  }
})

test("a wrong answer is 400 with a sentence beside its field, and changes nothing", async () => {
  const person = await createPerson()
  const visit = await fillIn(Visit.as(person), "/orders/new?category=interior", "size")
  await visit.send({ intent: "next", answer: "아주 커요" })
  expect(visit.status).toBe(400)
  expect(visit.html).toContain("소수점 없는 숫자로 입력해 주세요.")
  expect(visit.html).toContain("아주 커요")
  await visit.open("/orders/new?category=interior&step=home")
  expect(visit.step).toBe("size")
  const budget = await fillIn(visit, "/orders/new?category=interior&step=size", "budget")
  await budget.send({ intent: "next", budget: "백만원쯤" })
  expect(budget.status).toBe(400)
  expect(budget.html).toMatch(/aria-invalid="true"[^>]*>|백만원쯤/)
  expect((await app.post("/orders/new", { category: "castle" }, { cookie: person.cookie })).status).toBe(400)
})

test("a file that is no picture is refused with its name, and the others are kept", async () => {
  const visit = await fillIn(Visit.as(await createPerson()), "/orders/new?category=interior", "photos")
  const form = new FormData()
  form.append("pictureIdsFiles", new File([photo], "벽.webp", { type: "image/webp" }))
  form.append("pictureIdsFiles", new File(["<svg/>"], "그림.svg", { type: "image/svg+xml" }))
  await visit.send(form)
  expect(visit.status).toBe(400)
  expect(visit.html).toContain("그림.svg")
  expect(visit.hidden("pictureIds\\[\\]")).toMatch(/^[0-9a-f-]{36}$/)
})

test("another person's picture is not taken", async () => {
  const owner = await fillIn(Visit.as(await createPerson()), "/orders/new?category=interior", "photos")
  const form = new FormData()
  form.append("pictureIdsFiles", new File([photo], "벽.webp", { type: "image/webp" }))
  await owner.send(form)
  await owner.open("/orders/new?category=interior&step=photos")
  const thief = await fillIn(Visit.as(await createPerson()), "/orders/new?category=interior", "photos")
  await thief.send({ intent: "next", "pictureIds[]": owner.hidden("pictureIds\\[\\]") })
  await thief.send(answers.description ?? {})
  expect(thief.step).toBe("summary")
  expect(thief.html).not.toContain("/pictures/")
})

test("a day that has passed while the draft lay is asked for again, beside its line", async () => {
  const person = await createPerson()
  const visit = await fillIn(Visit.as(person), "/orders/new?category=interior", "date")
  await visit.send({ intent: "next", schedule: "date", wantedOn: addDays(toKstDateString(now()), 1) })
  await fillIn(visit, visit.at)
  const later = new Date(now().getTime() + 3 * 86_400_000)
  setClock(() => later)
  const fresh = await createPerson()
  await db().update(drafts).set({ owner: fresh.actor.userId }).where(eq(drafts.owner, person.actor.userId))
  const back = await Visit.as(fresh).open("/orders/new?category=interior&step=summary")
  await back.send({ intent: "send", submissionKey: back.hidden("submissionKey") })
  expect(back.status).toBe(400)
  expect(back.html).toContain("부터 고를 수 있어요")
  expect(await ordersOf(fresh)).toHaveLength(0)
})

test("an answer sent after the session has ended is in its place after signing in", async () => {
  const person = await createPerson({ email: "late@example.kr" })
  await inTransaction(async (tx) => setPassword(tx, person.actor.userId, await hashPassword(PASSWORD)))
  const visit = await fillIn(Visit.as(person), "/orders/new?category=interior", "description")
  const later = new Date(now().getTime() + 2 * 3_600_000)
  setClock(() => later)
  await visit.send({ intent: "next", description: "곰팡이 핀 벽이 하나 있어요.", title: "우리 집 도배" })
  const returnTo = "/orders/new?category=interior&step=description"
  expect(visit.at).toBe(`/login?${new URLSearchParams({ returnTo })}`)
  await visit.send({ email: "late@example.kr", password: PASSWORD, returnTo })
  expect(visit.at).toBe(returnTo)
  expect(visit.html).toContain("곰팡이 핀 벽이 하나 있어요.")
  await visit.open("/orders/new?category=interior&step=summary")
  expect(visit.step).toBe("summary")
  expect(visit.html).toContain("우리 집 도배")
  expect(visit.html).toContain("180만원")
})

test("an expert is invited from their profile, within what they do, and can be left out again", async () => {
  const expert = await createExpert({ name: "윤도배", categories: ["interior", "repair"] })
  const person = await createPerson()
  const visit = await Visit.as(person).open(`/orders/new?expert=${expert.expertId}`)
  expect(visit.html).toContain("윤도배 전문가가 하는 일이에요")
  expect(visit.html).not.toContain('value="moving"')
  await visit.send({ category: "interior" })
  await fillIn(visit, visit.at)
  expect(visit.html).toContain("윤도배 전문가에게 먼저 알려요")
  const away = await app.post(visit.at, { intent: "uninvite" }, { cookie: visit.cookie })
  expect(away.status).toBe(302)
  await visit.open("/orders/new?category=interior&step=summary")
  expect(visit.html).not.toContain("윤도배")
  await visit.open(`/orders/new?category=interior&step=summary&expert=${expert.expertId}`)
  await visit.send({ intent: "send", submissionKey: visit.hidden("submissionKey") })
  const [order] = await ordersOf(person)
  expect(order?.invitedExpertId).toBe(expert.expertId)
  await visit.open(`/orders/${order?.id}`)
  expect(visit.html).toContain("지명한 전문가에게 알렸어요")
  const other = await Visit.as(person).open(`/orders/${await createOpenOrder(person.actor)}`)
  expect(other.html).toContain("전문가들이 볼 수 있게 올렸어요")
  expect(other.html).not.toContain("알렸어요")
})

test("experts and admins are told that they cannot order, and nothing is kept", async () => {
  const people = [
    await createExpert(),
    await createPerson({ role: "admin" }),
    await createPerson({ userType: "expert" }),
  ]
  for (const { actor, cookie } of people) {
    const page = await app.get("/orders/new?category=interior&step=service", { cookie })
    expect(page.status).toBe(403)
    expect(await page.text()).toContain("견적 요청은 일반회원만 할 수 있어요")
    const sent = await app.post(
      "/orders/new?category=interior&step=service",
      { answer: "wallpaper" },
      { cookie },
    )
    expect(sent.status).toBe(403)
    expect(await db().select().from(drafts).where(eq(drafts.owner, actor.userId))).toHaveLength(0)
  }
})

test("addresses that name nothing are 404, and steps that are not due lead to the one that is", async () => {
  const { cookie } = await createPerson()
  const hidden = await createExpert({ state: "suspended" })
  for (const path of [
    "/orders/new?category=castle",
    "/orders/new?expert=me",
    "/orders/new?expert=01890000-0000-7000-8000-000000000000",
    `/orders/new?expert=${hidden.expertId}`,
  ]) {
    expect((await app.get(path, { cookie })).status, path).toBe(404)
  }
  for (const step of ["summary", "nothing", "paper", "__proto__"]) {
    const answer = await app.get(`/orders/new?category=interior&step=${step}`, { cookie })
    expect(answer.headers.get("Location"), step).toBe("/orders/new?category=interior&step=service")
    const sent = await app.post(`/orders/new?category=interior&step=${step}`, { intent: "send" }, { cookie })
    expect(sent.headers.get("Location"), step).toBe("/orders/new?category=interior&step=service")
  }
  expect((await app.get("/orders/new?step=summary", { cookie })).headers.get("Location")).toBe("/orders/new")
})

test("no step asks the database more than 6 times", async () => {
  const expert = await createExpert({ categories: ["interior"] })
  const visit = await fillIn(Visit.as(await createPerson()))
  for (const step of ["service", "size", "region", "date", "budget", "photos", "description", "summary"]) {
    const page = await app.get(`/orders/new?category=interior&step=${step}&expert=${expert.expertId}`, {
      cookie: visit.cookie,
    })
    expect(Number(page.headers.get("X-Queries")), step).toBeLessThanOrEqual(6)
  }
})
