/** How a picture of the list is made from its look and its words, with its before-version. */
import type { Svg } from "./svg.ts"
import { type Clutter, drawAged } from "./wear.ts"

export interface RoomPicture {
  name: string
  tags: string[]
  alt: string
  draw: () => Svg
  before?: { alt: string; draw: () => Svg }
}

interface Wear {
  alt: string
  seed: number
  clutter?: Clutter
  dampAt?: [number, number]
  crackAt?: [number, number]
  peel?: boolean
  mouldAt?: [number, number]
}

/** Binds a room function to its colours, for the finished room and for the room before. */
export const room = <Look extends { worn?: boolean }>(
  name: string,
  tags: string[],
  alt: string,
  draw: (look: Look) => Svg,
  look: Look,
  wear?: Wear,
): RoomPicture => ({
  name,
  tags,
  alt,
  draw: () => draw(look),
  ...(wear ? { before: { alt: wear.alt, draw: () => drawAged(draw({ ...look, worn: true }), wear) } } : {}),
})

export const scene = (
  name: string,
  tags: string[],
  alt: string,
  draw: () => Svg,
  before?: RoomPicture["before"],
): RoomPicture => ({ name, tags, alt, draw, ...(before ? { before } : {}) })
