/** The cards of what was found, as each area shows its things. */
import { runSubqueries, type JsonSubquery } from "#app/platform/json-subqueries.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import { heartedExpertsSubquery } from "../../experts/service/directory.server.ts"
import { hireCardsSubquery, seekCardsSubquery } from "../../jobs/service/job-cards.server.ts"
import { itemCardsSubquery } from "../../market/service/item-lists.server.ts"
import { heartedProductsSubquery } from "../../shop/service/catalogue.server.ts"
import type { FoundEntry } from "./find-entries.server.ts"

const SUBQUERY_BY_KIND = {
  expert: heartedExpertsSubquery,
  hire: hireCardsSubquery,
  seek: seekCardsSubquery,
  item: itemCardsSubquery,
  product: heartedProductsSubquery,
}
type Kind = keyof typeof SUBQUERY_BY_KIND
type CardOf<OfKind extends Kind> =
  ReturnType<(typeof SUBQUERY_BY_KIND)[OfKind]> extends JsonSubquery<Map<string, infer Card>> ? Card : never
export type ResultCard = { [OfKind in Kind]: { kind: OfKind; card: CardOf<OfKind> } }[Kind]

const isKind = (kind: string): kind is Kind => Object.hasOwn(SUBQUERY_BY_KIND, kind)

/**
 * The cards of `entries` by their ids, as `actor` sees them now: all kinds in one query, none for no entries.
 * What an area does not list any more is left out.
 */
export async function findResultCards(
  actor: Actor,
  entries: readonly FoundEntry[],
): Promise<Map<string, ResultCard>> {
  const kinds = [...new Set(entries.map((entry) => entry.kind))].filter(isKind).sort()
  if (kinds.length === 0) return new Map()
  const cardsByKind = await runSubqueries(
    Object.fromEntries(
      kinds.map((kind): [Kind, JsonSubquery<Map<string, unknown>>] => [
        kind,
        SUBQUERY_BY_KIND[kind](
          actor,
          entries.filter((entry) => entry.kind === kind).map((entry) => entry.id),
        ),
      ]),
    ),
  )
  return new Map(
    kinds.flatMap((kind) =>
      [...(cardsByKind[kind] ?? [])].map(([id, card]): [string, ResultCard] => [
        id,
        { kind, card } as ResultCard,
      ]),
    ),
  )
}
