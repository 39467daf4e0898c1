/** Numbers of purchases are drawn: whoever draws one that is taken draws again, and buys all the same. */
import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { newId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson } from "../../accounts/fixtures.ts"
import { createShop, createVariant, findPurchaseRow, findVariantStock } from "../fixtures.ts"
import { startCheckout } from "./checkout.server.ts"

withDatabase()

/** Makes the first number that is drawn one that another has. A sequence keeps it through a rollback. */
async function takeFirstNumber(): Promise<void> {
  await db().execute(sql`create sequence taken_number maxvalue 100000000`)
  await db().execute(sql`create function refuse_taken_number() returns trigger language plpgsql as $$
    declare drawn bigint := right(new.number, 8)::bigint + 1;
    begin
      if not (select is_called from taken_number) then perform setval('taken_number', drawn); end if;
      if drawn = (select last_value from taken_number) then
        raise unique_violation using constraint = 'order_groups_number_key';
      end if;
      return new;
    end $$`)
  await db().execute(sql`create trigger refuse_taken_number before insert on order_groups
    for each row execute function refuse_taken_number()`)
}

test("a number that another purchase of the day has is drawn again", async () => {
  const shop = await createShop()
  const variantId = await createVariant(shop.sellerId, 10_000, 9)
  const buyer = await createPerson()
  await takeFirstNumber()
  const started = await startCheckout(buyer.actor, {
    source: "direct",
    lines: [{ variantId, quantity: 1 }],
    submissionKey: newId(),
  })
  if (!started.ok) throw new Error(started.reason)
  const [taken] = await db().execute<{ number: number }>(
    sql`select (last_value - 1)::int as number from taken_number where is_called`,
  )
  const purchase = await findPurchaseRow(started.groupId)
  expect([typeof taken?.number, Number(purchase?.number.slice(-8)) === taken?.number]).toEqual([
    "number",
    false,
  ])
  expect(await findVariantStock(variantId)).toBe(8)
})
