/**
 * Many products from one file: looked through as a whole, row by row, and taken over as a whole. They come as
 * drafts, to which their owner adds pictures before they are shown to an admin.
 */
import { and, eq, isNull, lt } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { isId, newId } from "#app/basics/ids.ts"
import { isCleanText } from "#app/basics/korean.ts"
import { DAY_MS } from "#app/basics/time.ts"
import { db, inTransaction, type Transaction } from "#app/platform/db.server.ts"
import { emit, type Events } from "#app/platform/events.server.ts"
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

declare module "#app/platform/events.server.ts" {
  interface Events {
    "product_file.asked": { fileId: string }
  }
}

const MAX_SHOWN_PROBLEMS = 200
/** Rows of one statement: a statement takes 65,535 values. */
const ROWS_PER_STATEMENT = 500
/** After so many products it is told how far it is. */
const PRODUCTS_PER_STEP = 50
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
): Promise<{ ok: true; fileId: string } | CheckRefusal> {
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
  return ok({ fileId })
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

/** A file of the actor's as it stands; null where there is none, or its day is over. */
export async function findOwnProductFile(actor: Actor, fileId: string) {
  if (actor.kind !== "member" || !isId(fileId)) return null
  const [file] = await db()
    .select()
    .from(productFiles)
    .where(and(eq(productFiles.id, fileId), eq(productFiles.sellerId, actor.userId)))
  if (!file) return null
  const inputs = file.products as ProductInput[]
  return {
    fileId,
    state: file.finishedAt
      ? ("imported" as const)
      : file.askedAt
        ? ("importing" as const)
        : ("checked" as const),
    done: file.doneCount,
    products: inputs.map(({ title, variants: options }) => ({ title, options: options.length })),
  }
}

/**
 * Asks that a file which was looked through is taken over; {@link importProductFile} does it. Refusals:
 * `not_allowed`, `not_found` (not the actor's, asked for already, or older than a day).
 */
export async function requestProductImport(
  actor: Actor,
  fileId: string,
): Promise<Outcome<"not_allowed" | "not_found">> {
  if (!isSeller(actor)) return refuse("not_allowed")
  if (!isId(fileId)) return refuse("not_found")
  return inTransaction(async (tx) => {
    const [asked] = await tx
      .update(productFiles)
      .set({ askedAt: now() })
      .where(
        and(
          eq(productFiles.id, fileId),
          eq(productFiles.sellerId, actor.userId),
          isNull(productFiles.askedAt),
        ),
      )
      .returning({ id: productFiles.id })
    if (!asked) return refuse("not_found")
    await emit(tx, "product_file.asked", { fileId })
    return ok()
  })
}

/**
 * Subscriber of "product_file.asked": takes over all of its products as drafts, or none. How far it is goes
 * by a connection of its own, so that the page sees it before the end.
 */
export async function importProductFile(
  { fileId }: Events["product_file.asked"],
  tx: Transaction,
): Promise<void> {
  const [file] = await tx
    .select()
    .from(productFiles)
    .where(and(eq(productFiles.id, fileId), isNull(productFiles.finishedAt)))
  if (!file) return
  const inputs = file.products as ProductInput[]
  for (let from = 0; from < inputs.length; from += PRODUCTS_PER_STEP) {
    const some = inputs.slice(from, from + PRODUCTS_PER_STEP)
    await insertDrafts(tx, file.sellerId, some)
    await db()
      .update(productFiles)
      .set({ doneCount: from + some.length })
      .where(eq(productFiles.id, fileId))
  }
  await tx.update(productFiles).set({ finishedAt: now(), products: [] }).where(eq(productFiles.id, fileId))
}

/** Writes products of a file as drafts of `sellerId`. */
async function insertDrafts(
  tx: Transaction,
  sellerId: string,
  inputs: readonly ProductInput[],
): Promise<void> {
  const rows = inputs.map((input) => {
    const values = toProductValues(input)
    const options = input.variants.flatMap((variant) => variant.name ?? [])
    const row = {
      id: newId(),
      sellerId,
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
}

/** Removes files a day after they were looked through; a job calls it. */
export async function deleteOldProductFiles(): Promise<void> {
  await db()
    .delete(productFiles)
    .where(lt(productFiles.createdAt, new Date(now().getTime() - DAY_MS)))
}
