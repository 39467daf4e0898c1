/** The cards of what was found, as each area shows its things. */
import type { Actor } from "../../accounts/rules.ts"
import { findHeartedExperts } from "../../experts/service/directory.server.ts"
import { findJobCards } from "../../jobs/service/job-cards.server.ts"
import { findItemCards } from "../../market/service/item-lists.server.ts"
import { findHeartedCards } from "../../shop/service/catalogue.server.ts"
import type { FoundEntry } from "./find-entries.server.ts"

type CardIn<Cards> = Cards extends Map<string, infer Card> ? Card : never
type Found<Find extends (...input: never[]) => Promise<Map<string, unknown>>> = CardIn<
  Awaited<ReturnType<Find>>
>
type JobCards = Awaited<ReturnType<typeof findJobCards>>

export type ResultCard =
  | { kind: "expert"; card: Found<typeof findHeartedExperts> }
  | { kind: "hire"; card: CardIn<JobCards["hires"]> }
  | { kind: "seek"; card: CardIn<JobCards["seeks"]> }
  | { kind: "item"; card: Found<typeof findItemCards> }
  | { kind: "product"; card: Found<typeof findHeartedCards> }

/**
 * The cards of `entries` by their ids, as `actor` sees them: one query for each kind that is among them. What
 * an area does not list any more is left out.
 */
export async function findResultCards(
  actor: Actor,
  entries: readonly FoundEntry[],
): Promise<Map<string, ResultCard>> {
  const idsOf = (kind: FoundEntry["kind"]) =>
    entries.filter((entry) => entry.kind === kind).map((entry) => entry.id)
  const [experts, { hires, seeks }, items, products] = await Promise.all([
    findHeartedExperts(actor, idsOf("expert")),
    findJobCards(actor, { hires: idsOf("hire"), seeks: idsOf("seek") }),
    findItemCards(actor, idsOf("item")),
    findHeartedCards(actor, idsOf("product")),
  ])
  return new Map<string, ResultCard>([
    ...[...experts].map(([id, card]) => [id, { kind: "expert", card }] as const),
    ...[...hires].map(([id, card]) => [id, { kind: "hire", card }] as const),
    ...[...seeks].map(([id, card]) => [id, { kind: "seek", card }] as const),
    ...[...items].map(([id, card]) => [id, { kind: "item", card }] as const),
    ...[...products].map(([id, card]) => [id, { kind: "product", card }] as const),
  ])
}
