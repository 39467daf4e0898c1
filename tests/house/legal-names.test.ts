/**
 * Others call a member by the public name of the view `people`. A legal name is read in the few places that
 * decision 081 names, each for its reason: a new one is a line here, and a row there.
 */
import { globSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"

const ROOT = `${import.meta.dirname}/../../`
const sources = globSync("{app,server,bin}/**/*.{ts,tsx,mjs}", { cwd: ROOT })
  .filter((path) => !/\.test\.ts$|\/fixtures\.ts$/.test(path))
  .map((path) => ({ path: path.replaceAll("\\", "/"), text: readFileSync(ROOT + path, "utf8") }))

const ACCOUNTS = "app/areas/accounts/"

/** Who asks for legal names, and for what. */
const REASONS: Record<string, readonly string[]> = {
  "app/areas/jobs/screens/post-hire.tsx": ["own"],
  "app/areas/jobs/service/applications.server.ts": ["contract"],
  "app/areas/jobs/service/work-records.server.ts": ["contract"],
  "app/areas/market/service/deal-charge.server.ts": ["payment"],
  "app/areas/orders/screens/order.tsx": ["chosen_expert"],
  "app/areas/orders/service/part-charge.server.ts": ["payment"],
  "app/areas/shop/screens/checkout.tsx": ["own"],
}

/** Where the column itself stands. */
const COLUMN_READERS = [
  // The function.
  "service/legal-names.server.ts",
  // The back office: the list, one member, what it finds.
  "service/members.server.ts",
  "service/people.server.ts",
  // What members read and write of themselves, and the mails that greet them.
  "service/my-info.server.ts",
  "service/profile.server.ts",
  "service/personal-data.server.ts",
  "service/sign-up-steps.server.ts",
  "service/account-changes.server.ts",
  // What the law has us keep of who left, and who administers the product.
  "service/leaving.server.ts",
  "service/administrators.server.ts",
  // The table.
  "schema.server.ts",
].map((path) => ACCOUNTS + path)

/** Who sees both names: services and screens for admins alone. Places without an extension are folders. */
const OFFICE_READERS = [
  "app/areas/admin/",
  "app/areas/accounts/service/people.server.ts",
  "app/areas/accounts/service/admin-overview.server.ts",
  // What experts and shops trade under is nobody's nickname.
  "app/areas/accounts/service/nicknames.server.ts",
  "app/areas/chat/service/admin-rooms.server.ts",
  "app/areas/content/service/office-tickets.server.ts",
  "app/areas/experts/service/review-admin.server.ts",
  "app/areas/jobs/service/appeals.server.ts",
  "app/areas/jobs/service/work-records.server.ts",
  "app/areas/money/service/admin-charges.server.ts",
  "app/areas/money/service/chargebacks.server.ts",
  "app/areas/money/service/fee-invoices.server.ts",
  "app/areas/money/service/payout-lists.server.ts",
  "app/areas/money/service/reconciliation-office.server.ts",
  "app/areas/orders/service/admin-orders.server.ts",
  "app/areas/shop/service/admin-claims.server.ts",
  "app/areas/shop/service/admin-purchases.server.ts",
  "app/areas/shop/service/purchase-filters.server.ts",
  "app/areas/trust/service/report-queue.server.ts",
  "app/areas/trust/service/sanctions.server.ts",
]
const OFFICE_NAMES = /\b(?:officePeople|office_people|findOfficeNames|selectIdsByName|findPeopleForAdmin)\b/

/** The statements in `text`: what stands in SQL templates. */
const listStatements = (text: string) =>
  [...text.matchAll(/sql(?:<[^`]*?>)?`([^`]*)`/g)].map(([, sql = ""]) => sql)

/** Whether `text` reads profiles.name, users.name or a whole row of either. */
export function readsLegalName(text: string): boolean {
  if (/\bprofiles?\.legalName\b/.test(text)) return true
  if (/\blegalName:/.test(text) && /\bprofiles\b/.test(text)) return true
  if (/\busers\.name\b/.test(text)) return true
  if (/\.select\(\)\s*\.from\((?:profiles|users)\)|profile: profiles\b/.test(text)) return true
  return listStatements(text).some(
    (statement) =>
      /\b(?:from|join)\s+(?:profiles|users)\b/.test(statement) && /(?<!people\.)\bname\b/.test(statement),
  )
}

test("nobody but the named files reads the column of the legal name", () => {
  const found = sources.filter(({ text }) => readsLegalName(text)).map(({ path }) => path)
  expect(found.filter((path) => !COLUMN_READERS.includes(path))).toEqual([])
  expect(COLUMN_READERS.filter((path) => !found.includes(path))).toEqual([])
})

test("the reading is seen where it is", () => {
  expect(
    [
      "db().select({ name: profiles.legalName }).from(profiles)",
      "db().select().from(profiles)",
      "sql`select p.name from profiles p`",
      "sql<string>`(select name from users where id = 1)`",
      "db().select({ name: users.name }).from(users)",
    ].filter((text) => !readsLegalName(text)),
  ).toEqual([])
  expect(readsLegalName("sql`select p.name from people p`")).toBe(false)
  expect(readsLegalName("db().select({ phone: profiles.phone }).from(profiles)")).toBe(false)
})

test("whoever asks for legal names stands here with the reason", () => {
  const found = sources.flatMap(({ path, text }) => {
    if (path.endsWith("legal-names.server.ts")) return []
    const reasons = [...text.matchAll(/\b(?:findLegalNames|selectLegalName)\(\s*(?:"(\w+)")?/g)].map(
      ([, reason = "not written out"]) => reason,
    )
    return reasons.length > 0 ? [[path, [...new Set(reasons)].sort()] as const] : []
  })
  expect(Object.fromEntries(found)).toEqual(REASONS)
})

test("names of the back office are read by services and screens of admins alone", () => {
  const found = sources.filter(({ text }) => OFFICE_NAMES.test(text)).map(({ path }) => path)
  expect(found.filter((path) => !OFFICE_READERS.some((place) => path.startsWith(place)))).toEqual([])
  expect(OFFICE_READERS.filter((place) => !found.some((path) => path.startsWith(place)))).toEqual([])
})

test("the view of public names has no legal name", () => {
  const latest = globSync("db/migrations/*.sql", { cwd: ROOT })
    .sort()
    .map((path) => readFileSync(ROOT + path, "utf8"))
    .filter((text) => /view people as/.test(text))
    .at(-1)
  const view = /view people as([^;]*);/.exec(latest ?? "")?.[1] ?? ""
  expect(view).toContain("p.nickname")
  expect(view).not.toMatch(/\bp\.name\b/)
})
