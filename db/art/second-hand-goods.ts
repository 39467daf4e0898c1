/** Second-hand things of which shops sell the like: drawn as theirs are. */
import type { GoodsLook } from "./goods/drawing.ts"
import { GOODS_DRAWINGS } from "./goods/index.ts"
import { woods, type Tint } from "./palette.ts"
import { drawAt } from "./svg.ts"
import { inHome, type ThingPicture } from "./things.ts"

const likeNew = (
  name: string,
  tag: string,
  alt: string,
  kind: string,
  look: GoodsLook,
  tint: Tint,
): ThingPicture => {
  const draw = GOODS_DRAWINGS[kind]
  if (!draw) throw new Error(`Nobody draws ${kind}`)
  return {
    name: `thing-${name}`,
    tags: [tag],
    alt,
    draw: (number) => inHome(number, tint, woods.oak, drawAt(300, 500, draw(look))),
  }
}

export const thingsOfShops: readonly ThingPicture[] = [
  likeNew("pet-cushion", "pets", "반려동물 방석", "cushion", { colour: "#d9a36a", form: 3 }, "sand"),
  likeNew("pet-basket", "pets", "고양이 바구니 집", "basket", { colour: "#d9b98a", form: 3 }, "mint"),
  likeNew("drill", "tools", "충전 전동드릴", "drill", { colour: "#4a74d8", form: 2 }, "grey"),
  likeNew("ladder", "tools", "접이식 사다리", "ladder", { colour: "#c9d2dd", form: 1 }, "blue"),
  likeNew("saw", "tools", "목공톱", "saw", { colour: "#d9534f", form: 0 }, "sand"),
  likeNew("spanners", "tools", "스패너 다섯 개", "wrench", { colour: "#98a3b3", form: 1 }, "mint"),
  likeNew("paint-can", "tools", "페인트 한 통", "paint", { colour: "#7fb4e8", form: 1 }, "peach"),
  likeNew("mugs", "living", "머그컵 두 개", "mug", { colour: "#4a74d8", form: 2 }, "pink"),
  likeNew("cooking-pot", "living", "스테인리스 냄비", "pot", { colour: "#b7c1ce", form: 0 }, "lilac"),
]
