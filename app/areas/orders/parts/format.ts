/** The words in which facts of a request are said on cards and pages. */
import { formatDateWithWeekday } from "#app/basics/time.ts"
import { getServiceLabel } from "../questions.ts"
import { SCHEDULE_LABELS, type Category, type Schedule } from "../rules.ts"

/** 11월 27일 (금), or 가능한 빨리, or 날짜 협의. */
export const formatWantedDate = (order: { schedule: Schedule; wantedOn: string | null }): string =>
  order.wantedOn ? formatDateWithWeekday(order.wantedOn) : SCHEDULE_LABELS[order.schedule]

/** Facts in one line. */
export const joinWithDots = (...parts: (string | null | undefined | false)[]): string =>
  parts.filter(Boolean).join(" · ")

/** The kind of work in words. */
export const formatService = (order: { category: Category; service: string }): string =>
  getServiceLabel(order.category, order.service)
