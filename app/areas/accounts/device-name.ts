/** What a browser says of itself, as its owner would name the device: "아이폰 · 사파리". */

type Pattern = readonly [pattern: RegExp, name: string]

// The first that fits: a tablet says "Android" too, and nearly everybody says "Safari".
const DEVICES: readonly Pattern[] = [
  [/iPhone|iPod/, "아이폰"],
  [/iPad/, "아이패드"],
  [/Android.*Mobile/, "안드로이드 휴대폰"],
  [/Android/, "안드로이드 태블릿"],
  [/CrOS/, "크롬북"],
  [/Windows/, "윈도우 PC"],
  [/Macintosh/, "맥"],
  [/Linux/, "리눅스 PC"],
]
const BROWSERS: readonly Pattern[] = [
  [/KAKAOTALK/i, "카카오톡"],
  [/NAVER\(inapp/, "네이버 앱"],
  [/Whale\//, "네이버 웨일"],
  [/SamsungBrowser\//, "삼성 인터넷"],
  [/Edg(?:e|A|iOS)?\//, "엣지"],
  [/OPR\//, "오페라"],
  [/Firefox\/|FxiOS\//, "파이어폭스"],
  [/Chrome\/|CriOS\//, "크롬"],
  [/Safari\//, "사파리"],
]

const findName = (patterns: readonly Pattern[], text: string) =>
  patterns.find(([pattern]) => pattern.test(text))?.[1]

/** Names the device and the browser of a User-Agent header, as far as it tells. */
export function formatDeviceName(userAgent: string | null): string {
  const names = [findName(DEVICES, userAgent ?? ""), findName(BROWSERS, userAgent ?? "")]
  return names.filter((name) => name !== undefined).join(" · ") || "알 수 없는 기기"
}

/** Whether it is held in the hand, for its picture. */
export const isHandheld = (userAgent: string | null): boolean =>
  /iPhone|iPod|iPad|Android/.test(userAgent ?? "")
