/** The record of an order is taken along as a file, and anybody checks one without seeing the order. */
import { expect, test } from "vitest"
import { createOrderInState } from "#app/areas/orders/fixtures.ts"
import { EvidenceFile } from "#app/areas/orders/evidence-chain.ts"
import { withApp } from "../setup/app.ts"
import { getPageText } from "../setup/shop-requests.ts"

const app = withApp()

async function download(ending: "pdf" | "json") {
  const { orderId, customer } = await createOrderInState("completed")
  const answer = await app.get(`/orders/${orderId}/evidence/evidence.${ending}`, { cookie: customer.cookie })
  expect([answer.status, answer.headers.get("Cache-Control")]).toEqual([200, "private, no-store"])
  return answer
}

async function check(fields: Record<string, string>, file?: string) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  if (file !== undefined) form.set("file", new File([file], "evidence.json", { type: "application/json" }))
  const answer = await app.post("/evidence", form)
  return { status: answer.status, text: await getPageText(answer) }
}

test("a file is as recorded, or says where it was changed; a hash alone is enough", async () => {
  const text = await (await download("json")).text()
  const file = EvidenceFile.parse(JSON.parse(text))
  const hash = file.entries.at(-1)?.hash ?? ""
  expect(await check({}, text)).toEqual({ status: 200, text: expect.stringContaining("기록된 그대로예요") })
  const byHash = await check({ hash: ` ${hash.toUpperCase()} ` })
  expect(byHash).toEqual({ status: 200, text: expect.stringContaining("기록된 그대로예요") })
  expect(byHash.text).not.toContain(String(file.entries[0]?.content?.title))
  expect(byHash.text).not.toContain(file.orderId)
  const changed = text.replace("1780000", "1000")
  expect((await check({}, changed)).text).toContain("2번째 기록이 바뀌었어요")
  const { entries: _entries, ...rest } = file
  const cut = JSON.stringify({ ...rest, entries: file.entries.slice(0, 1) })
  expect((await check({}, cut)).text).toContain("1번째 기록까지 맞아요")
})

test("what is no file and no hash of ours is said beside its field, or not to be known", async () => {
  expect(await check({ hash: "abc" })).toEqual({ status: 400, text: expect.stringContaining("64자리예요") })
  expect((await check({ hash: "0".repeat(64) })).text).toContain("바로일당의 기록에 없어요")
  for (const file of ["?", "[]", '{"format":"baroildang-evidence/1","entries":[]}']) {
    const refused = await check({}, file)
    expect(refused).toEqual({ status: 400, text: expect.stringContaining("증빙 파일(JSON)이 아니에요") })
  }
})

test("the PDF is one, and another ending is not there", async () => {
  const pdf = await download("pdf")
  expect(pdf.headers.get("Content-Type")).toBe("application/pdf")
  const { orderId, customer } = await createOrderInState("completed")
  const other = await app.get(`/orders/${orderId}/evidence/evidence.csv`, { cookie: customer.cookie })
  expect(other.status).toBe(404)
})

test("what nests too deep or holds more than a file of ours is refused beside its field", async () => {
  const text = await (await download("json")).text()
  const deep = "[".repeat(9_000) + "]".repeat(9_000)
  const nested = text.replace('"content": {', `"content": {"deep": ${deep},`)
  const more = JSON.stringify({ ...EvidenceFile.parse(JSON.parse(text)), verdict: "전문가의 잘못이에요." })
  expect(nested.length).toBeGreaterThan(text.length)
  for (const file of [deep, nested, more])
    expect(await check({}, file)).toEqual({
      status: 400,
      text: expect.stringContaining("증빙 파일(JSON)이 아니에요"),
    })
})

test("no more than 60 files of one address are read in ten minutes", async () => {
  let last = 0
  for (let sent = 0; sent < 61; sent += 1) last = (await check({}, "?")).status
  expect(last).toBe(429)
})
