/** The order of pictures in a form without scripts: each says which place it is to have. */

/** What the place `place`, from 1, of the picture `id` is sent as. */
export const formatPicturePlace = (id: string, place: number): string => `${id}:${place}`

/**
 * Puts `ids` in the order of the `places` that were sent, in the order the form showed them. A picture that
 * was given another's place stands before it, or behind it where it has moved back; one without a place stays
 * at the end.
 */
export function orderByPlaces(ids: readonly string[], places: readonly unknown[]): string[] {
  const rankById = new Map<string, number>()
  for (const [index, sent] of places.entries()) {
    const [, id, digits] = /^([0-9a-f-]{36}):(\d{1,3})$/.exec(String(sent)) ?? []
    if (!id) continue
    const [place, shownPlace] = [Number(digits), index + 1]
    rankById.set(id, place + Math.sign(place - shownPlace) / 2)
  }
  const rank = (id: string) => rankById.get(id) ?? Number.MAX_SAFE_INTEGER
  return ids.toSorted((a, b) => rank(a) - rank(b))
}
