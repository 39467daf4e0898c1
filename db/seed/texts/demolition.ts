/** What people of the town ask and say about cleaning, waste and demolition. */
import { cleaningServices } from "./cleaning-services.ts"
import { wasteServices } from "./waste-services.ts"
import type { CategorySeed } from "../seed-types.ts"

export const demolition: CategorySeed = {
  category: "demolition",
  services: [...cleaningServices, ...wasteServices],
  tails: [
    "비밀번호는 당일에 알려 드릴게요.",
    "끝나고 사진으로 확인하고 싶어요.",
    "세제 냄새에 민감해요.",
    "주차는 건물 앞에 잠깐 가능해요.",
    "오전 일찍 시작할 수 있을까요?",
    "전기와 수도는 쓸 수 있어요.",
    "추가 비용이 생길 수 있으면 미리 알려 주세요.",
    "엘리베이터 보양이 필요한 단지예요.",
    "저는 직장에 있어서 현장에 없어요.",
    "창이 많은 집이에요.",
  ],
  closings: [
    "끝나고 함께 둘러본 뒤에 확인해 주세요.",
    "미흡한 곳은 이틀 안에 다시 해 드려요.",
    "인원과 시간을 미리 알려 드릴게요.",
    "전후 사진을 모두 보내 드려요.",
    "쓰레기는 저희가 들고 나와요.",
    "당일 추가금은 없어요.",
  ],
  extraChargeRules: [
    "곰팡이가 심하면 약품비로 한 곳에 3만원이 더 들어요.",
    "짐이 남아 있으면 시간에 따라 2만~5만원이 더 들어요.",
    "물량이 늘면 사진을 보고 먼저 말씀드려요.",
    "추가 비용은 없어요.",
  ],
  complaints: [
    "전체적으로 깨끗한데 창틀 한쪽이 빠졌어요. 다시 와서 해 주셨어요.",
    "예정보다 두 시간 늦게 끝났어요.",
    "세제 냄새가 하루쯤 남았어요.",
    "인원이 바뀌어서 조금 당황했어요.",
  ],
}
