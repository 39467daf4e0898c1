/** Experts add an address for their programs with plain forms, see what it was told, and nobody else's. */
import { expect, test } from "vitest"
import { createExpert } from "#app/areas/experts/fixtures.ts"
import { createOpenOrder } from "#app/areas/orders/fixtures.ts"
import { createPerson } from "#app/areas/accounts/fixtures.ts"
import { findOwnWebhooks, findWebhookLog } from "#app/areas/api/service/webhooks.server.ts"
import { withApp } from "../setup/app.ts"
import { getLocation, getPageText } from "../setup/shop-requests.ts"

const app = withApp()
const PATH = "/expert-dashboard/webhooks"
const MAX_QUERIES = 6

test("an address is added without scripts, told of a new request, and its log is its owner's", async () => {
  const expert = await createExpert({ regions: ["all"] })
  const at = { cookie: expert.cookie }
  const empty = await app.get(PATH, at)
  expect(await getPageText(empty)).toContain("아직 알릴 주소가 없어요")
  const fields = { intent: "add", url: "https://hooks.example.kr/baro", "events[]": "request.opened" }
  const local = await app.post(PATH, { ...fields, url: "http://localhost/" }, at)
  expect([local.status, await getPageText(local)]).toEqual([
    400,
    expect.stringContaining("https://로 시작하는 공개된 주소를 적어 주세요."),
  ])
  const none = await app.post(PATH, { intent: "add", url: fields.url }, at)
  expect(none.status).toBe(400)
  const ofShops = await app.post(PATH, { ...fields, "events[]": "order.paid" }, at)
  expect([ofShops.status, await getPageText(ofShops)]).toEqual([
    403,
    expect.stringContaining("고른 알림은 상점이 있거나 승인된 전문가일 때 받을 수 있어요."),
  ])
  const added = await app.post(PATH, fields, at)
  expect([added.status, getLocation(added)]).toEqual([302, PATH])
  await createOpenOrder((await createPerson()).actor)
  await app.drainEvents()
  const page = await app.get(PATH, at)
  expect(Number(page.headers.get("X-Queries"))).toBeLessThanOrEqual(MAX_QUERIES)
  expect(await getPageText(page)).toContain("보낼 예정")
  const [endpoint] = await findOwnWebhooks(expert.actor)
  const [delivery] = (await findWebhookLog(expert.actor, endpoint?.id ?? "", null)).rows
  expect(delivery?.event).toBe("request.opened")

  const stranger = { cookie: (await createExpert()).cookie }
  for (const form of [
    ...["remove", "rotate", "enable"].map((intent) => ({ intent, endpointId: endpoint?.id ?? "" })),
    { intent: "resend", deliveryId: delivery?.id ?? "" },
  ])
    expect([form.intent, (await app.post(PATH, form, stranger)).status]).toEqual([form.intent, 404])
  const theirs = await app.get(`${PATH}?endpoint=${endpoint?.id}`, stranger)
  expect(await getPageText(theirs)).not.toContain("hooks.example.kr")
})

test("the document names every event with what is told of it", async () => {
  const document = (await (await app.get("/api/v1/openapi.json")).json()) as {
    webhooks: Record<string, { post: { requestBody: { content: Record<string, { schema: unknown }> } } }>
  }
  expect(Object.keys(document.webhooks)).toContain("request.opened")
  expect(
    document.webhooks["proposal.moved"]?.post.requestBody.content["application/json"]?.schema,
  ).toMatchObject({
    properties: { data: { required: ["orderId", "proposalId", "state"] } },
  })
  for (const text of ["request.opened", "나에게 맞는 새 견적 요청", "amountWon: integer<"])
    expect((await getPageText(app.get("/developers"))).includes(text), text).toBe(true)
})
