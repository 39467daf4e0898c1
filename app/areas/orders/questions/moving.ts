/** What a request for moving asks. */
import { choice, choices, number, option, size, type QuestionSet } from "./build.ts"

const volume = choice("volume", "짐의 양", "짐이 얼마나 되나요?", [
  option("boxes", "상자 몇 개", "승용차에 다 실려요"),
  option("one", "1톤 트럭 한 대", "원룸 살림 정도예요"),
  option("two", "2.5톤 한 대", "투룸이나 20평 안쪽"),
  option("five", "5톤 한 대", "20~30평대 살림"),
  option("more", "5톤이 넘어요"),
])

export const moving: QuestionSet = {
  category: "moving",
  version: 1,
  text: "어떤 서비스가 필요하세요?",
  help: "잘 모르겠으면 가장 가까운 것을 골라 주세요. 전문가가 짐을 보고 다시 권해 드려요.",
  services: [
    {
      id: "studio",
      label: "원룸·소형이사",
      description: "1톤 트럭이면 넉넉한 이사",
      questions: ["pack", "volume", "lift", "distance"],
      title: "{distance} 원룸 {pack} 이사 견적 부탁드려요",
    },
    {
      id: "full",
      label: "포장이사",
      description: "포장부터 정리까지 모두 맡겨요",
      questions: ["size", "large", "lift", "distance"],
      title: "{size} {distance} 포장이사 견적 부탁드려요",
    },
    {
      id: "half",
      label: "반포장이사",
      description: "큰 짐은 전문가가, 작은 짐은 내가 정리",
      questions: ["size", "large", "lift", "distance"],
      title: "{size} {distance} 반포장이사 견적 부탁드려요",
    },
    {
      id: "office",
      label: "사무실이사",
      description: "책상, 서버, 서류까지 업무가 멈추지 않게",
      questions: ["people", "office-things", "office-time", "lift"],
      title: "{people} 사무실 {office-time} 이사 견적 부탁드려요",
    },
    {
      id: "truck",
      label: "용달",
      description: "가구 한두 점, 가전 하나도 옮겨요",
      questions: ["truck-goods", "truck-help", "lift", "distance"],
      title: "{truck-goods} {distance} 용달 견적 부탁드려요",
    },
    {
      id: "storage",
      label: "보관이사",
      description: "입주일까지 짐을 안전하게 보관",
      questions: ["storage-time", "volume", "large", "lift"],
      title: "{storage-time} 보관이사 견적 부탁드려요",
    },
    {
      id: "lift-truck",
      label: "사다리차만",
      description: "높은 층으로 올리고 내리는 일만",
      questions: ["floor", "lift-way", "lift-goods"],
      title: "{floor} 사다리차 {lift-way} 견적 부탁드려요",
    },
    {
      id: "other",
      label: "그 밖의 운반",
      description: "피아노, 금고, 집 안 가구 옮기기",
      questions: ["heavy", "heavy-way", "lift"],
      title: "{heavy|큰 짐} {heavy-way|운반} 견적 부탁드려요",
    },
  ],
  questions: [
    size,
    volume,
    choice("pack", "이사 방법", "포장은 어떻게 할까요?", [
      option("full", "포장부터 정리까지", "몸만 가면 돼요", "포장"),
      option("half", "큰 짐만 맡길게요", "가구와 가전은 전문가가 옮겨요", "반포장"),
      option("load", "상자는 싸 둘게요", "싣고 내리는 일만 맡겨요", "일반"),
    ]),
    choices("large", "큰 짐", "큰 짐은 무엇이 있나요?", [
      option("bed", "침대"),
      option("wardrobe", "장롱·붙박이장"),
      option("fridge", "양문형 냉장고"),
      option("washer", "세탁기·건조기"),
      option("sofa", "소파"),
      option("aircon", "에어컨", "떼고 다는 비용이 따로 들어요"),
      option("piano", "피아노"),
    ]),
    choice("lift", "올리고 내리기", "엘리베이터를 쓸 수 있나요?", [
      option("both", "두 곳 다 쓸 수 있어요"),
      option("from", "출발하는 곳만 있어요"),
      option("to", "도착하는 곳만 있어요"),
      option("none", "둘 다 없어요", "층수를 마지막 설명에 적어 주세요"),
    ]),
    choice(
      "distance",
      "거리",
      "어디로 가나요?",
      [
        option("near", "같은 시·군·구 안", undefined, "가까운 거리"),
        option("city", "같은 시·도 안"),
        option("far", "다른 시·도로", "장거리 요금이 들 수 있어요", "장거리"),
      ],
      { help: "지금 계신 곳은 다음에 물어봐요. 도착하는 곳은 마지막 설명에 적어 주세요." },
    ),
    number("people", "인원", "몇 명이 일하는 곳인가요?", {
      unit: "인",
      min: 1,
      max: 1_000,
      placeholder: "10",
    }),
    choices("office-things", "짐", "무엇을 옮기나요?", [
      option("desk", "책상·의자"),
      option("server", "서버·통신 장비"),
      option("files", "서류·책장"),
      option("partition", "파티션", "떼고 다시 세워요"),
      option("safe", "금고·복합기"),
    ]),
    choice("office-time", "시간대", "언제 옮기는 것이 좋으세요?", [
      option("week", "평일 낮"),
      option("night", "평일 저녁", undefined, "야간"),
      option("weekend", "주말", undefined, "주말"),
    ]),
    choice("truck-goods", "옮길 것", "무엇을 옮기나요?", [
      option("furniture", "가구", undefined, "가구"),
      option("appliance", "가전", undefined, "가전"),
      option("boxes", "상자", undefined, "상자"),
      option("goods", "가게 물건·자재", undefined, "자재"),
    ]),
    choice("truck-help", "도움", "기사님이 함께 들어야 하나요?", [
      option("drive", "운전만 해 주세요"),
      option("together", "같이 들어 주세요"),
      option("all", "모두 맡길게요", "한 명이 더 올 수 있어요"),
    ]),
    choice("storage-time", "보관 기간", "얼마나 맡기나요?", [
      option("week", "1주일 안", undefined, "1주"),
      option("month", "한 달 안", undefined, "한 달"),
      option("quarter", "1~3개월", undefined, "1~3개월"),
      option("long", "3개월 넘게", undefined, "장기"),
    ]),
    choice("floor", "층", "몇 층인가요?", [
      option("low", "2~5층", undefined, "2~5층"),
      option("middle", "6~10층", undefined, "6~10층"),
      option("high", "11~15층", undefined, "11~15층"),
      option("top", "16층 이상", undefined, "16층 이상"),
    ]),
    choice("lift-way", "방향", "올리나요, 내리나요?", [
      option("up", "올려요", undefined, "올림"),
      option("down", "내려요", undefined, "내림"),
      option("both", "둘 다요", undefined, "올림과 내림"),
    ]),
    choice("lift-goods", "짐", "무엇을 옮기나요?", [
      option("move", "이삿짐"),
      option("one", "가구나 가전 한두 점"),
      option("material", "공사 자재·폐기물"),
    ]),
    choice("heavy", "옮길 것", "무엇을 옮기나요?", [
      option("piano", "피아노", undefined, "피아노"),
      option("safe", "금고", undefined, "금고"),
      option("stone", "돌침대·안마의자", undefined, "안마의자"),
      option("inside", "집 안 가구", "같은 집 안에서 자리만 바꿔요", "집 안 가구"),
    ]),
    choice("heavy-way", "작업", "어디로 옮기나요?", [
      option("room", "같은 집 안에서", undefined, "옮기기"),
      option("other", "다른 곳으로", undefined, "운반"),
      option("out", "밖으로 내놓기만", undefined, "내리기"),
    ]),
  ],
}
