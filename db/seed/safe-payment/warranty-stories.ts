/** What customer@demo.kr has reported as defects of work that expert@demo.kr had finished, in every state. */
import { answers, proposal, wallpaper, type Story, type StoryStep } from "./stories.ts"

type Finished = { hoursAgo: number; title: string; description: string; work: string; won: number }

/** Work of one part that was paid, done and confirmed, and then `claim`. */
const finished = (
  { hoursAgo, title, description, work, won }: Finished,
  claim: readonly StoryStep[],
): Story => ({
  hoursAgo,
  request: wallpaper(title, description),
  answers: answers(8),
  proposal: proposal(work, won, 1),
  steps: [
    { do: "pay", hoursAgo: hoursAgo - 4 },
    { do: "start", hoursAgo: hoursAgo - 20 },
    { do: "deliver", hoursAgo: hoursAgo - 28, text: "도배를 마치고 바닥까지 닦았어요." },
    { do: "confirm", hoursAgo: hoursAgo - 40 },
    ...claim,
  ],
})

export const WARRANTY_STORIES: readonly Story[] = [
  finished(
    {
      hoursAgo: 1_500,
      title: "거실 한 면 포인트 도배",
      description: "소파 뒤쪽 벽에 포인트 벽지를 붙이고 싶어요.",
      work: "포인트 벽지 시공",
      won: 240_000,
    },
    [{ do: "claim", hoursAgo: 9, text: "소파 뒤 벽지 이음매가 손가락 한 마디만큼 벌어졌어요." }],
  ),
  finished(
    {
      hoursAgo: 1_700,
      title: "현관 벽 도배",
      description: "현관 쪽 벽지가 오래돼서 바꾸려고 해요.",
      work: "현관 합지 도배",
      won: 190_000,
    },
    [
      { do: "claim", hoursAgo: 60, text: "신발장 옆 벽지 모서리가 들떴어요." },
      { do: "visit", hoursAgo: 40, text: "오전 10시에 들러 다시 붙여 드릴게요.", days: 4 },
      { do: "agree", hoursAgo: 36 },
    ],
  ),
  finished(
    {
      hoursAgo: 1_900,
      title: "안방 천장 도배",
      description: "안방 천장에 물이 샌 자국이 있어요.",
      work: "안방 천장 도배",
      won: 260_000,
    },
    [
      { do: "rate", hoursAgo: 1_800, text: "물 자국이 하나도 안 보여요. 바닥까지 닦아 주고 가셨어요." },
      { do: "claim", hoursAgo: 150, text: "전등 둘레 벽지가 처졌어요." },
      { do: "visit", hoursAgo: 140, text: "모레 오후에 사다리를 가지고 갈게요." },
      { do: "agree", hoursAgo: 139 },
      { do: "repair", hoursAgo: 20, text: "처진 곳을 떼어 내고 새 벽지를 붙였어요." },
    ],
  ),
  finished(
    {
      hoursAgo: 2_100,
      title: "아이 방 도배",
      description: "아이 방을 밝은 색으로 바꾸고 싶어요.",
      work: "아이 방 합지 도배",
      won: 310_000,
    },
    [
      { do: "claim", hoursAgo: 200, text: "책상 옆 벽지가 긁혀서 하얗게 보여요." },
      { do: "refuse", hoursAgo: 180, text: "의자에 긁힌 자국이라 시공 때문에 생긴 하자가 아니에요." },
    ],
  ),
  finished(
    {
      hoursAgo: 2_300,
      title: "서재 도배",
      description: "서재로 쓰는 방의 벽지를 바꾸려고 해요.",
      work: "서재 실크 도배",
      won: 420_000,
    },
    [
      { do: "claim", hoursAgo: 260, text: "창 아래쪽에 곰팡이가 올라오고 벽지가 부풀었어요." },
      { do: "refuse", hoursAgo: 240, text: "환기를 하지 않아 생긴 결로예요." },
      { do: "escalate", hoursAgo: 30, text: "견적서에 단열 초배를 한다고 쓰여 있는데 하지 않은 것 같아요." },
    ],
  ),
]
