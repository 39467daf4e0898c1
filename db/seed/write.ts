/** Owns the writing of the town: a few hundred rows a statement, all in the caller's transaction. */
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
import { refreshNumbers } from "#app/areas/experts/service/numbers.server.ts"
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

const ROWS_A_STATEMENT = 400

/** Inserts `rows`, a few hundred a statement. */
export async function insert<Table extends PgTable>(
  tx: Transaction,
  table: Table,
  rows: Table["$inferInsert"][],
): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_A_STATEMENT)
    await tx.insert(table).values(rows.slice(from, from + ROWS_A_STATEMENT))
}

/** People, and the pictures of all of them and of everything else. */
export async function writePeople(tx: Transaction, { rows }: Town): Promise<void> {
  await insert(tx, users, rows.users)
  await insert(tx, credentials, rows.credentials)
  await insert(tx, pictures, rows.pictures)
  await insert(tx, profiles, rows.profiles)
  await insert(tx, consents, rows.consents)
}

export async function writeExperts(tx: Transaction, { rows }: Town): Promise<void> {
  await insert(tx, experts, rows.experts)
  await insert(tx, expertCategories, rows.expertCategories)
  await insert(tx, expertRegions, rows.expertRegions)
  await insert(tx, expertPortfolio, rows.expertPortfolio)
  await insert(tx, expertCertificates, rows.expertCertificates)
  await insert(tx, expertDecisions, rows.expertDecisions)
  await insert(tx, expertQuestions, rows.expertQuestions)
  await insert(tx, expertFavorites, rows.expertFavorites)
  await refreshSearchKeys(
    tx,
    rows.experts.map((expert) => expert.userId),
  )
}

export async function writeOrders(tx: Transaction, { rows }: Town): Promise<void> {
  await insert(tx, orders, rows.orders)
  await insert(tx, orderPhotos, rows.orderPhotos)
  await insert(tx, orderEvents, rows.orderEvents)
}

export async function writeProposals(tx: Transaction, { rows }: Town): Promise<void> {
  await insert(tx, proposals, rows.proposals)
  await insert(tx, proposalVersions, rows.proposalVersions)
  await insert(tx, changeOrders, rows.changeOrders)
}

/** Reviews, and the numbers beside the experts' names, counted as the product counts them. */
export async function writeReviews(tx: Transaction, { rows, experts: all }: Town): Promise<void> {
  await insert(tx, reviews, rows.reviews)
  await insert(tx, reviewPhotos, rows.reviewPhotos)
  await insert(tx, reviewVersions, rows.reviewVersions)
  await insert(tx, customerReviews, rows.customerReviews)
  await refreshNumbers(
    tx,
    all.map((expert) => expert.id),
  )
}
