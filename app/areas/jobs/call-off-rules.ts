/** Why employers call off hires and days, and when that is short notice. */

export const CALL_OFF_REASONS = [
  "날씨 때문에 일할 수 없어요",
  "작업 일정이 바뀌었어요",
  "자재나 현장이 준비되지 않았어요",
  "필요한 인원이 줄었어요",
  "그 밖의 사정이 생겼어요",
] as const
/** What is called off less than so long before it begins is short notice (제9조 of the terms). */
export const SHORT_NOTICE_MS = 24 * 3_600_000
/** Short notice stands beside the employer's name for so many days. */
export const SHORT_NOTICE_SHOWN_DAYS = 180
