/**
 * An owner's products: written, shown to an admin, changed, taken off the shelf; with their options,
 * pictures and stock.
 */
import { and, asc, eq, inArray, isNull } from "drizzle-orm"
import type { z } from "zod"
import { now } from "#app/basics/clock.ts"
import { isId, newId } from "#app/basics/ids.ts"
import { findTransition } from "#app/basics/transitions.ts"
import { audit } from "#app/platform/audit.server.ts"
import { inTransaction, type Transaction } from "#app/platform/db.server.ts"
import { removeDraft } from "#app/platform/drafts.server.ts"
import { emit } from "#app/platform/events.server.ts"
import { detachPictures, attachPictures } from "#app/platform/pictures.server.ts"
import { emitSubjectChanged } from "#app/platform/subjects.server.ts"
import { runOnce } from "#app/platform/submissions.server.ts"
import { hasRight, isSeller, type Actor } from "../../accounts/rules.ts"
import { DISCLOSURES } from "../../shop/disclosure.ts"
import { calculateDiscountPercent } from "../../shop/rules.ts"
import { productPictures, products, variants } from "../../shop/schema.server.ts"
import { buildProductSearchKey, updateSearchKey } from "../../shop/service/product-stats.server.ts"
import { updateVariants, type VariantChange } from "../../shop/service/variants.server.ts"
import { productSubject } from "../../shop/service/subject.server.ts"
import { findRunningSaleOptions } from "./price-history.server.ts"
import { ok, refuse, type Done, type Outcome, type Refusal } from "#app/platform/outcome.ts"
import { type ProductMove, PRODUCT_TRANSITIONS } from "#app/areas/selling/rules.ts"
import type { ProductForm } from "#app/areas/selling/forms.ts"

export type ProductInput = z.output<typeof ProductForm>
type ProductRow = typeof products.$inferSelect

/** The names of the drafts. */
export const NEW_PRODUCT_DRAFT_NAME = "product"
export const productDraftName = (productId: string) => `product:${productId}`

type SaveRefusal = Refusal<
  "not_allowed" | "not_found" | "pictures_missing" | "stock_moved" | "unknown_option" | "changed" | "on_sale"
>

/**
 * Writes a product: a new one (`productId` null, once for a `submissionKey`) or one of the actor's own.
 * `propose` sends it to an admin. Of a published product prices, stock and who bears the parcel are live at
 * once; everything else is looked at again, and until then it is not for sale. Refusals: `not_allowed` (the
 * shop is not approved), `not_found`, `pictures_missing`, `stock_moved` (pieces were sold while the form was
 * open), `unknown_option` (an option that is not this product's), `changed` (it is no longer the version of
 * the moment `seen`), `on_sale` (another price of what is lower for a time now).
 */
export async function saveProduct(
  actor: Actor,
  productId: string | null,
  input: ProductInput,
  options: { propose: boolean; submissionKey: string; seen?: string | null },
): Promise<Done<{ productId: string; state: ProductRow["state"] }> | SaveRefusal> {
  if (!isSeller(actor)) return refuse("not_allowed")
  if (productId !== null && !isId(productId)) return refuse("not_found")
  const { userId } = actor
  const draftName = productId === null ? NEW_PRODUCT_DRAFT_NAME : productDraftName(productId)
  return inTransaction((tx) =>
    runOnce(tx, { actorId: userId, form: draftName, key: options.submissionKey }, async () => {
      const existing = productId === null ? null : await lockOwnProduct(tx, userId, productId)
      if (productId !== null && !existing) return refuse("not_found")
      if (options.seen && existing?.updatedAt.toISOString() !== options.seen) return refuse("changed")
      if (existing && (await isPriceHeld(tx, existing, input))) return refuse("on_sale")
      const written = await writeProduct(tx, existing, userId, input)
      if (!written.ok) return written
      const { id, isReviewNeeded } = written
      const from = existing?.state ?? "draft"
      const state = getSavedState(from, { isReviewNeeded, propose: options.propose })
      if (state !== from)
        await tx.update(products).set({ state, decisionReason: "" }).where(eq(products.id, id))
      await removeDraft(userId, draftName, tx)
      await emitSubjectChanged(tx, { kind: "product", id })
      return ok({ productId: id, state })
    }),
  )
}

/** Whether `input` changes a price that is lower for a time, or the one that is struck beside it. */
async function isPriceHeld(tx: Transaction, { id, listPriceWon }: ProductRow, input: ProductInput) {
  const onSale = await findRunningSaleOptions(tx, [id])
  if (onSale.size === 0) return false
  const options = await tx
    .select({ id: variants.id, priceWon: variants.priceWon })
    .from(variants)
    .where(eq(variants.productId, id))
  const priceWonOf = new Map(options.map((option) => [option.id, option.priceWon]))
  return (
    input.listPriceWon !== listPriceWon ||
    input.variants.some(
      (row) => row.id !== null && onSale.has(row.id) && row.priceWon !== priceWonOf.get(row.id),
    )
  )
}

/**
 * Writes what the form says: the product with its pictures, options and search key. `isReviewNeeded` where
 * something of an existing one has changed that an admin has read.
 */
async function writeProduct(
  tx: Transaction,
  existing: ProductRow | null,
  sellerId: string,
  input: ProductInput,
): Promise<
  Outcome<"pictures_missing" | "stock_moved" | "unknown_option", { id: string; isReviewNeeded: boolean }>
> {
  const id = existing?.id ?? newId()
  const values = toProductValues(input)
  const contentBefore = existing && (await getReviewableContent(tx, existing))
  if (existing) await tx.update(products).set(values).where(eq(products.id, id))
  else
    await tx.insert(products).values({ id, sellerId, state: "draft", ...values, createdAt: values.updatedAt })
  if (!(await replacePictures(tx, id, sellerId, input.pictureIds))) return refuse("pictures_missing")
  const replaced = await replaceVariants(tx, id, input)
  if (!replaced.ok) return replaced
  const options = input.variants.flatMap((variant) => variant.name ?? [])
  await updateSearchKey(tx, id, buildProductSearchKey({ ...values, options }))
  const isReviewNeeded =
    existing !== null && contentBefore !== (await getReviewableContent(tx, { ...existing, ...values }))
  return ok({ id, isReviewNeeded })
}

/** The columns of a product as its form says them. */
export function toProductValues(input: ProductInput) {
  const priceWon = Math.min(...input.variants.map((variant) => variant.priceWon))
  return {
    title: input.title,
    brand: input.brand ?? "",
    department: input.department,
    description: input.description,
    optionLabel: input.optionLabel ?? "",
    priceWon,
    listPriceWon: input.listPriceWon,
    discountPercent: calculateDiscountPercent(priceWon, input.listPriceWon),
    freeShipping: input.freeShipping,
    madeToOrder: input.madeToOrder,
    notice: DISCLOSURES[input.noticeKind].rows.map((label, index) => ({
      label,
      value: input.notice[index] ?? "",
    })),
    updatedAt: now(),
  }
}

/** The state of a product after its owner saved it: one that is for sale goes back to review where needed. */
function getSavedState(
  from: ProductRow["state"],
  { isReviewNeeded, propose }: { isReviewNeeded: boolean; propose: boolean },
): ProductRow["state"] {
  const isLive = from === "published" || from === "hidden"
  const canPropose = from === "draft" || from === "rejected"
  const move: ProductMove | null =
    isLive && isReviewNeeded ? "revise" : propose && canPropose ? "propose" : null
  return (move && findTransition(PRODUCT_TRANSITIONS, { move, from, role: "seller" })?.to) ?? from
}

async function lockOwnProduct(
  tx: Transaction,
  sellerId: string,
  productId: string,
): Promise<ProductRow | null> {
  const [row] = await tx
    .select()
    .from(products)
    .where(and(eq(products.id, productId), eq(products.sellerId, sellerId)))
    .for("update")
  return row ?? null
}

/** What an admin has read of a product, as one text. */
async function getReviewableContent(tx: Transaction, product: ProductRow): Promise<string> {
  const pictureIds = await tx
    .select({ id: productPictures.pictureId })
    .from(productPictures)
    .where(eq(productPictures.productId, product.id))
    .orderBy(productPictures.position)
  const names = await tx
    .select({ name: variants.name })
    .from(variants)
    .where(and(eq(variants.productId, product.id), isNull(variants.retiredAt)))
    .orderBy(variants.name)
  const { title, brand, department, description, optionLabel, madeToOrder, notice } = product
  return JSON.stringify([
    title,
    brand,
    department,
    description,
    optionLabel,
    madeToOrder,
    notice.map((row) => [row.label, row.value]),
    pictureIds.map((row) => row.id),
    names.map((row) => row.name),
  ])
}

async function replacePictures(
  tx: Transaction,
  productId: string,
  ownerId: string,
  ids: readonly string[],
): Promise<boolean> {
  const own = eq(productPictures.productId, productId)
  const before = (await tx.select({ id: productPictures.pictureId }).from(productPictures).where(own)).map(
    (row) => row.id,
  )
  if (
    !(await attachPictures(
      tx,
      ownerId,
      "product",
      ids.filter((id) => !before.includes(id)),
    ))
  )
    return false
  await tx.delete(productPictures).where(own)
  await detachPictures(
    tx,
    before.filter((id) => !ids.includes(id)),
  )
  await tx
    .insert(productPictures)
    .values(ids.map((pictureId, position) => ({ productId, pictureId, position })))
  return true
}

/**
 * The rows of the form become the options: known ones change, new ones come, those left out are no longer
 * offered.
 */
async function replaceVariants(
  tx: Transaction,
  productId: string,
  { variants: rows, pictureIds }: Pick<ProductInput, "variants" | "pictureIds">,
): Promise<Outcome<"unknown_option" | "stock_moved">> {
  const existingProduct = await tx
    .select()
    .from(variants)
    .where(and(eq(variants.productId, productId), isNull(variants.retiredAt)))
    .orderBy(asc(variants.id))
    .for("update")
  const findPictureId = ({ picture }: (typeof rows)[number]) =>
    picture === null || picture === 1 ? null : (pictureIds[picture - 1] ?? null)
  const retainedIds = new Set(rows.flatMap((row) => row.id ?? []))
  const changes: VariantChange[] = []
  for (const [position, row] of rows.entries()) {
    if (row.id === null) continue
    const variant = existingProduct.find((each) => each.id === row.id)
    if (!variant) return refuse("unknown_option")
    // Untouched in the form: what was sold meanwhile stays sold.
    const isUntouched = row.was === row.stock
    if (!isUntouched && row.was !== variant.stock) return refuse("stock_moved")
    changes.push({
      id: variant.id,
      name: row.name ?? "",
      priceWon: row.priceWon,
      stock: isUntouched ? variant.stock : row.stock,
      position,
      pictureId: findPictureId(row),
    })
  }
  await updateVariants(tx, changes)
  const retiredIds = existingProduct
    .filter((variant) => !retainedIds.has(variant.id))
    .map((variant) => variant.id)
  if (retiredIds.length > 0)
    await tx.update(variants).set({ retiredAt: now() }).where(inArray(variants.id, retiredIds))
  const newVariants = rows.flatMap((row, position) =>
    row.id === null
      ? [
          {
            id: newId(),
            productId,
            name: row.name ?? "",
            priceWon: row.priceWon,
            stock: row.stock,
            position,
            pictureId: findPictureId(row),
          },
        ]
      : [],
  )
  if (newVariants.length > 0) await tx.insert(variants).values(newVariants)
  return ok()
}

async function hasPicture(tx: Transaction, productId: string): Promise<boolean> {
  const rows = await tx
    .select({ id: productPictures.pictureId })
    .from(productPictures)
    .where(eq(productPictures.productId, productId))
    .limit(1)
  return rows.length > 0
}

/**
 * The owner proposes, hides or shows a product. Refusals: `not_found`, `not_allowed` (the shop is not
 * approved), `not_now`, `pictures_missing` (what came from a file is proposed once it has one).
 */
export async function transitionProduct(
  actor: Actor,
  productId: string,
  move: "propose" | "hide" | "show",
): Promise<Outcome<"not_found" | "not_allowed" | "not_now" | "pictures_missing">> {
  if (actor.kind !== "member") return refuse("not_found")
  return inTransaction(async (tx) => {
    const product = isId(productId) ? await lockOwnProduct(tx, actor.userId, productId) : null
    if (!product) return refuse("not_found")
    if (!isSeller(actor)) return refuse("not_allowed")
    const row = findTransition(PRODUCT_TRANSITIONS, { move, from: product.state, role: "seller" })
    if (!row) return refuse("not_now")
    if (move === "propose" && !(await hasPicture(tx, productId))) return refuse("pictures_missing")
    await tx.update(products).set({ state: row.to, updatedAt: now() }).where(eq(products.id, productId))
    await emitSubjectChanged(tx, { kind: "product", id: productId })
    return ok()
  })
}

/**
 * An admin decides about a proposed product (`publish`, `reject`), or hides one and shows it again as an
 * overlay. `seen` is the moment of the version that was read. Refusals: `not_found`, `reason_needed`,
 * `moved_on`.
 */
export async function decideProduct(
  actor: Actor,
  input: { productId: string; move: "publish" | "reject" | "hide" | "show"; reason: string; seen: string },
): Promise<Outcome<"not_found" | "reason_needed" | "moved_on">> {
  const { productId, move, reason } = input
  if (!hasRight(actor, "review") || !isId(productId)) return refuse("not_found")
  return inTransaction(async (tx) => {
    const [product] = await tx.select().from(products).where(eq(products.id, productId)).for("update")
    if (!product) return refuse("not_found")
    if ((move === "reject" || move === "hide") && reason === "") return refuse("reason_needed")
    if (move === "hide" || move === "show") {
      await productSubject.setHidden?.(tx, productId, move === "hide" ? reason : null)
      await audit(tx, actor, {
        action: `product.${move}`,
        subject: { kind: "product", id: productId, title: product.title },
        note: reason,
        before: { hidden: product.hiddenAt !== null },
        after: { hidden: move === "hide" },
      })
      return ok()
    }
    const row = findTransition(PRODUCT_TRANSITIONS, { move, from: product.state, role: "admin" })
    if (!row || product.updatedAt.toISOString() !== input.seen) return refuse("moved_on")
    const at = now()
    await tx
      .update(products)
      .set({
        state: row.to,
        decisionReason: move === "reject" ? reason : "",
        updatedAt: at,
        ...(move === "publish" && { publishedAt: product.publishedAt ?? at }),
      })
      .where(eq(products.id, productId))
    await audit(tx, actor, {
      action: `product.${move}`,
      subject: { kind: "product", id: productId, title: product.title },
      note: reason,
      before: { state: product.state },
      after: { state: row.to },
    })
    await emit(tx, "product.decided", { productId, sellerId: product.sellerId, toState: row.to })
    await emitSubjectChanged(tx, { kind: "product", id: productId })
    return ok()
  })
}
