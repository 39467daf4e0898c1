/** What the town's job posts say: titles, descriptions, pay and hours by kind of work. */
import { SITE_TEXTS } from "./site-texts.ts"
import { SERVICE_TEXTS } from "./service-texts.ts"
import { STUDIO_TEXTS } from "./studio-texts.ts"
import type { JobKind } from "#app/areas/jobs/rules.ts"
import type { KindText } from "./kind-text.ts"

export const KIND_TEXTS: readonly KindText[] = [...SITE_TEXTS, ...SERVICE_TEXTS, ...STUDIO_TEXTS]

/** Where one meets: on a site, in a shop, or nowhere, where the work is done at one's own desk. */
export const PLACES = {
  home: ["공동현관에서 연락 주시면 내려갈게요.", "집 앞에서 만나요.", "아파트 정문에서 만나요."],
  site: ["현장 입구에서 만나요.", "건물 뒤쪽 주차장에서 만나요.", "정문에서 만나요."],
  indoors: ["도착하면 전화 주세요. 마중 나갈게요.", "문 앞에서 만나요.", "정문에서 만나요."],
  remote: ["자료는 메일로 보내 드려요.", "궁금한 점은 채팅으로 바로 답해 드려요."],
} as const
export const EXTRAS = {
  site: [
    "편한 옷과 운동화를 신고 오세요.",
    "작업 장갑을 드려요.",
    "쉬는 시간을 꼭 지켜요.",
    "물과 간식을 준비해 둬요.",
    "주차 자리가 있어요.",
  ],
  indoors: [
    "편한 옷과 운동화를 신고 오세요.",
    "쉬는 시간을 꼭 지켜요.",
    "물과 간식을 준비해 둬요.",
    "처음이어도 옆에서 알려 드려요.",
  ],
  remote: ["시안은 나눠서 보내 주셔도 돼요.", "마감 시간만 지켜 주세요.", "잘 맞으면 다음 일도 부탁드려요."],
} as const
/** Which kinds of work are done on a site, and which at one's own desk. */
export const SITE_KINDS: ReadonlySet<JobKind> = new Set<JobKind>([
  "carpentry",
  "painting",
  "wallpaper",
  "tiling",
  "site",
  "demolition",
  "moving",
  "installation",
])
export const REMOTE_KINDS: ReadonlySet<JobKind> = new Set<JobKind>(["editing", "design"])
/** What somebody writes who keeps no résumé; the last alone where beginners are welcome. */
export const MESSAGES = [
  "비슷한 일을 두 번 해 봤어요. 시작 시간보다 일찍 도착할게요.",
  "지난달에 같은 일을 했어요. 손에 익어서 바로 할 수 있어요.",
  "시간 약속을 꼭 지켜요. 연락 기다릴게요.",
  "비슷한 일을 2년 했고 끝까지 책임지고 마무리해요.",
  "공고에 적힌 시간 모두 가능해요. 잘 부탁드립니다.",
  "집이 가까워서 언제든 갈 수 있어요.",
  "체력에는 자신 있어요. 힘든 일도 괜찮아요.",
  "말씀해 주신 준비물은 다 챙겨 갈게요.",
  "함께 일하시는 분들과 잘 맞춰 할게요.",
  "처음이지만 알려 주시는 대로 꼼꼼하게 하겠습니다.",
] as const
export const OFFER_MESSAGES = [
  "소개 글을 보고 연락드려요. 저희 일정과 잘 맞아서 함께 일하고 싶어요.",
  "하시려는 일과 잘 맞아 제안드려요. 시간이 되시면 답 부탁드려요.",
  "올려 주신 글을 읽고 제안드려요. 궁금한 점은 채팅으로 물어봐 주세요.",
] as const
export const EMPLOYER_REVIEWS = [
  "설명해 주신 그대로 일했어요. 다음에도 지원할게요.",
  "쉬는 시간을 꼭 챙겨 주셔서 편하게 일했어요.",
  "모르는 것을 물어보면 친절하게 알려 주셨어요.",
  "분위기가 좋았어요. 또 가고 싶어요.",
  "말씀이 부드러우셔서 긴장하지 않고 일했어요.",
  "일하는 순서를 미리 알려 주셔서 헤매지 않았어요.",
  "필요한 것을 미리 챙겨 두셨어요.",
  "어려운 일은 같이 하자고 하셔서 고마웠어요.",
  "약속한 시간에 딱 끝났어요.",
  "일하는 곳이 정돈돼 있어서 편했어요.",
  "중간중간 수고했다고 해 주셨어요.",
  "서두르지 않아도 된다고 하셔서 꼼꼼히 할 수 있었어요.",
  "계약한 내용 그대로였어요. 믿고 지원하셔도 돼요.",
  "사장님이 친절하셔서 또 지원하려고요.",
] as const
/** What is written with fewer stars, of both sides. */
export const FAIR_EMPLOYER_REVIEWS = [
  "시작 시간이 조금 늦어졌지만 나머지는 괜찮았어요.",
  "일이 설명보다 조금 많았어요.",
  "찾아가는 길 안내가 더 자세했으면 좋겠어요.",
  "쉬는 시간이 조금 짧게 느껴졌어요.",
] as const
export const FAIR_WORKER_REVIEWS = [
  "조금 늦으셨지만 맡은 일은 끝내셨어요.",
  "열심히 하셨는데 속도가 조금 느렸어요.",
  "설명을 몇 번 더 드려야 했어요.",
  "연락이 조금 늦게 됐어요.",
] as const
export const WORKER_REVIEWS = [
  "10분 일찍 오셔서 준비를 도와주셨어요.",
  "손이 빠르고 꼼꼼해서 예정보다 먼저 끝났어요.",
  "모르는 건 먼저 물어보고 정확하게 하셨어요.",
  "인사도 잘하시고 끝까지 책임지고 마무리하셨어요. 다음에도 부탁드릴게요.",
  "성실하게 잘해 주셨어요.",
  "한 번 알려 드리니 금방 익히셨어요.",
  "정리까지 깔끔하게 해 주셔서 손이 덜 갔어요.",
  "말씀드린 부분을 바로 고쳐 주셨어요.",
  "힘든 일도 웃으면서 해 주셔서 분위기가 좋았어요.",
  "연락이 잘되고 시간 약속을 지키셨어요.",
  "따로 설명할 게 없을 만큼 알아서 하셨어요.",
  "물건을 조심히 다뤄 주셨어요.",
  "끝나고 남은 일까지 챙겨 주셨어요.",
] as const
/** How somebody who seeks work ends. */
export const CLOSINGS = [
  "작업복은 제가 챙겨 가요.",
  "성실하게 일하겠습니다.",
  "대중교통으로 다녀요.",
  "연락 주시면 바로 답해요.",
  "당일 지급이면 더 좋아요.",
  "맡은 일은 끝까지 해요.",
  "오래 일할 곳이면 더 좋아요.",
] as const
