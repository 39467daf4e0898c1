/** What people of the town ask and say about installing things. */
import { deviceServices } from "./device-services.ts"
import { fittingServices } from "./fitting-services.ts"
import type { CategorySeed } from "../seed-types.ts"

export const installation: CategorySeed = {
  category: "installation",
  services: [...deviceServices, ...fittingServices],
  tails: [
    "저녁이나 주말이면 언제든 좋아요.",
    "제품 사진을 더 보내 드릴 수 있어요.",
    "벽을 뚫어도 되는 집이에요.",
    "전세라 구멍이 최소였으면 해요.",
    "설치하고 사용법도 알려 주세요.",
    "주차 자리가 넉넉해요.",
    "관리사무소에 미리 말해 두었어요.",
    "혼자 사는 집이라 시간을 꼭 지켜 주세요.",
    "상자는 제가 버릴게요.",
    "오전에 끝나면 좋겠어요.",
  ],
  closings: [
    "도착하기 30분 전에 전화드려요.",
    "뚫고 난 먼지는 청소기로 받으면서 해요.",
    "설치하고 함께 시험해 본 뒤에 끝내요.",
    "하자는 당일이나 다음 날 바로 봐 드려요.",
    "모델명만 알려 주시면 부속을 맞춰 갈게요.",
    "견적 그대로 받아요.",
  ],
  extraChargeRules: [
    "배관이나 전선이 길어지면 m당 금액을 먼저 알려 드려요.",
    "위험한 외벽 작업은 5만원이 더 들어요.",
    "부속이 맞지 않으면 실비로 바꿔요.",
    "추가 비용은 없어요.",
  ],
  complaints: [
    "설치는 잘됐는데 약속 시간을 한 번 바꾸셨어요.",
    "수평이 조금 안 맞아서 다시 와 주셨어요.",
    "먼지 정리가 아쉬웠어요.",
    "추가 자재비를 작업 중에 말씀하셔서 당황했어요.",
  ],
}
