/** Owns which pictures an application shows: taken when it is sent, let go when it shows them no more. */
import { and, eq, inArray } from "drizzle-orm"
import { isId } from "#app/basics/ids.ts"
import { db, type Transaction } from "#app/platform/db.server.ts"
import { releasePictures, takePictures } from "#app/platform/pictures.server.ts"
import { pictures } from "#app/platform/schema.server.ts"
import type { ExpertApplication } from "../application-form.ts"
import { expertCertificates, expertPortfolio } from "../schema.server.ts"
import type { PictureView } from "../views.ts"

const present = (ids: readonly (string | null)[]) => [...new Set(ids.filter((id) => id !== null))]

/**
 * Takes the pictures that the application adds and lets go of those it drops. False, and nothing written, where one that it adds is
 * not the applicant's own, not meant for this, or used elsewhere. To be asked before the lists are written.
 */
export async function exchangePictures(tx: Transaction, expertId: string, { certificates, portfolio }: ExpertApplication): Promise<boolean> {
  const papers = await tx.select({ id: expertCertificates.pictureId }).from(expertCertificates).where(eq(expertCertificates.expertId, expertId))
  const works = await tx.select({ before: expertPortfolio.beforeId, after: expertPortfolio.afterId }).from(expertPortfolio).where(eq(expertPortfolio.expertId, expertId))
  const known = new Set(present([...papers.map(({ id }) => id), ...works.flatMap(({ before, after }) => [before, after])]))
  const shown = { certificate: present(certificates.map(({ picture }) => picture)), portfolio: present(portfolio.flatMap(({ before, after }) => [before, after])) }
  const added = (ids: readonly string[]) => ids.filter((id) => !known.has(id))
  if (!(await takePictures(tx, expertId, "certificate", added(shown.certificate)))) return false
  if (!(await takePictures(tx, expertId, "portfolio", added(shown.portfolio)))) {
    await releasePictures(tx, added(shown.certificate))
    return false
  }
  const kept = new Set([...shown.certificate, ...shown.portfolio])
  await releasePictures(tx, [...known].filter((id) => !kept.has(id)))
  return true
}

/** The pictures among `ids` that belong to the owner of a draft, by id. */
export async function findDraftPictures(ownerId: string | null, ids: readonly string[]): Promise<Record<string, PictureView>> {
  const wanted = ids.filter(isId)
  if (ownerId === null || wanted.length === 0) return {}
  const rows = await db()
    .select({ id: pictures.id, alt: pictures.alt, width: pictures.width, height: pictures.height, placeholder: pictures.placeholder })
    .from(pictures)
    .where(and(inArray(pictures.id, wanted), eq(pictures.ownerId, ownerId)))
  return Object.fromEntries(rows.map((row) => [row.id, row]))
}
