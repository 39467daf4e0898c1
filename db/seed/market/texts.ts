/** What neighbours write about second-hand things: of their state, why they sell, how they hand over. */
import type { Condition, ItemCategory } from "#app/areas/market/rules.ts"

/** What a title ends with; nothing, more often than not. */
export const ENDINGS: Readonly<Record<Condition, readonly string[]>> = {
  new: ["새 상품", "새 상품", "미개봉"],
  like_new: ["", "", "거의 새것", "상태 아주 좋아요"],
  light: ["", "", "", "상태 좋아요", "깨끗해요"],
  heavy: ["", "저렴하게", "사용감 있어요"],
  broken: ["부품용", "수리 필요"],
}
export const BROKEN: readonly string[] = [
  "전원이 켜졌다 꺼졌다 해요. 수리해서 쓰실 분만 연락 주세요.",
  "전원이 들어오지 않아요. 고치실 수 있는 분께 보내요.",
  "켜지기는 하는데 금방 꺼져요. 부품이 필요하신 분께 드려요.",
]
/** In place of what is said of a used thing. */
export const NEW_ABOUT: readonly string[] = [
  "선물로 받았는데 같은 게 있어서 내놓아요. 상자째 그대로예요.",
  "사 놓고 뜯지 않았어요.",
  "크기를 잘못 골랐는데 반품 때를 놓쳤어요. 새것이에요.",
]

export const REASONS: readonly string[] = [
  "이사하면서 짐을 줄이고 있어요.",
  "새로 사면서 내놓아요.",
  "자리만 차지하고 있어서 필요한 분께 보내려고요.",
  "잘 쓰다가 이제 쓸 일이 없어졌어요.",
  "집 정리하면서 올려요.",
]
/** Reasons that go with some categories alone. */
export const REASONS_BY_CATEGORY: Readonly<Partial<Record<ItemCategory, readonly string[]>>> = {
  kids: ["아이가 커서 이제 쓰지 않아요.", "둘째까지 쓰고 정리해요."],
  hobby: ["취미를 바꾸면서 정리해요.", "바빠져서 통 못 만져요."],
  sports: ["취미를 바꾸면서 정리해요.", "무릎이 안 좋아져서 쉬고 있어요."],
  books: ["다 읽어서 다음 분께 보내요.", "책장을 줄이고 있어요."],
  clothes: ["옷장을 정리하고 있어요.", "이제 잘 안 하게 돼서 내놓아요."],
  pets: ["아이가 커서 안 맞아요.", "다른 걸 더 좋아해서 내놓아요."],
}
export const MEETINGS: readonly string[] = [
  "평일 저녁 7시 이후나 주말에 거래할 수 있어요.",
  "지하철역 앞에서 직거래해요.",
  "아파트 정문에서 만나요. 시간은 맞춰 드릴게요.",
  "주말 오전이 편해요.",
  "문고리 거래도 괜찮아요.",
  "궁금한 건 채팅 주세요. 바로 답해 드려요.",
]
/** For what two people carry. */
export const LARGE_MEETINGS: readonly string[] = [
  "직접 가져가실 분이면 좋겠어요. 차까지 같이 들어 드릴게요.",
  "엘리베이터 있어요. 1층까지 내려 드릴 수 있어요.",
  "주말에 가지러 오시면 돼요. 주차 자리도 있어요.",
  "크기는 채팅으로 알려 드릴게요. 실을 차를 가져오세요.",
]
export const PARCEL_MEETINGS: readonly string[] = [
  "택배로만 보내 드려요. 꼼꼼하게 포장할게요.",
  "만나기가 어려워 택배로 거래해요. 다음 날 보내 드려요.",
]
export const FREE: readonly string[] = [
  "필요하신 분께 나눔해요. 가져가시기만 하면 돼요.",
  "버리기 아까워서 나눔해요. 먼저 연락 주신 분께 드려요.",
  "깨끗하게 쓰실 분께 나눔합니다.",
]

export const GOOD_WORDS: readonly string[] = [
  "약속 시간보다 먼저 와 계셨어요. 물건도 사진 그대로였어요.",
  "친절하게 설명해 주셔서 기분 좋게 거래했어요.",
  "답이 빨라서 하루 만에 거래했어요. 감사합니다!",
  "포장까지 꼼꼼하게 해 주셨어요.",
  "설명해 주신 그대로예요. 잘 쓸게요.",
  "무거운 걸 차까지 들어 주셨어요. 정말 고마웠어요.",
  "좋은 물건 저렴하게 주셔서 감사해요.",
  "시간 맞춰 와 주시고 매너가 좋으세요.",
  "",
  "",
  "",
]
export const BAD_WORDS: readonly string[] = [
  "약속 시간에 30분 늦으셨어요.",
  "사진보다 긁힌 곳이 많았어요.",
  "만나서 또 깎아 달라고 하셨어요.",
  "답이 하루씩 걸렸어요.",
]
export const KEYWORDS: readonly string[] = [
  "자전거",
  "원목 식탁",
  "캠핑",
  "모니터",
  "노트북",
  "의자",
  "책장",
  "서랍장",
  "전집",
  "킥보드",
  "카메라",
  "세탁기",
  "냉장고",
  "텐트",
  "기타",
  "나눔",
  "소파",
  "젖병",
  "등산화",
  "키보드",
  "화분",
  "유모차",
  "공기청정기",
  "선풍기",
]
