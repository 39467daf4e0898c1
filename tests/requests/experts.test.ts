import { beforeAll, describe, expect, test } from "vitest"
import { eq } from "drizzle-orm"
import { createPerson, type Person } from "#app/areas/accounts/fixtures.ts"
import {
  createExpert,
  createPictureRow,
  createCompletedOrder,
  type Expert,
} from "#app/areas/experts/fixtures.ts"
import { expertPortfolio, expertQuestions, experts, reviews } from "#app/areas/experts/schema.server.ts"
import { newId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import { withApp } from "../setup/app.ts"

const app = withApp()
let expert: Expert
let customer: Person
let orderId: string

const stars = { rating: "5", finish: "5", priceMatch: "5", punctuality: "5", kindness: "4" }
const review = {
  ...stars,
  intent: "rate",
  "tags[]": ["친절해요"],
  body: "아이 방부터 먼저 끝내주셔서 저녁에 바로 잘 수 있었어요.",
}
const text = async (answer: Response) => (await answer.text()).replaceAll("<!-- -->", "")
const to = (answer: Response) => decodeURIComponent(answer.headers.get("Location") ?? "")

beforeAll(async () => {
  expert = await createExpert({
    name: "김도현",
    prices: [{ name: "실크 도배", unit: "1평", priceWon: 62_000 }],
  })
  customer = await createPerson({ name: "박서연" })
  orderId = await createCompletedOrder(customer, expert)
})

describe("/experts", () => {
  test("lists experts for everybody in at most six queries and says how many", async () => {
    const answer = await app.get("/experts")
    expect(answer.status).toBe(200)
    expect(Number(answer.headers.get("X-Queries"))).toBeLessThanOrEqual(6)
    const page = await text(answer)
    expect(page).toContain("김도현")
    expect(page).toContain(`/expert/${expert.expertId}`)
    expect(page).not.toContain('content="noindex')
  })

  test("ignores a broken query, and keeps deep filters out of search engines", async () => {
    const nonsense = await app.get(
      "/experts?category=x&region=99999&badge=1&rating=9&price=-5&sort=drop&after=zzz&favorites=2",
    )
    expect(nonsense.status).toBe(200)
    expect(await text(nonsense)).toContain("김도현")
    expect(await text(await app.get("/experts?category=repair&region=11"))).not.toContain('content="noindex')
    for (const deep of ["rating=4.8", "badge=business", "price=50000", "q=도배", "sort=price"])
      expect(await text(await app.get(`/experts?${deep}`))).toContain('content="noindex')
    expect(await text(await app.get("/experts?category=moving"))).toContain("조건에 맞는 전문가가 없어요")
  })

  test("shows on each card the heart of who looks, for one query more", async () => {
    const path = "/experts?q=고미란"
    const liked = await createExpert({ name: "고미란" })
    const person = await createPerson()
    const heartOf = async (cookie = "") => {
      const answer = await app.get(path, { cookie })
      return {
        isPressed: /aria-pressed="(true|false)" aria-label="고미란 전문가 찜"/.exec(await text(answer))?.[1],
        queries: Number(answer.headers.get("X-Queries")),
      }
    }
    const before = await heartOf(person.cookie)
    expect(before).toEqual({ isPressed: "false", queries: (await heartOf()).queries + 2 })
    const heart = { intent: "favorite", on: "1", returnTo: path }
    const visitor = await app.post(`/expert/${liked.expertId}`, heart)
    expect(decodeURIComponent(to(visitor))).toBe(`/login?returnTo=${path}`)
    expect(to(await app.post(`/expert/${liked.expertId}`, heart, { cookie: person.cookie }))).toBe(path)
    expect(await heartOf(person.cookie)).toEqual({ isPressed: "true", queries: before.queries })
    expect(await heartOf()).toMatchObject({ isPressed: "false" })
    expect(await heartOf(customer.cookie)).toMatchObject({ isPressed: "false" })
    expect((await heartOf(liked.cookie)).isPressed).toBeUndefined()
    const list = await app.get("/my-info/wishes/experts", { cookie: person.cookie })
    expect(Number(list.headers.get("X-Queries"))).toBeLessThanOrEqual(3)
    expect(await text(list)).toContain("고미란")
    expect(await text(await app.get("/my-info/wishes/experts", { cookie: customer.cookie }))).toContain(
      "아직 찜한 전문가가 없어요",
    )
  })
})

describe("/expert/:id", () => {
  test("shows an approved expert in six queries, with structured data and a request link", async () => {
    const answer = await app.get(`/expert/${expert.expertId}`, { cookie: customer.cookie })
    expect(answer.status).toBe(200)
    expect(Number(answer.headers.get("X-Queries"))).toBeLessThanOrEqual(6)
    const page = await text(answer)
    expect(page).toContain(`/orders/new?expert=${expert.expertId}`)
    expect(page).toContain("62,000원")
    expect(page).toContain('"@type":"LocalBusiness"')
    expect(page).not.toContain("aggregateRating")
    expect(page).toContain("통신판매중개자")
    expect(page).toContain("채팅하기")
  })

  test("lets everybody but its owner report it", async () => {
    const link = `/report?kind=expert&amp;id=${expert.expertId}`
    const path = `/expert/${expert.expertId}`
    for (const cookie of [customer.cookie, undefined])
      expect(await text(await app.get(path, cookie ? { cookie } : {}))).toContain(link)
    expect(await text(await app.get(path, { cookie: expert.cookie }))).not.toContain(link)
    const form = await app.get(`/report?kind=expert&id=${expert.expertId}`, { cookie: customer.cookie })
    expect(await text(form)).toContain("김도현")
  })

  test("is 404 for what is no id, not there, not approved or hidden, but not for its owner", async () => {
    const waiting = await createExpert({ state: "reviewing" })
    const hidden = await createExpert({ hiddenAt: new Date() })
    for (const id of ["1", "x", newId(), newId().toUpperCase(), waiting.expertId, hidden.expertId])
      expect((await app.get(`/expert/${id}`)).status).toBe(404)
    expect((await app.get(`/expert/${waiting.expertId}`, { cookie: customer.cookie })).status).toBe(404)
    const own = await app.get(`/expert/${waiting.expertId}`, { cookie: waiting.cookie })
    expect(own.status).toBe(200)
    expect(await text(own)).toContain("심사 중")
  })

  test("escapes what an expert wrote, also inside the structured data", async () => {
    const hostile = await createExpert({ name: "</script><img src=x>", oneLine: "<script>alert(1)</script>" })
    const page = await text(await app.get(`/expert/${hostile.expertId}`))
    expect(page).not.toContain("<img src=x>")
    expect(page).not.toContain("<script>alert(1)")
  })

  test("marks a heart without scripts, once, and sends a visitor to sign in", async () => {
    const address = `/expert/${expert.expertId}`
    const visitor = await app.post(address, { intent: "favorite", on: "1" })
    expect(visitor.status).toBe(302)
    expect(to(visitor)).toBe(`/login?returnTo=${address}`)
    for (let time = 0; time < 2; time += 1)
      expect(to(await app.post(address, { intent: "favorite", on: "1" }, { cookie: customer.cookie }))).toBe(
        address,
      )
    expect(
      (await db().select().from(experts).where(eq(experts.userId, expert.expertId)))[0]?.favoriteCount,
    ).toBe(1)
    expect(
      (await app.post(address, { intent: "favorite", on: "many" }, { cookie: customer.cookie })).status,
    ).toBe(400)
    expect(
      (await app.post(`/expert/${newId()}`, { intent: "favorite", on: "1" }, { cookie: customer.cookie }))
        .status,
    ).toBe(404)
    expect((await app.post(address, { intent: "unheard" }, { cookie: customer.cookie })).status).toBe(400)
  })

  test("takes a question, keeps a refused one in its field, and not one from the expert", async () => {
    const address = `/expert/${expert.expertId}`
    const short = await app.post(address, { intent: "ask", question: "네?" }, { cookie: customer.cookie })
    expect(short.status).toBe(400)
    const page = await text(short)
    expect(page).toContain("질문은 5자 이상 입력해 주세요.")
    expect(page).toContain("네?</textarea>")
    expect(
      (
        await app.post(
          address,
          { intent: "ask", question: "주말에도 작업하시나요?" },
          { cookie: customer.cookie },
        )
      ).status,
    ).toBe(302)
    expect(
      (await app.post(address, { intent: "ask", question: "내가 나에게 묻기" }, { cookie: expert.cookie }))
        .status,
    ).toBe(409)
    expect(await text(await app.get(address))).not.toContain("주말에도 작업하시나요?")
  })
})

describe("/rating/:expertId", () => {
  test("is for whoever had work done by that expert: visitors sign in, others get 404", async () => {
    const address = `/rating/${expert.expertId}`
    expect(to(await app.get(address))).toBe(`/login?returnTo=${address}`)
    const stranger = await createPerson()
    for (const cookie of [stranger.cookie, expert.cookie]) {
      expect((await app.get(address, { cookie })).status).toBe(404)
      expect((await app.post(`${address}?order=${orderId}`, review, { cookie })).status).toBe(404)
    }
    expect((await app.get(`${address}?order=${newId()}`, { cookie: customer.cookie })).status).toBe(404)
    expect((await app.get("/rating/none", { cookie: customer.cookie })).status).toBe(404)
    const unfinished = await createPerson()
    await createCompletedOrder(unfinished, expert, { state: "delivered" })
    expect((await app.get(address, { cookie: unfinished.cookie })).status).toBe(404)
  })

  test("answers a wrong review with a sentence at its field and keeps what was typed", async () => {
    const answer = await app.post(
      `/rating/${expert.expertId}?order=${orderId}`,
      { ...review, finish: "9", body: "좋아요" },
      { cookie: customer.cookie },
    )
    expect(answer.status).toBe(400)
    const page = await text(answer)
    expect(page).toContain("후기는 10자 이상 입력해 주세요.")
    expect(page).toContain("마감을 목록에서 골라 주세요.")
    expect(page).toContain("좋아요</textarea>")
    expect(page).toMatch(/value="친절해요"[^>]*checked|checked[^>]*value="친절해요"/)
    expect(await db().select().from(reviews).where(eq(reviews.orderId, orderId))).toEqual([])
  })

  test("keeps one review when the form comes twice at once, and shows when it is published", async () => {
    const address = `/rating/${expert.expertId}?order=${orderId}`
    const answers = await Promise.all(
      [1, 2].map(() =>
        app.post(
          address,
          { ...review, customerId: expert.expertId, paidWon: "1" },
          { cookie: customer.cookie },
        ),
      ),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([302, 409])
    const kept = await db().select().from(reviews).where(eq(reviews.orderId, orderId))
    expect(kept).toMatchObject([{ customerId: customer.actor.userId, paidWon: 1_000_000, rating: 5 }])
    const page = await text(await app.get(address, { cookie: customer.cookie }))
    expect(page).toContain("공개 전")
    expect(page).toContain("고치기")
    expect(await text(await app.get(`/expert/${expert.expertId}`))).not.toContain("아이 방부터")
  })

  test("lets several orders be told apart", async () => {
    await createCompletedOrder(customer, expert, { title: "안방 포인트 벽지" })
    const page = await text(await app.get(`/rating/${expert.expertId}`, { cookie: customer.cookie }))
    expect(page).toContain("어떤 작업의 후기인가요?")
    expect(page).toContain("안방 포인트 벽지")
  })

  test("sends a visitor to sign in and has what was typed afterwards", async () => {
    const person = await createPerson()
    const order = await createCompletedOrder(person, expert)
    const address = `/rating/${expert.expertId}?order=${order}`
    const answer = await app.post(address, review)
    expect(to(answer)).toBe(`/login?returnTo=${address}`)
    expect(answer.headers.get("Set-Cookie")).toContain("baroildang.draft=")
  })
})

describe("/my/expert-public", () => {
  const page = "/my/expert-public"
  const words = {
    intent: "page",
    oneLine: "이음매가 안 보이게 해요",
    introduction: "하루에 한 집만 맡아 처음부터 끝까지 제 손으로 해요.",
    workHours: "",
    warranty: "",
  }

  test("is for experts: everybody else goes home", async () => {
    for (const cookie of [undefined, customer.cookie, (await createPerson({ role: "admin" })).cookie]) {
      for (const answer of [
        await app.get(page, cookie ? { cookie } : {}),
        await app.post(page, words, cookie ? { cookie } : {}),
      ]) {
        expect(answer.status).toBe(302)
        expect(to(answer)).toBe("/")
      }
    }
    expect(
      await text(await app.get(page, { cookie: (await createPerson({ userType: "expert" })).cookie })),
    ).toContain("아직 공개 페이지가 없어요")
  })

  test("saves words and prices, in at most six queries to show", async () => {
    expect((await app.post(page, words, { cookie: expert.cookie })).status).toBe(302)
    const prices = {
      intent: "prices",
      "prices[0].name": "",
      "prices[0].unit": "",
      "prices[0].priceWon": "",
      "prices[1].name": "합지 도배",
      "prices[1].unit": "1평",
      "prices[1].priceWon": "3만 8,000",
    }
    expect((await app.post(page, prices, { cookie: expert.cookie })).status).toBe(302)
    const answer = await app.get(page, { cookie: expert.cookie })
    expect(Number(answer.headers.get("X-Queries"))).toBeLessThanOrEqual(6)
    const shown = await text(answer)
    expect(shown).toContain("이음매가 안 보이게 해요")
    expect(shown).toContain("38,000원")
  })

  test("answers what is wrong at its field, in its own form, with what was typed", async () => {
    const answer = await app.post(page, { ...words, oneLine: "짧아" }, { cookie: expert.cookie })
    expect(answer.status).toBe(400)
    const shown = await text(answer)
    expect(shown).toContain("한 줄 소개는 5자 이상 입력해 주세요.")
    expect(shown).toContain('value="짧아"')
    const price = await app.post(
      page,
      {
        intent: "prices",
        "prices[0].name": "",
        "prices[1].name": "합지",
        "prices[1].unit": "",
        "prices[1].priceWon": "공짜",
      },
      { cookie: expert.cookie },
    )
    expect(price.status).toBe(400)
    expect(await text(price)).toContain("금액은 1,800,000처럼 숫자로 써요.")
    const vacation = await app.post(
      page,
      { intent: "vacation-add", from: "2020-01-01", to: "2020-01-02" },
      { cookie: expert.cookie },
    )
    expect(vacation.status).toBe(400)
    expect((await app.post(page, { intent: "unheard" }, { cookie: expert.cookie })).status).toBe(400)
  })

  test("adds and removes a row of prices without scripts", async () => {
    const row = { "prices[0].name": "합지", "prices[0].unit": "1평", "prices[0].priceWon": "38000" }
    const added = await text(
      await app.post(page, { intent: "add:prices", ...row }, { cookie: expert.cookie }),
    )
    expect(added).toContain('name="prices[1].name"')
    expect(
      await text(await app.post(page, { intent: "remove:prices:0", ...row }, { cookie: expert.cookie })),
    ).not.toContain('value="합지"')
  })

  test("keeps another expert's works and questions out of reach", async () => {
    const after = await createPictureRow(expert.expertId, "portfolio")
    const saved = await app.post(
      page,
      { intent: "work-save", title: "거실 도배", category: "interior", "after[]": after },
      { cookie: expert.cookie },
    )
    expect(saved.status).toBe(302)
    const [work] = await db()
      .select()
      .from(expertPortfolio)
      .where(eq(expertPortfolio.expertId, expert.expertId))
    const [question] = await db()
      .select()
      .from(expertQuestions)
      .where(eq(expertQuestions.expertId, expert.expertId))
    const other = await createExpert()
    const attempts: Record<string, string>[] = [
      { intent: "work-remove", itemId: work?.id ?? "" },
      { intent: "work-move", itemId: work?.id ?? "", to: "later" },
      { intent: "answer", questionId: question?.id ?? "", answer: "네, 돼요." },
    ]
    for (const fields of attempts) {
      expect((await app.post(page, fields, { cookie: other.cookie })).status).toBe(404)
    }
    const stolen = await app.post(
      page,
      { intent: "work-save", title: "남의 사진", category: "interior", "after[]": after },
      { cookie: other.cookie },
    )
    expect(stolen.status).toBe(400)
    expect(await text(stolen)).toContain("작업 후 사진을 한 장 올려 주세요.")
    expect(
      (
        await app.post(
          page,
          { intent: "answer", questionId: question?.id ?? "", answer: "네, 토요일도 돼요." },
          { cookie: expert.cookie },
        )
      ).status,
    ).toBe(302)
    expect(await text(await app.get(`/expert/${expert.expertId}`, { cookie: customer.cookie }))).toContain(
      "주말에도 작업하시나요?",
    )
  })
})
