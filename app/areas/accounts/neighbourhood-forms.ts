/** What the forms of one's neighbourhood accept. */
import { z } from "zod"
import { RANGES } from "../../basics/distance.ts"
import { checkbox, choice, optional, positionFields, regionCode, text } from "../../basics/form-fields.ts"

const NO_PLACE_TEXT = "위치를 읽지 못했어요. 다시 시도하거나 목록에서 동네를 골라 주세요."
/** 동, 읍, 면, 리, 가 of an address; anything else is as if it were not there. */
const dong = optional(text({ label: "동", min: 0, max: 20 }))
  .catch(null)
  .transform((typed) => (typed && /^[가-힣0-9·]+(?:동|읍|면|리|가)$/.test(typed) ? typed : null))

export const ChooseNeighbourhoodForm = z.object({ regionCode: regionCode({ label: "동네" }), dong })
export const RemoveNeighbourhoodForm = z.object({ regionCode: regionCode({ label: "동네" }) })
export const NeighbourhoodRangeForm = z.object({ range: choice(RANGES, "보는 범위") })
export const CheckNeighbourhoodForm = z.object({
  regionCode: regionCode({ label: "동네" }),
  ...positionFields(NO_PLACE_TEXT),
  consent: checkbox({ label: "위치 확인" }),
})
