/**
 * The application to sell: sent in, corrected, decided by an admin; and the terms of a shop that its
 * owner may change.
 */
import { href } from "react-router"
import { eq, sql } from "drizzle-orm"
import type { z } from "zod"
import { brand } from "#app/basics/brand.ts"
import { now } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { findTransition } from "#app/basics/transitions.ts"
import { audit } from "#app/platform/audit.server.ts"
import { db, inTransaction, violatedConstraint, type Transaction } from "#app/platform/db.server.ts"
import { removeDraft } from "#app/platform/drafts.server.ts"
import { emit } from "#app/platform/events.server.ts"
import { pictureJson, detachPictures, attachPictures } from "#app/platform/pictures.server.ts"
import { emitSubjectsChanged } from "#app/platform/subjects.server.ts"
import { runOnce } from "#app/platform/submissions.server.ts"
import { hasRight, isAdmin, type Actor } from "../../accounts/rules.ts"
import { recordChange } from "../../accounts/service/account-changes.server.ts"
import { confirmIdentity, type IdentityRefusal } from "../../accounts/service/confirm-identity.server.ts"
import { updateAccountStatus } from "../../accounts/service/account-status.server.ts"
import { type SellerState } from "../../shop/rules.ts"
import { markPathNotificationsRead } from "../../notifications/service/centre.server.ts"
import { products, sellers } from "../../shop/schema.server.ts"
import type { PictureView } from "../../shop/views.ts"
import { isSameAccount, pickPayoutAccount } from "../../money/service/payout-account.server.ts"
import { maskAccountNumber } from "../../money/rules.ts"
import { ok, refuse, type Outcome, type Refusal } from "#app/platform/outcome.ts"
import {
  type SellerMove,
  SELLER_TRANSITIONS,
  SELLER_MOVES_WITH_REASON,
  hasSellerDashboard,
  SELLER_DRAFT_NAME,
} from "#app/areas/selling/rules.ts"
import { sellerDocuments, sellerDecisions } from "#app/areas/selling/schema.server.ts"
import type { ShopSettingsForm, SellerApplicationForm } from "#app/areas/selling/forms.ts"

export type SellerInput = z.output<typeof SellerApplicationForm>
export type SellerRow = typeof sellers.$inferSelect

const documentsSql = sql<PictureView[]>`coalesce((select json_agg(${pictureJson("p")} order by d.position)
  from seller_documents d join pictures p on p.id = d.picture_id where d.seller_id = sellers.user_id), '[]')`

/** The actor's own shop or application with its papers; null where there is none. */
export async function findOwnSeller(
  actor: Actor,
): Promise<{ seller: SellerRow; documents: PictureView[] } | null> {
  if (actor.kind !== "member") return null
  const [row] = await db()
    .select({ seller: sellers, documents: documentsSql })
    .from(sellers)
    .where(eq(sellers.userId, actor.userId))
  if (!row || !actor.viewedBy) return row ?? null
  const { seller } = row
  return { ...row, seller: { ...seller, accountNumber: maskAccountNumber(seller.accountNumber) } }
}

/**
 * Sends in an application, or sends it again after a rejection or a question. The same `submissionKey` does
 * it once. Refusals: `not_allowed` (no profile, or an admin), `already` (under review or decided),
 * `business_taken`, `own_business` (the market's own number), `pictures_missing`.
 */
export async function applyAsSeller(
  actor: Actor,
  input: SellerInput & { submissionKey: string },
): Promise<Outcome<"not_allowed" | "already" | "business_taken" | "own_business" | "pictures_missing">> {
  if (actor.kind !== "member" || actor.profile === null || isAdmin(actor)) return refuse("not_allowed")
  const { submissionKey, consent: _, documentIds, mailOrderExempt, ...form } = input
  if (form.businessNumber === brand.company.businessNumber.replaceAll("-", "")) return refuse("own_business")
  const { userId } = actor
  try {
    return await inTransaction((tx) =>
      runOnce(tx, { actorId: userId, form: "seller", key: submissionKey }, async () => {
        const at = now()
        const sellerValues = {
          ...form,
          intro: form.intro ?? "",
          mailOrderNumber: mailOrderExempt ? "" : (form.mailOrderNumber ?? ""),
          state: "applied" as const,
          decisionReason: "",
          appliedAt: at,
          updatedAt: at,
        }
        const [existingSeller] = await tx
          .select({ state: sellers.state })
          .from(sellers)
          .where(eq(sellers.userId, userId))
          .for("update")
        if (
          existingSeller &&
          !findTransition(SELLER_TRANSITIONS, { move: "reapply", from: existingSeller.state, role: "seller" })
        )
          return refuse("already")
        if (existingSeller) await tx.update(sellers).set(sellerValues).where(eq(sellers.userId, userId))
        else await tx.insert(sellers).values({ userId, ...sellerValues })
        if (!(await replaceDocuments(tx, userId, documentIds))) return refuse("pictures_missing")
        if (existingSeller)
          await tx.insert(sellerDecisions).values({
            id: newId(),
            sellerId: userId,
            actorId: userId,
            fromState: existingSeller.state,
            toState: "applied",
            at,
          })
        await updateAccountStatus(tx, userId, { sellerState: "applied" })
        await removeDraft(userId, SELLER_DRAFT_NAME, tx)
        await markPathNotificationsRead(tx, userId, href("/shop/apply"))
        await emit(tx, "seller.applied", { sellerId: userId })
        return ok()
      }),
    )
  } catch (error) {
    const constraint = violatedConstraint(error)
    if (constraint === "sellers_business") return refuse("business_taken")
    if (constraint === "sellers_pkey") return refuse("already")
    throw error
  }
}

async function replaceDocuments(tx: Transaction, sellerId: string, ids: readonly string[]): Promise<boolean> {
  const ownDocuments = eq(sellerDocuments.sellerId, sellerId)
  const before = (
    await tx.select({ id: sellerDocuments.pictureId }).from(sellerDocuments).where(ownDocuments)
  ).map((row) => row.id)
  if (
    !(await attachPictures(
      tx,
      sellerId,
      "certificate",
      ids.filter((id) => !before.includes(id)),
    ))
  )
    return false
  await tx.delete(sellerDocuments).where(ownDocuments)
  await detachPictures(
    tx,
    before.filter((id) => !ids.includes(id)),
  )
  if (ids.length > 0)
    await tx
      .insert(sellerDocuments)
      .values(ids.map((pictureId, position) => ({ sellerId, pictureId, position })))
  return true
}

/**
 * An admin decides. The goods of a shop that is stopped or opened again leave or come back to the shelves.
 * Refusals: `not_found`, `reason_needed`, `moved_on` (with the state that holds now).
 */
export async function decideSeller(
  actor: Actor,
  input: { sellerId: string; move: SellerMove; reason: string },
): Promise<
  Outcome<"not_found" | "reason_needed", { state: SellerState }> | Refusal<"moved_on", { state: SellerState }>
> {
  if (!hasRight(actor, "review")) return refuse("not_found")
  const { sellerId, move, reason } = input
  return inTransaction(async (tx) => {
    const [seller] = await tx
      .select({ state: sellers.state })
      .from(sellers)
      .where(eq(sellers.userId, sellerId))
      .for("update")
    if (!seller) return refuse("not_found")
    const transition = findTransition(SELLER_TRANSITIONS, { move, from: seller.state, role: "admin" })
    if (!transition) return refuse("moved_on", { state: seller.state })
    const needsReason = SELLER_MOVES_WITH_REASON.includes(move)
    if (needsReason && reason === "") return refuse("reason_needed")
    const at = now()
    await tx
      .update(sellers)
      .set({
        state: transition.to,
        decisionReason: needsReason ? reason : "",
        decidedBy: actor.userId,
        decidedAt: at,
        updatedAt: at,
      })
      .where(eq(sellers.userId, sellerId))
    await tx.insert(sellerDecisions).values({
      id: newId(),
      sellerId,
      actorId: actor.userId,
      fromState: seller.state,
      toState: transition.to,
      reason: needsReason ? reason : "",
      at,
    })
    await updateAccountStatus(tx, sellerId, { sellerState: transition.to })
    await markProductsChanged(tx, sellerId)
    await audit(tx, actor, {
      action: `seller.${move}`,
      subject: { kind: "seller", id: sellerId },
      note: reason,
      before: { state: seller.state },
      after: { state: transition.to },
    })
    await emit(tx, "seller.decided", { sellerId, toState: transition.to })
    return ok({ state: transition.to })
  })
}

async function markProductsChanged(tx: Transaction, sellerId: string): Promise<void> {
  const rows = await tx.select({ id: products.id }).from(products).where(eq(products.sellerId, sellerId))
  await emitSubjectsChanged(
    tx,
    rows.map(({ id }) => ({ kind: "product" as const, id })),
  )
}

/**
 * The owner changes what buyers see of the shop, its parcels and its account; orders that were placed keep
 * their terms. Another account is for whoever can show that they are the owner, who is told of it. Refusals:
 * `not_found`, and those of `confirmIdentity`.
 */
export async function updateShop(
  actor: Actor,
  input: z.output<typeof ShopSettingsForm>,
): Promise<Outcome<"not_found" | IdentityRefusal>> {
  if (actor.kind !== "member" || !hasSellerDashboard(actor.sellerState)) return refuse("not_found")
  const { password, ...shop } = input
  const [currentSeller] = await db().select().from(sellers).where(eq(sellers.userId, actor.userId))
  if (!currentSeller) return refuse("not_found")
  const identity = isSameAccount(currentSeller, shop) ? null : await confirmIdentity(actor, password)
  if (identity && !identity.ok) return identity
  return inTransaction(async (tx) => {
    const [seller] = await tx.select().from(sellers).where(eq(sellers.userId, actor.userId)).for("update")
    if (!seller) return refuse("not_found")
    const isAccountChanged = !isSameAccount(seller, shop)
    // It was the present account a moment ago, and somebody has changed it since.
    if (isAccountChanged && identity === null) return refuse("wrong")
    if (isAccountChanged)
      await recordChange(tx, actor.userId, "payout_account", {
        before: pickPayoutAccount(seller),
        after: pickPayoutAccount(shop),
      })
    await tx
      .update(sellers)
      .set({ ...shop, intro: shop.intro ?? "", updatedAt: now() })
      .where(eq(sellers.userId, actor.userId))
    if (seller.name !== input.name) await markProductsChanged(tx, actor.userId)
    return ok()
  })
}
