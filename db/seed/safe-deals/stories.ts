/** What is bought with 안심결제 in the town, and how far it has come. */
import type { Condition, DealMethod, ItemCategory } from "#app/areas/market/rules.ts"
import type { GoodsProblem } from "#app/areas/market/deal-rules.ts"

export type DealStep =
  | {
      do: "pay" | "send" | "arrive" | "confirm" | "meet" | "agree" | "sendBack" | "takeBack" | "refuse"
      hoursAgo: number
    }
  | { do: "cancel"; by: "buyer" | "seller"; text: string; hoursAgo: number }
  | { do: "claim"; kind: GoodsProblem; text: string; hoursAgo: number }
  | { do: "decide"; text: string; hoursAgo: number }

export type DealStory = {
  title: string
  description: string
  category: ItemCategory
  /** Name of the master that shows it. */
  picture: string
  condition: Condition
  priceWon: number
  /** Offered by the buyer and accepted. */
  offerWon?: number
  method: DealMethod
  /** The demo account that buys; the other one sells. */
  buyer: "customer" | "expert"
  /** The first of them is its payment. */
  steps: readonly DealStep[]
}

const used = { condition: "light", category: "living" } as const

export const DEAL_STORIES: readonly DealStory[] = [
  {
    ...used,
    title: "무선 선풍기 충전식",
    picture: "thing-fan-7",
    description: "이사하면서 하나가 남아 내놓아요. 배터리는 작년에 바꿨어요.",
    category: "appliance",
    priceWon: 180_000,
    offerWon: 165_000,
    method: "parcel",
    buyer: "customer",
    steps: [{ do: "pay", hoursAgo: 29 }],
  },
  {
    ...used,
    title: "블루투스 키보드",
    picture: "thing-keyboard-7",
    description: "책상을 바꾸면서 안 쓰게 됐어요. 키감이 조용해요.",
    category: "digital",
    priceWon: 45_000,
    method: "parcel",
    buyer: "customer",
    steps: [
      { do: "pay", hoursAgo: 70 },
      { do: "send", hoursAgo: 48 },
    ],
  },
  {
    ...used,
    title: "도자기 접시 4개 세트",
    picture: "goods-plate-0-review",
    description: "선물 받아 두세 번 썼어요. 이 나간 곳 없어요.",
    priceWon: 38_000,
    method: "parcel",
    buyer: "customer",
    steps: [
      { do: "pay", hoursAgo: 119 },
      { do: "send", hoursAgo: 100 },
      { do: "arrive", hoursAgo: 20 },
    ],
  },
  {
    ...used,
    title: "유리 스탠드 조명 2개",
    picture: "goods-lamp-1-review",
    description: "한 철 쓰고 보관했어요. 전구도 드려요.",
    priceWon: 52_000,
    offerWon: 48_000,
    method: "parcel",
    buyer: "expert",
    steps: [
      { do: "pay", hoursAgo: 109 },
      { do: "send", hoursAgo: 90 },
      { do: "claim", kind: "broken", text: "한 개는 유리가 깨진 채로 왔어요.", hoursAgo: 16 },
    ],
  },
  {
    ...used,
    title: "전동드릴",
    picture: "goods-drill-1-review",
    description: "집수리 한 번 하고 넣어 뒀어요. 비트도 함께 드려요.",
    category: "tools",
    priceWon: 60_000,
    method: "parcel",
    buyer: "customer",
    steps: [
      { do: "pay", hoursAgo: 199 },
      { do: "send", hoursAgo: 180 },
      { do: "claim", kind: "different", text: "사진과 다른 모델이 왔어요. 배터리도 없어요.", hoursAgo: 90 },
      { do: "refuse", hoursAgo: 70 },
    ],
  },
  {
    ...used,
    title: "원목 서랍장",
    picture: "goods-drawers-0-review",
    description: "침실을 줄이면서 내놓아요. 서랍이 부드럽게 열려요.",
    category: "furniture",
    priceWon: 70_000,
    method: "direct",
    buyer: "expert",
    steps: [{ do: "pay", hoursAgo: 25 }],
  },
  {
    ...used,
    title: "미니벨로 자전거 18인치",
    picture: "thing-bicycle-green-7",
    description: "아이가 커서 못 타요. 자물쇠도 드려요.",
    category: "kids",
    priceWon: 90_000,
    method: "direct",
    buyer: "customer",
    steps: [
      { do: "pay", hoursAgo: 219 },
      { do: "meet", hoursAgo: 190 },
    ],
  },
  {
    ...used,
    title: "그림책 3권과 작은 화분",
    picture: "thing-books-7",
    description: "깨끗하게 읽었어요. 낙서와 찢어진 곳이 없어요. 화분도 같이 드려요.",
    category: "books",
    priceWon: 55_000,
    offerWon: 50_000,
    method: "parcel",
    buyer: "expert",
    steps: [
      { do: "pay", hoursAgo: 259 },
      { do: "send", hoursAgo: 240 },
      { do: "confirm", hoursAgo: 190 },
    ],
  },
  {
    ...used,
    title: "원목 식탁 의자",
    picture: "thing-chair-7",
    description: "식탁을 바꾸면서 하나가 남았어요. 흔들리지 않고 튼튼해요.",
    category: "furniture",
    priceWon: 96_000,
    method: "parcel",
    buyer: "customer",
    steps: [
      { do: "pay", hoursAgo: 139 },
      { do: "send", hoursAgo: 120 },
      { do: "claim", kind: "broken", text: "다리 하나가 흔들리고 등받이에 금이 가 있어요.", hoursAgo: 60 },
      { do: "agree", hoursAgo: 28 },
    ],
  },
  {
    ...used,
    title: "여행용 캐리어 24인치",
    picture: "thing-luggage-7",
    description: "두 번 다녀왔어요. 바퀴와 손잡이 모두 부드러워요.",
    category: "clothes",
    priceWon: 58_000,
    method: "parcel",
    buyer: "expert",
    steps: [
      { do: "pay", hoursAgo: 219 },
      { do: "send", hoursAgo: 200 },
      { do: "claim", kind: "different", text: "24인치가 아니라 20인치예요.", hoursAgo: 110 },
      { do: "agree", hoursAgo: 90 },
      { do: "sendBack", hoursAgo: 18 },
    ],
  },
  {
    ...used,
    title: "겨울 코트 95",
    picture: "thing-coat-7",
    description: "작년 겨울에 산 옷이에요. 드라이클리닝했어요.",
    category: "clothes",
    priceWon: 85_000,
    method: "parcel",
    buyer: "customer",
    steps: [
      { do: "pay", hoursAgo: 399 },
      { do: "send", hoursAgo: 380 },
      { do: "claim", kind: "different", text: "사이즈가 95가 아니라 100이에요.", hoursAgo: 320 },
      { do: "agree", hoursAgo: 310 },
      { do: "sendBack", hoursAgo: 290 },
      { do: "takeBack", hoursAgo: 240 },
    ],
  },
  {
    ...used,
    title: "찻주전자 세트",
    picture: "thing-teapot-7",
    description: "새로 사서 내놓아요. 이 나간 곳 없어요.",
    priceWon: 42_000,
    method: "parcel",
    buyer: "customer",
    steps: [
      { do: "pay", hoursAgo: 59 },
      { do: "cancel", by: "seller", text: "포장하다가 떨어뜨려 깨졌어요. 죄송해요.", hoursAgo: 50 },
    ],
  },
  {
    ...used,
    title: "전자 피아노 61건반",
    picture: "thing-piano-7",
    description: "학원 연습용으로 2년 썼어요. 건반은 모두 잘 눌려요.",
    category: "hobby",
    priceWon: 320_000,
    method: "parcel",
    buyer: "expert",
    steps: [
      { do: "pay", hoursAgo: 419 },
      { do: "send", hoursAgo: 400 },
      { do: "claim", kind: "broken", text: "건반 하나가 눌린 채로 올라오지 않아요.", hoursAgo: 350 },
      { do: "refuse", hoursAgo: 340 },
      { do: "decide", text: "사진에서 고장이 보이고 설명에 없던 내용이에요. 환불이 맞아요.", hoursAgo: 300 },
    ],
  },
]
