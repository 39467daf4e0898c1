import sprite from "./art.svg?url"

export type ArtCategory = "repair" | "interior" | "moving" | "demolition" | "installation"
export type ArtArea = "job" | "market" | "shop" | "expert"
export type EmptyKind =
  | "proposals"
  | "orders"
  | "search"
  | "chat"
  | "notifications"
  | "cart"
  | "reviews"
  | "error"
  | "not-found"
  | "offline"
  | "waiting"
  | "done"

/** Shows a picture of `art.svg`, which says nothing that the words beside it do not say. */
function Art({ name, size }: { name: ArtCategory | ArtArea | EmptyKind; size: number }) {
  return (
    <svg aria-hidden="true" className="art" width={size} height={size}>
      <use href={`${sprite}#${name}`} />
    </svg>
  )
}

/** Shows the sign of one of the five service categories, clear from 24 to 64 px. */
export function CategoryArt({ category, size = 48 }: { category: ArtCategory; size?: number }) {
  return <Art name={category} size={size} />
}

/** Shows the sign of jobs, second-hand goods, the shop or the directory of experts. */
export function AreaArt({ area, size = 48 }: { area: ArtArea; size?: number }) {
  return <Art name={area} size={size} />
}

/**
 * Shows a picture for a screen that has nothing to show, waits, failed or is done. It stands above a sentence
 * and an action.
 */
export function EmptyArt({ kind, size = 120 }: { kind: EmptyKind; size?: number }) {
  return <Art name={kind} size={size} />
}
