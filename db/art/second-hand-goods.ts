/** Second-hand things of which shops sell the like: drawn as theirs are. */
import { GOODS_COLOURS } from "../seed/shop/catalogue/goods-kind.ts"
import { GOODS_DRAWINGS } from "./goods/index.ts"
import { woods, type Tint } from "./palette.ts"
import { drawnHome, type ThingPicture } from "./things.ts"

/** `colours` are those of the homes, one after the other. */
const likeNew = (
  name: string,
  tag: string,
  alt: string,
  kind: string,
  form: number,
  colours: string,
  tint: Tint,
): ThingPicture => {
  const draw = GOODS_DRAWINGS[kind]
  if (!draw) throw new Error(`Nobody draws ${kind}`)
  const list = colours.split(" ").map((colour) => GOODS_COLOURS[colour] ?? "")
  return drawnHome(
    name,
    tag,
    alt,
    (number) => draw({ colour: list[number % list.length] ?? "", form }),
    tint,
    woods.oak,
  )
}

const BRIGHT = "파랑 빨강 주황 초록 보라 노랑 민트"

export const thingsOfShops: readonly ThingPicture[] = [
  likeNew(
    "pet-cushion",
    "pets",
    "반려동물 방석",
    "cushion",
    3,
    "베이지 분홍 하늘 회색 민트 주황 보라",
    "sand",
  ),
  likeNew(
    "pet-basket",
    "pets",
    "반려동물 바구니 집",
    "basket",
    3,
    "베이지 회색 월넛 아이보리 분홍 오크 민트",
    "mint",
  ),
  likeNew("drill", "tools", "충전 전동드릴", "drill", 2, BRIGHT, "grey"),
  likeNew("ladder", "tools", "접이식 사다리", "ladder", 1, "은색 노랑 빨강 파랑 주황 회색 초록", "blue"),
  likeNew("saw", "tools", "목공톱", "saw", 0, "빨강 노랑 초록 검정 오크 파랑 주황", "sand"),
  likeNew("spanners", "tools", "스패너 다섯 개", "wrench", 1, "회색", "mint"),
  likeNew(
    "paint-can",
    "tools",
    "페인트 한 통과 작은 통",
    "paint",
    1,
    "하늘 분홍 아이보리 초록 노랑 회색 보라",
    "peach",
  ),
  likeNew("mugs", "living", "머그컵 두 개", "mug", 2, BRIGHT, "pink"),
  likeNew("cooking-pot", "living", "냄비", "pot", 0, "은색 빨강 회색 민트 주황 검정 하늘", "lilac"),
]
