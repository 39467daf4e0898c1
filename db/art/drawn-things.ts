/** Second-hand furniture and appliances: another piece in every home. */
import {
  desktop,
  fan,
  fridge,
  largeFridge,
  microwave,
  monitor,
  piano,
  smallFridge,
  washer,
} from "./home-appliances.ts"
import { bed, chair, drawers, fourChairs, longSofa, sofa, table, twoChairs } from "./home-furniture.ts"
import { woods } from "./palette.ts"
import { drawnHome, type ThingPicture } from "./things.ts"

const { honey, oak, pale, walnut, stone } = woods

export const drawnThings: readonly ThingPicture[] = [
  drawnHome("chair", "furniture", "원목 식탁 의자 한 개", chair, "sand", oak),
  drawnHome("chairs-two", "furniture", "원목 식탁 의자 두 개", twoChairs, "mint", honey, 0.96),
  drawnHome("chairs-four", "furniture", "원목 식탁 의자 네 개", fourChairs, "sky", pale),
  drawnHome("table", "furniture", "원목 식탁", table, "lilac", pale),
  drawnHome("drawers", "furniture", "네 칸 서랍장", drawers, "pink", oak),
  drawnHome("sofa", "furniture", "쿠션을 올려 둔 2인용 소파", sofa, "sand", pale),
  drawnHome("sofa-three", "furniture", "쿠션을 올려 둔 3인용 소파", longSofa, "grey", oak),
  drawnHome("bed", "furniture", "침대", bed, "sand", pale),
  drawnHome("washer", "appliance", "드럼 세탁기", washer, "sky", stone, 1.08),
  drawnHome("fridge", "appliance", "문 두 개짜리 냉장고", fridge, "mint", stone, 0.96),
  drawnHome("fridge-mini", "appliance", "문 하나짜리 미니 냉장고", smallFridge, "peach", pale, 1.1),
  drawnHome("fridge-large", "appliance", "문 네 개짜리 대형 냉장고", largeFridge, "blue", stone, 0.96),
  drawnHome("microwave", "appliance", "전자레인지", microwave, "peach", oak, 1.1),
  drawnHome("fan", "appliance", "탁상 선풍기", fan, "blue", oak, 0.98),
  drawnHome("monitor", "digital", "모니터", monitor, "grey", oak, 1.05),
  drawnHome("desktop", "digital", "본체와 모니터, 자판, 마우스", desktop, "blue", oak, 0.86),
  drawnHome("piano", "hobby", "받침대에 올린 61건반", piano, "sand", walnut),
]
