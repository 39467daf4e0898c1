/** Banners and collections are shown where, when and to whom they are for, without a query of their own. */
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { now } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { HOUR_MS } from "#app/basics/time.ts"
import { db } from "#app/platform/db.server.ts"
import { runSubqueries } from "#app/platform/json-subqueries.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson, type Person } from "../../accounts/fixtures.ts"
import { OFFICE_ROLES, type Actor } from "../../accounts/rules.ts"
import { createPictureRow } from "../../experts/fixtures.ts"
import { createProduct, createShop } from "../../shop/fixtures.ts"
import { banners } from "../schema.server.ts"
import { endBanner, findBanner, findBanners, saveBanner, type BannerInput } from "./banners.server.ts"
import { findShopFront, selectShowcase, showcaseSubqueries } from "./showcase.server.ts"

withDatabase()

const NOT_FOUND = { ok: false, reason: "not_found" }
const refused = (reason: string) => ({ ok: false, reason })
const hours = (count: number) => new Date(now().getTime() + count * HOUR_MS)
const visitor: Actor = { kind: "visitor", draftId: null }

let editor: Person
beforeAll(async () => {
  editor = await createPerson({ role: "admin", officeRole: "content" })
})
beforeEach(async () => {
  await db().delete(banners)
})

const input = async (values: Partial<BannerInput> = {}): Promise<BannerInput> => ({
  kind: "banner",
  place: "home",
  title: "겨울맞이 집수리",
  text: "",
  href: "/category/repair",
  pictureId: await createPictureRow(editor.actor.userId, "content"),
  productIds: [],
  audience: "everyone",
  regionCode: null,
  position: 0,
  startsAt: hours(-1),
  endsAt: hours(1),
  version: 0,
  ...values,
})
async function createBanner(values: Partial<BannerInput> = {}): Promise<string> {
  const saved = await saveBanner(editor.actor, null, await input(values))
  if (!saved.ok) throw new Error(saved.reason)
  return saved.id
}
const show = async (actor: Actor, place: "home" | "shop" = "home") =>
  selectShowcase(actor, await runSubqueries(showcaseSubqueries(place)))
const showTitles = async (actor: Actor, place?: "home" | "shop") =>
  (await show(actor, place)).banners.map(({ title }) => title)

describe("a banner", () => {
  test("is shown in its place and time alone, the first position first, with its picture", async () => {
    await createBanner({ title: "둘째", position: 2 })
    const { pictureId } = await input()
    await createBanner({ title: "첫째", position: 1, pictureId })
    await createBanner({ title: "내일부터", startsAt: hours(24), endsAt: hours(48) })
    await createBanner({ title: "어제까지", startsAt: hours(-48), endsAt: hours(-24) })
    await createBanner({ title: "쇼핑", place: "shop" })
    expect(await showTitles(visitor)).toEqual(["첫째", "둘째"])
    expect(await showTitles(visitor, "shop")).toEqual(["쇼핑"])
    expect((await findShopFront()).banners.map(({ title }) => title)).toEqual(["쇼핑"])
    expect((await show(visitor)).banners[0]?.picture).toMatchObject({ id: pictureId })
  })

  test("is shown to whom it is for, and where they live", async () => {
    await createBanner({ title: "손님", audience: "visitors", position: 1 })
    await createBanner({ title: "고객", audience: "customers", position: 2 })
    await createBanner({ title: "전문가", audience: "experts", position: 3 })
    await createBanner({ title: "판매자", audience: "sellers", position: 4 })
    await createBanner({ title: "서울", regionCode: "11", position: 5 })
    const seoul = await createPerson({ regionCode: "11650" })
    const busan = await createPerson({ regionCode: "26110" })
    const expert = await createPerson({ userType: "expert", regionCode: "26110" })
    const shop = await createShop()
    expect(await showTitles(visitor)).toEqual(["손님"])
    expect(await showTitles(seoul.actor)).toEqual(["고객", "서울"])
    expect(await showTitles(busan.actor)).toEqual(["고객"])
    expect(await showTitles(expert.actor)).toEqual(["전문가"])
    expect(await showTitles(shop.actor)).toContain("판매자")
  })

  test("is not shown any more once it is ended, and can be begun again by its end", async () => {
    const id = await createBanner()
    expect(await endBanner(editor.actor, id)).toEqual({ ok: true })
    expect(await showTitles(visitor)).toEqual([])
    expect(await endBanner(editor.actor, id)).toEqual(refused("not_now"))
    const ended = await findBanner(editor.actor, id)
    const again = await input({ pictureId: ended?.pictureId ?? null, version: ended?.version ?? 0 })
    expect(await saveBanner(editor.actor, id, again)).toMatchObject({ ok: true })
    expect(await showTitles(visitor)).toEqual(["겨울맞이 집수리"])
  })
})

test("a collection shows its goods in their order, without those that nobody can buy any more", async () => {
  const shop = await createShop()
  const goods = await Promise.all(
    [1, 2, 3].map(() => createProduct(shop.sellerId, [{ priceWon: 9_900, stock: 3 }])),
  )
  const productIds = goods.map(({ productId }) => productId)
  await createBanner({ kind: "collection", pictureId: null, productIds })
  expect((await show(visitor)).collections[0]?.cards.map(({ id }) => id)).toEqual(productIds)
  const draft = await createProduct(shop.sellerId, [{ priceWon: 9_900, stock: 3 }], { state: "proposed" })
  expect(
    await saveBanner(
      editor.actor,
      null,
      await input({ kind: "collection", pictureId: null, productIds: [draft.productId] }),
    ),
  ).toEqual(refused("products"))
})

describe("what is refused", () => {
  test("to whom it is not the work", async () => {
    const id = await createBanner()
    for (const officeRole of OFFICE_ROLES.filter((role) => role !== "content" && role !== "owner")) {
      const { actor } = await createPerson({ role: "admin", officeRole })
      expect(await saveBanner(actor, null, await input()), officeRole).toEqual(NOT_FOUND)
      expect(await endBanner(actor, id), officeRole).toEqual(NOT_FOUND)
      expect(await findBanner(actor, id), officeRole).toBeNull()
      expect(await findBanners(actor, null), officeRole).toBeNull()
    }
    expect(await saveBanner((await createPerson()).actor, null, await input())).toEqual(NOT_FOUND)
    expect(await saveBanner(editor.actor, newId(), await input())).toEqual(NOT_FOUND)
    expect(await endBanner(editor.actor, newId())).toEqual(NOT_FOUND)
  })

  test("a banner without a picture or with a stranger's, one that changed or has not begun", async () => {
    const stranger = await createPerson()
    expect(await saveBanner(editor.actor, null, await input({ pictureId: null }))).toEqual(refused("picture"))
    expect(
      await saveBanner(
        editor.actor,
        null,
        await input({ pictureId: await createPictureRow(stranger.actor.userId, "content") }),
      ),
    ).toEqual(refused("picture"))
    const id = await createBanner({ startsAt: hours(1), endsAt: hours(2) })
    expect(await endBanner(editor.actor, id)).toEqual(refused("not_now"))
    expect(await saveBanner(editor.actor, id, await input({ version: 7 }))).toEqual(refused("changed"))
    expect((await findBanner(editor.actor, id))?.version).toBe(1)
  })
})
