import { expect, test } from "vitest"
import { findBestByRow, sortProposals, type ComparedProposal } from "./comparison.ts"

const made = (
  id: string,
  fields: Partial<Omit<ComparedProposal, "expert">> = {},
  expert: Partial<ComparedProposal["expert"]> = {},
): ComparedProposal => ({
  id,
  orderId: "o",
  expertId: id,
  state: "viewed",
  version: 1,
  lines: [],
  included: ["자재", "철거"],
  excluded: ["가구 이동"],
  extraChargeRule: "",
  totalWon: 1_780_000,
  validUntil: "2026-11-30T14:59:59.999Z",
  earliestStart: "2026-11-27",
  days: 2,
  warrantyMonths: 12,
  siteVisitNeeded: false,
  siteVisitFeeWon: 0,
  plan: [],
  message: "",
  declineReason: "",
  sentAt: "2026-11-21T00:00:00.000Z",
  viewedAt: null,
  isChoosable: true,
  ...fields,
  expert: {
    id,
    name: id,
    avatarId: null,
    careerYears: 1,
    rating: 4.5,
    reviewCount: 3,
    responseMinutes: 30,
    verified: true,
    trades: "집수리",
    ...expert,
  },
})
const a = made("a", { totalWon: 1_780_000, days: 2 }, { rating: 4.9, responseMinutes: 60 })
const b = made(
  "b",
  { totalWon: 1_650_000, earliestStart: "2026-12-02", days: 3, warrantyMonths: 6 },
  { rating: 4.6, responseMinutes: null },
)
const c = made(
  "c",
  { totalWon: 1_920_000, earliestStart: "2026-11-25", days: 1, included: ["자재", "철거", "폐기물"] },
  { rating: null, responseMinutes: 10 },
)

test("the best of each row is marked, and a tie gets no mark", () => {
  expect(findBestByRow([a, b, c])).toEqual({ total: "b", start: "c", days: "c", included: "c", rating: "a" })
})

test("one alone gets no mark, and neither does a row that nobody has a value for", () => {
  expect(findBestByRow([a])).toEqual({})
  expect(
    findBestByRow([made("x", {}, { rating: null }), made("y", {}, { rating: null })]).rating,
  ).toBeUndefined()
})

test("each sort puts its best first and those without a value last", () => {
  const ids = (sort: Parameters<typeof sortProposals>[1]) =>
    sortProposals([a, b, c], sort)
      .map((proposal) => proposal.id)
      .join("")
  expect([ids("total"), ids("rating"), ids("response"), ids("start")]).toEqual(["bac", "abc", "cab", "cab"])
})
