/**
 * Owns the application to sell: sent in, corrected, decided by an admin; and the terms of a shop that its
 * owner may change.
 */
import { eq, sql } from "drizzle-orm"
import type { z } from "zod"
import { now } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { findTransition } from "#app/basics/transitions.ts"
import { audit } from "#app/platform/audit.server.ts"
import { db, inTransaction, violatedConstraint, type Transaction } from "#app/platform/db.server.ts"
import { removeDraft } from "#app/platform/drafts.server.ts"
import { emit } from "#app/platform/events.server.ts"
import { pictureJson, releasePictures, takePictures } from "#app/platform/pictures.server.ts"
import { subjectsChanged } from "#app/platform/subjects.server.ts"
import { once } from "#app/platform/submissions.server.ts"
import { isAdmin, type Actor } from "../../accounts/rules.ts"
import { recordChange } from "../../accounts/service/account-changes.server.ts"
import { confirmIdentity, type IdentityRefusal } from "../../accounts/service/confirm-identity.server.ts"
import { changeStanding } from "../../accounts/service/standing.server.ts"
import type { SellerForm, ShopSettingsForm } from "../forms.ts"
import {
  sellerDraft,
  hasDesk,
  SELLER_MOVES_WITH_REASON,
  SELLER_TRANSITIONS,
  type SellerMove,
  type SellerState,
} from "../rules.ts"
import { products, sellerDecisions, sellerDocuments, sellers } from "../schema.server.ts"
import type { PictureView } from "../views.ts"
import { isSameAccount, payoutAccountOf } from "./payout-account.server.ts"
import { ok, refuse, type Outcome, type Refusal } from "#app/platform/outcome.ts"

export type SellerInput = z.output<typeof SellerForm>
export type SellerRow = typeof sellers.$inferSelect

const documentsOf = sql<PictureView[]>`coalesce((select json_agg(${pictureJson("p")} order by d.position)
  from seller_documents d join pictures p on p.id = d.picture_id where d.seller_id = sellers.user_id), '[]')`

/** The actor's own shop or application with its papers; null where there is none. */
export async function findOwnSeller(
  actor: Actor,
): Promise<{ seller: SellerRow; documents: PictureView[] } | null> {
  if (actor.kind !== "member") return null
  const [row] = await db()
    .select({ seller: sellers, documents: documentsOf })
    .from(sellers)
    .where(eq(sellers.userId, actor.userId))
  return row ?? null
}

/**
 * Sends in an application, or sends it again after a rejection or a question. The same `submissionKey` does
 * it once. Refusals: `not_allowed` (no profile, or an admin), `already` (under review or decided),
 * `business_taken`, `pictures_missing`.
 */
export async function applyAsSeller(
  actor: Actor,
  input: SellerInput & { submissionKey: string },
): Promise<Outcome<"not_allowed" | "already" | "business_taken" | "pictures_missing">> {
  if (actor.kind !== "member" || actor.profile === null || isAdmin(actor)) return refuse("not_allowed")
  const { submissionKey, consent: _, documentIds, mailOrderExempt, ...form } = input
  const { userId } = actor
  try {
    return await inTransaction((tx) =>
      once(tx, { actorId: userId, form: "seller", key: submissionKey }, async () => {
        const at = now()
        const facts = {
          ...form,
          intro: form.intro ?? "",
          mailOrderNumber: mailOrderExempt ? "" : (form.mailOrderNumber ?? ""),
          state: "applied" as const,
          decisionReason: "",
          appliedAt: at,
          updatedAt: at,
        }
        const [known] = await tx
          .select({ state: sellers.state })
          .from(sellers)
          .where(eq(sellers.userId, userId))
          .for("update")
        if (
          known &&
          !findTransition(SELLER_TRANSITIONS, { move: "reapply", from: known.state, role: "seller" })
        )
          return refuse("already")
        if (known) await tx.update(sellers).set(facts).where(eq(sellers.userId, userId))
        else await tx.insert(sellers).values({ userId, ...facts })
        if (!(await setDocuments(tx, userId, documentIds))) return refuse("pictures_missing")
        if (known)
          await tx.insert(sellerDecisions).values({
            id: newId(),
            sellerId: userId,
            actorId: userId,
            fromState: known.state,
            toState: "applied",
            at,
          })
        await changeStanding(tx, userId, { sellerState: "applied" })
        await removeDraft(userId, sellerDraft, tx)
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

async function setDocuments(tx: Transaction, sellerId: string, ids: readonly string[]): Promise<boolean> {
  const own = eq(sellerDocuments.sellerId, sellerId)
  const before = (await tx.select({ id: sellerDocuments.pictureId }).from(sellerDocuments).where(own)).map(
    (row) => row.id,
  )
  if (
    !(await takePictures(
      tx,
      sellerId,
      "certificate",
      ids.filter((id) => !before.includes(id)),
    ))
  )
    return false
  await tx.delete(sellerDocuments).where(own)
  await releasePictures(
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
  if (!isAdmin(actor)) return refuse("not_found")
  const { sellerId, move, reason } = input
  return inTransaction(async (tx) => {
    const [seller] = await tx
      .select({ state: sellers.state })
      .from(sellers)
      .where(eq(sellers.userId, sellerId))
      .for("update")
    if (!seller) return refuse("not_found")
    const step = findTransition(SELLER_TRANSITIONS, { move, from: seller.state, role: "admin" })
    if (!step) return refuse("moved_on", { state: seller.state })
    const told = SELLER_MOVES_WITH_REASON.includes(move)
    if (told && reason === "") return refuse("reason_needed")
    const at = now()
    await tx
      .update(sellers)
      .set({
        state: step.to,
        decisionReason: told ? reason : "",
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
      toState: step.to,
      reason: told ? reason : "",
      at,
    })
    await changeStanding(tx, sellerId, { sellerState: step.to })
    await tellGoods(tx, sellerId)
    await audit(tx, actor, {
      action: `seller.${move}`,
      subject: { kind: "seller", id: sellerId },
      note: reason,
      before: { state: seller.state },
      after: { state: step.to },
    })
    await emit(tx, "seller.decided", { sellerId, toState: step.to })
    return ok({ state: step.to })
  })
}

async function tellGoods(tx: Transaction, sellerId: string): Promise<void> {
  const rows = await tx.select({ id: products.id }).from(products).where(eq(products.sellerId, sellerId))
  await subjectsChanged(
    tx,
    rows.map(({ id }) => ({ kind: "product" as const, id })),
  )
}

/**
 * The owner changes what buyers see of the shop, its parcels and its account; orders that were placed keep
 * their terms. Another account is for whoever can show that they are the owner, who is told of it. Refusals:
 * `not_found`, and those of `confirmIdentity`.
 */
export async function changeShop(
  actor: Actor,
  input: z.output<typeof ShopSettingsForm>,
): Promise<Outcome<"not_found" | IdentityRefusal>> {
  if (actor.kind !== "member" || !hasDesk(actor.sellerState)) return refuse("not_found")
  const { password, ...shop } = input
  const [present] = await db().select().from(sellers).where(eq(sellers.userId, actor.userId))
  if (!present) return refuse("not_found")
  const identity = isSameAccount(present, shop) ? null : await confirmIdentity(actor, password)
  if (identity && !identity.ok) return identity
  return inTransaction(async (tx) => {
    const [seller] = await tx.select().from(sellers).where(eq(sellers.userId, actor.userId)).for("update")
    if (!seller) return refuse("not_found")
    const isAnother = !isSameAccount(seller, shop)
    // It was the present account a moment ago, and somebody has changed it since.
    if (isAnother && identity === null) return refuse("wrong")
    if (isAnother)
      await recordChange(tx, actor.userId, "payout_account", {
        before: payoutAccountOf(seller),
        after: payoutAccountOf(shop),
      })
    await tx
      .update(sellers)
      .set({ ...shop, intro: shop.intro ?? "", updatedAt: now() })
      .where(eq(sellers.userId, actor.userId))
    if (seller.name !== input.name) await tellGoods(tx, actor.userId)
    return ok()
  })
}
