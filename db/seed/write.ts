/** The writing of the town: a few hundred rows a statement, all in the caller's transaction. */
import type { PgTable } from "drizzle-orm/pg-core"
import { consents, credentials, profiles, users } from "#app/areas/accounts/schema.server.ts"
import {
  customerReviews,
  expertCategories,
  expertCertificates,
  expertDecisions,
  expertFavorites,
  expertPortfolio,
  expertQuestions,
  expertRegions,
  experts,
  reviewPhotos,
  reviews,
  reviewVersions,
} from "#app/areas/experts/schema.server.ts"
import { refreshStatistics } from "#app/areas/experts/service/statistics.server.ts"
import { refreshSearchKeys } from "#app/areas/experts/service/search-keys.server.ts"
import {
  changeOrders,
  orderEvents,
  orderPhotos,
  orders,
  proposals,
  proposalVersions,
} from "#app/areas/orders/schema.server.ts"
import type { Transaction } from "#app/platform/db.server.ts"
import { pictures } from "#app/platform/schema.server.ts"
import type { Town } from "./town.ts"

const ROWS_PER_STATEMENT = 400

/** Inserts `rows`, a few hundred a statement. */
export async function insertInBatches<Table extends PgTable>(
  tx: Transaction,
  table: Table,
  rows: Table["$inferInsert"][],
): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT)
    await tx.insert(table).values(rows.slice(from, from + ROWS_PER_STATEMENT))
}

/** People, and the pictures of all of them and of everything else. */
export async function writePeople(tx: Transaction, { rows }: Town): Promise<void> {
  await insertInBatches(tx, users, rows.users)
  await insertInBatches(tx, credentials, rows.credentials)
  await insertInBatches(tx, pictures, rows.pictures)
  await insertInBatches(tx, profiles, rows.profiles)
  await insertInBatches(tx, consents, rows.consents)
}

export async function writeExperts(tx: Transaction, { rows }: Town): Promise<void> {
  await insertInBatches(tx, experts, rows.experts)
  await insertInBatches(tx, expertCategories, rows.expertCategories)
  await insertInBatches(tx, expertRegions, rows.expertRegions)
  await insertInBatches(tx, expertPortfolio, rows.expertPortfolio)
  await insertInBatches(tx, expertCertificates, rows.expertCertificates)
  await insertInBatches(tx, expertDecisions, rows.expertDecisions)
  await insertInBatches(tx, expertQuestions, rows.expertQuestions)
  await insertInBatches(tx, expertFavorites, rows.expertFavorites)
  await refreshSearchKeys(
    tx,
    rows.experts.map((expert) => expert.userId),
  )
}

export async function writeOrders(tx: Transaction, { rows }: Town): Promise<void> {
  await insertInBatches(tx, orders, rows.orders)
  await insertInBatches(tx, orderPhotos, rows.orderPhotos)
  await insertInBatches(tx, orderEvents, rows.orderEvents)
}

export async function writeProposals(tx: Transaction, { rows }: Town): Promise<void> {
  await insertInBatches(tx, proposals, rows.proposals)
  await insertInBatches(tx, proposalVersions, rows.proposalVersions)
  await insertInBatches(tx, changeOrders, rows.changeOrders)
}

/** Reviews, and the numbers beside the experts' names, counted as the product counts them. */
export async function writeReviews(tx: Transaction, { rows, experts: expertSeeds }: Town): Promise<void> {
  await insertInBatches(tx, reviews, rows.reviews)
  await insertInBatches(tx, reviewPhotos, rows.reviewPhotos)
  await insertInBatches(tx, reviewVersions, rows.reviewVersions)
  await insertInBatches(tx, customerReviews, rows.customerReviews)
  await refreshStatistics(
    tx,
    expertSeeds.map((expert) => expert.id),
  )
}
