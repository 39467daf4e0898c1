/** Defines the form of a shop's vacation. */
import { z } from "zod"
import { now } from "#app/basics/clock.ts"
import { choice, dateString, optionalText } from "#app/basics/form-fields.ts"
import { addDays, toKstDateString } from "#app/basics/time.ts"

/** Longer than this a shop is closed, not away. */
const MAX_VACATION_DAYS = 60

const today = () => toKstDateString(now())
const daysFromToday = (days: number) => () => addDays(today(), days)

export const ShopVacationForm = z
  .object({
    from: dateString({ label: "쉬기 시작하는 날", min: daysFromToday(-60), max: daysFromToday(365) }),
    until: dateString({ label: "마지막으로 쉬는 날", min: today, max: daysFromToday(425) }),
    orders: choice(["stop", "take"], "쉬는 동안의 주문"),
    note: optionalText({ label: "구매자에게 전할 말", max: 200 }),
  })
  .superRefine(({ from, until }, context) => {
    const addError = (message: string) => context.addIssue({ code: "custom", path: ["until"], message })
    if (until < from) addError("시작하는 날보다 빨라요. 날짜를 다시 골라 주세요.")
    else if (until >= addDays(from, MAX_VACATION_DAYS))
      addError(`${MAX_VACATION_DAYS}일까지 쉴 수 있어요. 더 가까운 날을 골라 주세요.`)
  })
