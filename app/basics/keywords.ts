/** The keywords that the search overlay recommends, by place. */
import { getSettingOr } from "./settings.ts"

export const KEYWORD_SECTIONS = ["all", "shopping", "marketplace", "jobs", "repair", "interior"] as const
export type KeywordSection = (typeof KEYWORD_SECTIONS)[number]
export type Keywords = Record<KeywordSection, readonly string[]>

declare module "./settings.ts" {
  interface Settings {
    keywords: Keywords
  }
}

/** As shipped (specification §2). */
const DEFAULT_KEYWORDS: Keywords = {
  shopping: ["생활용품", "청소용품", "주방용품", "욕실용품", "가전제품", "인테리어", "정리수납", "세제"],
  marketplace: ["중고가전", "가구", "의류", "전자제품", "도서", "스포츠용품", "유아용품", "반려동물용품"],
  jobs: ["영상편집", "카메라맨", "조명", "음향", "스튜디오", "촬영", "편집", "포스터"],
  repair: ["배관 수리", "전기 수리", "도배", "타일 교체", "문 수리", "창문 수리", "가스 수리", "난방 수리"],
  interior: ["벽지", "바닥재", "타일", "가구 배치", "조명 설치", "커튼", "카펫", "벽 마감"],
  all: ["집수리", "인테리어", "이사", "청소", "설치", "구인", "구직", "중고거래"],
}

/** The keywords in force. */
export const keywords = (): Keywords => getSettingOr("keywords", DEFAULT_KEYWORDS)
