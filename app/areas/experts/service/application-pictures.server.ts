/** Which pictures an application shows: taken when it is sent, let go when it shows them no more. */
import { eq } from "drizzle-orm"
import type { Transaction } from "#app/platform/db.server.ts"
import { detachPictures, attachPictures } from "#app/platform/pictures.server.ts"
import type { ExpertApplication } from "../application-form.ts"
import { expertCertificates, expertPortfolio } from "../schema.server.ts"

const toUniqueIds = (ids: readonly (string | null)[]) => [...new Set(ids.filter((id) => id !== null))]

/**
 * Takes the pictures that the application adds and lets go of those it drops, before the lists are written.
 * False where one that it adds is not the applicant's own, not meant for this, or used elsewhere: the caller
 * refuses then.
 */
export async function replaceApplicationPictures(
  tx: Transaction,
  expertId: string,
  { certificates, portfolio }: ExpertApplication,
): Promise<boolean> {
  const certificateRows = await tx
    .select({ id: expertCertificates.pictureId })
    .from(expertCertificates)
    .where(eq(expertCertificates.expertId, expertId))
  const portfolioRows = await tx
    .select({ before: expertPortfolio.beforeId, after: expertPortfolio.afterId })
    .from(expertPortfolio)
    .where(eq(expertPortfolio.expertId, expertId))
  const attachedIds = new Set(
    toUniqueIds([
      ...certificateRows.map(({ id }) => id),
      ...portfolioRows.flatMap(({ before, after }) => [before, after]),
    ]),
  )
  const requestedIds = {
    certificate: toUniqueIds(certificates.map(({ picture }) => picture)),
    portfolio: toUniqueIds(portfolio.flatMap(({ before, after }) => [before, after])),
  }
  const filterNewIds = (ids: readonly string[]) => ids.filter((id) => !attachedIds.has(id))
  if (!(await attachPictures(tx, expertId, "certificate", filterNewIds(requestedIds.certificate))))
    return false
  if (!(await attachPictures(tx, expertId, "portfolio", filterNewIds(requestedIds.portfolio)))) return false
  const retainedIds = new Set([...requestedIds.certificate, ...requestedIds.portfolio])
  await detachPictures(
    tx,
    [...attachedIds].filter((id) => !retainedIds.has(id)),
  )
  return true
}
