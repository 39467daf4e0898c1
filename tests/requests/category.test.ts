import { beforeAll, expect, test } from "vitest"
import { createPerson } from "#app/areas/accounts/fixtures.ts"
import { createExpert, createCompletedOrder } from "#app/areas/experts/fixtures.ts"
import { createOpenOrder } from "#app/areas/orders/fixtures.ts"
import { listServices } from "#app/areas/orders/questions.ts"
import { CATEGORIES, CATEGORY_LABELS } from "#app/areas/orders/rules.ts"
import { withApp } from "../setup/app.ts"

const app = withApp()

beforeAll(async () => {
  const customer = await createPerson()
  const expert = await createExpert({
    name: "윤도배",
    categories: ["interior"],
    reviewCount: 8,
    ratingSum: 40,
  })
  await createExpert({ name: "안보여", categories: ["interior"], state: "suspended" })
  for (const agreedWon of [1_500_000, 1_600_000, 1_700_000, 1_800_000, 1_900_000])
    await createCompletedOrder(customer, expert, { category: "interior", service: "wallpaper", agreedWon })
  for (const agreedWon of [900_000, 950_000])
    await createCompletedOrder(customer, expert, { category: "interior", service: "flooring", agreedWon })
  await createOpenOrder(customer.actor, { category: "interior", service: "wallpaper" })
})

test.each(CATEGORIES)(
  "/category/%s says what it is, offers every service, and leads into the request",
  async (category) => {
    const page = await app.get(`/category/${category}`)
    expect(page.status).toBe(200)
    const html = await page.text()
    expect(html).toContain(`<title>${CATEGORY_LABELS[category]} 견적 비교`)
    expect(html).toContain(`rel="canonical" href="http://localhost:3000/category/${category}"`)
    expect(html).toContain(`href="/orders/new?category=${category}"`)
    for (const service of listServices(category)) {
      expect(html).toContain(service.description)
      expect(html).toContain(`href="/orders/new?category=${category}&amp;service=${service.id}"`)
    }
    const data = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(
      (match): { "@type": string } => JSON.parse(match[1] ?? ""),
    )
    expect(data.map((each) => each["@type"])).toEqual(["BreadcrumbList", "FAQPage"])
  },
)

test("prices need five accepted proposals; experts and requests are the public ones", async () => {
  const html =
    /<main.*<\/main>/s.exec(
      (await (await app.get("/category/interior")).text()).replaceAll("<!-- -->", ""),
    )?.[0] ?? ""
  expect(html).toContain("160만~180만원")
  expect(html).toContain("견적 5건")
  expect(html).not.toContain("90만")
  expect(html).toContain("윤도배")
  expect(html).not.toContain("안보여")
  expect(html).toContain("지금 요청 1건")
  expect(await (await app.get("/category/moving")).text()).not.toContain("보통 이만큼 들었어요")
})

test("the budget step tells what similar requests have cost", async () => {
  const { cookie } = await createPerson()
  const steps = [
    ["service", "wallpaper"],
    ["paper", "silk"],
    ["paper-extent", "whole"],
    ["size", "24"],
    ["home", "apartment"],
    ["living", "empty"],
  ] as const
  for (const [step, answer] of steps)
    await app.post(`/orders/new?category=interior&step=${step}`, { answer }, { cookie })
  await app.post("/orders/new?category=interior&step=region", { regionCode: "11710" }, { cookie })
  await app.post("/orders/new?category=interior&step=date", { schedule: "flexible" }, { cookie })
  expect(await (await app.get("/orders/new?category=interior&step=budget", { cookie })).text()).toContain(
    "비슷한 요청은 보통 160만~180만원이 들었어요.",
  )
})

test("any other category is 404", async () => {
  for (const id of ["castle", "Repair", "repair%2f", "__proto__", "constructor", "%00"])
    expect((await app.get(`/category/${id}`)).status, id).toBe(404)
})

test("the page asks the database at most 6 times, signed in as well", async () => {
  const { cookie } = await createPerson()
  expect(
    Number((await app.get("/category/interior", { cookie })).headers.get("X-Queries")),
  ).toBeLessThanOrEqual(6)
})
