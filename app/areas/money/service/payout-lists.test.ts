/** Payouts are found by whom they go to and where, and saved as the bank takes them. */
import { readSheet } from "read-excel-file/node"
import { expect, test } from "vitest"
import { newId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson } from "../../accounts/fixtures.ts"
import { exportTable } from "../../admin/service/export.server.ts"
import { createShop } from "../../shop/fixtures.ts"
import { formatChargeNumber } from "../office-rules.ts"
import { payouts } from "../schema.server.ts"
import { countFilteredPayouts, findPayouts, sumPayouts } from "./payout-lists.server.ts"

withDatabase()

async function createPayout(account: { bank: string; accountNumber: string; accountHolder: string }) {
  const shop = await createShop()
  const id = newId()
  await db()
    .insert(payouts)
    .values({
      id,
      sellerId: shop.sellerId,
      amountWon: 50_000,
      state: "processing",
      ...account,
      createdAt: new Date(),
      updatedAt: new Date(),
    })
  return id
}

test("a payout is found by number, holder, account with or without lines, and bank", async () => {
  const finance = await createPerson({ role: "admin", officeRole: "finance" })
  const woori = await createPayout({
    bank: "우리은행",
    accountNumber: "1002-123-456789",
    accountHolder: "남궁가게",
  })
  const kakao = await createPayout({
    bank: "카카오뱅크",
    accountNumber: "3333010000",
    accountHolder: "박상점",
  })
  const find = async (term: string) =>
    (await findPayouts(finance.actor, { filter: { state: "processing", term }, cursor: null }))?.rows.map(
      ({ id }) => id,
    )
  expect(await find("")).toEqual([woori, kakao])
  const terms = ["남궁", "1002123456789", "1002-123-456789", "6789", "456789", "우리", woori]
  for (const term of [...terms, formatChargeNumber(woori)])
    expect([term, await find(term)]).toEqual([term, [woori]])
  for (const term of ["없는 사람", "789", "5555", "40,000원"])
    expect([term, await find(term)]).toEqual([term, []])
  for (const term of ["50000", "50,000", "50,000원"])
    expect([term, await find(term)]).toEqual([term, [woori, kakao]])
  expect(await sumPayouts(finance.actor, "박상점")).toMatchObject([
    { state: "pending", count: 0, won: 0 },
    { state: "processing", count: 1, won: 50_000 },
    {},
    {},
  ])
  const count = { state: "processing", term: "박상점" } as const
  expect(await countFilteredPayouts(finance.actor, count)).toBe(1)
  const support = await createPerson({ role: "admin", officeRole: "support" })
  expect(await findPayouts(support.actor, { filter: count, cursor: null })).toBeNull()
  expect([await countFilteredPayouts(support.actor, count), await sumPayouts(support.actor, "")]).toEqual([
    0,
    [],
  ])
})

test("the file of transfers has what the bank's form asks for, and says who saved it and why", async () => {
  const finance = await createPerson({ role: "admin", officeRole: "finance" })
  await createPayout({ bank: "농협은행", accountNumber: "002-1234-5678-91", accountHolder: "최농부" })
  const table = await exportTable(finance.actor, "transfers", new URLSearchParams({ q: "최농부" }), {
    reason: "11월 26일 이체",
    address: "127.0.0.1",
  })
  const [header, row] = await readSheet(Buffer.from(await new Response(table?.body).arrayBuffer()))
  expect(header).toEqual(["입금은행코드", "입금계좌번호", "입금액", "예금주", "받는분통장표시", "내통장표시"])
  // Text, so that no spreadsheet takes the zeros from its beginning.
  expect(row?.slice(0, 5)).toEqual(["011", "0021234567891", 50_000, "최농부", "바로일당"])
  expect(row?.[5]).toMatch(/^.{1,7}$/)
})
