import { describe, expect, test } from "vitest"
import { drawnThings } from "./drawn-things.ts"
import { secondHandPictures } from "./second-hand-things.ts"
import { HOMES } from "./things.ts"

const homes = Array.from({ length: HOMES }, (_, home) => home)

describe("pictures of second-hand things", () => {
  test("furniture and appliances differ as things in every home, not by ground and tint", () => {
    const repeated = drawnThings.filter(({ thing }) => new Set(homes.map(thing)).size < HOMES)
    expect(repeated.map(({ name }) => name)).toEqual([])
  })

  test("no two things have one name, nor one picture", () => {
    expect(new Set(secondHandPictures.map(({ name }) => name)).size).toBe(secondHandPictures.length)
    const drawn = secondHandPictures.flatMap(({ draw }) => homes.map(draw))
    expect(new Set(drawn).size).toBe(drawn.length)
  })

  test("four chairs are drawn for four, two for two", () => {
    const countSeats = (name: string) => {
      const picture = drawnThings.find((each) => each.name === `thing-${name}`)
      const shadows = homes.map((home) => picture?.thing(home).split("<ellipse").length ?? 0)
      return shadows[0] ?? 0
    }
    const one = countSeats("chair") - 1
    expect(countSeats("chairs-two") - 1).toBe(one * 2)
    expect(countSeats("chairs-four") - 1).toBe(one * 4)
  })
})
