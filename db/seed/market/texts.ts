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
  "사고 보니 집에 하나 더 있었어요. 뜯지 않은 새것이에요.",
]

export const REASONS: readonly string[] = [
  "이사하면서 짐을 줄이고 있어요.",
  "자리만 차지하고 있어서 필요한 분께 보내려고요.",
  "집 정리하면서 올려요.",
]
const REPLACED: readonly string[] = ["새로 사면서 내놓아요.", "잘 쓰다가 이제 쓸 일이 없어졌어요."]
/** Reasons that go with some categories alone. */
export const REASONS_BY_CATEGORY: Readonly<Partial<Record<ItemCategory, readonly string[]>>> = {
  appliance: REPLACED,
  furniture: REPLACED,
  digital: REPLACED,
  tools: REPLACED,
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

type DealSide = "seller" | "buyer"
/** What the buyer writes of the seller, and the seller of the buyer. */
export const GOOD_WORDS: Readonly<Record<DealSide, readonly string[]>> = {
  buyer: [
    "친절하게 설명해 주셔서 기분 좋게 거래했어요.",
    "답이 빨라서 하루 만에 거래했어요. 감사합니다!",
    "포장까지 꼼꼼하게 해 주셨어요.",
    "설명해 주신 그대로예요. 잘 쓸게요.",
    "좋은 물건 저렴하게 주셔서 감사해요.",
    "물건이 사진 그대로였어요.",
    "쓰는 법까지 알려 주셔서 고마웠어요.",
    "생각보다 깨끗해서 놀랐어요. 잘 쓸게요!",
    "믿고 거래할 수 있는 분이에요.",
    "덕분에 좋은 물건을 구했어요.",
  ],
  seller: [
    "답이 빨라서 하루 만에 거래했어요. 감사합니다!",
    "깎지 않고 바로 사 주셔서 고마웠어요.",
    "매너가 좋으세요. 다음에도 거래하고 싶어요.",
    "물어보실 것만 딱 물어보시고 시원하게 거래했어요.",
    "잘 쓰시겠다고 해 주셔서 기분이 좋았어요.",
    "약속한 대로 거래해 주셨어요.",
    "친절하고 말씀이 따뜻한 분이에요.",
    "좋은 주인을 만난 것 같아요. 잘 쓰세요!",
  ],
}
export const BAD_WORDS: Readonly<Record<DealSide, readonly string[]>> = {
  buyer: ["사진보다 긁힌 곳이 많았어요.", "답이 하루씩 걸렸어요."],
  seller: ["만나기로 한 날 또 깎아 달라고 하셨어요.", "답이 하루씩 걸렸어요."],
}
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
