import type { ReactNode } from "react"
import { getAxisTop } from "./chart-axis.ts"

export type ChartPoint = { label: string; value: number }

/**
 * Values over time as a line on a soft ground, the figure of a point on hovering or touching it. `format`
 * writes a value, `label` says what is shown. Screen readers get a table. Drawn on the server; needs no
 * script.
 */
export function LineChart({
  points,
  format,
  label = "추이",
  height = 200,
  scale = "number",
  isTableShown = true,
}: {
  points: readonly ChartPoint[]
  format: (value: number) => string
  label?: string
  height?: number
  /** What the values are, for round figures beside the axis. */ scale?: "number" | "minutes"
  /** False where the page has the figures in a table of its own. */ isTableShown?: boolean
}) {
  if (points.length === 0) return null
  const top = getAxisTop(Math.max(...points.map((point) => point.value)), scale)
  const x = (index: number) => (points.length === 1 ? 50 : (index / (points.length - 1)) * 100)
  const y = (value: number) => 100 - (Math.max(0, value) / top) * 100
  const line = points
    .map((point, index) => `${index === 0 ? "M" : "L"}${x(index).toFixed(2)} ${y(point.value).toFixed(2)}`)
    .join("")
  // As many words under the axis as fit on a phone, counted from the newest, which always has its own.
  const labelInterval = Math.ceil(points.length / 6)
  return (
    <figure>
      <figcaption className="sr-only">{label}</figcaption>
      <div aria-hidden className="flex gap-3 pt-3">
        <div
          className="num flex flex-none flex-col justify-between text-right text-xs text-ink-3"
          style={{ height }}
        >
          {[top, top / 2, 0].map((value) => (
            <span key={value} className="-translate-y-1/2 first:translate-y-[-50%] last:translate-y-1/2">
              {format(value)}
            </span>
          ))}
        </div>
        <div className="min-w-0 flex-1 pr-2">
          <div className="relative border-b border-base-300" style={{ height }}>
            <span className="absolute inset-x-0 top-0 border-t border-base-300" />
            <span className="absolute inset-x-0 top-1/2 border-t border-base-300" />
            <Line
              path={line}
              ground={`${line}L${x(points.length - 1).toFixed(2)} 100L${x(0).toFixed(2)} 100Z`}
            />
            {points.map((point, index) => (
              <PointMark
                key={`${index} ${point.label}`}
                left={x(index)}
                width={100 / points.length}
                top={y(point.value)}
                label={point.label}
                text={format(point.value)}
              />
            ))}
          </div>
          <div className="num relative mt-2 h-4 text-xs text-ink-3">
            {points.map((point, index) =>
              (points.length - 1 - index) % labelInterval === 0 ? (
                <span
                  key={`${index} ${point.label}`}
                  className="absolute -translate-x-1/2 whitespace-nowrap"
                  style={{ left: `${x(index)}%` }}
                >
                  {point.label}
                </span>
              ) : null,
            )}
          </div>
        </div>
      </div>
      {isTableShown ? <PointTable points={points} format={format} label={label} /> : null}
    </figure>
  )
}

/** The line, with `ground` filled softly beneath it. */
function Line({ path, ground }: { path: string; ground: string }) {
  return (
    <svg
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      className="absolute inset-0 size-full overflow-visible"
    >
      <path d={ground} className="fill-primary" opacity=".08" />
      <path
        d={path}
        vectorEffect="non-scaling-stroke"
        className="fill-none stroke-primary"
        strokeWidth="2.25"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  )
}

/** A point with its figure, which shows on hovering or touching; lengths in percent of the chart. */
function PointMark({
  left,
  width,
  top,
  label,
  text,
}: {
  left: number
  width: number
  top: number
  label: string
  text: string
}) {
  return (
    <span
      className="group absolute inset-y-0 -translate-x-1/2"
      style={{ left: `${left}%`, width: `${width}%` }}
    >
      <span
        className={
          "absolute left-1/2 size-2.5 -translate-x-1/2 -translate-y-1/2 rounded-full " +
          "border-2 border-base-100 bg-primary opacity-0 transition-opacity " +
          "group-last:opacity-100 group-hover:opacity-100"
        }
        style={{ top: `${top}%` }}
      />
      <span
        className={
          "pointer-events-none absolute z-10 rounded-md bg-neutral px-2.5 py-1.5 text-xs " +
          "whitespace-nowrap text-neutral-content opacity-0 transition-opacity " +
          "group-hover:opacity-100 " +
          (left < 20 ? "left-1/2" : left > 80 ? "right-1/2" : "left-1/2 -translate-x-1/2")
        }
        style={{ bottom: `calc(${100 - top}% + 0.75rem)` }}
      >
        {label} <b className="block text-sm">{text}</b>
      </span>
    </span>
  )
}

/** What the chart shows, for screen readers. */
function PointTable({
  points,
  format,
  label,
}: {
  points: readonly ChartPoint[]
  format: (value: number) => string
  label: string
}) {
  return (
    <table className="sr-only">
      <caption>{label}</caption>
      <tbody>
        {points.map((point) => (
          <tr key={point.label}>
            <th scope="row">{point.label}</th>
            <td>{format(point.value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export type BarRow = { label: ReactNode; value: number; text: string; key?: string }

/**
 * Values beside each other as bars, the longest over the whole width; `text` is the value in words.
 * `tone="star"` is for ratings.
 */
export function BarList({
  rows,
  tone = "primary",
  max,
}: {
  rows: readonly BarRow[]
  tone?: "primary" | "star"
  max?: number
}) {
  const maxValue = max ?? Math.max(1, ...rows.map((row) => row.value))
  return (
    <ul className="grid gap-4">
      {rows.map((row, index) => (
        <li key={row.key ?? (typeof row.label === "string" ? row.label : index)}>
          <div className="flex items-center justify-between gap-4">
            <span className="min-w-0 text-base">{row.label}</span>
            <b className="num flex-none text-base font-semibold">{row.text}</b>
          </div>
          <div aria-hidden className="mt-2 h-1.5 overflow-hidden rounded-full bg-base-300">
            <div
              className={`h-full rounded-full ${tone === "star" ? "bg-star" : "bg-primary"}`}
              style={{ width: `${Math.min(100, (row.value / maxValue) * 100)}%` }}
            />
          </div>
        </li>
      ))}
    </ul>
  )
}
