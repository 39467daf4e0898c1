/** The options of products as their seller writes them. */
import { sql } from "drizzle-orm"
import type { Transaction } from "#app/platform/db.server.ts"

export type VariantChange = {
  id: string
  name: string
  priceWon: number
  stock: number
  position: number
  pictureId: string | null
}

/** Writes all that is said of options, whose rows the caller has locked, in one statement. */
export async function updateVariants(tx: Transaction, changes: readonly VariantChange[]): Promise<void> {
  if (changes.length === 0) return
  const rows = changes.map(
    ({ id, name, priceWon, stock, position, pictureId }) =>
      sql`(${id}::uuid, ${name}::text, ${priceWon}::integer, ${stock}::integer, ${position}::integer,
        ${pictureId}::uuid)`,
  )
  await tx.execute(sql`
    update variants set name = n.name, price_won = n.price_won, stock = n.stock, position = n.position,
      picture_id = n.picture_id
    from (values ${sql.join(rows, sql`, `)}) as n (id, name, price_won, stock, position, picture_id)
    where variants.id = n.id`)
}
