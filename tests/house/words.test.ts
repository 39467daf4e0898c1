/** Words of our own for things that the world has a name for stay gone: "MAX_…", "memoize…", "notify…". */
import { globSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"

const root = `${import.meta.dirname}/../../`
const files = globSync("{app,server,bin,bench,db,tests}/**/*.{ts,tsx,mjs}", { cwd: root }).filter(
  (path) => !/house\/(?:words|documents)\.test\.ts$/.test(path),
)

/** Each with the word that stands in its place. */
const GONE: readonly (readonly [RegExp, string])[] = [
  [/\bMOST_[A-Z]\w*|\bLONGEST_[A-Z]\w*/, "MAX_…"],
  [/\bFRESH_MS\b/, "…_TTL_MS"],
  [/\bkeptWith\b/, "memoize…"],
  [/\bbuiltOnce\b/, "preparedQuery"],
  [/\binOneGo\b/, "pipelined"],
  [/<Kept\b|\bKeptContext\b|\bkeepParts\b/, "CachedHtml"],
  [/\bshared\((?:async )?\(/, "cacheBriefly"],
  [/\buseSteady\b/, "useInitialValue"],
  [/\buseAnswered\b/, "useDismissibleError"],
  [/\bGoneOn\b/, "ContinuedListNotice"],
  [/\bnoticeOf[A-Z]?\w*|\btellOf[A-Z]?\w*/, "notify…"],
  [/\btell[A-Z]\w*/, "notify… a person, publish… a live stream, emit an event"],
  [/\bredirectWithNotice\b/, "redirectWithFlash"],
  [/\bkeptWon\b|\bkeepUntil\b/, "withheldWon, retainUntil"],
  [/\((?:\w+|\[[^\]]*\]|_), place(?:, \w+)?\) =>/, "index"],
  [/\bMissingPictures\b|\bclass Refused\b|\bclass Undone?\b|type Undone?\b/, "Outcome"],
]

test("no identifier is one of our former words", () => {
  expect(files.length).toBeGreaterThan(1_000)
  const found = files.flatMap((path) => {
    const code = readFileSync(root + path, "utf8")
    return GONE.flatMap(([word, instead]) => {
      const match = word.exec(code)?.[0]
      return match ? [`${path}: ${match} → ${instead}`] : []
    })
  })
  expect(found).toEqual([])
})

/** Phrases that people read, each with the one that says the same everywhere. */
const OTHER_PHRASES: readonly (readonly [RegExp, string])[] = [
  [/알려드/, "알려 드려요"],
  // Of a part, the way to the whole list; 더 보기 brings more of a list to where it stands.
  [/전체 보기|모두 보기|label: "더 보기"/, "전체보기"],
  [/더보기/, "더 보기"],
  [/후기 (?:남기기|작성하기)|리뷰 (?:쓰기|작성)/, "후기 쓰기"],
  [/후기 (?:보내기|등록)/, "후기 올리기"],
  [/결제에 동의합니다/, "동의해요"],
  [/가능한 한 빨리|최대한 빨리|되도록 빨리/, "가능한 빨리"],
  [/로 채우기/, "빈칸을 ‘…’로"],
  // What is quoted in a sentence; SQL puts no letter behind a quote.
  [/'[가-힣][가-힣 ]*'(?=[가-힣])/, "‘…’"],
]

test("one thing is said in one phrase on every screen", () => {
  const screens = files.filter((path) => /^(?:app|db)\//.test(path))
  expect(screens.length).toBeGreaterThan(500)
  const found = screens.flatMap((path) => {
    const code = readFileSync(root + path, "utf8")
    return OTHER_PHRASES.flatMap(([phrase, instead]) => {
      const match = phrase.exec(code)?.[0]
      return match ? [`${path}: ${match} → ${instead}`] : []
    })
  })
  expect(found).toEqual([])
})
