/** What customer@demo.kr and expert@demo.kr have agreed on and paid safely: one story for each state. */
import { listServiceQuestions, type AnswerValues } from "#app/areas/orders/questions.ts"
import { UNSURE } from "#app/areas/orders/questions/build.ts"
import type { CreateOrderInput } from "#app/areas/orders/service/create-order.server.ts"
import type { ProposalInput } from "#app/areas/orders/service/proposals.server.ts"

export type StoryStep = {
  do:
    | "pay"
    | "start"
    | "ask"
    | "deliver"
    | "redeliver"
    | "complain"
    | "confirm"
    | "change"
    | "split"
    | "dispute"
    | "propose"
    | "accept"
    | "object"
    | "decide"
    | "cancel"
    | "claim"
    | "visit"
    | "agree"
    | "repair"
    | "refuse"
    | "escalate"
    | "rate"
  /** When it happens, before the town was made. */
  hoursAgo: number
  title?: string
  text?: string
  won?: number
  /** Until the day that the expert names. */
  days?: number
  /** The other one agreed. */
  isAccepted?: boolean
}

export type Story = {
  hoursAgo: number
  request: Pick<CreateOrderInput, "category" | "service" | "title" | "description">
  /** By the id of a question. */
  answers: AnswerValues
  proposal: Pick<
    ProposalInput,
    "lines" | "included" | "excluded" | "extraChargeRule" | "days" | "warrantyMonths" | "message" | "plan"
  >
  steps: readonly StoryStep[]
}

export const wallpaper = (title: string, description: string) => ({
  category: "interior" as const,
  service: "wallpaper",
  title,
  description,
})

/** What is not asked for by the title is left to the expert. */
export const answers = (pyeong: number): AnswerValues => ({
  ...Object.fromEntries(listServiceQuestions("interior", "wallpaper").map(({ id }) => [id, UNSURE])),
  size: String(pyeong),
})

export const proposal = (name: string, won: number, days: number): Story["proposal"] => ({
  lines: [
    { name, quantity: 1, unit: "식", unitPriceWon: won },
    { name: "기존 벽지 제거와 폐기물 처리", quantity: 1, unit: "식", unitPriceWon: 180_000 },
  ],
  included: ["자재", "기존 벽지 제거", "폐기물 처리"],
  excluded: ["가구 이동"],
  extraChargeRule: "석고보드가 젖어 있으면 사진을 보여 드리고 동의를 받은 뒤 한 장에 4만원이 더 들어요.",
  days,
  warrantyMonths: 12,
  message: "자재를 먼저 확인해 드리고, 단계마다 사진으로 보여 드릴게요.",
  plan: [],
})

export const STORIES: readonly Story[] = [
  {
    hoursAgo: 8,
    request: wallpaper("아이 방 친환경 벽지 도배", "아이 방 하나만 친환경 벽지로 바꾸고 싶어요."),
    answers: answers(5),
    proposal: proposal("친환경 벽지 도배", 420_000, 1),
    steps: [],
  },
  {
    hoursAgo: 30,
    request: wallpaper("현관·복도 포인트 도배", "현관과 복도 벽을 밝은 색으로 바꾸려고 해요."),
    answers: answers(6),
    proposal: proposal("포인트 벽지 시공", 390_000, 1),
    steps: [{ do: "pay", hoursAgo: 27 }],
  },
  {
    hoursAgo: 120,
    request: wallpaper("32평 전체 실크 도배", "이사 들어가기 전에 전체를 실크로 도배하려고 해요."),
    answers: answers(32),
    proposal: proposal("실크 벽지 32평 시공", 2_320_000, 3),
    steps: [
      { do: "pay", hoursAgo: 117 },
      { do: "start", hoursAgo: 96 },
      { do: "deliver", hoursAgo: 90, text: "벽지와 부자재가 모두 도착했어요. 색을 확인해 주세요." },
      { do: "confirm", hoursAgo: 88 },
      { do: "ask", hoursAgo: 5 },
    ],
  },
  {
    hoursAgo: 170,
    request: wallpaper("거실·주방 도배와 몰딩", "거실과 주방을 도배하고 몰딩도 새로 해 주세요."),
    answers: answers(18),
    proposal: proposal("도배와 몰딩 시공", 1_620_000, 2),
    steps: [
      { do: "pay", hoursAgo: 166 },
      { do: "start", hoursAgo: 150 },
      { do: "deliver", hoursAgo: 146, text: "자재를 모두 준비했어요." },
      { do: "confirm", hoursAgo: 144 },
      {
        do: "change",
        hoursAgo: 140,
        title: "곰팡이 제거와 방수 처리",
        text: "벽지를 뜯어 보니 주방 벽에 곰팡이가 있어요. 제거하고 방수 처리를 해야 벽지가 들뜨지 않아요.",
        won: 160_000,
        isAccepted: true,
      },
      { do: "pay", hoursAgo: 139 },
      { do: "deliver", hoursAgo: 120, text: "곰팡이를 없애고 방수까지 마쳤어요." },
      { do: "confirm", hoursAgo: 118 },
      { do: "ask", hoursAgo: 100 },
      { do: "pay", hoursAgo: 99 },
      { do: "deliver", hoursAgo: 30, text: "거실 도배와 몰딩을 마쳤어요. 이음매를 봐 주세요." },
    ],
  },
  {
    hoursAgo: 200,
    request: wallpaper("안방 천장 도배", "천장 벽지가 들떠서 다시 하려고 해요."),
    answers: answers(7),
    proposal: proposal("천장 실크 도배", 520_000, 1),
    steps: [
      { do: "pay", hoursAgo: 196 },
      { do: "start", hoursAgo: 180 },
      { do: "deliver", hoursAgo: 172, text: "천장 도배를 마쳤어요." },
      { do: "complain", hoursAgo: 160, text: "등 주변 이음매가 벌어져 있어요. 다시 봐 주세요." },
    ],
  },
  {
    hoursAgo: 220,
    request: wallpaper("서재 도배와 붙박이 책장 철거", "책장을 떼어 내고 서재를 도배해 주세요."),
    answers: answers(5),
    proposal: proposal("책장 철거와 도배", 1_480_000, 2),
    steps: [
      { do: "pay", hoursAgo: 216 },
      { do: "start", hoursAgo: 190 },
      {
        do: "split",
        hoursAgo: 6,
        won: 90_000,
        text: "책장을 떼어 보니 벽 구조 때문에 도배가 어려워요. 자재비만 받고 나머지는 돌려드릴게요.",
      },
    ],
  },
  {
    hoursAgo: 300,
    request: wallpaper("작은방 두 개 합지 도배", "세입자가 나가서 방 두 개를 도배하려고 해요."),
    answers: answers(9),
    proposal: proposal("합지 도배 2실", 610_000, 1),
    steps: [
      { do: "pay", hoursAgo: 296 },
      { do: "start", hoursAgo: 280 },
      { do: "deliver", hoursAgo: 270, text: "두 방 도배를 마쳤어요." },
      {
        do: "dispute",
        hoursAgo: 260,
        text: "한 방은 무늬가 맞지 않고, 다른 방은 벽지가 울어요. 다시 해 주지 않아요.",
      },
    ],
  },
  {
    hoursAgo: 420,
    request: wallpaper("작은방 곰팡이 제거와 도배", "작은방 바깥벽에 곰팡이가 생겨 벽지를 바꾸려고 해요."),
    answers: answers(4),
    proposal: proposal("곰팡이 제거와 도배", 460_000, 1),
    steps: [
      { do: "pay", hoursAgo: 416 },
      { do: "start", hoursAgo: 400 },
      { do: "deliver", hoursAgo: 392, text: "곰팡이를 닦아 내고 도배를 마쳤어요." },
      { do: "dispute", hoursAgo: 372, text: "일주일 만에 같은 자리에 곰팡이가 다시 보여요." },
      {
        do: "propose",
        hoursAgo: 20,
        won: 320_000,
        text: "도배는 끝났지만 약속한 방수 처리 사진이 없어요. 그만큼을 고객에게 돌려드리는 안이에요.",
      },
      { do: "object", hoursAgo: 6, text: "방수 처리를 했고, 사진은 휴대폰을 바꾸면서 지워졌어요." },
    ],
  },
  {
    hoursAgo: 700,
    request: wallpaper("주방 벽 부분 도배", "가스레인지 뒤쪽 벽지가 누렇게 변해 바꾸려고 했어요."),
    answers: answers(3),
    proposal: proposal("주방 부분 도배", 280_000, 1),
    steps: [
      { do: "pay", hoursAgo: 696 },
      { do: "start", hoursAgo: 680 },
      { do: "deliver", hoursAgo: 676, text: "방염 벽지로 바꾸고 정리했어요." },
      { do: "dispute", hoursAgo: 660, text: "약속한 방염 벽지가 아니라 일반 벽지예요." },
      {
        do: "propose",
        hoursAgo: 640,
        won: 300_000,
        text: "사진의 제품 번호가 일반 벽지예요. 시공비만 지급하고 자재비는 환불하는 안이에요.",
      },
      { do: "object", hoursAgo: 630, text: "자재비를 빼면 남는 것이 없어요." },
      { do: "accept", hoursAgo: 620 },
      { do: "decide", hoursAgo: 10, won: 300_000, text: "사진으로 확인된 만큼 처음 안대로 정했어요." },
    ],
  },
  {
    hoursAgo: 900,
    request: wallpaper("24평 아파트 광폭 도배", "입주 전에 광폭 벽지로 전체 도배를 했어요."),
    answers: answers(24),
    proposal: proposal("광폭 벽지 24평 시공", 1_560_000, 2),
    steps: [
      { do: "pay", hoursAgo: 895 },
      { do: "start", hoursAgo: 880 },
      { do: "deliver", hoursAgo: 872, text: "자재가 모두 도착했어요." },
      { do: "confirm", hoursAgo: 870 },
      { do: "ask", hoursAgo: 866 },
      { do: "pay", hoursAgo: 865 },
      { do: "deliver", hoursAgo: 846, text: "방 세 개를 마쳤어요." },
      { do: "complain", hoursAgo: 844, text: "작은방 콘센트 옆이 찢어져 있어요." },
      { do: "redeliver", hoursAgo: 830, text: "찢어진 곳을 새로 붙였어요." },
      { do: "confirm", hoursAgo: 826 },
      { do: "ask", hoursAgo: 824 },
      { do: "pay", hoursAgo: 823 },
      { do: "deliver", hoursAgo: 800, text: "거실까지 마치고 정리했어요." },
      { do: "confirm", hoursAgo: 790 },
      {
        do: "rate",
        hoursAgo: 780,
        text: "찢어진 곳을 말씀드리니 바로 새로 붙여 주셨어요. 단계마다 사진을 보고 돈을 내니 마음이 놓였어요.",
      },
    ],
  },
  {
    hoursAgo: 1_100,
    request: wallpaper("베란다 벽 도장", "베란다 벽 페인트가 벗겨져서 다시 칠하려고 했어요."),
    answers: answers(6),
    proposal: proposal("베란다 도장", 480_000, 1),
    steps: [
      { do: "pay", hoursAgo: 1_096 },
      { do: "start", hoursAgo: 1_080 },
      {
        do: "split",
        hoursAgo: 1_070,
        won: 160_000,
        text: "누수 때문에 칠할 수 없어 벗겨 내기만 했어요. 그만큼만 받을게요.",
        isAccepted: true,
      },
    ],
  },
  {
    hoursAgo: 1_300,
    request: wallpaper("원룸 도배", "세입자가 바뀌어 도배하려고 했어요."),
    answers: answers(7),
    proposal: proposal("원룸 합지 도배", 350_000, 1),
    steps: [
      { do: "pay", hoursAgo: 1_296 },
      { do: "cancel", hoursAgo: 1_290, text: "그날 다른 현장이 길어져 갈 수 없게 됐어요. 죄송해요." },
    ],
  },
]
