/** The list of addresses: one default among a buyer's own, and what a purchase takes of it. */
import { eq, sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { newId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson, type Person } from "../../accounts/fixtures.ts"
import { createPlacePurchaseInput, createShop, createVariant, findPurchaseRow } from "../fixtures.ts"
import { deliveryAddresses } from "../address-schema.server.ts"
import { PlacePurchaseForm } from "../forms.ts"
import { LIMITS } from "../rules.ts"
import {
  deleteAddress,
  deleteAddressesOfLeavingMember,
  findAddresses,
  makeDefaultAddress,
  saveAddress,
} from "./addresses.server.ts"
import { startCheckout } from "./checkout.server.ts"
import { placePurchase } from "./place-purchase.server.ts"
import { inTransaction } from "#app/platform/db.server.ts"

withDatabase()

const typed = (addressDetail: string, isDefault = false) => ({
  recipient: "김하늘",
  phone: "+821012345678",
  zonecode: "06621",
  address: "서울 서초구 서초대로 1",
  addressDetail,
  request: null,
  isDefault,
})
const listOf = async (person: Person) =>
  (await findAddresses(person.actor)).map((each) => [each.addressDetail, each.isDefault])

async function keep(person: Person, ...details: string[]): Promise<string[]> {
  const ids: string[] = []
  for (const detail of details) {
    const saved = await saveAddress(person.actor, null, typed(detail))
    if (!saved.ok) throw new Error(saved.reason)
    ids.push(saved.addressId)
  }
  return ids
}

test("one is the default: the first, the one made so, and the newest where it is deleted", async () => {
  const person = await createPerson()
  const [home = "", office = ""] = await keep(person, "집", "회사")
  expect(await listOf(person)).toEqual([
    ["집", true],
    ["회사", false],
  ])
  expect(await makeDefaultAddress(person.actor, office)).toEqual({ ok: true })
  expect((await listOf(person))[0]).toEqual(["회사", true])
  expect(await saveAddress(person.actor, home, typed("이사한 집"))).toMatchObject({ ok: true })
  expect(await listOf(person)).toEqual([
    ["회사", true],
    ["이사한 집", false],
  ])
  expect(await deleteAddress(person.actor, office)).toEqual({ ok: true })
  expect(await listOf(person)).toEqual([["이사한 집", true]])
})

test("others' addresses do not exist, and a list has an end", async () => {
  const [person, stranger] = [await createPerson(), await createPerson()]
  const [id = ""] = await keep(
    person,
    ...Array.from({ length: LIMITS.addresses }, (_, number) => `${number}호`),
  )
  const notFound = { ok: false, reason: "not_found" }
  expect(await saveAddress(stranger.actor, id, typed("남의 집"))).toEqual(notFound)
  expect(await makeDefaultAddress(stranger.actor, id)).toEqual(notFound)
  expect(await deleteAddress(stranger.actor, id)).toEqual(notFound)
  expect(await saveAddress(person.actor, null, typed("하나 더"))).toEqual({ ok: false, reason: "full" })
})

test("of several made the default at once one is", async () => {
  const person = await createPerson()
  const ids = await keep(person, "집", "회사", "부모님")
  await Promise.all(ids.map((id) => makeDefaultAddress(person.actor, id)))
  const [row] = await db()
    .select({ count: sql<number>`count(*)::int` })
    .from(deliveryAddresses)
    .where(sql`user_id = ${person.actor.userId}::uuid and is_default`)
  expect(row?.count).toBe(1)
})

test("a purchase goes to an own address, or to what is typed, saved where the buyer wants it", async () => {
  const [shop, buyer, stranger] = [await createShop(), await createPerson(), await createPerson()]
  const variantId = await createVariant(shop.sellerId, 20_000, 5)
  const [home = ""] = await keep(buyer, "집")
  const [foreign = ""] = await keep(stranger, "남의 집")
  const begun = await startCheckout(buyer.actor, {
    source: "direct",
    lines: [{ variantId, quantity: 1 }],
    submissionKey: newId(),
  })
  if (!begun.ok) throw new Error(begun.reason)
  const place = (input: Parameters<typeof createPlacePurchaseInput>[0]) =>
    placePurchase(buyer.actor, begun.groupId, createPlacePurchaseInput(input))
  expect(await place({ addressId: foreign })).toEqual({ ok: false, reason: "address_gone" })
  expect(await place({ addressId: home })).toMatchObject({ ok: true })
  expect((await findPurchaseRow(begun.groupId))?.addressDetail).toBe("집")
  expect(await place({ addressDetail: "새집", saveAddress: true })).toMatchObject({ ok: true })
  expect((await findPurchaseRow(begun.groupId))?.addressDetail).toBe("새집")
  expect(await listOf(buyer)).toEqual([
    ["집", true],
    ["새집", false],
  ])
  await keep(buyer, ...Array.from({ length: LIMITS.addresses - 2 }, (_, number) => `${number}호`))
  expect(await place({ addressDetail: "또 새집", saveAddress: true })).toEqual({
    ok: false,
    reason: "addresses_full",
  })
  await inTransaction((tx) => deleteAddressesOfLeavingMember({ userId: buyer.actor.userId }, tx))
  expect(
    await db().select().from(deliveryAddresses).where(eq(deliveryAddresses.userId, buyer.actor.userId)),
  ).toEqual([])
})

test("an address is typed in full, or chosen", () => {
  const form = {
    method: "card",
    consent: "on",
    thirdPartyConsent: "on",
    submissionKey: newId(),
    couponId: "",
  }
  const problems = PlacePurchaseForm.safeParse({ ...form, addressId: "", recipient: "", phone: "1" }).error
    ?.issues
  expect(problems?.map((issue) => issue.path[0])).toEqual(
    expect.arrayContaining(["recipient", "phone", "zonecode", "address"]),
  )
  expect(PlacePurchaseForm.safeParse({ ...form, addressId: newId() }).success).toBe(true)
})
