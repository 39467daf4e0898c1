import { initialsOf } from "../basics/initials.ts"

const tints = [
  "bg-open-tint text-open-ink",
  "bg-progress-tint text-progress-ink",
  "bg-ok-tint text-ok-ink",
  "bg-warn-tint text-warn-ink",
  "bg-refused-tint text-refused-ink",
  "bg-done-tint text-done-ink",
] as const

const tintOf = (name: string) =>
  tints[[...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % tints.length]

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
  const box = { width: size, height: size }
  return pictureId ? (
    <span className="picture inline-block flex-none overflow-hidden rounded-full bg-fill" style={box}>
      <img
        src={`/pictures/${pictureId}/${size > 80 ? 320 : 160}.webp`}
        alt=""
        width={size}
        height={size}
        loading="lazy"
        decoding="async"
        className="size-full object-cover"
      />
    </span>
  ) : (
    <span
      aria-hidden
      className={`inline-grid flex-none place-items-center rounded-full font-semibold ${tintOf(name)}`}
      style={{ ...box, fontSize: Math.round(size * 0.4) }}
    >
      {initialsOf(name)}
    </span>
  )
}
