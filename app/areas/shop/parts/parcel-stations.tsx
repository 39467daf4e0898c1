import { formatDateTime } from "#app/basics/time.ts"
import type { ParcelStation } from "#app/platform/tracking/tracking.ts"
import { FoldSummary } from "#app/ui/fold-summary.tsx"
import { PARCEL_STATE_LABELS } from "../rules.ts"

/** Where a parcel has been, the newest first, to be opened; open while it is on its way. */
export function ParcelStations({
  stations,
  isOpen,
  isSimulated,
}: {
  stations: readonly ParcelStation[]
  isOpen: boolean
  /** Nobody carries it: what is shown is practice. */
  isSimulated: boolean
}) {
  if (stations.length === 0)
    return (
      <p className="mt-2 text-sm text-ink-3">택배사에 아직 배송 기록이 없어요. 집화되면 여기에 보여요.</p>
    )
  return (
    <details open={isOpen} className="mt-2">
      <FoldSummary className="text-sm text-ink-3">배송 기록 {stations.length}</FoldSummary>
      <ol className="mt-3">
        {stations.toReversed().map((station, index) => (
          <li
            key={station.at + station.text}
            className={
              "relative border-l-2 pb-4 pl-4 text-sm last:border-transparent last:pb-0 " +
              (index === 0 ? "border-primary" : "border-base-300")
            }
          >
            <span
              aria-hidden
              className={
                "absolute top-1 -left-1.25 size-2 rounded-full " +
                (index === 0 ? "bg-primary" : "bg-base-300")
              }
            />
            <p className="flex flex-wrap justify-between gap-x-3">
              <span className={index === 0 ? "font-semibold" : "text-ink-2"}>
                {[PARCEL_STATE_LABELS[station.state], station.place].filter(Boolean).join(" · ")}
              </span>
              <span className="num text-ink-3">{formatDateTime(station.at)}</span>
            </p>
            {station.text ? <p className="mt-0.5 text-ink-3">{station.text}</p> : null}
          </li>
        ))}
      </ol>
      {isSimulated ? <p className="mt-3 text-sm text-ink-3">연습용 배송 기록이에요.</p> : null}
    </details>
  )
}
