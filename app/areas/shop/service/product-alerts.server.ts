/**
 * What members are told of products: that an option is there again, which they asked to hear once, and that
 * the price of a product with their heart went down (docs/decisions/067-alerts-of-products.md).
 */
import { href } from "react-router"
import { and, count, desc, eq, isNull, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { isId } from "#app/basics/ids.ts"
import { formatWon } from "#app/basics/won.ts"
import { db, inTransaction, type Transaction } from "#app/platform/db.server.ts"
import type { Events } from "#app/platform/events.server.ts"
import { ok, refuse, type Done, type Outcome } from "#app/platform/outcome.ts"
import type { Actor, Member } from "../../accounts/rules.ts"
import { notify } from "../../notifications/service/notify.server.ts"
import { LIMITS } from "../rules.ts"
import { products, sellers, variants } from "../schema.server.ts"
import { restockAlerts } from "../visit-schema.server.ts"
import { forSaleCondition } from "./catalogue.server.ts"
import { selectOptionPictureId } from "./product-sql.server.ts"

const productPath = (productId: string) => href("/shopping/product/:productId", { productId })
/** Alerts of one transaction. */
const RESTOCK_BATCH = 500
/** Hearts of one transaction. */
const PRICE_BATCH = 10_000

/** No longer waits for an option; who did not wait stays so. */
export async function cancelRestockAlert({ userId }: Member, variantId: string): Promise<Done> {
  await db()
    .delete(restockAlerts)
    .where(and(eq(restockAlerts.variantId, variantId), eq(restockAlerts.userId, userId)))
  return ok()
}

/**
 * Asks to be told once when an option that is sold out can be bought again. Refusals: `not_found` (not on
 * offer), `in_stock`, `full` (100 alerts).
 */
export async function requestRestockAlert(
  actor: Actor,
  variantId: string,
): Promise<Outcome<"not_found" | "in_stock" | "full">> {
  if (actor.kind !== "member" || !isId(variantId)) return refuse("not_found")
  const { userId } = actor
  return inTransaction(async (tx) => {
    const [option] = await tx
      .select({ stock: variants.stock })
      .from(variants)
      .innerJoin(products, eq(products.id, variants.productId))
      .innerJoin(sellers, eq(sellers.userId, products.sellerId))
      .where(and(eq(variants.id, variantId), isNull(variants.retiredAt), forSaleCondition()))
    if (!option) return refuse("not_found")
    if (option.stock > 0) return refuse("in_stock")
    const [sum] = await tx
      .select({ alerts: count() })
      .from(restockAlerts)
      .where(eq(restockAlerts.userId, userId))
    if ((sum?.alerts ?? 0) >= LIMITS.restockAlerts) return refuse("full")
    await tx.insert(restockAlerts).values({ variantId, userId, createdAt: now() }).onConflictDoNothing()
    return ok()
  })
}

/** What a member waits for, the newest first: at most 100. */
export const findRestockAlerts = ({ userId }: Member) =>
  db()
    .select({
      variantId: restockAlerts.variantId,
      optionName: variants.name,
      productId: products.id,
      title: products.title,
      pictureId: selectOptionPictureId(sql`${products.id}`, sql`${variants.pictureId}`),
    })
    .from(restockAlerts)
    .innerJoin(variants, eq(variants.id, restockAlerts.variantId))
    .innerJoin(products, eq(products.id, variants.productId))
    .innerJoin(sellers, eq(sellers.userId, products.sellerId))
    .where(and(eq(restockAlerts.userId, userId), isNull(variants.retiredAt), forSaleCondition()))
    .orderBy(desc(restockAlerts.createdAt), desc(restockAlerts.variantId))
    .limit(LIMITS.restockAlerts)

type DueAlert = {
  variant_id: string
  user_id: string
  asked_at: string
  product_id: string
  title: string
  name: string
}

/**
 * Tells those who wait for an option that has stock again; each alert goes with its notification, so that a
 * job that is cut short or runs twice tells nobody twice. A job calls it.
 */
export async function notifyRestocked(): Promise<void> {
  let told: number
  do {
    told = await inTransaction(async (tx) => {
      const due = await tx.execute<DueAlert>(sql`
        with due as (
          select a.variant_id, a.user_id, a.created_at, p.id as product_id, p.title, v.name
          from restock_alerts a join variants v on v.id = a.variant_id join products p on p.id = v.product_id
            join sellers s on s.user_id = p.seller_id
          where v.stock > 0 and v.retired_at is null and p.state = 'published' and p.hidden_at is null
            and s.state = 'approved'
          order by a.created_at limit ${RESTOCK_BATCH}::int for update of a skip locked
        ), gone as (
          delete from restock_alerts a using due
          where a.variant_id = due.variant_id and a.user_id = due.user_id
        )
        select variant_id, user_id, created_at::text as asked_at, product_id, title, name from due`)
      await notify(
        tx,
        due.map((alert) => ({
          userId: alert.user_id,
          kind: "restock",
          title: "기다리던 상품이 다시 들어왔어요",
          text: [alert.title, alert.name].filter(Boolean).join(" · "),
          href: productPath(alert.product_id),
          deduplicationKey: `product.restocked:${alert.variant_id}:${alert.asked_at}`,
        })),
      )
      return due.length
    })
  } while (told === RESTOCK_BATCH)
}

type PriceCut = {
  user_id: string
  product_id: string
  title: string
  known_won: number | null
  price_won: number
}

/**
 * Subscriber of "subject.changed", for all that changed together: tells those with a heart on a product whose
 * price is lower than any that they know, and remembers that price. Who raises a price and lowers it again
 * tells nobody twice.
 */
export async function notifyPriceCuts(
  events: readonly Events["subject.changed"][],
  tx: Transaction,
): Promise<void> {
  const ids = [...new Set(events.flatMap(({ kind, id }) => (kind === "product" ? [id] : [])))]
  if (ids.length === 0) return
  const cuts = await tx.execute<PriceCut>(sql`
    with due as (
      select f.user_id, f.product_id, f.known_won, p.price_won, p.title
      from product_favorites f join products p on p.id = f.product_id
        join sellers s on s.user_id = p.seller_id
      where f.product_id = any(${sql.param(ids)}::uuid[])
        and (f.known_won is null or f.known_won > p.price_won)
        and p.state = 'published' and p.hidden_at is null and s.state = 'approved'
      order by f.product_id, f.user_id limit ${PRICE_BATCH}::int for update of f
    ), known as (
      update product_favorites f set known_won = due.price_won from due
      where f.user_id = due.user_id and f.product_id = due.product_id
    )
    select user_id, product_id, title, known_won, price_won from due`)
  await notify(
    tx,
    cuts.flatMap(
      ({ user_id: userId, product_id: productId, title, known_won: knownWon, price_won: priceWon }) =>
        knownWon === null
          ? []
          : [
              {
                userId,
                kind: "price" as const,
                title: "찜한 상품의 가격이 내렸어요",
                text: `${title} · ${formatWon(knownWon - priceWon)} 내려 ${formatWon(priceWon)}이 됐어요`,
                href: productPath(productId),
                deduplicationKey: `product.price_cut:${productId}:${priceWon}`,
              },
            ],
    ),
  )
}
