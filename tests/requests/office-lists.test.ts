/**
 * The lists of the back office over HTTP: what is searched for is found, every order pages through all of it.
 */
import { eq, sql } from "drizzle-orm"
import { beforeAll, describe, expect, test } from "vitest"
import { createPerson } from "#app/areas/accounts/fixtures.ts"
import { createArticle, createTicket } from "#app/areas/content/fixtures.ts"
import { tickets } from "#app/areas/content/schema.server.ts"
import { createExpert } from "#app/areas/experts/fixtures.ts"
import { experts } from "#app/areas/experts/schema.server.ts"
import { rateExpert } from "#app/areas/experts/service/reviews.server.ts"
import { createOpenOrder, createOrderInState } from "#app/areas/orders/fixtures.ts"
import { createConversation } from "#app/areas/chat/fixtures.ts"
import { createJobAtStage } from "#app/areas/jobs/fixtures.ts"
import { appealNoShow } from "#app/areas/jobs/service/work.server.ts"
import { createProduct, createShop } from "#app/areas/shop/fixtures.ts"
import { fileReport } from "#app/areas/trust/service/report.server.ts"
import { newId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import { auditLog } from "#app/platform/schema.server.ts"
import { withApp } from "../setup/app.ts"
import { createOfficeFixture, type OfficeFixture } from "../setup/office-fixture.ts"

const app = withApp()

/** Six of the screen, and one of the frame around it. */
const MAX_QUERIES = 7

let admin: OfficeFixture["admin"]
let customer: OfficeFixture["customer"]
let expert: OfficeFixture["expert"]
let sale: OfficeFixture["sale"]
beforeAll(async () => {
  ;({ admin, customer, expert, sale } = await createOfficeFixture())
})

const asAdmin = () => ({ cookie: admin.cookie })

describe("the list of requests", () => {
  test("a request is found by title, name or id; the export holds the same rows", async () => {
    const owner = await createPerson({ name: "찾을손님" })
    const first = await createOpenOrder(owner.actor)
    const { orderId: disputed } = await createOrderInState("disputed", { customer: owner })
    const list = async (query: string) =>
      [
        ...(await (await app.get(`/admin/orders?${query}`, asAdmin())).text()).matchAll(
          /href="\/admin\/orders\/([0-9a-f-]{36})"/g,
        ),
      ].map(([, id]) => id)
    expect(await list("q=찾을손")).toEqual([disputed, first])
    expect(await list("q=찾을손&sort=oldest")).toEqual([first, disputed])
    expect(await list("q=찾을손&queue=disputed")).toEqual([disputed])
    expect(await list(`q=${first}`)).toEqual([first])
    expect(await list("q=%25")).toEqual([])
    const answer = await app.post(
      "/admin/export/orders?q=찾을손&queue=disputed",
      { reason: "정산 확인" },
      asAdmin(),
    )
    expect(answer.headers.get("X-Total-Rows")).toBe("1")
    expect((await answer.text()).trim().split("\r\n")).toHaveLength(2)
  })
})

describe("search in the lists", () => {
  const NAME = "별난이름칠구"
  let finds: Record<string, { terms: string[]; link: string }>
  beforeAll(async () => {
    const found = await createExpert({ name: NAME })
    await db()
      .update(experts)
      .set({ businessName: `${NAME}설비`, businessNumber: "9998887776" })
      .where(eq(experts.userId, found.expertId))
    const shop = await createShop({ name: `${NAME}상점`, businessNumber: "9998887775" })
    const { productId } = await createProduct(shop.sellerId, [{ priceWon: 9_000, stock: 1 }], {
      title: `${NAME} 주전자`,
    })
    const ticketId = await createTicket(customer.actor.userId, "언제 되나요?")
    await db()
      .update(tickets)
      .set({ title: `${NAME}가 사라졌어요`, state: "answered" })
      .where(eq(tickets.id, ticketId))
    const filed = await fileReport(
      customer.actor,
      { kind: "expert", id: found.expertId },
      { reason: "scam", details: "", block: false, pictureIds: [], submissionKey: newId() },
    )
    const { orderId, customer: rater } = await createOrderInState("completed", { expert: found })
    const rated = await rateExpert(rater.actor, {
      orderId,
      expertId: found.expertId,
      rating: 1,
      finish: 1,
      priceMatch: 1,
      punctuality: 1,
      kindness: 1,
      tags: [],
      body: `${NAME} 다시는 부르지 않을 거예요.`,
      pictureIds: [],
    })
    if (!filed.ok || !rated.ok) throw new Error("nothing to find")
    finds = {
      "/admin/experts": {
        terms: [NAME, `${NAME}설비`, "999-88-87776"],
        link: `/admin/expert/${found.expertId}`,
      },
      "/admin/users/shop-owners": {
        terms: [NAME, "999-88-87775"],
        link: `/admin/users/shop-owners/${shop.sellerId}`,
      },
      "/admin/products": { terms: [`${NAME} 주전`, `${NAME}상점`], link: `/admin/products/${productId}` },
      "/admin/reports": { terms: [NAME], link: `/admin/reports/${filed.reportId}` },
      "/admin/reviews": { terms: ["부르지 않을 거", NAME], link: `/admin/reviews/${rated.reviewId}` },
      "/admin/tickets?state=all": {
        terms: [`${NAME}가 사라`, "asker@example"],
        link: `/admin/tickets/${ticketId}`,
      },
      "/admin/orders": { terms: [NAME, orderId], link: `/admin/orders/${orderId}` },
    }
  })

  test("every list finds by names, words and numbers, in every state, and nothing else", async () => {
    for (const [path, { terms, link }] of Object.entries(finds)) {
      const read = async (term: string) => {
        const page = await app.get(
          `${path}${path.includes("?") ? "&" : "?"}q=${encodeURIComponent(term)}`,
          asAdmin(),
        )
        expect([page.status, Number(page.headers.get("X-Queries")) <= MAX_QUERIES], path).toEqual([200, true])
        return page.text()
      }
      for (const term of terms)
        expect((await read(term)).includes(`href="${link}"`), `${path} ${term}`).toBe(true)
      for (const term of ["없는이름없는이름", "%", "_"])
        expect((await read(term)).includes(`href="${link}"`), `${path} ${term}`).toBe(false)
    }
  })

  test("an export holds what the list was searched for", async () => {
    for (const [kind, query, found] of [
      ["tickets", "state=all", `${NAME}가 사라졌어요`],
      ["reviews", "", "다시는 부르지 않을 거예요."],
      ["reports", "", NAME],
    ] as const) {
      const read = async (term: string) =>
        (
          await app.post(
            `/admin/export/${kind}?${query}&q=${encodeURIComponent(term)}`,
            { reason: "정산 확인" },
            asAdmin(),
          )
        ).text()
      expect(await read(NAME), kind).toContain(found)
      expect(await read("없는이름없는이름"), kind).not.toContain(found)
    }
  })
})

describe("every order of every list", () => {
  const MANY = 33
  /** More of a row, each with an id and what else must be its own. */
  async function more(
    table: string,
    key: string,
    id: string,
    own: (n: number) => Record<string, unknown> = () => ({}),
    many = MANY,
  ): Promise<string[]> {
    const rows = Array.from({ length: many }, (_, n) => ({ [key]: newId(), ...own(n) }))
    await db().execute(
      sql`insert into ${sql.identifier(table)} select (jsonb_populate_record(t, own)).*
        from ${sql.identifier(table)} t, jsonb_array_elements(${JSON.stringify(rows)}::jsonb) own
        where t.${sql.identifier(key)}::text = ${id}`,
    )
    return rows.map((row) => String(row[key]))
  }

  let lists: { path: string; sorts: readonly string[]; mark: (id: string) => string; ids: string[] }[]
  beforeAll(async () => {
    const applicants = await Promise.all(
      Array.from({ length: MANY }, () =>
        createExpert({ state: "applied", appliedAt: new Date("2026-01-01T00:00:00Z") }),
      ),
    )
    const people = applicants.map((one) => one.expertId)
    const shops = await Promise.all(
      Array.from({ length: MANY }, () =>
        createShop({ state: "applied", appliedAt: new Date("2026-01-01T00:00:00Z") }),
      ),
    )
    const { productId } = await createProduct(shops[0]?.sellerId ?? "", [{ priceWon: 9_000, stock: 1 }], {
      state: "proposed",
    })
    const purchases = await more("order_groups", "id", sale.groupId, (n) => ({ number: `20200101-${n}` }))
    const lines = await more("order_lines", "id", sale.lineId)
    const filed = await fileReport(
      customer.actor,
      { kind: "expert", id: expert.expertId },
      { reason: "scam", details: "", block: false, pictureIds: [], submissionKey: newId() },
    )
    const { orderId, customer: rater } = await createOrderInState("completed", { expert })
    const rated = await rateExpert(rater.actor, {
      orderId,
      expertId: expert.expertId,
      rating: 2,
      finish: 1,
      priceMatch: 1,
      punctuality: 1,
      kindness: 1,
      tags: [],
      body: "순서를 볼 후기예요. 열 글자가 넘어요.",
      pictureIds: [],
    })
    const missed = await createJobAtStage("no_show", { employer: customer, worker: expert })
    const appealed = await appealNoShow(expert.actor, missed.applicationId, "10분 전에 도착했어요.")
    if (!filed.ok || !rated.ok || !appealed.ok) throw new Error("nothing to sort")
    const orders = await more("orders", "id", orderId)
    const applications = await more("job_applications", "id", missed.applicationId, (n) => ({
      worker_id: people[n],
    }))
    const { roomId } = await createConversation({ customer, expert })
    const [line] = await db().select({ id: auditLog.id }).from(auditLog).limit(1)
    const href = (path: string) => (id: string) => `href="${path}/${id}"`
    const titled = (id: string) => `순서 ${id}`
    lists = [
      {
        path: "/admin/experts",
        sorts: ["oldest", "newest", "name"],
        mark: href("/admin/expert"),
        ids: people,
      },
      {
        path: "/admin/users/shop-owners",
        sorts: ["oldest", "newest", "name"],
        mark: href("/admin/users/shop-owners"),
        ids: shops.map((shop) => shop.sellerId),
      },
      {
        path: "/admin/products",
        sorts: ["oldest", "newest", "price"],
        mark: href("/admin/products"),
        ids: await more("products", "id", productId),
      },
      {
        path: "/admin/purchases",
        sorts: ["newest", "oldest", "amount"],
        mark: href("/admin/purchases"),
        ids: purchases,
      },
      {
        path: "/admin/claims",
        sorts: ["oldest", "newest"],
        mark: (id) => `#claim-${id}"`,
        ids: await more("claims", "id", sale.claimId, (n) => ({ line_id: lines[n] })),
      },
      {
        path: "/admin/reports",
        sorts: ["oldest", "newest"],
        mark: href("/admin/reports"),
        ids: await more("reports", "id", filed.reportId, () => ({ subject_id: newId() })),
      },
      {
        path: "/admin/reviews",
        sorts: ["newest", "oldest", "worst"],
        mark: href("/admin/reviews"),
        ids: await more("reviews", "id", rated.reviewId, (n) => ({ order_id: orders[n] })),
      },
      {
        path: "/admin/tickets",
        sorts: ["newest", "oldest"],
        mark: href("/admin/tickets"),
        ids: await more("tickets", "id", await createTicket(customer.actor.userId, "언제 되나요?")),
      },
      {
        path: "/admin/appeals",
        sorts: ["oldest", "newest"],
        mark: href("/admin/appeals"),
        ids: await more("job_appeals", "application_id", missed.applicationId, (n) => ({
          application_id: applications[n],
        })),
      },
      {
        path: "/admin/notices",
        sorts: ["changed", "oldest", "title"],
        mark: href("/admin/notices"),
        ids: await more("articles", "id", await createArticle("notice", "순서를 볼 공지")),
      },
      {
        path: "/admin/chat-list",
        sorts: ["newest", "oldest", "talked"],
        mark: titled,
        ids: await more("chat_rooms", "id", roomId, () => {
          const id = newId()
          return { id, subject_id: newId(), subject_title: titled(id) }
        }),
      },
      {
        path: "/admin/audit",
        sorts: ["newest", "oldest"],
        mark: titled,
        ids: await more(
          "audit_log",
          "id",
          line?.id ?? "",
          () => {
            const id = newId()
            return { id, note: titled(id) }
          },
          55,
        ),
      },
    ]
  })

  test("every page holds each row once, within six queries", { timeout: 120_000 }, async () => {
    for (const { path, sorts, mark, ids } of lists) {
      const orders = new Map<string, string[]>()
      for (const sort of sorts) {
        const pages: string[] = []
        let after: string | undefined = ""
        while (after !== undefined && pages.length < 20) {
          const page: Response = await app.get(
            `${path}?sort=${sort}${after ? `&after=${after}` : ""}`,
            asAdmin(),
          )
          expect([path, page.status, Number(page.headers.get("X-Queries")) <= MAX_QUERIES]).toEqual([
            path,
            200,
            true,
          ])
          // The data of the page repeats what stands in it.
          const html: string = (await page.text()).split("window.__reactRouterContext")[0] ?? ""
          pages.push(html)
          after = /after=([\w-]+)"[^>]*>다음/.exec(html)?.[1]
        }
        expect(pages.length, `${path} ${sort}`).toBeGreaterThan(1)
        const times = ids.map((id) => pages.reduce((sum, html) => sum + html.split(mark(id)).length - 1, 0))
        expect([path, sort, [...new Set(times)]]).toEqual([path, sort, [1]])
        const whole = pages.join("")
        orders.set(
          sort,
          ids.toSorted((a, b) => whole.indexOf(mark(a)) - whole.indexOf(mark(b))),
        )
      }
      expect(orders.get("oldest"), path).toEqual(
        (orders.get("newest") ?? orders.get("changed"))?.toReversed(),
      )
    }
  })
})

test("a list is offered as a table where it has a row, and nowhere else", async () => {
  const offers = async (path: string) =>
    (await (await app.get(path, asAdmin())).text()).includes('action="/admin/export/')
  for (const list of ["users", "purchases"]) expect(await offers(`/admin/${list}`), list).toBe(true)
  for (const list of ["users", "orders", "purchases", "claims", "reports", "reviews", "tickets"])
    expect(await offers(`/admin/${list}?q=${encodeURIComponent("아무데도없는말")}`), list).toBe(false)
})

describe("columns of products and tickets", () => {
  test("are chosen as those of other lists are, and stay chosen", async () => {
    await createTicket(customer.actor.userId, "칸을 고를 문의예요")
    for (const [path, list, label] of [
      ["/admin/tickets", "tickets", "보낸 사람"],
      ["/admin/products?state=published", "products", "상점"],
    ] as const) {
      const query = path.split("?")[1] ?? ""
      const read = async () => (await app.get(path, asAdmin())).text()
      expect(await read()).toMatch(new RegExp(`<th[^>]*>${label}</th>`))
      const all = [...(await read()).matchAll(/name="all\[\]" value="([^"]+)"/g)].map(
        ([, each]) => each ?? "",
      )
      expect(all).toContain(label)
      const shown = all.filter((each) => each !== label)
      const sent = { intent: "columns", list, query, "all[]": all, "shown[]": shown }
      expect((await app.post("/admin/views", sent, asAdmin())).headers.get("Location")).toBe(path)
      expect(await read()).not.toMatch(new RegExp(`<th[^>]*>${label}</th>`))
    }
  })
})
