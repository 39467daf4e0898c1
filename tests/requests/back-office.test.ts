/** The back office over HTTP: admins alone, every decision once, every refusal with its sentence. */
import { beforeAll, describe, expect, test } from "vitest"
import { createPerson, type Person } from "#app/areas/accounts/fixtures.ts"
import { createExpert, type Expert } from "#app/areas/experts/fixtures.ts"
import { findOwnApplicationState } from "#app/areas/experts/service/application-queries.server.ts"
import { editReview, rateCustomer, rateExpert } from "#app/areas/experts/service/reviews.server.ts"
import { createOpenOrder, createOrderInState } from "#app/areas/orders/fixtures.ts"
import { findOrder } from "#app/areas/orders/service/find-order.server.ts"
import { newId } from "#app/basics/ids.ts"
import { withApp } from "../setup/app.ts"

const app = withApp()

/** Six of the screen, and one of the frame around it. */
const MAX_QUERIES = 7
const location = (answer: Response) => answer.headers.get("Location")

let admin: Person
let customer: Person
let expert: Expert
let disputed: string
let screens: [path: string, file: string][]
beforeAll(async () => {
  admin = await createPerson({ role: "admin", name: "서지훈" })
  customer = await createPerson({ name: "비밀고객" })
  expert = await createExpert({ name: "비밀전문가", state: "applied" })
  disputed = (await createOrderInState("disputed", { customer })).orderId
  screens = [
    ["/admin", "admin-dashboard"],
    ["/admin/users-that-do-not-exist-yet", "admin-dashboard"],
    ["/admin/experts", "admin-experts"],
    [`/admin/expert/${expert.expertId}`, "admin-expert"],
    ["/admin/orders", "admin-orders"],
    [`/admin/orders/${disputed}`, "admin-order"],
    [`/admin/orders/${disputed}/proposals`, "admin-order-proposals"],
    ["/admin/reviews", "admin-reviews"],
    ["/admin/outbox", "admin-outbox"],
  ]
})

describe("the guards of specification §6", () => {
  test("every screen is for admins alone, by document and by data", async () => {
    for (const [path, file] of screens) {
      for (const cookie of [undefined, customer.cookie, expert.cookie]) {
        const options = cookie ? { cookie } : {}
        const page = await app.get(path, options)
        expect([page.status, location(page)], path).toEqual([302, "/"])
        for (const address of [`${path}.data`, `${path}.data?_routes=areas/admin/screens/${file}`]) {
          const body = await (await app.get(address, options)).text()
          for (const secret of ["비밀전문가", "비밀고객", "서초대로"])
            expect(body, address).not.toContain(secret)
        }
        const post = await app.post(path, { move: "review", intent: "cancel", reason: "x" }, options)
        expect(location(post) === "/" || post.status === 405, path).toBe(true)
      }
    }
    expect((await findOwnApplicationState(expert.actor))?.state).toBe("applied")
  })

  test("an admin sees every screen within six queries", async () => {
    for (const [path] of screens) {
      const page = await app.get(path, { cookie: admin.cookie })
      expect(page.status, path).toBe(200)
      expect(Number(page.headers.get("X-Queries")), path).toBeLessThanOrEqual(MAX_QUERIES)
      expect(await page.text(), path).toContain("admin-bar")
    }
    expect(await (await app.get("/admin/nothing/here", { cookie: admin.cookie })).text()).toContain(
      "먼저 볼 심사",
    )
  })

  test("what does not exist is 404", async () => {
    for (const path of [
      "/admin/expert/nonsense",
      `/admin/expert/${customer.actor.userId}`,
      "/admin/orders/nonsense",
      "/admin/orders/01890000-0000-7000-8000-000000000000/proposals",
    ]) {
      expect((await app.get(path, { cookie: admin.cookie })).status, path).toBe(404)
    }
  })
})

describe("deciding about experts", () => {
  test("a review leads from the queue to an approved expert, who is told by mail", async () => {
    const applicant = await createExpert({ state: "applied", name: "한소라" })
    const path = `/admin/expert/${applicant.expertId}`
    const at = { cookie: admin.cookie }
    expect(await (await app.get("/admin/experts", at)).text()).toContain("한소라")
    expect(location(await app.post(path, { move: "review" }, at))).toBe(path)
    expect(location(await app.post(path, { move: "approve" }, at))).toBe(path)
    expect((await findOwnApplicationState(applicant.actor))?.state).toBe("approved")
    await app.drainEvents()
    expect(await (await app.get("/admin/outbox", at)).text()).toContain("전문가로 승인됐어요")
    expect((await app.get("/expert-dashboard", { cookie: applicant.cookie })).status).toBe(200)
  })

  test("a refusal needs its reason: 400 beside the field; with it, the applicant reads it", async () => {
    const applicant = await createExpert({ state: "reviewing" })
    const path = `/admin/expert/${applicant.expertId}`
    const at = { cookie: admin.cookie }
    const bare = await app.post(path, { move: "ask_info", reason: " " }, at)
    expect(bare.status).toBe(400)
    expect(await bare.text()).toContain("이유를 적어 주세요")
    expect((await app.post(path, { move: "ask_info", reason: "사진이 흐려요" }, at)).status).toBe(302)
    expect(await (await app.get("/expert-dashboard", { cookie: applicant.cookie })).text()).toContain(
      "사진이 흐려요",
    )
  })

  test("two admins at once: one decides, the other gets 409 with the state that holds", async () => {
    const applicant = await createExpert({ state: "reviewing" })
    const other = await createPerson({ role: "admin" })
    const path = `/admin/expert/${applicant.expertId}`
    const answers = await Promise.all([
      app.post(path, { move: "approve" }, { cookie: admin.cookie }),
      app.post(path, { move: "reject", reason: "서류가 없어요" }, { cookie: other.cookie }),
    ])
    expect(answers.map((answer) => answer.status).sort()).toEqual([302, 409])
    const refused = answers.find((answer) => answer.status === 409)
    expect(await refused?.text()).toContain("그사이 상태가")
  })

  test("a made-up move, and one that only the expert makes, are refused", async () => {
    const applicant = await createExpert({ state: "needs_info" })
    for (const move of ["resubmit", "promote", ""]) {
      expect(
        (await app.post(`/admin/expert/${applicant.expertId}`, { move }, { cookie: admin.cookie })).status,
      ).toBe(400)
    }
    expect((await findOwnApplicationState(applicant.actor))?.state).toBe("needs_info")
  })
})

describe("deciding about orders", () => {
  test("a dispute is ended one way, with a note, once", async () => {
    const { orderId, customer: owner } = await createOrderInState("disputed")
    const path = `/admin/orders/${orderId}`
    const at = { cookie: admin.cookie }
    expect((await app.post(path, { intent: "resolve", outcome: "complete", note: "" }, at)).status).toBe(400)
    expect(
      (await app.post(path, { intent: "resolve", outcome: "split", note: "반반씩 하기로 했어요" }, at))
        .status,
    ).toBe(400)
    expect(
      (
        await app.post(
          path,
          { intent: "resolve", outcome: "complete", note: "보완을 확인하고 완료로 정리해요" },
          at,
        )
      ).status,
    ).toBe(302)
    expect(
      (await app.post(path, { intent: "resolve", outcome: "cancel", note: "다시 취소로 바꿀게요" }, at))
        .status,
    ).toBe(409)
    expect((await findOrder(owner.actor, orderId))?.order.state).toBe("completed")
  })

  test("an open request is cancelled; a finished one is not", async () => {
    const orderId = await createOpenOrder(customer.actor)
    const at = { cookie: admin.cookie }
    expect(
      (
        await app.post(
          `/admin/orders/${orderId}`,
          { intent: "cancel", key: newId(), reason: "허위 요청이에요" },
          at,
        )
      ).status,
    ).toBe(302)
    expect(
      (
        await app.post(
          `/admin/orders/${orderId}`,
          { intent: "cancel", key: newId(), reason: "다시 취소" },
          at,
        )
      ).status,
    ).toBe(409)
    const { orderId: done } = await createOrderInState("completed")
    expect(
      (await app.post(`/admin/orders/${done}`, { intent: "cancel", key: newId(), reason: "취소해요" }, at))
        .status,
    ).toBe(409)
  })
})

describe("reviews", () => {
  test("an admin sees a review's versions and removes it once, with a reason", async () => {
    const made = await createOrderInState("completed")
    const words = {
      expertId: made.expert.expertId,
      rating: 1,
      finish: 1,
      priceMatch: 1,
      punctuality: 1,
      kindness: 1,
      tags: [],
      pictureIds: [],
    }
    const rated = await rateExpert(made.customer.actor, {
      ...words,
      orderId: made.orderId,
      body: "처음에 쓴 말이에요.",
    })
    if (!rated.ok) throw new Error(rated.reason)
    await editReview(made.customer.actor, {
      ...words,
      reviewId: rated.reviewId,
      body: "고쳐 쓴 심한 말이에요.",
    })
    await rateCustomer(made.expert.actor, { orderId: made.orderId, rating: 5, body: "" })
    const at = { cookie: admin.cookie }
    const path = `/admin/reviews/${rated.reviewId}`
    expect(await (await app.get("/admin/reviews", at)).text()).toContain("고쳐 쓴 심한 말이에요.")
    const page = await (await app.get(path, at)).text()
    for (const said of ["처음에 쓴 말이에요.", "고쳐 쓴 심한 말이에요.", "후기 삭제하기"])
      expect(page).toContain(said)
    expect((await app.post(path, { reason: "" }, at)).status).toBe(400)
    expect(
      (await app.post(path, { reason: "욕설이 있어요." }, { cookie: made.expert.cookie })).headers.get(
        "Location",
      ),
    ).toBe("/")
    expect((await app.post(path, { reason: "욕설이 있어요." }, at)).headers.get("Location")).toBe(path)
    expect((await app.post(path, { reason: "욕설이 있어요." }, at)).status).toBe(409)
    expect(await (await app.get(path, at)).text()).toContain("욕설이 있어요.")
    expect(await (await app.get("/admin/reviews?removed=1", at)).text()).toContain("고쳐 쓴 심한 말이에요.")
    const profile = await (await app.get(`/expert/${made.expert.expertId}`)).text()
    expect(profile).toContain("운영 정책에 따라 삭제된 후기예요")
    expect(profile).not.toContain("심한 말")
    for (const screen of ["/admin/reviews", path])
      expect(Number((await app.get(screen, at)).headers.get("X-Queries"))).toBeLessThanOrEqual(6)
  })
})
