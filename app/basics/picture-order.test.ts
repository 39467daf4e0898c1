import { expect, test } from "vitest"
import { newId } from "./ids.ts"
import { formatPicturePlace, orderByPlaces } from "./picture-order.ts"

const ids = [newId(), newId(), newId(), newId()]
/** The order, as letters, where each picture was given a place. */
const order = (...places: number[]) =>
  orderByPlaces(
    ids,
    places.map((place, index) => formatPicturePlace(ids[index] ?? "", place)),
  )
    .map((id) => "ABCD"[ids.indexOf(id)])
    .join("")

test("pictures stay as they were where no place was changed, or none is sent", () => {
  expect([order(1, 2, 3, 4), order()]).toEqual(["ABCD", "ABCD"])
})

test("one that is given another's place stands there, the others move on", () => {
  expect([order(1, 2, 1, 4), order(3, 2, 3, 4), order(4, 3, 2, 1)]).toEqual(["CABD", "BCAD", "DCBA"])
})

test("what was left out has no place, what is new and what nobody can read comes last", () => {
  const [first = "", second = "", third = ""] = ids
  const places = [formatPicturePlace(first, 3), formatPicturePlace(second, 2), `${third}:x`, "nothing"]
  expect(orderByPlaces([first, third, second], places)).toEqual([second, first, third])
})
