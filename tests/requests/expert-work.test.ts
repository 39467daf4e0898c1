/**
 * The expert's side over HTTP: who may enter, the registration without scripts, refusals that keep what was
 * typed.
 */
import { eq } from "drizzle-orm"
import sharp from "sharp"
import { beforeAll, describe, expect, test } from "vitest"
import { createPerson, type Person } from "#app/areas/accounts/fixtures.ts"
import { profiles } from "#app/areas/accounts/schema.server.ts"
import { createExpert, nextBusinessNumber, type Expert } from "#app/areas/experts/fixtures.ts"
import {
  findOwnApplication,
  findOwnApplicationState,
} from "#app/areas/experts/service/application-queries.server.ts"
import { createOrderInState } from "#app/areas/orders/fixtures.ts"
import { decideChange } from "#app/areas/orders/service/change-orders.server.ts"
import { findOrder } from "#app/areas/orders/service/find-order.server.ts"
import { completeWork } from "#app/areas/orders/service/work.server.ts"
import { db } from "#app/platform/db.server.ts"
import { withApp } from "../setup/app.ts"

const app = withApp()
const location = (answer: Response) => answer.headers.get("Location")

let expert: Expert
let admin: Person
beforeAll(async () => {
  expert = await createExpert()
  admin = await createPerson({ role: "admin" })
})

describe("registering without scripts", () => {
  const steps = (businessNumber: string): [string, Record<string, string | string[]>][] => [
    ["categories", { "categories[]": ["repair", "interior"] }],
    ["regions", { "regions[]": ["11650", "41135"] }],
    ["identity", { name: "바로설비", oneLine: "막힌 곳을 바로 뚫어 드려요" }],
    ["introduction", { introduction: "20년 동안 배관만 해 온 설비 전문가예요. 당일에 방문해요." }],
    ["career", { careerYears: "20" }],
    ["business", { businessNumber, businessName: "바로설비", representative: "김바로" }],
    ["prices", { "prices[0].name": "변기 교체", "prices[0].unit": "1개", "prices[0].priceWon": "12만원" }],
    ["certificates", { "certificates[0].name": "", "certificates[0].issuer": "" }],
    ["portfolio", { "portfolio[0].title": "", "portfolio[0].category": "repair" }],
  ]
  const consents = { privacyConsent: "on", sellerConsent: "on" }

  test("each question posts and leads to the next; the summary sends it in, once", async () => {
    const person = await createPerson({ userType: "expert" })
    const at = { cookie: person.cookie }
    for (const [place, [step, fields]] of steps(nextBusinessNumber()).entries()) {
      const answer = await app.post(`/expert-registration?step=${step}`, { ...fields, intent: "next" }, at)
      expect([answer.status, location(answer)], step).toEqual([
        302,
        `/expert-registration?step=${steps("")[place + 1]?.[0] ?? "summary"}`,
      ])
    }
    const summary = await (await app.get("/expert-registration", at)).text()
    expect(summary).toContain("이대로 신청할까요?")
    expect(summary).not.toContain("답이 필요해요")
    expect((await app.post("/expert-registration?step=summary", { intent: "send" }, at)).status).toBe(400)
    const sent = await app.post("/expert-registration?step=summary", { intent: "send", ...consents }, at)
    expect([sent.status, location(sent)]).toEqual([302, "/expert-dashboard"])
    expect(await findOwnApplication(person.actor)).toMatchObject({
      expert: { state: "applied", careerYears: 20, priceFromWon: 120_000 },
      categories: ["interior", "repair"],
    })
    expect(await (await app.get("/expert-dashboard", at)).text()).toContain("신청서를 잘 받았어요")
    expect(
      (await app.post("/expert-registration?step=summary", { intent: "send", ...consents }, at)).status,
    ).toBe(302)
    expect((await findOwnApplicationState(person.actor))?.state).toBe("applied")
  })

  test("a wrong answer gets its sentence, 400, and what was typed; nothing is kept of it", async () => {
    const person = await createPerson({ userType: "expert" })
    const answer = await app.post(
      "/expert-registration?step=business",
      { intent: "next", businessNumber: "123-45-67890", businessName: "바로설비", representative: "김바로" },
      { cookie: person.cookie },
    )
    const page = await answer.text()
    expect(answer.status).toBe(400)
    expect(page).toContain("사업자등록번호를 확인해 주세요. 숫자 10자리가 맞지 않아요.")
    expect(page).toContain('value="123-45-67890"')
    expect(page).toContain('value="바로설비"')
    expect(
      await (await app.get("/expert-registration?step=business", { cookie: person.cookie })).text(),
    ).not.toContain("123-45-67890")
  })

  test("rows are added and removed, and what stands in the others stays", async () => {
    const person = await createPerson()
    const at = { cookie: person.cookie }
    const path = "/expert-registration?step=prices"
    const typed = { "prices[0].name": "변기 교체", "prices[0].unit": "1개", "prices[0].priceWon": "120000" }
    expect(location(await app.post(path, { ...typed, intent: "add:prices" }, at))).toBe(path)
    expect(await (await app.get(path, at)).text()).toContain('name="prices[1].name"')
    await app.post(
      path,
      {
        ...typed,
        "prices[1].name": "수전 교체",
        "prices[1].unit": "1개",
        "prices[1].priceWon": "50000",
        intent: "remove:prices:0",
      },
      at,
    )
    const page = await (await app.get(path, at)).text()
    expect(page).toContain('value="수전 교체"')
    expect(page).not.toContain("변기 교체")
  })

  test("a visitor begins, and sending leads to signing in with the draft kept", async () => {
    const first = await app.post("/expert-registration?step=categories", {
      "categories[]": ["moving"],
      intent: "next",
    })
    const cookie = /baroildang\.draft=[^;]+/.exec(first.headers.get("Set-Cookie") ?? "")?.[0] ?? ""
    expect(cookie).not.toBe("")
    expect(await (await app.get("/expert-registration?step=summary", { cookie })).text()).toContain("이사")
    expect(
      location(
        await app.post("/expert-registration?step=summary", { intent: "send", ...consents }, { cookie }),
      ),
    ).toContain("/login?returnTo=")
  })

  test("a business number of somebody else gets 409 and its sentence", async () => {
    const taken = nextBusinessNumber()
    await createExpert({ businessNumber: taken })
    const person = await createPerson()
    const at = { cookie: person.cookie }
    for (const [step, fields] of steps(taken))
      await app.post(`/expert-registration?step=${step}`, { ...fields, intent: "next" }, at)
    const answer = await app.post("/expert-registration?step=summary", { intent: "send", ...consents }, at)
    expect(answer.status).toBe(409)
    expect(await answer.text()).toContain("이 사업자등록번호로 활동하는 전문가가 이미 있어요")
    expect(await findOwnApplicationState(person.actor)).toBeNull()
  })

  test("an admin and an expert are redirected; an applicant sees the application's state", async () => {
    expect(location(await app.get("/expert-registration", { cookie: admin.cookie }))).toBe("/")
    expect(location(await app.get("/expert-registration", { cookie: expert.cookie }))).toBe(
      "/expert-dashboard",
    )
    expect(location(await app.get("/expert-signup", { cookie: expert.cookie }))).toBe("/expert-dashboard")
    expect(
      location(
        await app.post("/expert-registration?step=career", { careerYears: "3" }, { cookie: expert.cookie }),
      ),
    ).toBe("/expert-dashboard")
    const waiting = await createExpert({ state: "reviewing" })
    await db().update(profiles).set({ userType: "customer" }).where(eq(profiles.userId, waiting.expertId))
    expect(await (await app.get("/expert-registration", { cookie: waiting.cookie })).text()).toContain(
      "서류를 확인하고 있어요",
    )
    const edited = await app.post(
      "/expert-registration?step=career",
      { careerYears: "3" },
      { cookie: waiting.cookie },
    )
    expect(edited.status).toBe(409)
    expect(await edited.text()).toContain("심사가 시작돼 지금은 고칠 수 없어요")
  })
})

describe("the chosen expert", () => {
  test("starts, asks for more, delivers with a picture without scripts, rates the customer", async () => {
    const { orderId: own, expert: chosen, customer: owner } = await createOrderInState("matched")
    const path = `/orders/${own}`
    const at = { cookie: chosen.cookie }
    expect(await (await app.get(path, at)).text()).toContain("안심번호를 준비하고 있어요")
    const early = await app.post(path, { intent: "start" }, at)
    expect([early.status, (await early.text()).includes("먼저 시작하는 이유를 적어")]).toEqual([400, true])
    const start = { intent: "start", reason: "고객이 오늘 와 달라고 했어요." }
    expect((await app.post(path, start, at)).status).toBe(302)
    expect((await app.post(path, start, at)).status).toBe(409)
    expect(
      (
        await app.post(
          path,
          { intent: "propose_change", title: "몰딩 교체", reason: "몰딩이 썩어 있어요", amountWon: "15만원" },
          at,
        )
      ).status,
    ).toBe(302)
    expect(
      (
        await app.post(
          path,
          { intent: "propose_change", title: "또", reason: "이유가 더 있어요", amountWon: "1,000" },
          at,
        )
      ).status,
    ).toBe(400)
    expect((await app.post(path, { intent: "deliver", note: "다 했어요" }, at)).status).toBe(400)

    const form = new FormData()
    form.append("intent", "deliver")
    form.append("note", "다 했어요")
    form.append(
      "pictureIdsFiles",
      new File(
        [
          new Uint8Array(
            await sharp({ create: { width: 40, height: 30, channels: 3, background: "#88aaff" } })
              .png()
              .toBuffer(),
          ),
        ],
        "작업 후.png",
        { type: "image/png" },
      ),
    )
    expect((await app.post(path, form, at)).status).toBe(302)
    expect((await findOrder(chosen.actor, own))?.privateDetails?.afterPhotos).toHaveLength(1)

    expect((await app.post(path, { intent: "rate_customer", rating: "5", body: "" }, at)).status).toBe(409)
    const change = (await findOrder(owner.actor, own))?.privateDetails?.changes[0]
    await decideChange(owner.actor, { changeOrderId: change?.id ?? "", decision: "accept" })
    expect(await completeWork(owner.actor, own)).toEqual({ ok: true })
    expect((await app.post(path, { intent: "rate_customer", rating: "6", body: "" }, at)).status).toBe(400)
    expect(
      (await app.post(path, { intent: "rate_customer", rating: "5", body: "친절하셨어요" }, at)).status,
    ).toBe(302)
    expect((await app.post(path, { intent: "rate_customer", rating: "1", body: "" }, at)).status).toBe(409)
    expect(Number((await app.get(path, at)).headers.get("X-Queries"))).toBeLessThanOrEqual(6)
  })

  test("nobody else acts for the expert: 404 for strangers, and the customer cannot deliver", async () => {
    const { orderId: own, customer: owner } = await createOrderInState("in_progress")
    const stranger = await createExpert()
    for (const intent of ["deliver", "start", "propose_change", "rate_customer"]) {
      const fields = {
        intent,
        title: "몰딩 교체",
        reason: "몰딩이 썩어 있어요",
        amountWon: "1,000",
        rating: "5",
        body: "",
      }
      expect((await app.post(`/orders/${own}`, fields, { cookie: stranger.cookie })).status).not.toBe(302)
      expect((await app.post(`/orders/${own}`, fields, { cookie: owner.cookie })).status).not.toBe(302)
    }
    expect((await app.get(`/orders/${own}`, { cookie: stranger.cookie })).status).toBe(404)
  })
})
