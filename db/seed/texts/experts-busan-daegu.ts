/** The experts of Busan and Daegu: who they are, in their own words. */
import type { ExpertSeed } from "../seed-types.ts"

export const busanAndDaeguExperts: readonly ExpertSeed[] = [
  {
    name: "김태준",
    age: 40,
    trades: ["paper"],
    years: 17,
    base: "26350",
    covers: ["26", "48330"],
    business: "해운대도배",
    line: "바닷가 집 습기, 제가 잘 압니다.",
    intro:
      "해운대에서 17년 도배했습니다. 바닷바람에 들뜨는 벽지를 많이 봐서 초배를 넉넉히 해요. 곰팡이는 덮지 않고 긁어 내고 시작합니다.",
  },
  {
    name: "손하늘",
    woman: true,
    age: 30,
    trades: ["clean"],
    years: 6,
    base: "26230",
    covers: ["26", "31", "48"],
    business: "하늘청소",
    line: "부산 어디든 아침 8시에 시작해요.",
    intro:
      "네 명이 한 팀으로 다니는 부산 청소팀이에요. 바다가 보이는 집은 창이 많아서 유리 닦는 장비를 따로 갖췄습니다. 사진 보고는 그날 저녁에 드려요.",
  },
  {
    name: "정대성",
    age: 50,
    trades: ["home", "office"],
    years: 19,
    base: "26260",
    covers: ["26", "31", "48", "27"],
    business: "대성익스프레스",
    line: "골목길 사다리차까지 직접 운행합니다.",
    intro:
      "부산 산복도로 골목까지 들어가는 이사 업체입니다. 사다리차를 직접 가지고 있어서 따로 부르실 필요가 없어요. 견적은 짐을 보고 정합니다.",
  },
  {
    name: "백은서",
    woman: true,
    age: 30,
    trades: ["furniture", "tv"],
    years: 5,
    base: "26500",
    covers: ["26", "48"],
    business: "은서홈셋업",
    line: "가구 조립과 벽걸이, 하루에 끝내요.",
    intro:
      "신혼집 가구를 통째로 맡기시는 분이 많아요. 조립하고 벽에 걸고 상자까지 치우면 바로 살 수 있는 집이 됩니다. 부산과 양산을 다녀요.",
  },
  {
    name: "최강호",
    age: 40,
    trades: ["electric", "aircon"],
    years: 15,
    base: "26110",
    covers: ["26", "48", "31"],
    business: "강호전기냉난방",
    line: "전기도 에어컨도 한 사람이 봐요.",
    intro:
      "에어컨을 달다가 차단기가 내려가는 집을 많이 봤습니다. 전기 용량부터 재고 달아 드려요. 필요하면 단독 배선까지 그날 끝냅니다.",
  },
  {
    name: "이동건",
    age: 40,
    trades: ["leak", "bath"],
    years: 14,
    base: "27260",
    covers: ["27", "47"],
    business: "동건설비",
    line: "대구·경북 누수, 당일 출동합니다.",
    intro:
      "수성구에 사무실이 있고 경산, 구미까지 다닙니다. 원인을 못 찾으면 비용을 받지 않아요. 욕실 도기도 함께 갈아 드립니다.",
  },
  {
    name: "권유리",
    woman: true,
    age: 30,
    trades: ["paper", "remodel"],
    years: 9,
    base: "27200",
    covers: ["27", "47"],
    business: "유리인테리어",
    line: "오래된 주택을 따뜻하게 고쳐요.",
    intro:
      "대구 구도심 주택을 고치는 일을 좋아해요. 도배와 바닥부터 시작해 조금씩 고치는 순서를 함께 짭니다. 한여름 더위와 겨울 외풍을 같이 잡아 드려요.",
  },
  {
    name: "박종민",
    age: 50,
    trades: ["aircon"],
    years: 20,
    base: "27290",
    covers: ["27", "47", "48"],
    business: "종민공조",
    line: "더운 도시에서 20년, 에어컨만 했습니다.",
    intro:
      "대구의 여름을 스무 번 넘겼습니다. 실외기 자리 하나로 전기 요금이 달라져요. 바람길까지 보고 달아 드립니다.",
  },
  {
    name: "도영희",
    woman: true,
    age: 50,
    trades: ["clean", "appliance"],
    years: 12,
    base: "27230",
    covers: ["27", "47"],
    business: "영희살림청소",
    line: "내 집처럼 닦고, 쓰던 자리에 둬요.",
    intro:
      "살림 30년, 청소 12년이에요. 물건을 들어서 닦고 꼭 제자리에 둡니다. 냉장고와 후드는 떼어서 담가 두었다가 씻어요.",
  },
]
