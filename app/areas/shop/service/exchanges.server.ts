/** The option that an exchange brings: which can be chosen, reserved while the claim is open, given back. */
import { and, eq, isNull, sql } from "drizzle-orm"
import { db, preparedQuery, type Transaction } from "#app/platform/db.server.ts"
import { emitSubjectsChanged } from "#app/platform/subjects.server.ts"
import { refuse, ok, type Outcome } from "#app/platform/outcome.ts"
import type { ExchangeOption } from "../views.ts"
import { variants } from "../schema.server.ts"
import { selectOptionPictureId } from "./product-sql.server.ts"
import type { LineRow } from "./transitions.server.ts"

const optionsQuery = preparedQuery(["productId"], ({ productId }) =>
  db()
    .select({
      id: variants.id,
      name: variants.name,
      priceWon: variants.priceWon,
      stock: variants.stock,
      retiredAt: variants.retiredAt,
    })
    .from(variants)
    .where(eq(variants.productId, productId))
    .orderBy(variants.position, variants.id),
)

/**
 * Lists what a line can be exchanged for: the options of its product that are still sold, each with why it
 * cannot be chosen. Only what costs the same today as the option that was bought is exchanged (decision 070);
 * an option that is sold no more is compared by what was paid.
 */
export async function listExchangeOptions(line: {
  productId: string
  variantId: string
  unitWon: number
  quantity: number
}): Promise<ExchangeOption[]> {
  const rows = await optionsQuery({ productId: line.productId })
  const bought = rows.find((row) => row.id === line.variantId && row.retiredAt === null)
  const priceWon = bought?.priceWon ?? line.unitWon
  return rows
    .filter((row) => row.retiredAt === null)
    .map((row) => ({
      id: row.id,
      name: row.name,
      isBought: row.id === line.variantId,
      problem: row.priceWon !== priceWon ? "price" : row.stock < line.quantity ? "sold_out" : null,
    }))
}

/**
 * Takes the pieces of a new option from the shelf for an exchange of a locked line. Refusals: `option_gone`
 * (not of this product, or sold no more), `option_price` (it costs something else), `option_sold_out`.
 */
export async function reserveExchange(
  tx: Transaction,
  line: LineRow,
  variantId: string,
): Promise<Outcome<"option_gone" | "option_price" | "option_sold_out", { optionName: string }>> {
  const [wanted] = await tx
    .select()
    .from(variants)
    .where(
      and(eq(variants.id, variantId), eq(variants.productId, line.productId), isNull(variants.retiredAt)),
    )
    .for("no key update")
  if (!wanted) return refuse("option_gone")
  const [bought] = await tx
    .select({ priceWon: variants.priceWon })
    .from(variants)
    .where(and(eq(variants.id, line.variantId), isNull(variants.retiredAt)))
  if (wanted.priceWon !== (bought?.priceWon ?? line.unitWon)) return refuse("option_price")
  if (wanted.stock < line.quantity) return refuse("option_sold_out")
  await changeStock(tx, { variantId, productId: line.productId, pieces: -line.quantity })
  return ok({ optionName: wanted.name })
}

/** The picture that shows an option now. */
export async function findOptionPictureId(tx: Transaction, variantId: string): Promise<string | null> {
  const [row] = await tx
    .select({ pictureId: selectOptionPictureId(sql`${variants.productId}`, sql`${variants.pictureId}`) })
    .from(variants)
    .where(eq(variants.id, variantId))
  return row?.pictureId ?? null
}

/** Puts pieces that were reserved, or that came back, onto the shelf again. */
export const returnToShelf = (tx: Transaction, line: LineRow, variantId: string) =>
  changeStock(tx, { variantId, productId: line.productId, pieces: line.quantity })

async function changeStock(
  tx: Transaction,
  change: { variantId: string; productId: string; pieces: number },
): Promise<void> {
  const [after] = await tx
    .update(variants)
    .set({ stock: sql`${variants.stock} + ${change.pieces}` })
    .where(eq(variants.id, change.variantId))
    .returning({ stock: variants.stock })
  // Sold out, or for sale again: who shows the product must know.
  if (after && (after.stock === 0 || after.stock === change.pieces))
    await emitSubjectsChanged(tx, [{ kind: "product", id: change.productId }])
}
