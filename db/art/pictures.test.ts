import { describe, expect, test } from "vitest"
import { drawnThings } from "./drawn-things.ts"
import { people } from "./people.ts"
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

test("every grown-up age that works has many faces, and no two people look alike", () => {
  const faces = people.map(({ name: _name, ...looks }) => JSON.stringify(looks))
  expect(new Set(faces).size).toBe(faces.length)
  for (const decade of [30, 40, 50])
    for (const sex of ["man", "woman"])
      expect(
        people.filter((person) => person.sex === sex && person.decade === decade).length,
      ).toBeGreaterThan(6)
})
