/** The form of a proposal over HTTP, without scripts: what it begins with, keeps, refuses and sends. */
import { beforeAll, expect, test } from "vitest"
import { createPerson, type Person } from "#app/areas/accounts/fixtures.ts"
import { createExpert, type Expert } from "#app/areas/experts/fixtures.ts"
import { CONTACT, createOpenOrder, createProposal } from "#app/areas/orders/fixtures.ts"
import { acceptProposal } from "#app/areas/orders/service/received-proposals.server.ts"
import { findOrder } from "#app/areas/orders/service/find-order.server.ts"
import { withApp } from "../setup/app.ts"
import { createProposalFields } from "../setup/proposal-requests.ts"

const app = withApp()
const location = (answer: Response) => answer.headers.get("Location")

let customer: Person
let expert: Expert
let orderId: string
beforeAll(async () => {
  customer = await createPerson({ name: "박서연" })
  expert = await createExpert()
  orderId = await createOpenOrder(customer.actor)
})

test("a proposal is saved for the next request of the service, and begins it", async () => {
  const { cookie } = await createExpert()
  const [first, second] = [await createOpenOrder(customer.actor), await createOpenOrder(customer.actor)]
  const before = await (await app.get(`/orders/${second}/propose`, { cookie })).text()
  expect(before).not.toContain("불러오기")
  const saved = await app.post(
    `/orders/${first}/propose`,
    createProposalFields({ intent: "save_template" }),
    {
      cookie,
    },
  )
  expect(await saved.text()).toContain("불러올 수 있게 저장했어요")
  const offered = await (await app.get(`/orders/${second}/propose`, { cookie })).text()
  expect(offered).toContain("불러오기")
  expect(offered).not.toContain("하루 한 집만 맡아서 해요.")
  const filled = await (
    await app.post(
      `/orders/${second}/propose`,
      createProposalFields({ intent: "use_template", message: "" }),
      {
        cookie,
      },
    )
  ).text()
  expect(filled).toContain("하루 한 집만 맡아서 해요.")
  expect(filled).toMatch(
    /name="lines\[0\]\.name"[^>]*value="[^"]+"|value="[^"]+"[^>]*name="lines\[0\]\.name"/,
  )
})

test("a proposal is previewed, sent once, revised, and withdrawn", async () => {
  const { actor, cookie } = await createExpert()
  const own = await createOpenOrder(customer.actor)
  const path = `/orders/${own}/propose`
  const preview = await app.post(path, createProposalFields({ intent: "preview" }), { cookie })
  const page = await preview.text()
  expect(preview.status).toBe(200)
  expect(page).toContain("이대로 보낼까요?")
  expect(page).toContain("1,488,000원")
  expect(page).not.toContain("제외 항목이 비어 있어요")

  const sent = await app.post(path, createProposalFields({ intent: "send" }), { cookie })
  expect([sent.status, location(sent)]).toEqual([302, "/expert-dashboard/proposals"])
  expect((await findOrder(actor, own))?.proposal).toMatchObject({
    state: "sent",
    totalWon: 1_488_000,
    included: ["자재비", "폐기물 처리", "마감 청소"],
    excluded: ["가구 이동"],
  })

  // The same form once more, as after a double click: the one that is there is asked for by its version.
  expect(
    (
      await app.post(path, createProposalFields({ intent: "send", "lines[0].unitPriceWon": "60,000" }), {
        cookie,
      })
    ).status,
  ).toBe(302)
  expect((await findOrder(actor, own))?.proposal).toMatchObject({ version: 2, totalWon: 1_440_000 })
  const stale = await app.post(
    path,
    createProposalFields({ intent: "send", "lines[0].unitPriceWon": "50,000" }),
    {
      cookie,
    },
  )
  expect(stale.status).toBe(409)
  expect(await stale.text()).toContain("50,000")

  expect(location(await app.post(path, { intent: "withdraw" }, { cookie }))).toBe(
    "/expert-dashboard/proposals",
  )
  expect((await app.post(path, { intent: "withdraw" }, { cookie })).status).toBe(409)
  expect(await (await app.get(path, { cookie })).text()).toContain("철회한 견적서예요")
})

test("the preview warns gently when nothing is excluded", async () => {
  const page = await (
    await app.post(
      `/orders/${orderId}/propose`,
      createProposalFields({ intent: "preview", "excluded[]": "" }),
      {
        cookie: expert.cookie,
      },
    )
  ).text()
  expect(page).toContain("제외 항목이 비어 있어요")
})

test("wrong input gets 400, its sentences, and what was typed", async () => {
  const wrong: [Record<string, string>, string][] = [
    [
      { message: "010-1234-5678로 전화 주세요. 싸게 해드려요." },
      "전화번호, 계좌, 이메일, 메신저 아이디는 쓸 수 없어요",
    ],
    [{ "lines[0].unitPriceWon": "공짜" }, "단가는 1,800,000처럼 숫자로 써요"],
    [{ "lines[0].quantity": "0" }, "수량은 1 이상이어야 해요"],
    [{ "lines[0].unitPriceWon": "0" }, "합계가 0원이에요"],
    [{ earliestStart: "2020-01-01" }, "시작 가능일은"],
    [{ message: "" }, "한마디를 입력해 주세요"],
  ]
  for (const [change, sentence] of wrong) {
    const answer = await app.post(
      `/orders/${orderId}/propose`,
      createProposalFields({ intent: "send", ...change }),
      {
        cookie: expert.cookie,
      },
    )
    const page = await answer.text()
    expect(answer.status, sentence).toBe(400)
    expect(page).toContain(sentence)
    expect(page).toContain("실크 벽지 시공")
  }
  expect((await findOrder(expert.actor, orderId))?.proposal).toBeNull()
})

test("what is wrong is told at once, beside the first item too; nothing is promised beforehand", async () => {
  const path = `/orders/${orderId}/propose`
  const form = await (await app.get(path, { cookie: expert.cookie })).text()
  for (const name of ["earliestStart", "validUntil", "days", "warrantyMonths"])
    expect(new RegExp(`<(?:input|select)[^>]*name="${name}"[^>]*>`).exec(form)?.[0], name).not.toMatch(
      /value="[^"]+"/,
    )
  const blank = { "lines[0].name": "", "lines[0].unitPriceWon": "", earliestStart: "", validUntil: "" }
  const around = { message: "010-1234-5678로 전화 주세요." }
  const answer = await app.post(path, createProposalFields({ intent: "preview", ...blank, ...around }), {
    cookie: expert.cookie,
  })
  expect(answer.status).toBe(400)
  const page = await answer.text()
  for (const name of ["lines[0].name", "lines[0].unitPriceWon", "earliestStart", "validUntil", "message"])
    expect(page.match(/<(?:input|textarea)[^>]*>/g)?.find((tag) => tag.includes(`name="${name}"`))).toContain(
      'aria-invalid="true"',
    )
})

test("a contact is told beside its field also where a blank row stood before it", async () => {
  const gap = { "lines[1].name": "", "lines[1].quantity": "1", "lines[2].name": "kim@example.kr" }
  const more = { "lines[2].quantity": "1", "lines[2].unitPriceWon": "1000", intent: "send" }
  const answer = await app.post(`/orders/${orderId}/propose`, createProposalFields({ ...gap, ...more }), {
    cookie: expert.cookie,
  })
  expect(answer.status).toBe(400)
  const tag = (await answer.text()).match(/<input[^>]*>/g)?.find((each) => each.includes("kim@example.kr"))
  expect(tag).toContain('name="lines[1].name"')
  expect(tag).toContain('aria-invalid="true"')
})

test("lines are added and removed with the others kept", async () => {
  const path = `/orders/${orderId}/propose`
  const added = await (
    await app.post(path, createProposalFields({ intent: "add:lines" }), { cookie: expert.cookie })
  ).text()
  expect(added).toContain('name="lines[1].name"')
  expect(added).toContain('value="실크 벽지 시공"')
  const removed = await (
    await app.post(path, createProposalFields({ "lines[1].name": "철거", intent: "remove:lines:0" }), {
      cookie: expert.cookie,
    })
  ).text()
  expect(removed).toContain('value="철거"')
  expect(removed).not.toContain("실크 벽지 시공")
})

test("when the customer has chosen meanwhile, 409 says so and what was typed is still there", async () => {
  const late = await createExpert()
  const other = await createExpert()
  const own = await createOpenOrder(customer.actor)
  const mine = await createProposal(late.actor, own)
  const proposalId = await createProposal(other.actor, own)
  expect(mine).not.toBe(proposalId)
  await acceptProposal(customer.actor, own, { proposalId, version: 1, ...CONTACT })
  const answer = await app.post(`/orders/${own}/propose`, createProposalFields({ intent: "send" }), {
    cookie: late.cookie,
  })
  expect(answer.status).toBe(409)
  expect(await answer.text()).toContain("고객이 이미 결정했거나 철회한 견적서예요")
})
