/** What the town's job posts say: titles, descriptions, pay and hours by kind of work. */
import { SITE_TEXTS } from "./site-texts.ts"
import { SERVICE_TEXTS } from "./service-texts.ts"
import { STUDIO_TEXTS } from "./studio-texts.ts"
import type { JobKind } from "#app/areas/jobs/rules.ts"
import type { KindText } from "./kind-text.ts"

export const KIND_TEXTS: readonly KindText[] = [...SITE_TEXTS, ...SERVICE_TEXTS, ...STUDIO_TEXTS]

/** Where one meets: on a site, in a shop, or nowhere, where the work is done at one's own desk. */
export const PLACES = {
  site: ["현장 사무실로 오시면 안내해 드려요.", "건물 뒤쪽 주차장에서 만나요.", "정문에서 만나요."],
  indoors: ["1층 안내 데스크로 오시면 돼요.", "지하철역 3번 출구에서 함께 걸어가요.", "정문에서 만나요."],
  remote: ["자료는 메일로 보내 드려요.", "궁금한 점은 채팅으로 바로 답해 드려요."],
} as const
export const EXTRAS = {
  site: [
    "편한 옷과 운동화를 신고 오세요.",
    "장갑은 저희가 드려요.",
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
export const MESSAGES = [
  "가까운 곳에 살아서 일찍 도착할 수 있어요. 비슷한 일을 두 번 해 봤어요.",
  "처음이지만 알려 주시는 대로 꼼꼼하게 하겠습니다.",
  "지난달에 같은 일을 했어요. 필요한 도구도 가지고 있어요.",
  "시간 약속을 꼭 지켜요. 연락 기다릴게요.",
  "주말에 시간이 비어서 지원해요. 체력에 자신 있어요.",
  "경력은 2년이고 끝까지 책임지고 마무리해요.",
  "공고에 적힌 시간 모두 가능해요. 잘 부탁드립니다.",
] as const
export const OFFER_MESSAGES = [
  "소개 글을 보고 연락드려요. 저희 일정과 잘 맞아서 함께 일하고 싶어요.",
  "경력이 마음에 들어 제안드려요. 시간이 되시면 답 부탁드려요.",
  "가까운 곳이라 제안드려요. 하루 먼저 해 보셔도 좋아요.",
] as const
export const EMPLOYER_REVIEWS = [
  "설명해 주신 그대로였고 임금도 끝나자마자 들어왔어요.",
  "쉬는 시간을 꼭 챙겨 주셔서 편하게 일했어요.",
  "처음이라 서툴렀는데 친절하게 알려 주셨어요.",
  "점심도 맛있고 분위기가 좋았어요. 또 가고 싶어요.",
  "시작 시간이 조금 늦어졌지만 그만큼 더 챙겨 주셨어요.",
  "일하는 순서를 미리 알려 주셔서 헤매지 않았어요.",
  "장갑과 마스크까지 챙겨 주셨어요.",
  "무거운 짐은 같이 들자고 하셔서 고마웠어요.",
  "약속한 시간에 딱 끝났고 임금도 바로 받았어요.",
  "현장이 정돈돼 있어서 안전하게 일했어요.",
  "물과 간식을 넉넉히 주셨어요.",
  "서두르지 않아도 된다고 하셔서 꼼꼼히 할 수 있었어요.",
  "계약한 내용 그대로였어요. 믿고 지원하셔도 돼요.",
  "역에서 가까워 다니기 좋았고 사장님도 친절하셨어요.",
] as const
export const WORKER_REVIEWS = [
  "10분 일찍 오셔서 준비를 도와주셨어요.",
  "손이 빠르고 꼼꼼해서 예정보다 먼저 끝났어요.",
  "모르는 건 먼저 물어보고 정확하게 하셨어요.",
  "인사도 잘하시고 끝까지 책임지고 마무리하셨어요. 다음에도 부탁드릴게요.",
  "성실하게 잘해 주셨어요.",
  "처음이라고 하셨는데 금방 익히셨어요.",
  "정리까지 깔끔하게 해 주셔서 손이 덜 갔어요.",
  "말씀드린 부분을 바로 고쳐 주셨어요.",
  "힘든 일도 웃으면서 해 주셔서 분위기가 좋았어요.",
  "연락이 잘되고 시간 약속을 지키셨어요.",
  "경험이 많으셔서 따로 설명할 게 없었어요.",
  "장비를 조심히 다뤄 주셨어요.",
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
