/** The fields of forms that ask where somebody waits for new things. */
import { RANGES } from "../../basics/distance.ts"
import { choice, optional, regionCode } from "../../basics/form-fields.ts"
import type { AlertPlaceInput } from "./alert-place-rules.ts"

const PLACE_CHOICES = [...RANGES, "region"] as const

/** The fields of a form that asks for the place of an alert. */
export const alertPlaceFields = {
  range: optional(choice(PLACE_CHOICES, "알림 받을 곳")),
  regionCode: optional(regionCode({ label: "지역", widest: "sido" })),
}

/** What a form says beside its fields where a region was to be chosen and is not; null where all is well. */
export const getAlertPlaceProblem = ({ range, regionCode: code }: AlertPlaceInput): string | null =>
  range === "region" && code === null ? "알림 받을 지역을 골라 주세요." : null
