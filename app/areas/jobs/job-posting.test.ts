import { describe, expect, test } from "vitest"
import { buildJobPosting } from "./job-posting.ts"
import type { HireView } from "./views.ts"

const slot = {
  holiday: null,
  id: "s",
  date: "2026-12-01",
  start: "09:00",
  end: "18:00",
  breakMinutes: 60,
  headcount: 2,
  hired: 0,
  startsAt: "2026-12-01T00:00:00.000Z",
  endsAt: "2026-12-01T09:00:00.000Z",
}
const post: HireView = {
  id: "p",
  title: "입주청소 보조",
  payType: "day",
  payWon: 150_000,
  minutesPerPiece: null,
  hourlyWon: 18_750,
  kind: "cleaning",
  regionCode: "11650",
  firstDate: "2026-12-01",
  lastDate: "2026-12-01",
  days: 1,
  weekdays: [],
  state: "open",
  closedReason: null,
  deadlineAt: "2026-11-30T15:00:00.000Z",
  openedAt: "2026-11-20T00:00:00.000Z",
  businessName: "맑음 청소",
  headcount: 2,
  hiredCount: 0,
  shortTerm: true,
  saved: false,
  description: "창틀 <먼저>\n그리고 욕실\n\n도구 & 장갑은 있어요.",
  payDate: "same_day",
  needs: ["운전면허"],
  safetyTraining: false,
  meals: true,
  lodging: false,
  foreigners: false,
  teens: false,
  beginners: false,
  urgent: false,
  applicationCount: 0,
  hiddenReason: null,
  slots: [slot],
  employer: {
    id: "e",
    avatarId: null,
    kind: "business",
    businessName: "맑음 청소",
    representative: "한사장",
    businessNumber: null,
    workforce: null,
    rating: null,
    reviewCount: 0,
    completedJobs: 0,
    shortNotices: 0,
  },
  reviews: [],
  isOwner: false,
  mine: null,
  contact: null,
}

describe("what search engines are told of a hire post", () => {
  test("has what Google requires, until when, of which type and for how much", () => {
    const told = buildJobPosting(post, "바로일당")
    for (const name of [
      "title",
      "description",
      "datePosted",
      "hiringOrganization",
      "jobLocation",
      "validThrough",
      "employmentType",
      "baseSalary",
    ] as const)
      expect(told[name]).toBeTruthy()
    for (const day of [told.datePosted, told.validThrough]) expect(new Date(day).toISOString()).toBe(day)
    expect(told.jobLocation.address).toEqual({
      "@type": "PostalAddress",
      addressCountry: "KR",
      addressRegion: "서울특별시",
      addressLocality: "서초구",
    })
    expect(told.baseSalary).toEqual({
      "@type": "MonetaryAmount",
      currency: "KRW",
      value: { "@type": "QuantitativeValue", value: 150_000, unitText: "DAY" },
    })
  })
  test("is written in HTML, with nothing of what was typed read as such, and more than the title", () => {
    const { description } = buildJobPosting(post, "바로일당")
    expect(description).toContain("<p>창틀 &lt;먼저&gt;<br>그리고 욕실</p><p>도구 &amp; 장갑은 있어요.</p>")
    for (const fact of [
      "2026-12-01 09:00~18:00",
      "일급 150,000원 (시간당 18,750원)",
      "서울 서초구",
      "운전면허",
    ])
      expect(description).toContain(fact)
  })
  test.each([
    ["hour", "HOUR", "PART_TIME"],
    ["day", "DAY", "PART_TIME"],
    ["month", "MONTH", "FULL_TIME"],
    ["piece", "HOUR", "CONTRACTOR"],
  ] as const)("paid by the %s it is told by the %s, as %s", (payType, unitText, employmentType) => {
    const told = buildJobPosting(
      { ...post, payType, shortTerm: false, weekdays: ["1", "2", "3", "4", "5"] },
      "바로일당",
    )
    expect([told.baseSalary.value.unitText, told.employmentType]).toEqual([unitText, employmentType])
  })
  test("calls the only place of a 시·도 by its name", () =>
    expect(buildJobPosting({ ...post, regionCode: "36110" }, "바로일당").jobLocation.address).toMatchObject({
      addressRegion: "세종특별자치시",
      addressLocality: "세종특별자치시",
    }))
})
