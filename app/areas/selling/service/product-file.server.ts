/**
 * Many products from one file: looked through as a whole, row by row, and taken over as a whole. They come as
 * drafts, to which their owner adds pictures before they are shown to an admin.
 */
import { and, eq, lt } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { isId, newId } from "#app/basics/ids.ts"
import { isCleanText } from "#app/basics/korean.ts"
import { DAY_MS } from "#app/basics/time.ts"
import { db, inTransaction } from "#app/platform/db.server.ts"
import { ok, refuse, type Outcome, type Refusal } from "#app/platform/outcome.ts"
import { readTable } from "#app/platform/spreadsheet.server.ts"
import { emitSubjectsChanged } from "#app/platform/subjects.server.ts"
import { isSeller, type Actor } from "../../accounts/rules.ts"
import { products, variants } from "../../shop/schema.server.ts"
import { buildProductSearchKey } from "../../shop/service/product-stats.server.ts"
import { ProductForm } from "../forms.ts"
import {
  groupProductRows,
  locateProblem,
  PRODUCT_FILE_LIMITS,
  type FileProduct,
  type RowProblem,
} from "../product-file.ts"
import { productFiles } from "../schema.server.ts"
import { toProductValues, type ProductInput } from "./products.server.ts"

const MAX_SHOWN_PROBLEMS = 200
/** Rows of one statement: a statement takes 65,535 values. */
const ROWS_PER_STATEMENT = 500
const UNCLEAN = "사용할 수 없는 글자가 들어 있어요. 지우고 다시 적어 주세요."

type CheckRefusal =
  | Refusal<"not_allowed" | "no_file" | "too_large" | "unreadable" | "empty" | "too_many">
  | Refusal<"no_columns", { columns: string[] }>
  | Refusal<"rows_wrong", { problems: RowProblem[]; problemCount: number; productCount: number }>

/**
 * Looks a file of new products through, and keeps it for a day where nothing is wrong with it. Refusals:
 * `not_allowed` (the shop is not approved), those of `readTable`, `no_columns` with their names, `empty`,
 * `too_many` (500 products or 2,000 rows), `rows_wrong` with what is wrong in which cell.
 */
export async function checkProductFile(
  actor: Actor,
  file: FormDataEntryValue | null,
): Promise<{ ok: true; fileId: string; products: { title: string; options: number }[] } | CheckRefusal> {
  if (!isSeller(actor)) return refuse("not_allowed")
  const table = await readTable(file, PRODUCT_FILE_LIMITS.rows + 2)
  if (!table.ok) return table
  const { missing, products: found } = groupProductRows(table.rows)
  if (missing.length > 0) return refuse("no_columns", { columns: missing })
  if (found.length === 0) return refuse("empty")
  if (found.length > PRODUCT_FILE_LIMITS.products || table.rows.length > PRODUCT_FILE_LIMITS.rows + 1)
    return refuse("too_many")
  const checked = found.map(checkProduct)
  const problems = checked.flatMap((each) => each.problems)
  if (problems.length > 0)
    return refuse("rows_wrong", {
      problems: problems.slice(0, MAX_SHOWN_PROBLEMS),
      problemCount: problems.length,
      productCount: found.length,
    })
  const fileId = newId()
  const inputs = checked.flatMap(({ input }) => input ?? [])
  await db()
    .insert(productFiles)
    .values({
      id: fileId,
      sellerId: actor.userId,
      name: file instanceof File ? file.name.slice(0, 100) : "",
      products: inputs,
      createdAt: now(),
    })
  return ok({
    fileId,
    products: inputs.map(({ title, variants: options }) => ({ title, options: options.length })),
  })
}

function checkProduct(product: FileProduct): { input: ProductInput | null; problems: RowProblem[] } {
  // The form asks for a picture; here it comes later.
  const parsed = ProductForm.safeParse({ ...product.typed, pictureIds: [newId()] })
  const unclean = Object.entries(product.typed)
    .filter(([, value]) => !isCleanText(JSON.stringify(value)))
    .map(([name]) => ({ ...locateProblem(product, [name]), problem: UNCLEAN }))
  const wrong = (parsed.error?.issues ?? []).map(({ path, message }) => ({
    ...locateProblem(product, path),
    problem: message,
  }))
  return {
    input: parsed.success ? { ...parsed.data, pictureIds: [] } : null,
    problems: [...unclean, ...wrong],
  }
}

/**
 * Takes over a file that was looked through: all of its products as drafts, or none. Refusals: `not_allowed`,
 * `not_found` (not the actor's, taken over already, or older than a day).
 */
export async function importProductFile(
  actor: Actor,
  fileId: string,
): Promise<Outcome<"not_allowed" | "not_found", { imported: number }>> {
  if (!isSeller(actor)) return refuse("not_allowed")
  if (!isId(fileId)) return refuse("not_found")
  return inTransaction(async (tx) => {
    const [file] = await tx
      .delete(productFiles)
      .where(and(eq(productFiles.id, fileId), eq(productFiles.sellerId, actor.userId)))
      .returning({ products: productFiles.products })
    if (!file) return refuse("not_found")
    const rows = (file.products as ProductInput[]).map((input) => {
      const values = toProductValues(input)
      const options = input.variants.flatMap((variant) => variant.name ?? [])
      const row = {
        id: newId(),
        sellerId: actor.userId,
        state: "draft" as const,
        ...values,
        searchKey: buildProductSearchKey({ ...values, options }),
        createdAt: values.updatedAt,
      }
      return { row, options: input.variants }
    })
    const optionRows = rows.flatMap(({ row: { id }, options }) =>
      options.map(({ name, priceWon, stock }, position) => ({
        id: newId(),
        productId: id,
        name: name ?? "",
        priceWon,
        stock,
        position,
      })),
    )
    await tx.insert(products).values(rows.map(({ row }) => row))
    for (let from = 0; from < optionRows.length; from += ROWS_PER_STATEMENT)
      await tx.insert(variants).values(optionRows.slice(from, from + ROWS_PER_STATEMENT))
    await emitSubjectsChanged(
      tx,
      rows.map(({ row: { id } }) => ({ kind: "product", id })),
    )
    return ok({ imported: rows.length })
  })
}

/** Removes files that were not taken over for a day; a job calls it. */
export async function deleteOldProductFiles(): Promise<void> {
  await db()
    .delete(productFiles)
    .where(lt(productFiles.createdAt, new Date(now().getTime() - DAY_MS)))
}
