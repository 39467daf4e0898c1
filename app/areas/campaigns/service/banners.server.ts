/** Banners and collections as the office writes, changes and ends them. */
import { eq } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { isId, newId } from "#app/basics/ids.ts"
import type { PictureView } from "#app/basics/picture-view.ts"
import { audit } from "#app/platform/audit.server.ts"
import { db, inTransaction, type Transaction } from "#app/platform/db.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"
import { descending, page, type Page } from "#app/platform/page.server.ts"
import { attachPictures, detachPictures, findPictures } from "#app/platform/pictures.server.ts"
import { hasRight, type Actor, type Member } from "../../accounts/rules.ts"
import { findProductCards } from "../../shop/service/catalogue.server.ts"
import type { BannerAudience, BannerKind, BannerPlace } from "../rules.ts"
import { banners } from "../schema.server.ts"

const PAGE_SIZE = 30

export type BannerInput = {
  kind: BannerKind
  place: BannerPlace
  title: string
  text: string
  href: string
  pictureId: string | null
  productIds: string[]
  audience: BannerAudience
  regionCode: string | null
  position: number
  startsAt: Date
  endsAt: Date
  /** Of what was edited; 0 of a new one. */ version: number
}
type BannerRow = typeof banners.$inferSelect
export type BannerView = Omit<BannerRow, "startsAt" | "endsAt"> & {
  startsAt: string
  endsAt: string
}

const toView = (row: BannerRow): BannerView => ({
  ...row,
  startsAt: row.startsAt.toISOString(),
  endsAt: row.endsAt.toISOString(),
})

/** A page of the banners, what ends last first; null without the right. */
export async function findBanners(actor: Actor, cursor: string | null): Promise<Page<BannerView> | null> {
  if (!hasRight(actor, "content")) return null
  const found = await page({
    from: (sortKeys) => db().select({ banner: banners, sortKeys }).from(banners),
    order: descending("end", [banners.endsAt, "time"], [banners.id, "id"]),
    filter: undefined,
    cursor,
    size: PAGE_SIZE,
  })
  return { cursor: found.cursor, rows: found.rows.map(({ banner }) => toView(banner)) }
}

/** A banner with its picture; null without the right, or where there is none. */
export async function findBanner(
  actor: Actor,
  bannerId: string,
): Promise<(BannerView & { picture: PictureView | null }) | null> {
  if (!hasRight(actor, "content") || !isId(bannerId)) return null
  const [row] = await db().select().from(banners).where(eq(banners.id, bannerId))
  if (!row) return null
  const [picture = null] = row.pictureId === null ? [] : await findPictures([row.pictureId])
  return { ...toView(row), picture }
}

/**
 * Writes a banner, or changes one. Refusals: `not_found` (no right, none there), `changed` (a colleague was
 * faster), `picture` (missing of a banner, not one's own or taken), `products` (one that nobody can buy).
 */
export async function saveBanner(
  actor: Actor,
  bannerId: string | null,
  input: BannerInput,
): Promise<Outcome<"not_found" | "changed" | "picture" | "products", { id: string }>> {
  if (!hasRight(actor, "content")) return refuse("not_found")
  if (input.kind === "banner" && input.pictureId === null) return refuse("picture")
  const cards = await findProductCards(input.productIds)
  if (cards.size < input.productIds.length) return refuse("products")
  return inTransaction(async (tx) => {
    const { version, ...values } = input
    const former = bannerId === null ? null : await lockBanner(tx, bannerId)
    if (former === undefined) return refuse("not_found")
    if (former && former.version !== version) return refuse("changed")
    if (!(await exchangePicture(tx, actor, former?.pictureId ?? null, input.pictureId)))
      return refuse("picture")
    const at = now()
    const id = former?.id ?? newId()
    if (former)
      await tx
        .update(banners)
        .set({ ...values, version: former.version + 1, updatedAt: at })
        .where(eq(banners.id, id))
    else await tx.insert(banners).values({ id, ...values, createdAt: at, updatedAt: at })
    await audit(tx, actor, {
      action: former ? "banner.edit" : "banner.write",
      subject: { kind: "banner", id, title: input.title },
      after: { endsAt: input.endsAt.toISOString() },
    })
    return ok({ id })
  })
}

const lockBanner = async (tx: Transaction, bannerId: string): Promise<BannerRow | undefined> =>
  isId(bannerId)
    ? (await tx.select().from(banners).where(eq(banners.id, bannerId)).for("update"))[0]
    : undefined

/** Puts a picture in the place of the former one; false where it is not there to be taken. */
async function exchangePicture(
  tx: Transaction,
  actor: Member,
  formerId: string | null,
  pictureId: string | null,
): Promise<boolean> {
  if (formerId === pictureId) return true
  if (formerId !== null) await detachPictures(tx, [formerId])
  return pictureId === null || attachPictures(tx, actor.userId, "content", [pictureId])
}

/** Ends a banner now. Refusals: `not_found`, `not_now` (it has ended, or not begun). */
export async function endBanner(actor: Actor, bannerId: string): Promise<Outcome<"not_found" | "not_now">> {
  if (!hasRight(actor, "content")) return refuse("not_found")
  return inTransaction(async (tx) => {
    const banner = await lockBanner(tx, bannerId)
    if (!banner) return refuse("not_found")
    const at = now()
    if (banner.endsAt <= at || banner.startsAt >= at) return refuse("not_now")
    await tx
      .update(banners)
      .set({ endsAt: at, version: banner.version + 1, updatedAt: at })
      .where(eq(banners.id, banner.id))
    await audit(tx, actor, {
      action: "banner.end",
      subject: { kind: "banner", id: banner.id, title: banner.title },
      before: { endsAt: banner.endsAt.toISOString() },
      after: { endsAt: at.toISOString() },
    })
    return ok()
  })
}
