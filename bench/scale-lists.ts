/** Every list of the product with the filters and sorts that its address takes. */
import { MEMBER_DAYS, MEMBER_KINDS, MEMBER_SORTS, MEMBER_STATES } from "../app/areas/accounts/rules.ts"
import { ACCESS_DEEDS } from "../app/areas/admin/access-rules.ts"
import { INBOX_QUEUES, INBOX_VIEWS } from "../app/areas/admin/inbox-rules.ts"
import {
  AUDIT_AREAS,
  EXPERT_QUEUES,
  ORDER_QUEUES,
  PRODUCT_QUEUES,
  SELLER_QUEUES,
  TIME_SORTS,
} from "../app/areas/admin/rules.ts"
import { TICKET_PRIORITIES, TICKET_STATES } from "../app/areas/content/rules.ts"
import {
  ADMIN_REVIEW_SORTS,
  APPLICATION_SORTS,
  BADGE_KINDS,
  EXPERT_SORTS,
  MIN_RATINGS,
} from "../app/areas/experts/rules.ts"
import { DAY_TIMES, HIRE_SORTS, JOB_KINDS, PAY_TYPES, SEEK_SORTS } from "../app/areas/jobs/rules.ts"
import { CONDITIONS, DEAL_METHODS, ITEM_CATEGORIES, ITEM_SORTS } from "../app/areas/market/rules.ts"
import { PAYOUT_STATES } from "../app/areas/money/rules.ts"
import { OFFICE_REFUND_QUEUES } from "../app/areas/admin/refund-rules.ts"
import { CHARGE_KINDS, CHARGE_QUEUES, HELD_AGES } from "../app/areas/money/office-rules.ts"
import { BOARD_SORTS, CATEGORIES } from "../app/areas/orders/rules.ts"
import {
  CLAIM_TABS,
  PRODUCT_QUEUE_SORTS,
  PRODUCT_TABS,
  QUESTION_TABS,
  SELLER_SORTS,
  STOCK_TABS,
} from "../app/areas/selling/rules.ts"
import { SORTS_BY_TAB } from "../app/areas/search/rules.ts"
import { CLAIM_KINDS } from "../app/areas/shop/claim-rules.ts"
import {
  CLAIM_QUEUES,
  PURCHASE_FULFILMENT_FILTERS,
  PURCHASE_PAYMENT_FILTERS,
  PURCHASE_SORTS,
  SELLER_ORDER_TABS,
} from "../app/areas/shop/filter-rules.ts"
import { DEPARTMENTS, PRODUCT_SORTS } from "../app/areas/shop/rules.ts"
import { REPORT_QUEUES } from "../app/areas/trust/rules.ts"
import { random } from "./search-entries.ts"

/** `program`: a seller's, with a key. */
export type Reader = "visitor" | "expert" | "seller" | "admin" | "program"
type ListScreen = {
  path: string
  reader: Reader
  /** Values of each parameter of the address, beside its being left out. */
  params?: Readonly<Record<string, readonly string[]>>
}

const FLAG = ["1"]
/** A whole 시·도, a large 시·군·구, and a small one. */
const REGIONS = ["11", "11680", "47", "47940"]
/** A common word, a rare one, and one that nothing has. */
const WORDS = ["도배", "누수 17", "뷁쉛휅"]
const NAMES = ["김", "이서", "뷁쉛"]
const jobFilters = { kind: JOB_KINDS, region: REGIONS, pay: PAY_TYPES, time: DAY_TIMES, short: FLAG }

export const LIST_SCREENS: readonly ListScreen[] = [
  { path: "/", reader: "visitor" },
  { path: "/sitemap.xml", reader: "visitor" },
  { path: "/sitemaps/item.xml", reader: "visitor" },
  { path: "/sitemaps/product.xml", reader: "visitor" },
  { path: "/rss.xml", reader: "visitor" },
  ...CATEGORIES.map((category) => ({ path: `/category/${category}`, reader: "visitor" as const })),
  {
    path: "/marketplace",
    reader: "visitor",
    params: {
      category: ITEM_CATEGORIES,
      region: REGIONS,
      condition: CONDITIONS,
      method: DEAL_METHODS,
      min: ["50000"],
      max: ["3000"],
      free: FLAG,
      open: FLAG,
      offers: FLAG,
      sort: ITEM_SORTS,
    },
  },
  {
    path: "/shopping",
    reader: "visitor",
    params: {
      department: DEPARTMENTS,
      q: ["세제", "휴지 17", "뷁쉛휅"],
      min: ["50000"],
      max: ["3000"],
      free: FLAG,
      stock: FLAG,
      deal: FLAG,
      sort: PRODUCT_SORTS,
    },
  },
  {
    path: "/search",
    reader: "visitor",
    params: {
      q: ["도배", "세제 17", "의자", "ㅂㅈ", "뷁쉛휅"],
      type: ["services", "jobs", "marketplace", "shopping"],
      region: REGIONS,
      sort: SORTS_BY_TAB.market,
    },
  },
  { path: "/jobs/hire", reader: "visitor", params: { ...jobFilters, sort: HIRE_SORTS } },
  { path: "/jobs/seek", reader: "visitor", params: { ...jobFilters, sort: SEEK_SORTS } },
  {
    path: "/experts",
    reader: "visitor",
    params: {
      category: CATEGORIES,
      region: REGIONS,
      badge: BADGE_KINDS,
      rating: MIN_RATINGS,
      price: ["50000"],
      q: NAMES,
      sort: EXPERT_SORTS,
    },
  },
  {
    path: "/expert-dashboard/requests",
    reader: "expert",
    params: { category: CATEGORIES, region: REGIONS, sort: BOARD_SORTS },
  },
  { path: "/expert-dashboard", reader: "expert" },
  ...[
    "/orders",
    "/notifications",
    "/chat",
    "/my-info",
    "/my-info/deals",
    "/my-info/sales",
    "/my-info/purchases",
    "/my-info/wishes",
    "/my-info/applications",
    "/my-info/hiring",
    "/my-info/money",
    "/shopping/orders",
  ].map((path) => ({ path, reader: "expert" as const })),
  { path: "/expert-dashboard/proposals", reader: "expert" },
  { path: "/shopping/admin", reader: "seller" },
  {
    path: "/shopping/admin/orders",
    reader: "seller",
    params: { tab: SELLER_ORDER_TABS, q: ["세제", "김", "뷁쉛휅"] },
  },
  { path: "/shopping/admin/parcels", reader: "seller" },
  { path: "/shopping/admin/claims", reader: "seller", params: { tab: CLAIM_TABS } },
  {
    path: "/shopping/admin/products",
    reader: "seller",
    params: { tab: PRODUCT_TABS, q: ["세제", "뷁쉛휅"] },
  },
  { path: "/shopping/admin/stock", reader: "seller", params: { tab: STOCK_TABS, q: ["세제", "뷁쉛휅"] } },
  { path: "/shopping/admin/questions", reader: "seller", params: { tab: QUESTION_TABS } },
  { path: "/shopping/admin/reviews", reader: "seller", params: { tab: QUESTION_TABS } },
  ...["sales", "settlement", "webhooks", "api"].map((name) => ({
    path: `/shopping/admin/${name}`,
    reader: "seller" as const,
  })),
  {
    path: "/api/v1/orders",
    reader: "program",
    params: { tab: SELLER_ORDER_TABS, q: ["세제", "뷁쉛휅"] },
  },
  { path: "/api/v1/products", reader: "program", params: { tab: PRODUCT_TABS, q: ["세제", "뷁쉛휅"] } },
  { path: "/api/v1/claims", reader: "program", params: { tab: CLAIM_TABS } },
  { path: "/api/v1/questions", reader: "program", params: { tab: QUESTION_TABS } },
  { path: "/admin/dashboard", reader: "admin" },
  { path: "/admin/inbox", reader: "admin", params: { view: INBOX_VIEWS, queue: INBOX_QUEUES } },
  { path: "/admin/find", reader: "admin", params: { q: ["도배", "김민", "01012", "뷁쉛휅"] } },
  {
    path: "/admin/users",
    reader: "admin",
    params: {
      q: [...NAMES, "customer", "01012"],
      kind: MEMBER_KINDS,
      state: MEMBER_STATES,
      days: MEMBER_DAYS,
      sort: MEMBER_SORTS,
    },
  },
  {
    path: "/admin/orders",
    reader: "admin",
    params: { q: [...WORDS, "김민"], queue: ORDER_QUEUES, category: CATEGORIES, sort: ["newest", "oldest"] },
  },
  {
    path: "/admin/purchases",
    reader: "admin",
    params: {
      q: ["세제", "김민", "뷁쉛휅", "20261101"],
      pay: PURCHASE_PAYMENT_FILTERS,
      work: PURCHASE_FULFILMENT_FILTERS,
      sort: PURCHASE_SORTS,
    },
  },
  {
    path: "/admin/claims",
    reader: "admin",
    params: { q: ["세제", "뷁쉛휅"], queue: CLAIM_QUEUES, kind: CLAIM_KINDS, sort: TIME_SORTS },
  },
  {
    path: "/admin/products",
    reader: "admin",
    params: { q: ["세제", "휴지 17", "뷁쉛휅"], state: PRODUCT_QUEUES, sort: PRODUCT_QUEUE_SORTS },
  },
  {
    path: "/admin/charges",
    reader: "admin",
    params: { q: ["김민", "뷁쉛휅"], queue: CHARGE_QUEUES, kind: CHARGE_KINDS, age: HELD_AGES },
  },
  { path: "/admin/payouts", reader: "admin", params: { q: [...NAMES, "우리은행"], state: PAYOUT_STATES } },
  { path: "/admin/refunds", reader: "admin", params: { queue: OFFICE_REFUND_QUEUES } },
  { path: "/admin/invoices", reader: "admin", params: { month: ["2026-10", "2026-11"] } },
  {
    path: "/admin/reports",
    reader: "admin",
    params: { q: ["김민", "뷁쉛휅"], queue: REPORT_QUEUES, sort: TIME_SORTS },
  },
  {
    path: "/admin/tickets",
    reader: "admin",
    params: {
      q: ["환불", "뷁쉛휅"],
      state: [...TICKET_STATES, "all"],
      priority: TICKET_PRIORITIES,
      sort: TIME_SORTS,
    },
  },
  {
    path: "/admin/reviews",
    reader: "admin",
    params: { q: ["김민", "뷁쉛휅"], removed: FLAG, sort: ADMIN_REVIEW_SORTS },
  },
  {
    path: "/admin/experts",
    reader: "admin",
    params: { q: NAMES, queue: EXPERT_QUEUES, sort: APPLICATION_SORTS },
  },
  {
    path: "/admin/users/shop-owners",
    reader: "admin",
    params: { q: NAMES, queue: SELLER_QUEUES, sort: SELLER_SORTS },
  },
  {
    path: "/admin/audit",
    reader: "admin",
    params: { area: AUDIT_AREAS, q: ["환불", "뷁쉛휅"], sort: TIME_SORTS },
  },
  { path: "/admin/access", reader: "admin", params: { deed: ACCESS_DEEDS } },
  ...[
    "/admin/deals",
    "/admin/warranties",
    "/admin/appeals",
    "/admin/chargebacks",
    "/admin/cash-receipts",
    "/admin/late-wages",
    "/admin/chat-list",
    "/admin/reconciliation",
    "/admin/rights",
    "/admin/failed-work",
    "/admin/notices",
    "/admin/settings/vocabulary",
    "/admin/settings/coupons",
    "/admin/banners",
    "/admin/campaigns",
    "/admin/figures",
    "/admin/outbox",
    "/admin/views",
    "/admin/careers",
    "/admin/faq",
    "/admin/pages",
    "/admin/tickets/macros",
  ].map((path) => ({ path, reader: "admin" as const })),
]

/** More combinations than this are tried by pairs of filters, and so many of three and more. */
const MAX_WHOLE_PRODUCT = 250
const COMBINATIONS_OF_MANY = 60

type Choice = readonly [name: string, value: string] | null

/** The addresses of a list: every filter with every other and every sort, each value at least once. */
export function listAddresses({ path, params = {} }: ListScreen): string[] {
  const axes = Object.entries(params).map(([name, values]): Choice[] => [
    null,
    ...values.map((value) => [name, value] as const),
  ])
  const size = axes.reduce((product, axis) => product * axis.length, 1)
  const combinations =
    size <= MAX_WHOLE_PRODUCT ? combineAll(axes) : [...combinePairs(axes), ...combineMany(axes)]
  const addresses = combinations.map((choices) => {
    const query = new URLSearchParams(choices.filter((choice) => choice !== null).map(([a, b]) => [a, b]))
    return query.size > 0 ? `${path}?${query.toString()}` : path
  })
  return [...new Set(addresses)]
}

const combineAll = (axes: readonly (readonly Choice[])[]): Choice[][] =>
  axes.reduce<Choice[][]>((done, axis) => done.flatMap((chosen) => axis.map((one) => [...chosen, one])), [[]])

/** Every value with every sort, and with one value of every other filter, in turns. */
function combinePairs(axes: readonly (readonly Choice[])[]): Choice[][] {
  const sorts: readonly Choice[] = axes.find((axis) => axis[1]?.[0] === "sort") ?? [null]
  const filters = axes.filter((axis) => axis !== sorts)
  const found: Choice[][] = sorts.map((sort) => [sort])
  let turn = 0
  const pick = (axis: readonly Choice[]) => axis[1 + (turn % (axis.length - 1))] ?? null
  filters.forEach((axis, index) => {
    for (const value of axis.slice(1)) {
      for (const sort of sorts) found.push([value, sort])
      for (const other of filters.slice(index + 1)) {
        turn += 1
        found.push([value, pick(other), sorts[turn % sorts.length] ?? null])
      }
    }
  })
  return found
}

/** Three to five filters at once and a sort, the same at every run. */
function combineMany(axes: readonly (readonly Choice[])[]): Choice[][] {
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]
  const sorts: readonly Choice[] = axes.find((axis) => axis[1]?.[0] === "sort") ?? [null]
  const filters = axes.filter((axis) => axis !== sorts)
  return Array.from({ length: COMBINATIONS_OF_MANY }, () => {
    const chosen = filters.toSorted(() => random() - 0.5).slice(0, 3 + Math.floor(random() * 3))
    return [...chosen.map((axis) => pick(axis.slice(1)) ?? null), pick(sorts) ?? null]
  })
}
