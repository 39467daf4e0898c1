/** What holds of services and categories alike: their names, which are shown, and in which order. Pure. */
type Offer = { id: string; label: string; isHidden?: boolean }

/**
 * Why a service or a category cannot be called and shown so among `all` of its kind: another is called so, or
 * nothing would be offered any more. Null where it can.
 */
export function findOfferProblem(
  id: string,
  { label, isHidden }: { label: string; isHidden: boolean },
  all: readonly Offer[],
): "taken" | "last" | null {
  const others = all.filter((each) => each.id !== id)
  if (others.some((each) => each.label === label)) return "taken"
  return isHidden && others.every((each) => each.isHidden) ? "last" : null
}

/** `list` with `moved`, one of it, one place further up or down. */
export function moveOne<Item>(list: readonly Item[], moved: Item, to: "up" | "down"): Item[] {
  const index = list.indexOf(moved)
  const others = list.toSpliced(index, 1)
  return others.toSpliced(Math.max(0, to === "up" ? index - 1 : index + 1), 0, moved)
}

export const formatLabels = (list: readonly { label: string }[]): string =>
  list.map(({ label }) => label).join(", ")
