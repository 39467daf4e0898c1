/** Products from a file with plain forms: looked through, asked for, followed over a reload, and there. */
import { expect, test } from "vitest"
import { buildProductExamples, buildProductHeader } from "#app/areas/selling/product-file.ts"
import { createShop } from "#app/areas/shop/fixtures.ts"
import { formatCsv } from "#app/platform/spreadsheet.server.ts"
import { withApp } from "../setup/app.ts"
import { getLocation, getPageText } from "../setup/shop-requests.ts"

const app = withApp()
const PATH = "/shopping/admin/products/file"

function buildForm(): FormData {
  const [example = []] = buildProductExamples("household")
  const form = new FormData()
  form.set("intent", "check")
  form.set("file", new File([formatCsv([buildProductHeader("household"), example])], "상품.csv"))
  return form
}

test("a file has an address from when it is looked through until its products are there", async () => {
  const [shop, rival] = [await createShop(), await createShop()]
  const [at, theirs] = [{ cookie: shop.cookie }, { cookie: rival.cookie }]
  const checked = await app.post(PATH, buildForm(), at)
  const address = getLocation(checked)
  expect([checked.status, address]).toEqual([302, expect.stringMatching(/\/file\?file=[0-9a-f-]{36}$/)])
  const fileId = address.split("=")[1] ?? ""
  expect(await getPageText(app.get(address, at))).toContain("확인했어요")
  expect((await app.get(address, theirs)).status).toBe(404)
  expect((await app.get(`${PATH}?file=x`, at)).status).toBe(404)
  // Nobody learns whether such a file is there: the sentence is that of one whose day is over.
  expect((await app.post(PATH, { intent: "import", fileId }, theirs)).status).toBe(409)

  expect(getLocation(await app.post(PATH, { intent: "import", fileId }, at))).toBe(address)
  const waiting = await getPageText(app.get(address, at))
  expect(waiting).toContain("올리고 있어요")
  expect(waiting).toContain("1개 중 0개")
  expect((await app.post(PATH, { intent: "import", fileId }, at)).status).toBe(409)
  await app.drainEvents()
  const done = await app.get(address, at)
  expect([done.status, getLocation(done)]).toEqual([302, "/shopping/admin/products?tab=draft"])
  expect(await getPageText(app.get("/shopping/admin/products?tab=draft", at))).toContain("접이식 사다리")
})
