/** What people of the town ask and say about moving. */
import { householdMoves } from "./household-moves.ts"
import { transportServices } from "./transport-services.ts"
import type { CategorySeed } from "../seed-types.ts"

export const moving: CategorySeed = {
  category: "moving",
  services: [...householdMoves, ...transportServices],
  tails: [
    "도착하는 곳에 주차 자리가 있어요.",
    "아침 8시에 시작하면 좋겠어요.",
    "버리고 갈 가구가 두어 점 있어요.",
    "강아지와 함께 이동해요.",
    "짐 사진을 더 보내 드릴 수 있어요.",
    "당일 추가금이 없었으면 해요.",
    "엘리베이터 사용 신청은 해 두었어요.",
    "비가 오면 어떻게 하는지 궁금해요.",
    "깨지기 쉬운 그릇이 많아요.",
    "관리사무소 규정으로 오후 5시까지 끝나야 해요.",
  ],
  closings: [
    "당일에 다른 금액을 말하지 않아요.",
    "짐 목록을 함께 적어 두면 서로 편해요.",
    "파손되면 바로 보상해 드려요.",
    "전날 저녁에 확인 전화를 드릴게요.",
    "비가 와도 방수 덮개로 안전하게 옮겨요.",
    "이사 끝나고 둘러보신 다음에 확인해 주세요.",
  ],
  extraChargeRules: [
    "말씀하신 것보다 짐이 1톤 넘게 늘면 12만원이 더 들어요.",
    "사다리차가 필요하면 실비를 그대로 알려 드려요.",
    "대기가 한 시간을 넘으면 시간마다 3만원이에요.",
    "추가 비용은 없어요.",
  ],
  complaints: [
    "짐은 잘 왔는데 한 시간 늦게 오셨어요.",
    "상자 하나가 찌그러졌어요. 바로 사과하셔서 넘어갔어요.",
    "정리는 기대보다 대충이었어요.",
    "인원이 말씀하신 것보다 한 명 적게 왔어요.",
  ],
}
