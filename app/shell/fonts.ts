/**
 * The product's typeface, 92 files by the letters they hold. The commonest letters come with the page, as one
 * small file of their own; all that it needs come when it has come to life, and are put in use together, part
 * by part of the page.
 */
import sheetUrl from "pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css?url"
import firstLetters from "./first-letters.woff2?url"

/** The file of first-letters.css: asked for with the page. */
export const preloadedFont: string = firstLetters

/** What is said when no file can come any more (connection-bar.tsx). */
const LOST_CONNECTION_TEXT =
  "인터넷 연결이 끊겼어요 · 마지막으로 본 내용이에요 · 연결되면 다시 보내기 · 아직 로그아웃되지 않았어요"

export function loadRemainingFonts(): void {
  const sheet = Object.assign(document.createElement("link"), { rel: "stylesheet", href: sheetUrl })
  sheet.addEventListener("load", () => void applyRemainingFonts(), { once: true })
  document.head.append(sheet)
}

/** As many elements as a slow phone lays out anew within a frame or two. */
const MAX_PART_SIZE = 250

/** Letters whose file does not come stay those of the device. */
async function applyRemainingFonts(): Promise<void> {
  const parts = listParts(document.body)
  const letters = parts.map((part) => part.textContent).join("") + LOST_CONNECTION_TEXT
  await document.fonts.load('1em "Pretendard Variable"', letters).catch(() => undefined)
  // One part of the page in a frame, from the top: all at once would hold up a tap for a sixth of a second.
  for (const part of parts) {
    part.dataset.fonts = "all"
    await waitForFrame()
  }
  document.documentElement.dataset.fonts = "all"
}

function listParts(element: Element): HTMLElement[] {
  return [...element.children].flatMap((child) => {
    if (!(child instanceof HTMLElement) || child.tagName === "SCRIPT") return []
    return child.getElementsByTagName("*").length > MAX_PART_SIZE ? listParts(child) : [child]
  })
}

/** No frame comes while nobody looks. */
const waitForFrame = () =>
  new Promise<void>((resolve) => {
    if (document.hidden) resolve()
    else requestAnimationFrame(() => setTimeout(resolve))
  })
