/**
 * What people of the demo town say to each other: whole conversations, by what they are about and how
 * far it has come.
 */
import type { Category } from "#app/areas/orders/rules.ts"

/**
 * `c` the customer, `e` the expert. `photos`: pictures of the request. `appointment`: an appointment so many
 * days ahead of the line, at an hour, and its answer.
 */
export type ScriptLine = {
  by: "c" | "e"
  text?: string
  photos?: number
  appointment?: { days: number; hour: number; place: string; answer: "accept" | "decline" | "wait" }
}
export type Conversation = readonly ScriptLine[]

const customerSays = (text: string): ScriptLine => ({ by: "c", text })
const expertSays = (text: string): ScriptLine => ({ by: "e", text })
const photos = (by: "c" | "e", count: number, text = ""): ScriptLine => ({ by, photos: count, text })
const appointment = (
  by: "c" | "e",
  days: number,
  hour: number,
  place: string,
  answer: "accept" | "decline" | "wait" = "accept",
): ScriptLine => ({ by, appointment: { days, hour, place, answer } })

/** About a proposal that waits to be chosen. */
export const INQUIRY_CONVERSATIONS: Record<Category, readonly Conversation[]> = {
  interior: [
    [
      customerSays("안녕하세요, 견적 잘 받았어요. 벽지는 어느 회사 제품인가요?"),
      expertSays(
        "안녕하세요! LX 베스티 실크로 잡았어요. 원하시면 신한이나 개나리로도 바꿔 드릴 수 있고 금액은 같아요.",
      ),
      customerSays("곰팡이 난 모서리는 어떻게 하시나요?"),
      expertSays(
        "곰팡이 제거제로 두 번 닦고 하루 말린 다음 방습지를 대고 발라요. 사진 한 장만 더 보내 주실 수 있을까요?",
      ),
      photos("c", 1, "이 정도예요"),
      expertSays("네, 이 정도면 추가 비용 없이 해 드릴 수 있어요."),
      customerSays("좋아요! 방문 견적 가능하신가요?"),
      appointment("e", 2, 19, "댁으로 방문"),
      expertSays("그때 벽지 견본도 같이 가져갈게요."),
    ],
    [
      customerSays("안녕하세요, 혹시 이틀 안에 끝낼 수 있을까요? 토요일이 입주라서요."),
      expertSays("안녕하세요. 짐이 빠져 있으면 두 명이 들어가서 이틀이면 충분해요."),
      customerSays("기존 벽지 제거까지 포함이죠?"),
      expertSays("네, 제거하고 폐기물 처리까지 모두 포함이에요."),
      customerSays("가족이랑 상의하고 내일까지 말씀드릴게요."),
      expertSays("네, 편하게 보시고 궁금한 점 있으면 언제든 물어봐 주세요."),
    ],
  ],
  repair: [
    [
      customerSays("안녕하세요. 아랫집에서 물이 샌다고 연락이 와서 급해요. 오늘 오실 수 있나요?"),
      expertSays("안녕하세요, 많이 놀라셨겠어요. 오늘 5시 이후에 갈 수 있어요."),
      expertSays("오시기 전까지 계량기 옆 밸브를 잠가 두시면 피해를 줄일 수 있어요."),
      customerSays("방금 잠갔어요. 감사합니다."),
      appointment("e", 0, 18, "댁으로 방문"),
      customerSays("관리사무소에도 말해 둘게요."),
      expertSays("네, 탐지기 챙겨서 갈게요. 출발할 때 다시 알려 드릴게요."),
    ],
    [
      customerSays("문짝 하나만 교체해도 출장비가 따로 있나요?"),
      expertSays("출장비는 견적에 들어 있어요. 따로 더 받지 않아요."),
      customerSays("손잡이도 같이 바꾸고 싶은데 제가 사 둔 게 있어요."),
      expertSays("사 두신 것으로 달아 드릴게요. 무료로 해 드려요 :)"),
      customerSays("오 감사합니다!"),
    ],
  ],
  moving: [
    [
      customerSays("안녕하세요, 피아노가 한 대 있는데 견적에 포함된 건가요?"),
      expertSays("업라이트면 포함이고 그랜드면 전문 기사님이 한 분 더 오셔서 8만 원이 추가돼요."),
      customerSays("업라이트예요. 사다리차는요?"),
      expertSays("양쪽 다 5층이라 사다리차 두 번으로 잡았어요. 견적에 들어 있어요."),
      customerSays("9시 시작이면 몇 시쯤 끝날까요?"),
      expertSays("짐 양 보면 오후 3시 전후로 정리까지 끝나요."),
      customerSays("네, 확인했어요. 감사합니다!"),
    ],
    [
      expertSays("안녕하세요, 견적 보내드린 이사팀이에요. 혹시 붙박이장 해체도 필요하신가요?"),
      customerSays("네, 안방에 하나 있어요. 10자 정도요."),
      expertSays("그러면 해체와 조립까지 해 드리는 걸로 다시 정리해 드릴게요."),
      photos("c", 1, "이 장이에요"),
      expertSays("사진 고맙습니다. 금액은 그대로 괜찮아요."),
    ],
  ],
  demolition: [
    [
      customerSays("청소 범위에 베란다 창틀도 들어가나요?"),
      expertSays("네, 창틀과 방충망, 배수구까지 모두 포함이에요."),
      customerSays("새집증후군 피톤치드도 해 주시나요?"),
      expertSays("그건 선택이에요. 18평 기준 6만 원인데 필요하시면 넣어 드릴게요."),
      customerSays("일단 기본으로 할게요. 몇 시까지 작업하세요?"),
      expertSays("아침 9시에 시작해서 오후 4시쯤 마쳐요. 끝나면 사진으로 확인시켜 드려요."),
    ],
    [
      customerSays("안녕하세요, 철거 폐기물은 당일에 가져가시나요?"),
      expertSays("네, 당일에 1톤 차로 모두 싣고 나가요. 엘리베이터 보양도 저희가 해요."),
      customerSays("소음 때문에 이웃에 미리 알려야 할 것 같아요."),
      expertSays("안내문을 만들어 드릴게요. 엘리베이터에 붙여 주시면 돼요."),
      customerSays("세심하시네요. 고맙습니다."),
      appointment("c", 3, 10, "현장 입구"),
    ],
  ],
  installation: [
    [
      customerSays("벽걸이 에어컨을 사 두었는데 배관은 몇 미터까지 포함인가요?"),
      expertSays("기본 5미터까지 포함이고, 넘으면 1미터에 2만 원이에요."),
      photos("c", 1, "실외기 자리는 여기예요"),
      expertSays("보니까 4미터면 충분하겠어요. 추가 비용 없을 거예요."),
      customerSays("다행이네요. 앵글도 필요한가요?"),
      expertSays("난간이 튼튼해 보여서 기존 앵글을 그대로 쓸 수 있어요."),
    ],
    [
      expertSays("안녕하세요! 조명은 사 두신 게 있으세요, 아니면 저희가 준비할까요?"),
      customerSays("거실은 있고 방 두 개는 없어요. 추천해 주실 수 있나요?"),
      expertSays("방은 60W 엣지등이 무난해요. 두 개에 9만 원으로 준비해 드릴게요."),
      customerSays("좋아요. 색은 주광색으로 부탁드려요."),
      expertSays("네, 주광색으로 가져갈게요."),
    ],
  ],
}

/** About an order whose expert is chosen. */
export const WORK_CONVERSATIONS: readonly Conversation[] = [
  [
    expertSays("선택해 주셔서 감사합니다! 시작하는 날 아침에 출발하면서 연락드릴게요."),
    customerSays("네, 잘 부탁드려요. 공동현관은 호출해 주세요."),
    expertSays("주차는 어디에 하면 될까요?"),
    customerSays("지하 1층 방문자 자리에 하시면 돼요. 차 번호 알려 주시면 등록해 둘게요."),
    expertSays("흰색 봉고 트럭이고 12가 3456이에요."),
    customerSays("등록했어요!"),
  ],
  [
    expertSays("안녕하세요, 일정 확인드려요. 아침 9시에 찾아뵈면 될까요?"),
    customerSays("9시 반은 어떠세요? 아이 등원시키고 올게요."),
    expertSays("네, 9시 반으로 할게요."),
    appointment("e", 1, 9, "댁으로 방문"),
    customerSays("커피 사 둘게요 ☕"),
    expertSays("고맙습니다. 깔끔하게 마무리해 드릴게요."),
  ],
  [
    expertSays("오늘 작업은 여기까지예요. 내일 마무리하러 올게요."),
    photos("e", 1, "지금 상태예요"),
    customerSays("벌써 많이 바뀌었네요! 먼지도 거의 없고요."),
    expertSays("보양을 꼼꼼히 해 두었어요. 창문은 조금 열어 두시면 좋아요."),
    customerSays("네, 그럴게요. 내일도 잘 부탁드려요."),
  ],
  [
    customerSays("작업하신 곳 잘 쓰고 있어요. 그런데 한쪽이 살짝 들뜬 것 같아요."),
    photos("c", 1),
    expertSays("사진 보내 주셔서 감사해요. 마르면서 생긴 것 같은데 무상으로 다시 봐 드릴게요."),
    customerSays("언제 오실 수 있나요?"),
    appointment("e", 2, 14, "댁으로 방문"),
    expertSays("불편을 드려 죄송합니다. 그날 꼼꼼히 볼게요."),
    customerSays("네, 그날 뵐게요."),
  ],
  [
    customerSays("오늘 정말 고생 많으셨어요. 가족들이 다 좋아해요."),
    expertSays("저도 보람이 있네요. 쓰시다가 불편한 점 있으면 언제든 말씀해 주세요."),
    customerSays("네! 후기도 남겼어요. 이웃에도 소개할게요."),
    expertSays("정말 감사합니다. 하자보수는 1년 동안 무상이에요."),
  ],
]

/** On an expert's page, before there is a request. */
export const PROFILE_CONVERSATIONS: readonly Conversation[] = [
  [
    customerSays("안녕하세요, 포트폴리오 보고 연락드려요. 12월 초에도 일정이 되시나요?"),
    expertSays("안녕하세요! 첫째 주는 목요일부터 비어 있어요."),
    customerSays("주말에도 작업하시나요?"),
    expertSays("토요일은 하고 일요일은 쉬어요. 견적 요청을 보내 주시면 자세히 봐 드릴게요."),
    customerSays("네, 오늘 저녁에 올릴게요."),
  ],
  [
    customerSays("방문 견적 가능하신가요?"),
    expertSays("네, 가능해요. 어느 동네이신가요?"),
    customerSays("잠원동이에요. 평일 저녁이면 좋겠어요."),
    expertSays("저녁 7시쯤 들를 수 있어요. 방문은 무료예요."),
    appointment("e", 3, 19, "잠원동 댁", "wait"),
  ],
  [
    customerSays("사진처럼 하려면 대략 얼마쯤 드나요?"),
    expertSays("그 집은 32평이었고 전체 420만 원 정도 들었어요. 평수와 자재에 따라 달라져요."),
    customerSays("저희는 24평이에요."),
    expertSays("그러면 300만 원 안팎으로 보시면 돼요. 정확한 금액은 현장을 봐야 알 수 있어요."),
  ],
  [
    customerSays("안녕하세요, 하자보수 기간이 얼마나 되나요?"),
    expertSays("모든 작업은 1년 무상이에요. 물이 닿는 곳은 2년까지 봐 드려요."),
    customerSays("믿음이 가네요. 감사합니다."),
  ],
  [
    customerSays("몇 시까지 작업하세요? 아기가 있어서요."),
    expertSays("오후 6시 전에는 꼭 마쳐요. 낮잠 시간에는 소음 나는 작업을 피할게요."),
    customerSays("배려해 주셔서 감사해요!"),
    expertSays("별말씀을요. 편하실 때 말씀 주세요."),
  ],
]

/** What may come last where somebody still waits for an answer. */
export const UNANSWERED_ENDINGS: readonly ScriptLine[] = [
  expertSays("네, 월요일 저녁 7시에 들를 수 있어요."),
  customerSays("혹시 주말에도 가능할까요?"),
  expertSays("청소 끝난 사진 보내드렸어요. 확인해 주세요!"),
  customerSays("사진 더 보내드릴까요?"),
  expertSays("견적 금액을 다시 정리해 드렸어요. 한번 보시겠어요?"),
  customerSays("조금만 조정해 주실 수 있을까요?"),
  expertSays("자재 샘플 사진 찾는 대로 보내드릴게요."),
  customerSays("그럼 저는 몇 시까지 집에 있으면 될까요?"),
  expertSays("내일 오전에 다시 연락드려도 괜찮을까요?"),
  customerSays("엘리베이터 예약은 제가 해 두면 되나요?"),
  expertSays("말씀하신 부분 확인했어요. 그대로 진행할게요."),
  customerSays("가족과 이야기해 보고 말씀드릴게요."),
  expertSays("혹시 천장 높이도 알 수 있을까요?"),
  customerSays("아이 방부터 먼저 해 주실 수 있나요?"),
  expertSays("비 소식이 있어서 하루 앞당기면 어떨까요?"),
  customerSays("영수증도 받을 수 있을까요?"),
]

/** One conversation shows what the product warns of. */
export const SUSPICIOUS_CONVERSATION: Conversation = [
  customerSays("안녕하세요, 방문 견적 가능하신가요?"),
  expertSays("네, 월요일 저녁 7시에 들를 수 있어요."),
  customerSays("좋아요! 예약금은 계좌로 보낼까요?"),
  expertSays("아니요, 예약금은 받지 않아요. 작업을 보시고 확인한 뒤에 주시면 돼요."),
]
