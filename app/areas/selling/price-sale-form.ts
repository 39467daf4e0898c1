/** Defines the form of a price that is lower from a moment until another. */
import { z } from "zod"
import { now } from "#app/basics/clock.ts"
import {
  choice,
  dateString,
  idField,
  listCursor,
  listOf,
  optional,
  wonAmount,
} from "#app/basics/form-fields.ts"
import { addDays, DAY_MS, HOUR_MS, startOfKstDay, toKstDateString } from "#app/basics/time.ts"
import { LIMITS } from "../shop/rules.ts"
import { SALE_HOURS } from "./rules.ts"

const MAX_SALE_DAYS = 60

const today = () => toKstDateString(now())
const day = (label: string) => dateString({ label, min: today, max: () => addDays(today(), 365) })
const toMoment = (date: string, hour: string) =>
  new Date(startOfKstDay(date).getTime() + Number(hour) * HOUR_MS)

export const PriceSaleForm = z
  .object({
    startsOn: day("시작하는 날"),
    startsHour: choice(SALE_HOURS, "시작하는 시각"),
    endsOn: day("끝나는 날"),
    endsHour: choice(SALE_HOURS, "끝나는 시각"),
    options: listOf(
      z.object({
        variantId: idField({ label: "옵션" }),
        saleWon: optional(wonAmount({ label: "할인가", min: 100, max: LIMITS.priceWon })),
      }),
      { label: "옵션", min: 1, max: LIMITS.variants },
    ),
  })
  .transform(({ startsOn, startsHour, endsOn, endsHour, options }) => ({
    startsAt: toMoment(startsOn, startsHour),
    endsAt: toMoment(endsOn, endsHour),
    options: options.flatMap(({ variantId, saleWon }) => (saleWon === null ? [] : [{ variantId, saleWon }])),
  }))
  .superRefine(({ startsAt, endsAt, options }, context) => {
    const addError = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message })
    if (endsAt <= startsAt) addError("endsOn", "시작보다 뒤여야 해요. 끝나는 날과 시각을 다시 골라 주세요.")
    else if (endsAt <= now()) addError("endsOn", "이미 지난 시각이에요. 끝나는 때를 다시 골라 주세요.")
    else if (endsAt.getTime() - startsAt.getTime() > MAX_SALE_DAYS * DAY_MS)
      addError("endsOn", `할인은 ${MAX_SALE_DAYS}일까지 할 수 있어요. 더 가까운 날을 골라 주세요.`)
    if (options.length === 0) addError("options", "할인할 옵션에 할인가를 입력해 주세요.")
  })

export const PriceSaleIdForm = z.object({ saleId: idField({ label: "할인" }) })
export const PriceSalesQuery = z.object({ after: listCursor })
