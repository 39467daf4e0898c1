import { Link, useLocation } from "react-router"
import type { Range } from "#app/basics/distance.ts"
import type { ScreenAnswer } from "#app/ui/action-answer.ts"
import { SelectField } from "#app/ui/field.tsx"
import { RegionPicker } from "#app/ui/region-picker.tsx"
import { buildNeighbourhoodHref } from "#app/ui/neighbourhood-href.ts"
import { listAlertRanges } from "../alert-place-rules.ts"

/** Asks where an alert looks: around one's neighbourhoods, or in a region. Sends `range`, `regionCode`. */
export function AlertPlaceField({
  neighbourhoods,
  defaultRange,
  answer: { errors, typed },
}: {
  /** The regions that the member chose; none where nothing is known. */
  neighbourhoods: readonly string[]
  defaultRange: Range
  answer: ScreenAnswer
}) {
  const { pathname, search } = useLocation()
  const isKnown = neighbourhoods.length > 0
  const chooseHref = buildNeighbourhoodHref(`${pathname}${search}`)
  return (
    <div className="group/place grid gap-4">
      <SelectField
        label="알림 받을 곳"
        name="range"
        options={[...listAlertRanges(neighbourhoods), { value: "region", label: "다른 지역 고르기" }]}
        defaultValue={typed("range", isKnown ? defaultRange : "all")}
        error={errors.range}
        help={
          <>
            {isKnown ? "내 동네를 바꾸면 알림도 따라가요. " : "내 동네를 정하면 가까운 것만 알려 드려요. "}
            <Link to={chooseHref} className="hit rounded-sm font-medium text-primary-ink hover:underline">
              {isKnown ? "내 동네 바꾸기" : "동네 고르기"}
            </Link>
          </>
        }
      />
      <div className="hidden group-has-[option[value=region]:checked]/place:block">
        <RegionPicker
          label="지역"
          name="regionCode"
          widest="sido"
          defaultValue={typed("regionCode")}
          error={errors.regionCode}
        />
      </div>
    </div>
  )
}
