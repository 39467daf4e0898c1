/** Chance and identity in the demo town: seeded, so that the town is the same at every creation. */
import { createHash } from "node:crypto"

export type SeededRandom = {
  /** A number from 0 up to 1. */
  next(): number
  /** A whole number from `min` to `max`, both possible. */
  int(min: number, max: number): number
  chance(probability: number): boolean
  pick<Item>(list: readonly Item[]): Item
  /** `count` different items, in random order; all of them where there are fewer. */
  sample<Item>(list: readonly Item[], count: number): Item[]
  shuffle<Item>(list: readonly Item[]): Item[]
  pickWeighted<Item>(list: readonly Item[], weight: (item: Item) => number): Item
}

/**
 * A stream of chance of its own for every `seed`: what is added to one part of the town leaves the others as
 * they are.
 */
export function createRandom(seed: string): SeededRandom {
  let state = createHash("sha256").update(seed).digest().readUInt32LE(0)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  const shuffle = <Item>(list: readonly Item[]) => {
    const left = [...list]
    const mixed: Item[] = []
    while (left.length > 0) mixed.push(...left.splice(int(0, left.length - 1), 1))
    return mixed
  }
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick: (list) => atWrapped(list, int(0, list.length - 1)),
    sample: (list, count) => shuffle(list).slice(0, count),
    shuffle,
    pickWeighted: (list, weight) => {
      let left = next() * list.reduce((sum, item) => sum + weight(item), 0)
      return list.find((item) => (left -= weight(item)) < 0) ?? atWrapped(list, list.length - 1)
    },
  }
}

/** The item at `index`, counted round and round. */
export function atWrapped<Item>(list: readonly Item[], index: number): Item {
  const item = list[((index % list.length) + list.length) % list.length]
  if (item === undefined) throw new Error("The demo town looked for something in an empty list")
  return item
}

/** Hands out the items of `list` in random order, each once before any comes again. */
export function createDeck<Item>(list: readonly Item[], chance: SeededRandom): () => Item {
  let left: Item[] = []
  return () => {
    if (left.length === 0) left = chance.shuffle(list)
    return left.pop() ?? atWrapped(list, 0)
  }
}

/** The id of what `label` names: shaped like the product's own UUIDv7, so that rows made later sort later. */
export function createSeedId(label: string, madeAt: Date): string {
  const time = madeAt.getTime().toString(16).padStart(12, "0")
  const hash = createHash("sha256").update(`baroildang/${label}`).digest("hex")
  const variant = (8 + (Number.parseInt(hash.slice(3, 4), 16) % 4)).toString(16)
  return (
    `${time.slice(0, 8)}-${time.slice(8)}-7${hash.slice(0, 3)}-${variant}${hash.slice(4, 7)}-` +
    `${hash.slice(7, 19)}`
  )
}
