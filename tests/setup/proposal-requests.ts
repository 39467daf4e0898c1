/** The form of a proposal, filled in as the tests of requests send it. */
import { addDays, toKstDateString } from "#app/basics/time.ts"

export const createProposalFields = (
  changes: Record<string, string | string[]> = {},
): Record<string, string | string[]> => ({
  version: "1",
  "lines[0].name": "실크 벽지 시공",
  "lines[0].quantity": "24",
  "lines[0].unit": "평",
  "lines[0].unitPriceWon": "62,000",
  "included[]": ["자재비", "폐기물 처리\n마감 청소"],
  "excluded[]": ["가구 이동"],
  extraChargeRule: "",
  earliestStart: addDays(toKstDateString(new Date()), 3),
  days: "2",
  warrantyMonths: "12",
  validUntil: addDays(toKstDateString(new Date()), 7),
  message: "하루 한 집만 맡아서 해요.",
  ...changes,
})
