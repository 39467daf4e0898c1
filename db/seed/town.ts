/** The town while it is being thought up: every row of every table, before anything is written. */
import type { consents, credentials, profiles, users } from "#app/areas/accounts/schema.server.ts"
import type {
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
import type { Category } from "#app/areas/orders/rules.ts"
import type {
  changeOrders,
  orderEvents,
  orderPhotos,
  orders,
  proposals,
  proposalVersions,
} from "#app/areas/orders/schema.server.ts"
import type { pictures } from "#app/platform/schema.server.ts"
import type { ExpertSeed, Trade } from "./seed-types.ts"

/** A demo picture as it lies in the storage; many rows may show the same one. */
export type DemoPicture = {
  name: string
  kind: string
  tags: readonly string[]
  /** The same room before or after. */
  pair: string | null
  alt: string
  width: number
  height: number
  storageKey: string
  bytes: number
  placeholder: string
}

export type Customer = {
  id: string
  name: string
  phone: string
  regionCode: string
  joinedAt: Date
  orders: number
}

export type Expert = {
  id: string
  seed: ExpertSeed
  trades: readonly Trade[]
  categories: readonly Category[]
  covers: readonly string[]
  /** Takes part in the town's life from here on; null for one who is not approved. */
  approvedAt: Date | null
  /** About how many minutes a proposal takes. */
  speed: number
  /** How prices lie beside those of others, 1 in the middle. */
  priceLevel: number
  /** Share of customers who are delighted. */
  quality: number
}

export type Rows = {
  users: (typeof users.$inferInsert)[]
  credentials: (typeof credentials.$inferInsert)[]
  pictures: (typeof pictures.$inferInsert)[]
  profiles: (typeof profiles.$inferInsert)[]
  consents: (typeof consents.$inferInsert)[]
  experts: (typeof experts.$inferInsert)[]
  expertCategories: (typeof expertCategories.$inferInsert)[]
  expertRegions: (typeof expertRegions.$inferInsert)[]
  expertPortfolio: (typeof expertPortfolio.$inferInsert)[]
  expertCertificates: (typeof expertCertificates.$inferInsert)[]
  expertQuestions: (typeof expertQuestions.$inferInsert)[]
  expertFavorites: (typeof expertFavorites.$inferInsert)[]
  expertDecisions: (typeof expertDecisions.$inferInsert)[]
  orders: (typeof orders.$inferInsert)[]
  orderPhotos: (typeof orderPhotos.$inferInsert)[]
  orderEvents: (typeof orderEvents.$inferInsert)[]
  proposals: (typeof proposals.$inferInsert)[]
  proposalVersions: (typeof proposalVersions.$inferInsert)[]
  changeOrders: (typeof changeOrders.$inferInsert)[]
  reviews: (typeof reviews.$inferInsert)[]
  reviewPhotos: (typeof reviewPhotos.$inferInsert)[]
  reviewVersions: (typeof reviewVersions.$inferInsert)[]
  customerReviews: (typeof customerReviews.$inferInsert)[]
}

export type Town = {
  /** The moment of creation: everything lies before it. */
  present: Date
  demoPictures: ReadonlyMap<string, DemoPicture>
  passwordHash: string
  adminId: string
  customers: Customer[]
  experts: Expert[]
  rows: Rows
}

/** An empty town at `present`. */
export function emptyTown(
  present: Date,
  demoPictures: ReadonlyMap<string, DemoPicture>,
  passwordHash: string,
): Town {
  return {
    present,
    demoPictures,
    passwordHash,
    adminId: "",
    customers: [],
    experts: [],
    rows: {
      users: [],
      credentials: [],
      pictures: [],
      profiles: [],
      consents: [],
      experts: [],
      expertCategories: [],
      expertRegions: [],
      expertPortfolio: [],
      expertCertificates: [],
      expertQuestions: [],
      expertFavorites: [],
      expertDecisions: [],
      orders: [],
      orderPhotos: [],
      orderEvents: [],
      proposals: [],
      proposalVersions: [],
      changeOrders: [],
      reviews: [],
      reviewPhotos: [],
      reviewVersions: [],
      customerReviews: [],
    },
  }
}

/** The master called `name`. */
export function getDemoPicture(town: Pick<Town, "demoPictures">, name: string): DemoPicture {
  const demoPicture = town.demoPictures.get(name)
  if (!demoPicture) throw new Error(`The demo town has no picture called ${name}`)
  return demoPicture
}
