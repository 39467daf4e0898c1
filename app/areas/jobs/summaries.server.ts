/** Owns a post in lines, as it is read before it is sent. */
import { formatBusinessNumber } from "#app/basics/business-number.ts"
import type { FormValues } from "#app/basics/form.ts"
import { rowsOf } from "#app/basics/form-rows.ts"
import { formatPhone } from "#app/basics/phone.ts"
import { regionName } from "#app/basics/regions.ts"
import { formatDateWithWeekday, isDateString } from "#app/basics/time.ts"
import { formatWon, parseWonInput } from "#app/basics/won.ts"
import { daysAWeekOf, isTicked, listOf, minutesOf, payTypeOf, shiftsOf, textOf } from "./parts/typed.ts"
import { dayTimesText, hoursText, weekdaysText } from "./parts/words.ts"
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
import { judgePay } from "./wages.ts"

/** A hire post. */
export function hireSummary(values: FormValues): SummaryLine[] {
  const text = (name: string) => textOf(values, name)
  const payType = payTypeOf(values)
  const slots = shiftsOf(values)
  const payWon = parseWonInput(text("payWon"))
  const judged =
    payWon === null
      ? null
      : judgePay(
          { payType, payWon, minutesPerPiece: minutesOf(values), daysAWeek: daysAWeekOf(values) },
          slots,
        )
  const rows = rowsOf(values, "slots")
  const conditions = [
    isTicked(values, "meals") ? "식사 제공" : "",
    isTicked(values, "lodging") ? "숙소 제공" : "",
    isTicked(values, "foreigners") ? "외국인 환영" : "",
    isTicked(values, "teens") ? "청소년 가능" : "",
    isTicked(values, "safetyTraining") ? "기초안전보건교육 이수증" : "",
    ...listOf(values, "needs")
      .flatMap((each) => each.split(/[\n,]/))
      .map((each) => each.trim()),
  ].filter(Boolean)
  return [
    { label: "제목", value: text("title"), step: "details", strong: true },
    {
      label: "하는 일",
      value: JOB_KIND_LABELS[JOB_KINDS.find((kind) => kind === text("kind")) ?? "other"],
      step: "kind",
    },
    {
      label: "일하는 날",
      step: "slots",
      value: [
        payType === "month"
          ? weekdaysText(WEEKDAYS.filter((day) => listOf(values, "weekdays").includes(day)))
          : "",
        ...slots.map(
          (shift, place) =>
            `${formatDateWithWeekday(shift.date)}${payType === "month" ? "부터" : ""} ` +
            `${hoursText(shift)} · ${textOf(rows[place] ?? {}, "headcount") || "1"}명`,
        ),
      ]
        .filter(Boolean)
        .join("\n"),
    },
    {
      label: "급여",
      step: "pay",
      strong: true,
      value:
        payWon === null
          ? ""
          : `${PAY_TYPE_LABELS[payType]} ${formatWon(payWon)}` +
            `${judged?.ok && payType !== "hour" ? ` (시간당 ${formatWon(judged.hourlyWon)})` : ""}`,
    },
    {
      label: "지급일",
      step: "pay",
      value: PAY_DATE_LABELS[PAY_DATES.find((date) => date === text("payDate")) ?? "same_day"],
    },
    { label: "근무지", step: "place", value: `${regionName(text("regionCode"))}\n${text("address")}` },
    { label: "설명", step: "details", value: text("description") },
    { label: "조건", step: "conditions", value: conditions.join(" · ") || "없음" },
    {
      label: "구인자",
      step: "employer",
      value: [
        text("businessName"),
        `대표 ${text("representative")}`,
        text("employerKind") === "person"
          ? "개인"
          : formatBusinessNumber(text("businessNumber").replace(/\D/g, "")),
        formatPhone(text("contactPhone")),
      ]
        .filter(Boolean)
        .join("\n"),
    },
    {
      label: "마감일",
      step: "deadline",
      value: isDateString(text("deadline")) ? formatDateWithWeekday(text("deadline")) : "",
    },
  ]
}

/** A seek post. */
export function seekSummary(values: FormValues): SummaryLine[] {
  const text = (name: string) => textOf(values, name)
  const payType = PAY_TYPES.find((type) => type === text("payType"))
  const payWon = parseWonInput(text("payWon"))
  return [
    { label: "한 줄 소개", value: text("title"), step: "about", strong: true },
    {
      label: "하는 일",
      value: JOB_KINDS.filter((kind) => listOf(values, "kinds").includes(kind))
        .map((kind) => JOB_KIND_LABELS[kind])
        .join(", "),
      step: "kinds",
    },
    { label: "지역", value: listOf(values, "regionCodes").map(regionName).join(", "), step: "regions" },
    {
      label: "시작",
      value: isDateString(text("availableFrom")) ? `${formatDateWithWeekday(text("availableFrom"))}부터` : "",
      step: "when",
    },
    {
      label: "시간",
      value:
        `${weekdaysText(WEEKDAYS.filter((day) => listOf(values, "weekdays").includes(day)))} · ` +
        `${dayTimesText(DAY_TIMES.filter((time) => listOf(values, "dayTimes").includes(time)))}` +
        `${text("shortTerm") === "on" ? " · 단기만" : ""}`,
      step: "when",
    },
    {
      label: "급여",
      value: payType && payWon !== null ? `${PAY_TYPE_LABELS[payType]} ${formatWon(payWon)}` : "협의",
      step: "pay",
    },
    { label: "소개", value: text("introduction"), step: "about" },
    {
      label: "경력",
      value: text("careerYears") === "0" ? "처음이에요" : `${text("careerYears")}년`,
      step: "about",
    },
    { label: "자격", value: listOf(values, "licences").join(", ") || "없음", step: "about" },
  ]
}
