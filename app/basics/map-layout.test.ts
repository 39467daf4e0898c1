import { expect, test } from "vitest"
import { layOutTiles } from "./map-layout.ts"
import { getCentre, listCodesByDistance } from "./region-distance.server.ts"
import { listAllCodes } from "./regions.ts"

const around = (code: string, count: number) =>
  listCodesByDistance(code)
    .slice(0, count)
    .flatMap((near) => {
      const centre = getCentre(near)
      return centre ? [{ code: near, ...centre }] : []
    })

test("every place has a square of its own, the first the middle, wherever that is", () => {
  for (const code of listAllCodes()) {
    const tiles = layOutTiles(around(code, 17))
    expect(tiles).toHaveLength(17)
    expect(new Set(tiles.map(({ column, row }) => `${column} ${row}`)).size).toBe(17)
    expect(tiles.find((tile) => tile.code === code)).toMatchObject({ column: 2, row: 2 })
  }
})

test("what lies north is above, what lies west is left", () => {
  const tiles = new Map(layOutTiles(around("11710", 17)).map((tile) => [tile.code, tile]))
  const [middle, gangdong, gangnam] = [tiles.get("11710"), tiles.get("11740"), tiles.get("11680")]
  expect(gangdong?.row).toBeLessThan(middle?.row ?? 0)
  expect(gangnam?.column).toBeLessThan(middle?.column ?? 0)
  const aroundSujeong = new Map(layOutTiles(around("41131", 17)).map((tile) => [tile.code, tile]))
  const [yongsan, gwacheon] = [aroundSujeong.get("11170"), aroundSujeong.get("41290")]
  expect(yongsan?.row).toBeLessThan(gwacheon?.row ?? 0)
  expect(layOutTiles([])).toEqual([])
  expect(layOutTiles(around("11710", 40))).toHaveLength(25)
})
