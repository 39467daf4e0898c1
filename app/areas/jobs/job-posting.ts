/** What search engines are told of a hire post: schema.org's JobPosting with what Google asks for. */
import { formatRegionFullName, formatRegionName, getSidoCode } from "#app/basics/regions.ts"
import { formatNumber } from "#app/basics/numbers.ts"
import { formatShiftHours, formatPay, formatWeekdays } from "./parts/format.ts"
import { JOB_KIND_LABELS, type PayType } from "./rules.ts"
import type { HireView } from "./views.ts"
import { getWorkMinutes } from "./wages.ts"

const UNIT_TEXT_BY_PAY_TYPE: Readonly<Record<PayType, string>> = {
  hour: "HOUR",
  day: "DAY",
  month: "MONTH",
  piece: "HOUR",
}
/** Hours a week from which work is told as full time. */
const FULL_TIME_HOURS_PER_WEEK = 35

const escapeHtml = (text: string) =>
  text.replace(/[&<>]/g, (mark) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[mark] ?? mark)

function employmentType(post: HireView): string {
  if (post.payType === "piece") return "CONTRACTOR"
  if (post.shortTerm) return "TEMPORARY"
  const [shift] = post.slots
  const hours = shift ? (post.weekdays.length * getWorkMinutes(shift)) / 60 : 0
  return post.payType === "month" && hours >= FULL_TIME_HOURS_PER_WEEK ? "FULL_TIME" : "PART_TIME"
}

/** The post in HTML, as Google asks for: what is done, when, for how much. */
function description(post: HireView): string {
  const [firstShift] = post.slots
  const workDays =
    post.payType === "month"
      ? `${formatWeekdays(post.weekdays)} ${firstShift ? formatShiftHours(firstShift) : ""}`
      : post.slots.map((slot) => `${slot.date} ${formatShiftHours(slot)}`).join(", ")
  const details = [
    `하는 일: ${JOB_KIND_LABELS[post.kind]}`,
    `일하는 날: ${workDays.trim()}`,
    `급여: ${formatPay(post)} (시간당 ${formatNumber(post.hourlyWon)}원)`,
    `근무지: ${formatRegionName(post.regionCode)}`,
    `모집 인원: ${post.headcount}명`,
    ...(post.needs.length > 0 ? [`필요한 자격: ${post.needs.join(", ")}`] : []),
  ]
  const paragraphs = post.description
    .split(/\n{2,}/)
    .map((part) => `<p>${escapeHtml(part.trim()).replaceAll("\n", "<br>")}</p>`)
  return (
    `${paragraphs.join("")}<ul>${details.map((detail) => `<li>${escapeHtml(detail)}</li>`).join("")}` +
    "</ul>"
  )
}

function toPostalAddress(code: string) {
  const sido = getSidoCode(code)
  const region =
    sido === null ? formatRegionName(code) : (formatRegionFullName(sido) ?? formatRegionName(code))
  const locality = (formatRegionFullName(code) ?? "").slice(region.length).trim()
  return {
    "@type": "PostalAddress",
    addressCountry: "KR",
    addressRegion: region,
    addressLocality: locality || region,
  }
}

/** The posting of a post that takes applications; the exact address is for those who are hired. */
export function buildJobPosting(post: HireView, publisher: string) {
  return {
    "@context": "https://schema.org",
    "@type": "JobPosting",
    title: post.title,
    description: description(post),
    identifier: { "@type": "PropertyValue", name: publisher, value: post.id },
    datePosted: post.openedAt,
    validThrough: post.deadlineAt,
    employmentType: employmentType(post),
    hiringOrganization: { "@type": "Organization", name: post.employer.businessName },
    jobLocation: { "@type": "Place", address: toPostalAddress(post.regionCode) },
    jobStartDate: post.firstDate,
    totalJobOpenings: Math.max(1, post.headcount - post.hiredCount),
    directApply: true,
    // By the piece the work of an hour is what is known.
    baseSalary: {
      "@type": "MonetaryAmount",
      currency: "KRW",
      value: {
        "@type": "QuantitativeValue",
        value: post.payType === "piece" ? post.hourlyWon : post.payWon,
        unitText: UNIT_TEXT_BY_PAY_TYPE[post.payType],
      },
    },
  }
}
