/** What people of the town ask and say about interior work. */
import { surfaceServices } from "./surface-services.ts"
import { roomServices } from "./room-services.ts"
import { renovationServices } from "./renovation-services.ts"
import type { CategorySeed } from "../seed-types.ts"

export const interior: CategorySeed = {
  category: "interior",
  services: [...surfaceServices, ...roomServices, ...renovationServices],
  tails: [
    "방문 견적은 주말이 좋아요.",
    "자재는 견본을 보고 정하고 싶어요.",
    "입주일이 정해져 있어서 일정이 중요해요.",
    "비슷한 집 사례 사진이 있으면 보여 주세요.",
    "짐은 미리 빼 둘게요.",
    "엘리베이터 사용 신청은 제가 할게요.",
    "부가세가 포함된 금액인지 알려 주세요.",
    "하자보수 기간도 함께 적어 주세요.",
    "아이와 강아지가 있어서 냄새가 적으면 좋겠어요.",
    "공사 시간은 관리사무소 규정상 9시부터 5시까지예요.",
    "색은 전문가 의견을 듣고 싶어요.",
    "급하지 않으니 꼼꼼히 해 주세요.",
  ],
  closings: [
    "견본은 방문할 때 모두 들고 갈게요.",
    "하자는 전화 한 통이면 바로 봐 드려요.",
    "견적에 없는 금액은 받지 않아요.",
    "비슷한 평수 사진을 보내 드릴 수 있어요.",
    "공사 전날 다시 한번 확인 전화를 드려요.",
    "방문 견적은 무료예요.",
    "색 고르기 어려우시면 함께 정해요.",
    "마음에 드실 때까지 손볼게요.",
  ],
  extraChargeRules: [
    "벽이나 바닥이 상해 있으면 사진을 보여 드리고 동의를 받은 뒤 실비로 해요.",
    "짐이 많아 옮길 것이 늘면 반나절에 8만원이 더 들어요.",
    "자재를 바꾸시면 차액만 더하거나 빼요.",
    "추가 비용은 없어요.",
  ],
  complaints: [
    "마감은 괜찮은데 약속한 날보다 하루 늦어졌어요.",
    "벽지 이음매 한 곳이 벌어져서 다시 불렀어요. 바로 와 주시긴 했어요.",
    "색이 견본과 조금 달라서 아쉬워요.",
    "현장 정리가 부족해서 따로 청소했어요.",
  ],
}
