import { getInitials } from "../basics/initials.ts"

const TINT_CLASSES = [
  "bg-open-tint text-open-ink",
  "bg-progress-tint text-progress-ink",
  "bg-ok-tint text-ok-ink",
  "bg-warn-tint text-warn-ink",
  "bg-refused-tint text-refused-ink",
  "bg-done-tint text-done-ink",
] as const

const getTintClass = (name: string) =>
  TINT_CLASSES[[...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % TINT_CLASSES.length]

/**
 * A round picture of a person, the name's first letter on a tint where there is none. The name itself stands
 * beside it.
 */
export function Avatar({
  pictureId,
  name,
  size,
}: {
  pictureId?: string | null | undefined
  name: string
  size: number
}) {
  const boxStyle = { width: size, height: size }
  return pictureId ? (
    <span className="avatar-picture" style={boxStyle}>
      <img src={`/pictures/${pictureId}/${size > 80 ? 320 : 160}.webp`} alt="" loading="lazy" />
    </span>
  ) : (
    <span
      aria-hidden
      className={`avatar-initials ${getTintClass(name)}`}
      style={{ ...boxStyle, fontSize: Math.round(size * 0.4) }}
    >
      {getInitials(name)}
    </span>
  )
}
