/** A kind of thing that the town sells second-hand. */
import type { Condition, ItemCategory } from "#app/areas/market/rules.ts"

export type Good = {
  /** The name of its master without `thing-`. */
  picture: string
  category: ItemCategory
  /** What it costs lightly used, in won. */
  price: readonly [number, number]
  titles: readonly string[]
  /** One or two sentences about the thing itself. */
  about: readonly string[]
  defects: readonly string[]
}

export const good = (
  picture: string,
  category: ItemCategory,
  price: readonly [number, number],
  titles: readonly string[],
  about: readonly string[],
  defects: readonly string[],
): Good => ({
  picture,
  category,
  price,
  titles,
  about,
  defects,
})

/** What says in a title or a text that a thing was hardly used, and what says that it was used a lot. */
const HARDLY_USED = /두 번|세 번|한 번|몇 번|새 책|새것|새로|포장도|박스|거의|선물/
const MUCH_USED = /안고 자던|년 사용|세탁|소독|빈티지|레트로|옛날|모음|정리|줄 새로|낱권|묶음|보관/
/** What somebody says who used it for long; of what is nearly new they do not. */
const LONG_USED = /2년|두 시즌|7살까지|한 학기|쓰던|놀았|다닐 때|정리하던|5천 컷|석 달|한 철|태운|굴렸/
const UNTOUCHED = /에만 (두어서|꽂아)|깨끗해요/
const LIVING = /화분|선인장|다육/
const OF_USE = /썼|탔|신|입|쳤|쓰던|놀았|좋아했|그만|접었|배우|떼서|태운|굴렸|덮|끝나서|걸었|커서|빠져서|작아/

const SMALL_APPLIANCES = new Set(["television", "radio", "microwave", "fan"])
/** What two people carry. */
export const isLarge = ({ category, picture }: Good): boolean =>
  category === "furniture" || (category === "appliance" && !SMALL_APPLIANCES.has(picture))
/** What no parcel takes. */
export const isMet = (thing: Good): boolean =>
  isLarge(thing) || ["bicycle", "bicycle-green", "ladder", "plant"].includes(thing.picture)

/** Whether it has a plug, a battery or a screen, and so can be out of order. */
const canBreak = ({ category, titles }: Good): boolean =>
  (category === "appliance" || category === "digital") && !titles.some((title) => title.includes("손목시계"))

/** The conditions in which a thing with this title can be. */
export function listConditions(thing: Good, title: string): Condition[] {
  if (LIVING.test(title)) return ["like_new", "light"]
  if (HARDLY_USED.test(title)) return ["like_new"]
  const used: Condition[] = MUCH_USED.test(title) ? ["light", "heavy"] : ["new", "like_new", "light", "heavy"]
  const isForBabies = thing.picture === "baby-bottle"
  return [
    ...(isForBabies ? used.filter((each) => each !== "heavy") : used),
    ...(canBreak(thing) ? (["broken"] as const) : []),
  ]
}

/** What a seller can say of the thing itself in this condition. */
export function listAbout(thing: Good, condition: Condition): string[] {
  if (condition === "new") return thing.about.filter((text) => !OF_USE.test(text) && !HARDLY_USED.test(text))
  if (condition === "broken") return []
  if (condition === "like_new") return thing.about.filter((text) => !LONG_USED.test(text))
  return thing.about.filter(
    (text) => condition !== "heavy" || !(HARDLY_USED.test(text) || UNTOUCHED.test(text)),
  )
}
