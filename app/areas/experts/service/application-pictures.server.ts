/** Owns which pictures an application shows: taken when it is sent, let go when it shows them no more. */
import { eq } from "drizzle-orm"
import type { Transaction } from "#app/platform/db.server.ts"
import { releasePictures, takePictures } from "#app/platform/pictures.server.ts"
import type { ExpertApplication } from "../application-form.ts"
import { expertCertificates, expertPortfolio } from "../schema.server.ts"

const present = (ids: readonly (string | null)[]) => [...new Set(ids.filter((id) => id !== null))]

/**
 * Takes the pictures that the application adds and lets go of those it drops, before the lists are written.
 * False where one that it adds is not the applicant's own, not meant for this, or used elsewhere: the caller
 * refuses then.
 */
export async function exchangePictures(
  tx: Transaction,
  expertId: string,
  { certificates, portfolio }: ExpertApplication,
): Promise<boolean> {
  const papers = await tx
    .select({ id: expertCertificates.pictureId })
    .from(expertCertificates)
    .where(eq(expertCertificates.expertId, expertId))
  const works = await tx
    .select({ before: expertPortfolio.beforeId, after: expertPortfolio.afterId })
    .from(expertPortfolio)
    .where(eq(expertPortfolio.expertId, expertId))
  const known = new Set(
    present([...papers.map(({ id }) => id), ...works.flatMap(({ before, after }) => [before, after])]),
  )
  const shown = {
    certificate: present(certificates.map(({ picture }) => picture)),
    portfolio: present(portfolio.flatMap(({ before, after }) => [before, after])),
  }
  const added = (ids: readonly string[]) => ids.filter((id) => !known.has(id))
  if (!(await takePictures(tx, expertId, "certificate", added(shown.certificate)))) return false
  if (!(await takePictures(tx, expertId, "portfolio", added(shown.portfolio)))) return false
  const kept = new Set([...shown.certificate, ...shown.portfolio])
  await releasePictures(
    tx,
    [...known].filter((id) => !kept.has(id)),
  )
  return true
}
