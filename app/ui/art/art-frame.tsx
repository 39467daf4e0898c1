import type { ReactNode } from "react"

/** The four roles of our two-tone art. The theme gives them their colours, by day and by night. */
export const BODY_FILL = "var(--art-1)"
export const MASS_FILL = "var(--art-2)"
export const accent = "var(--art-3)"
export const bright = "var(--art-4)"

export interface ArtFrameProps {
  /** Width and height on the screen in px. */
  size: number
  /** Units of the drawing along one side. */
  grid: number
  children: ReactNode
}

/** Art says nothing that the words beside it do not say, so it is hidden from screen readers. */
export function ArtFrame({ size, grid, children }: ArtFrameProps) {
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      width={size}
      height={size}
      viewBox={`0 0 ${grid} ${grid}`}
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {children}
    </svg>
  )
}

/** A four-pointed star around (x, y). */
export function Sparkle({
  x,
  y,
  reach,
  colour = accent,
}: {
  x: number
  y: number
  reach: number
  colour?: string
}) {
  return (
    <path
      transform={`translate(${x} ${y}) scale(${reach})`}
      d="M0-1Q.16-.16 1 0Q.16.16 0 1Q-.16.16-1 0Q-.16-.16 0-1z"
      fill={colour}
    />
  )
}
