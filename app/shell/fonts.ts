/**
 * The product's typeface, in three files by the letters they hold (letters.css). The commonest letters come
 * with the page; the usual ones when it has come to life, and are put in use part by part of the page.
 */
import { runWhenIdle } from "../ui/idle.ts"
import firstLetters from "./letters/first.woff2?url"

/** Asked for with the page. */
export const preloadedFont: string = firstLetters

/** As many elements as a slow phone lays out anew within a frame or two. */
const MAX_PART_SIZE = 120
/** How long a part of a page that is never at rest waits. */
const MAX_WAIT_MS = 200

/** Letters whose file does not come stay those of the device. */
export async function loadUsualLetters(): Promise<void> {
  await document.fonts.load('1em "Pretendard Usual"').catch(() => undefined)
  // One part of the page at a time, from the top, and none before the page is at rest again: all at once, or
  // one in every frame, would hold up a tap.
  for (const part of listParts(document.body)) {
    part.dataset.fonts = "all"
    await waitForRest()
  }
  document.body.dataset.fonts = "all"
}

function listParts(element: Element): HTMLElement[] {
  return [...element.children].flatMap((child) => {
    if (!(child instanceof HTMLElement) || child.tagName === "SCRIPT") return []
    return child.getElementsByTagName("*").length > MAX_PART_SIZE ? listParts(child) : [child]
  })
}

/** Nothing is drawn, and no rest comes, while nobody looks. */
const waitForRest = () =>
  new Promise<void>((resolve) => {
    if (document.hidden) resolve()
    else requestAnimationFrame(() => runWhenIdle(resolve, MAX_WAIT_MS))
  })
