/** A post in lines, as it is read before it is sent. */
import { formatBusinessNumber } from "#app/basics/business-number.ts"
import type { FormValues } from "#app/basics/form.ts"
import { getRows } from "#app/basics/form-rows.ts"
import { formatPhone } from "#app/basics/phone.ts"
import { formatRegionName } from "#app/basics/regions.ts"
import { formatDateWithWeekday, isDateString } from "#app/basics/time.ts"
import { formatWon, parseWonInput } from "#app/basics/won.ts"
import {
  getDaysPerWeek,
  isChecked,
  getListValue,
  getMinutesPerPiece,
  getPayType,
  getCompleteShifts,
  getTextValue,
} from "./parts/form-values.ts"
import { formatDayTimes, formatShiftHours, formatWeekdays } from "./parts/format.ts"
import {
  DAY_TIMES,
  JOB_KIND_LABELS,
  JOB_KINDS,
  PAY_DATE_LABELS,
  PAY_DATES,
  PAY_TYPE_LABELS,
  PAY_TYPES,
  WEEKDAYS,
} from "./rules.ts"
import type { SummaryLine } from "./views.ts"
import { checkPay } from "./wages.ts"
import { WORKFORCE_LABELS, WORKFORCES } from "./workforce.ts"

/** The days and hours of a hire post, one a line; of a job by the month its weekdays first. */
function describeShifts(values: FormValues): string {
  const isMonthly = getPayType(values) === "month"
  const rows = getRows(values, "slots")
  const weekdays = isMonthly
    ? formatWeekdays(WEEKDAYS.filter((day) => getListValue(values, "weekdays").includes(day)))
    : ""
  const shifts = getCompleteShifts(values).map(
    (shift, index) =>
      `${formatDateWithWeekday(shift.date)}${isMonthly ? "부터" : ""} ` +
      `${formatShiftHours(shift)} · ${getTextValue(rows[index] ?? {}, "headcount") || "1"}명`,
  )
  return [weekdays, ...shifts].filter(Boolean).join("\n")
}

/** The pay of a hire post, with what it comes to by the hour. */
function describePay(values: FormValues): string {
  const payType = getPayType(values)
  const payWon = parseWonInput(getTextValue(values, "payWon"))
  if (payWon === null) return ""
  const terms = {
    payType,
    payWon,
    minutesPerPiece: getMinutesPerPiece(values),
    daysPerWeek: getDaysPerWeek(values),
  }
  const payCheck = checkPay(terms, getCompleteShifts(values))
  const hourly = payCheck?.ok && payType !== "hour" ? ` (시간당 ${formatWon(payCheck.hourlyWon)})` : ""
  return `${PAY_TYPE_LABELS[payType]} ${formatWon(payWon)}${hourly}`
}

function describeConditions(values: FormValues): string {
  const conditions = [
    isChecked(values, "beginners") ? "초보 가능" : "",
    isChecked(values, "meals") ? "식사 제공" : "",
    isChecked(values, "lodging") ? "숙소 제공" : "",
    isChecked(values, "foreigners") ? "외국인 환영" : "",
    isChecked(values, "teens") ? "청소년 가능" : "",
    isChecked(values, "safetyTraining") ? "기초안전보건교육 이수증" : "",
    ...getListValue(values, "needs")
      .flatMap((condition) => condition.split(/[\n,]/))
      .map((condition) => condition.trim()),
  ]
  return conditions.filter(Boolean).join(" · ") || "없음"
}

function describeEmployer(values: FormValues): string {
  const getText = (name: string) => getTextValue(values, name)
  const number =
    getText("employerKind") === "person"
      ? "개인"
      : formatBusinessNumber(getText("businessNumber").replace(/\D/g, ""))
  const workforce = WORKFORCES.find((each) => each === getText("workforce"))
  return [
    getText("businessName"),
    `대표 ${getText("representative")}`,
    number,
    workforce && getText("employerKind") !== "person" ? `직원 ${WORKFORCE_LABELS[workforce]}` : "",
    formatPhone(getText("contactPhone")),
  ]
    .filter(Boolean)
    .join("\n")
}

/** A hire post. */
export function summarizeHire(values: FormValues): SummaryLine[] {
  const getText = (name: string) => getTextValue(values, name)
  return [
    { label: "제목", value: getText("title"), step: "details", strong: true },
    {
      label: "하는 일",
      value: JOB_KIND_LABELS[JOB_KINDS.find((kind) => kind === getText("kind")) ?? "other"],
      step: "kind",
    },
    { label: "일하는 날", step: "slots", value: describeShifts(values) },
    { label: "급여", step: "pay", strong: true, value: describePay(values) },
    {
      label: "지급일",
      step: "pay",
      value: PAY_DATE_LABELS[PAY_DATES.find((date) => date === getText("payDate")) ?? "same_day"],
    },
    {
      label: "근무지",
      step: "place",
      value: `${formatRegionName(getText("regionCode"))}\n${getText("address")}`,
    },
    { label: "설명", step: "details", value: getText("description") },
    { label: "조건", step: "conditions", value: describeConditions(values) },
    { label: "구인자", step: "employer", value: describeEmployer(values) },
    {
      label: "마감일",
      step: "deadline",
      value: isDateString(getText("deadline")) ? formatDateWithWeekday(getText("deadline")) : "",
    },
  ]
}

/** A seek post. */
export function summarizeSeek(values: FormValues): SummaryLine[] {
  const getText = (name: string) => getTextValue(values, name)
  const payType = PAY_TYPES.find((type) => type === getText("payType"))
  const payWon = parseWonInput(getText("payWon"))
  return [
    { label: "한 줄 소개", value: getText("title"), step: "about", strong: true },
    {
      label: "하는 일",
      value: JOB_KINDS.filter((kind) => getListValue(values, "kinds").includes(kind))
        .map((kind) => JOB_KIND_LABELS[kind])
        .join(", "),
      step: "kinds",
    },
    {
      label: "지역",
      value: getListValue(values, "regionCodes").map(formatRegionName).join(", "),
      step: "regions",
    },
    {
      label: "시작",
      value: isDateString(getText("availableFrom"))
        ? `${formatDateWithWeekday(getText("availableFrom"))}부터`
        : "",
      step: "when",
    },
    {
      label: "시간",
      value:
        `${formatWeekdays(WEEKDAYS.filter((day) => getListValue(values, "weekdays").includes(day)))} · ` +
        `${formatDayTimes(DAY_TIMES.filter((time) => getListValue(values, "dayTimes").includes(time)))}` +
        `${getText("shortTerm") === "on" ? " · 단기만" : ""}`,
      step: "when",
    },
    {
      label: "급여",
      value: payType && payWon !== null ? `${PAY_TYPE_LABELS[payType]} ${formatWon(payWon)}` : "협의",
      step: "pay",
    },
    { label: "소개", value: getText("introduction"), step: "about" },
    {
      label: "경력",
      value: getText("careerYears") === "0" ? "처음이에요" : `${getText("careerYears")}년`,
      step: "about",
    },
    { label: "자격", value: getListValue(values, "licences").join(", ") || "없음", step: "about" },
  ]
}
