/** The forms of job alerts: what somebody waits for, and where. */
import { z } from "zod"
import { MAX_KEYWORD, parseAlertWords } from "#app/basics/alert-words.ts"
import { choice, idField, optional, text } from "#app/basics/form-fields.ts"
import { alertPlaceFields, getAlertPlaceProblem } from "../accounts/alert-place-forms.ts"
import { toAlertPlace } from "../accounts/alert-place-rules.ts"
import { JOB_KINDS } from "./rules.ts"

const NOTHING_NARROWED = "하는 일이나 키워드를 정하거나, 알림 받을 곳을 좁혀 주세요."

/** What is not narrowed at all would be every job of the country. */
export const JobAlertForm = z
  .object({
    kind: optional(choice(JOB_KINDS, "하는 일")),
    keyword: optional(text({ label: "키워드", min: 2, max: MAX_KEYWORD })),
    ...alertPlaceFields,
  })
  .superRefine((input, context) => {
    const addProblem = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message })
    if (input.keyword !== null && parseAlertWords(input.keyword).join("").length < 2)
      addProblem("keyword", "키워드는 글자나 숫자로 두 자 이상 써 주세요.")
    const placeProblem = getAlertPlaceProblem(input)
    if (placeProblem !== null) addProblem("regionCode", placeProblem)
    const place = toAlertPlace(input)
    const isEverywhere = place.range === "all" && place.regionCode === null
    if (input.kind === null && input.keyword === null && isEverywhere && placeProblem === null)
      addProblem("kind", NOTHING_NARROWED)
  })
export type JobAlertInput = z.output<typeof JobAlertForm>

export const RemoveJobAlertForm = z.object({ alertId: idField({ label: "알림" }) })
