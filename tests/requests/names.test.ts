/**
 * Others call a member by a nickname or a trade: forms that choose it, and every way out of the product that
 * no screen of the matrix covers (the matrix walks all screens with unique legal names, see test-world.ts).
 */
import { eq } from "drizzle-orm"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { createPerson, toTestNickname, type Person } from "#app/areas/accounts/fixtures.ts"
import { profiles } from "#app/areas/accounts/schema.server.ts"
import { createLink } from "#app/areas/accounts/service/links.server.ts"
import { findOfficeNames } from "#app/areas/accounts/service/people.server.ts"
import { findPeople } from "#app/areas/accounts/service/profile.server.ts"
import { createConversation } from "#app/areas/chat/fixtures.ts"
import { createExpert } from "#app/areas/experts/fixtures.ts"
import { experts } from "#app/areas/experts/schema.server.ts"
import { createJobAtStage, createOpenSeek } from "#app/areas/jobs/fixtures.ts"
import { createItemForSale, createTestOffer } from "#app/areas/market/fixtures.ts"
import { notificationDeliveries, notifications } from "#app/areas/notifications/schema.server.ts"
import { createOpenOrder, createProposal } from "#app/areas/orders/fixtures.ts"
import { createShop } from "#app/areas/shop/fixtures.ts"
import { sellers } from "#app/areas/shop/schema.server.ts"
import { newId } from "#app/basics/ids.ts"
import { HOUR_MS } from "#app/basics/time.ts"
import type { SubjectRef } from "#app/basics/subject.ts"
import { databaseUrl, db } from "#app/platform/db.server.ts"
import { listNewestMessages } from "#app/platform/messages.server.ts"
import { loadSubjectCards } from "#app/platform/subjects.server.ts"
import { registerSubjects } from "#app/subjects.server.ts"
import { withApp } from "../setup/app.ts"
import { finishSignUp, sendSignUpStep } from "../setup/sign-up-requests.ts"

const app = withApp()
registerSubjects()

// Live streams pass on what other connections of the database say.
type Product = { openForDevelopment(url: string): Promise<void>; closeForDevelopment(): Promise<void> }
let product: Product
beforeAll(async () => {
  const built = "../../build/server/index.js"
  product = (await import(/* @vite-ignore */ built)) as Product
  await product.openForDevelopment(databaseUrl())
})
afterAll(() => product.closeForDevelopment())

const readPublicName = async (id: string) => (await findPeople([id])).get(id)?.name
const readField = (page: string, name: string) =>
  new RegExp(`<input(?=[^>]*name="${name}")[^>]*value="([^"]*)"`).exec(page)?.[1]

describe("signing up", () => {
  const createSignUpLink = () => {
    const pending = { userType: "customer", email: `${newId()}@example.kr`, returnTo: "/" }
    return createLink(db(), "sign-up", JSON.stringify(pending), HOUR_MS)
  }

  test("begins with a suggestion, and its nickname is what others see", async () => {
    const token = await createSignUpLink()
    const page = await (await app.get(`/signup/profile?token=${token}&step=name`)).text()
    const nickname = readField(page, "nickname") ?? ""
    expect(nickname).toMatch(/^[가-힣]{3,8}\d{0,4}$/)
    expect((await finishSignUp(app, token, { name: { name: "이도윤", nickname } })).status).toBe(302)
    const [profile] = await db().select().from(profiles).where(eq(profiles.nickname, nickname))
    expect(profile).toMatchObject({ legalName: "이도윤", nicknameChangedAt: null })
    expect(await readPublicName(profile?.userId ?? "")).toBe(nickname)
  })

  test("with another's nickname is 409, with one that misleads 400, and keeps what was typed", async () => {
    await createPerson({ nickname: "느린고양이" })
    const token = await createSignUpLink()
    const taken = await sendSignUpStep(app, token, "name", { nickname: "느린고양이" })
    const misleading = await sendSignUpStep(app, token, "name", { nickname: "동네관리자" })
    expect([taken.status, misleading.status]).toEqual([409, 400])
    const pages = [await taken.text(), await misleading.text()]
    expect(pages[0]).toContain("이미 쓰고 있는 별명이에요")
    expect(pages[1]).toContain("운영자나 기관으로 오해할 수 있는")
    expect(pages.map((page) => readField(page, "nickname"))).toEqual(["느린고양이", "동네관리자"])
  })
})

describe("the settings", () => {
  const save = (person: Person, nickname: string) =>
    app.post(
      "/my-info/profile",
      { intent: "profile", name: "이도윤", nickname, regionCode: "11650" },
      { cookie: person.cookie },
    )

  test("change the nickname once, say from when it may be changed again, and refuse another's", async () => {
    const [person, other] = [await createPerson(), await createPerson({ nickname: "빠른거북이" })]
    expect(await (await app.get("/my-info/profile", { cookie: person.cookie })).text()).toContain(
      "바꾸면 30일 동안 그대로 써요",
    )
    const taken = await save(person, "빠른거북이")
    expect([taken.status, (await taken.text()).includes("이미 쓰고 있는 별명이에요")]).toEqual([409, true])
    expect((await save(person, "하얀두부")).status).toBe(302)
    const page = await (await app.get("/my-info/profile", { cookie: person.cookie })).text()
    expect(page).toMatch(/부터 다시 바꿀 수 있어요/)
    const again = await save(person, "노란호박")
    expect([again.status, (await again.text()).includes("30일에 한 번")]).toEqual([409, true])
    expect(await readPublicName(person.actor.userId)).toBe("하얀두부")
    expect(await readPublicName(other.actor.userId)).toBe("빠른거북이")
  })
})

describe("the public name", () => {
  test("of an expert is their trade while they may work; of a shop's owner it is the nickname", async () => {
    const expert = await createExpert({ name: "도현도배", legalName: "본명도현" })
    const shop = await createShop({ name: "하루살림", legalName: "본명가게" })
    const applicant = await createExpert({ state: "applied", name: "새벽도배", legalName: "본명신청" })
    const ids = [expert, shop, applicant].map(({ actor }) => actor.userId)
    const read = () => Promise.all(ids.map(readPublicName))
    const [expertNickname, shopNickname, applicantNickname] = ids.map(toTestNickname)
    expect(await read()).toEqual(["도현도배", shopNickname, applicantNickname])
    await db().update(experts).set({ state: "terminated" }).where(eq(experts.userId, expert.expertId))
    await db().update(sellers).set({ state: "terminated" }).where(eq(sellers.userId, shop.sellerId))
    expect(await read()).toEqual([expertNickname, shopNickname, applicantNickname])
  })

  test("that an expert trades under is nobody's nickname, with or without its spaces", async () => {
    await createExpert({ name: "한결 타일" })
    const person = await createPerson()
    const answer = await app.post(
      "/my-info/profile",
      { intent: "profile", name: "이도윤", nickname: "한결타일", regionCode: "11650" },
      { cookie: person.cookie },
    )
    expect(answer.status).toBe(409)
  })

  test("stands behind the legal one for admins, who find a member by either", async () => {
    const admin = await createPerson({ role: "admin" })
    const expert = await createExpert({ name: "든든설비", legalName: "본명설비" })
    const names = await findOfficeNames(admin.actor, [expert.expertId])
    expect(names.get(expert.expertId)?.name).toBe("본명설비 (든든설비)")
    await createOpenOrder((await createPerson({ name: "본명찾을", nickname: "찾을고양이" })).actor)
    for (const term of ["본명찾", "찾을고"])
      expect(
        await (
          await app.get(`/admin/orders?${new URLSearchParams({ q: term })}`, { cookie: admin.cookie })
        ).text(),
      ).toContain("본명찾을 (찾을고양이)")
  })
})

describe("nothing that leaves the product", () => {
  const MARK = "본명표시"
  let subjects: SubjectRef[]
  let people: Person[]
  let room: string
  let customer: Person
  let expert: Awaited<ReturnType<typeof createExpert>>

  beforeAll(async () => {
    customer = await createPerson({ name: `${MARK}손님` })
    expert = await createExpert({ name: "느티도배", legalName: `${MARK}전문` })
    const shop = await createShop({ name: "느티상점", legalName: `${MARK}상점` })
    people = [customer, expert, shop]
    const itemId = await createItemForSale(customer, { title: "원목 책장" })
    await createTestOffer(shop.actor, itemId, 70_000)
    const orderId = await createOpenOrder(customer.actor)
    await createProposal(expert.actor, orderId)
    const seekId = await createOpenSeek(customer.actor)
    const job = await createJobAtStage("applied", { employer: shop, worker: customer })
    room = (await createConversation({ customer, expert })).roomId
    subjects = [
      ...people.map(({ actor }) => ({ kind: "person" as const, id: actor.userId })),
      { kind: "expert", id: expert.expertId },
      { kind: "item", id: itemId },
      { kind: "seek", id: seekId },
      { kind: "hire", id: job.hireId },
      { kind: "order", id: orderId },
    ]
  })

  test("of cards, chat titles, share texts and alternative texts has a legal name", async () => {
    const cards = [...(await loadSubjectCards(subjects)).values()]
    expect(cards.length).toBeGreaterThanOrEqual(subjects.length - 1)
    expect(JSON.stringify(cards)).toContain("느티도배")
    expect(JSON.stringify(cards)).not.toContain(MARK)
  })

  test("of notifications, mails, push and text messages has one", async () => {
    const message = await app.post(
      `/chat/messages?room=${room}`,
      { intent: "send", clientKey: newId(), text: "안녕하세요" },
      { cookie: expert.cookie },
    )
    expect(message.status).toBeLessThan(400)
    await app.drainEvents()
    await app.drainJobs()
    const told = await db().select().from(notifications)
    const sent = await db().select().from(notificationDeliveries)
    const mails = await listNewestMessages(200)
    expect(told.map((each) => each.title).join("\n")).toContain("느티도배님")
    expect(JSON.stringify([told, sent])).not.toContain(MARK)
    expect(mails.filter((mail) => `${mail.subject}${mail.body}`.includes(MARK))).toEqual([])
  })

  test("of the feed, the sitemap and its parts has one", async () => {
    const index = await (await app.get("/sitemap.xml")).text()
    const parts = [...index.matchAll(/<loc>[^<]*?(\/sitemaps\/[^<]+)<\/loc>/g)].map(([, path = ""]) => path)
    expect(parts.length).toBeGreaterThan(1)
    for (const path of ["/sitemap.xml", "/rss.xml", ...parts])
      expect(await (await app.get(path)).text(), path).not.toContain(MARK)
  })

  test("of the live stream has one", async () => {
    const reader = (await app.get("/live", { cookie: customer.cookie })).body?.getReader()
    const decoder = new TextDecoder()
    const sent = await app.post(
      `/chat/messages?room=${room}`,
      { intent: "send", clientKey: newId(), text: "살아 있는 말" },
      { cookie: expert.cookie },
    )
    expect(sent.status).toBeLessThan(400)
    await app.drainEvents()
    let heard = ""
    while (!heard.includes("chat.message")) {
      const part = await reader?.read()
      if (!part || part.done) throw new Error(`The stream ended: ${heard}`)
      heard += decoder.decode(part.value)
    }
    await reader?.cancel()
    expect(heard).not.toContain(MARK)
  })
})
