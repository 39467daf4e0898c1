import { formatWon } from "../basics/won.ts"

const SIZE_CLASSES = {
  base: "text-base",
  lg: "text-lg",
  xl: "text-xl",
  "2xl": "text-2xl",
  "3xl": "text-3xl",
} as const

/** An amount in won, the loudest thing where it stands. */
export function Price({
  won,
  size = "lg",
  className = "",
}: {
  won: number
  size?: keyof typeof SIZE_CLASSES
  className?: string
}) {
  return <b className={`font-bold ${SIZE_CLASSES[size]} ${className}`}>{formatWon(won)}</b>
}
