/** What an expert changes on their own public page: words, pictures, prices, vacations. */
import { eq } from "drizzle-orm"
import type { z } from "zod"
import { now } from "#app/basics/clock.ts"
import { toKstDateString } from "#app/basics/time.ts"
import { inTransaction, type Transaction } from "#app/platform/db.server.ts"
import { emit } from "#app/platform/events.server.ts"
import { detachPictures, attachPictures } from "#app/platform/pictures.server.ts"
import { emitSubjectChanged } from "#app/platform/subjects.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import type { PricesForm, PublicPageForm, VacationForm } from "../forms.ts"
import { canEditPage, filterUpcomingVacations, PUBLIC_PAGE_LIMITS } from "../rules.ts"
import { findLowestPrice } from "../prices.ts"
import { experts } from "../schema.server.ts"
import { refreshSearchKeys } from "./search-keys.server.ts"
import { ok, refuse, type Done, type Outcome, type Refusal } from "#app/platform/outcome.ts"
import { hideContacts } from "#app/basics/contacts.ts"

export type ExpertRow = typeof experts.$inferSelect
export type PageRefusal<Reason extends string = never> = Refusal<"not_found" | "closed" | Reason>

/**
 * Runs `operation` on the actor's own registration, locked. Refuses whoever has none (not_found) and a
 * registration that was rejected or ended (closed).
 */
export async function withOwnPage<Reason extends string>(
  actor: Actor,
  operation: (tx: Transaction, expert: ExpertRow) => Promise<Outcome<Reason>>,
): Promise<Done | PageRefusal<Reason>> {
  if (actor.kind !== "member") return refuse("not_found")
  return inTransaction(async (tx) => {
    const [expert] = await tx.select().from(experts).where(eq(experts.userId, actor.userId)).for("update")
    if (!expert) return refuse("not_found")
    if (!canEditPage(expert.state)) return refuse("closed")
    const outcome = await operation(tx, expert)
    if (!outcome.ok) return outcome
    await emit(tx, "expert.changed", { expertId: expert.userId })
    await emitSubjectChanged(tx, { kind: "expert", id: expert.userId })
    return outcome
  })
}

/**
 * Changes the words and the two pictures of the page. Contact details in them are hidden. Refuses pictures
 * that are not the actor's own fresh ones (picture_not_yours).
 */
export function updatePublicPage(
  actor: Actor,
  input: z.output<typeof PublicPageForm>,
): Promise<Done | PageRefusal<"picture_not_yours">> {
  return withOwnPage(actor, async (tx, expert) => {
    const arePicturesTaken =
      (await replacePicture(tx, expert.userId, "avatar", expert.avatarId, input.avatar)) &&
      (await replacePicture(tx, expert.userId, "cover", expert.coverId, input.cover))
    if (!arePicturesTaken) return refuse("picture_not_yours")
    await tx
      .update(experts)
      .set({
        oneLine: hideContacts(input.oneLine),
        introduction: hideContacts(input.introduction),
        workHours: hideContacts(input.workHours),
        warranty: hideContacts(input.warranty),
        avatarId: input.avatar,
        coverId: input.cover,
        updatedAt: now(),
      })
      .where(eq(experts.userId, expert.userId))
    await refreshSearchKeys(tx, [expert.userId])
    return ok()
  })
}

async function replacePicture(
  tx: Transaction,
  ownerId: string,
  purpose: "avatar" | "cover",
  before: string | null,
  after: string | null,
): Promise<boolean> {
  if (before === after) return true
  if (before !== null) await detachPictures(tx, [before])
  return after === null || attachPictures(tx, ownerId, purpose, [after])
}

/** Replaces the price list; the lowest price becomes the one that cards show. */
export function updatePrices(actor: Actor, input: z.output<typeof PricesForm>): Promise<Done | PageRefusal> {
  return withOwnPage(actor, async (tx, expert) => {
    const lowest = findLowestPrice(input.prices)
    const prices = input.prices.map((price) => ({ ...price, name: hideContacts(price.name) }))
    await tx
      .update(experts)
      .set({
        prices,
        priceFromWon: lowest?.priceWon ?? null,
        priceFromUnit: lowest?.unit ?? "",
        updatedAt: now(),
      })
      .where(eq(experts.userId, expert.userId))
    await refreshSearchKeys(tx, [expert.userId])
    return ok()
  })
}

/**
 * Adds days on which the expert does not work; past ones are forgotten. Refuses days that overlap others
 * (overlaps) and more than 20 vacations (too_many).
 */
export function addVacation(
  actor: Actor,
  input: z.output<typeof VacationForm>,
): Promise<Done | PageRefusal<"overlaps" | "too_many">> {
  return withOwnPage(actor, async (tx, expert) => {
    const upcomingVacations = filterUpcomingVacations(expert.vacations, toKstDateString(now()))
    if (upcomingVacations.some((other) => input.from <= other.to && other.from <= input.to))
      return refuse("overlaps")
    if (upcomingVacations.length >= PUBLIC_PAGE_LIMITS.vacations) return refuse("too_many")
    await tx
      .update(experts)
      .set({ vacations: [...upcomingVacations, input], updatedAt: now() })
      .where(eq(experts.userId, expert.userId))
    return ok()
  })
}

/** Takes the vacation that begins on `from` out; one that is not there is gone already. */
export function removeVacation(actor: Actor, input: { from: string }): Promise<Done | PageRefusal> {
  return withOwnPage(actor, async (tx, expert) => {
    await tx
      .update(experts)
      .set({
        vacations: expert.vacations.filter((vacation) => vacation.from !== input.from),
        updatedAt: now(),
      })
      .where(eq(experts.userId, expert.userId))
    return ok()
  })
}
