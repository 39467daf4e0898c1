/** Measures what a page does with large letters: what leaves the window, is cut, or breaks within words. */
import type { Page } from "@playwright/test"

/** `root`: the browser's size of letters, which sizes in rem follow; `text`: letters alone. */
export type LetterSetting = { by: "root" | "text"; percent: number; width: number }

/** Letters of a word that is expected to stand on one line. */
const UNBROKEN_LETTERS = { root: 6, text: 4 }
/** Up to this size an amount stands on one line, however long. */
const WHOLE_AMOUNT_PERCENT = 130

/**
 * Sets the window and the letters of the page, and names what does not fit then. Sideways rows that scroll
 * may
 * go on beyond the window, and what ends in an ellipsis says that it was shortened.
 */
export async function findMisfits(page: Page, setting: LetterSetting): Promise<string[]> {
  // Letters of another typeface are of another width.
  await page.waitForFunction(() => document.body.dataset.fonts === "all")
  await page.setViewportSize({ width: setting.width, height: 844 })
  await page.evaluate(({ by, percent }) => {
    const { style } = document.documentElement
    style.fontSize = by === "root" ? `${percent}%` : ""
    style.setProperty("text-size-adjust", by === "text" ? `${percent}%` : "")
    return new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  }, setting)
  // What runs in the page takes its helpers along.
  const helpers = [
    nameOf,
    isShown,
    isContained,
    isShortened,
    findLeaving,
    findCut,
    findShortened,
    findBroken,
    findBrokenTime,
  ]
  const source = [...helpers.map(String), String(readMisfits)].join("\n")
  const areAmountsWhole = setting.percent <= WHOLE_AMOUNT_PERCENT
  return page.evaluate<string[]>(
    `(() => { ${source}
    return readMisfits(${setting.width}, ${UNBROKEN_LETTERS[setting.by]}, ${areAmountsWhole})
    })()`,
  )
}

// From here on: what runs in the page.

function nameOf(element: Element): string {
  const text = (element.textContent ?? "").trim().replace(/\s+/g, " ").slice(0, 24)
  const classes = (element.getAttribute("class") ?? "").split(" ").slice(0, 6).join(".")
  return `<${element.localName}${classes ? `.${classes}` : ""}> “${text}”`
}

function isShown(element: Element): boolean {
  return element.checkVisibility({
    opacityProperty: true,
    visibilityProperty: true,
    contentVisibilityAuto: true,
  })
}

/** Whether an ancestor scrolls sideways or cuts `element` away on purpose (for screen readers alone). */
function isContained(element: Element, windowWidth: number): boolean {
  for (let each: Element | null = element; each && !each.matches("body, main"); each = each.parentElement) {
    const { overflowX, clipPath, clip } = getComputedStyle(each)
    if (overflowX === "auto" || overflowX === "scroll" || clipPath !== "none" || clip !== "auto") return true
    const isClipping = overflowX === "hidden" || overflowX === "clip"
    if (each !== element && isClipping && each.clientWidth <= windowWidth) return true
  }
  return false
}

function isShortened(element: Element): boolean {
  const style = getComputedStyle(element)
  return style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none"
}

function findLeaving(element: Element, windowWidth: number): string | null {
  if (!isShown(element)) return null
  const { left, right, width, height } = element.getBoundingClientRect()
  const over = Math.round(Math.max(right - windowWidth, -left))
  if (width <= 1 || height <= 1 || over <= 1 || isContained(element, windowWidth)) return null
  return `leaves the window by ${over}: ${nameOf(element)}`
}

/** Words that reach over the edge of what hides its overflow, or of the button that they stand on. */
function findCut(parent: Element, words: DOMRect): string | null {
  for (let each: Element | null = parent; each && each !== document.body; each = each.parentElement) {
    const { overflowX, overflowY, clipPath } = getComputedStyle(each)
    if (/auto|scroll/.test(`${overflowX} ${overflowY}`) || clipPath !== "none" || isShortened(each))
      return null
    const edge = each.getBoundingClientRect()
    const overflows = [
      words.right - edge.right,
      edge.left - words.left,
      words.bottom - edge.bottom,
      edge.top - words.top,
    ]
    const isHiding = /hidden|clip/.test(overflowX) && /hidden|clip/.test(overflowY)
    // What is left out as a whole, such as tags beyond a line, is not cut.
    const isOutside =
      words.top >= edge.bottom ||
      words.bottom <= edge.top ||
      words.left >= edge.right ||
      words.right <= edge.left
    if (edge.width <= 1 || (isHiding && isOutside)) return null
    const over = Math.max(...overflows)
    if (over > 2.5 && (isHiding || each.matches("button, .btn, [role=tab], nav, header")))
      return `is cut by ${Math.round(over)} at ${each.localName}: ${nameOf(parent)}`
  }
  return null
}

/** What ends in an ellipsis after less than two letters. */
function findShortened(parent: Element): string | null {
  const { webkitLineClamp, fontSize } = getComputedStyle(parent)
  const letters = parent.clientWidth / Number.parseFloat(fontSize)
  const isCut = webkitLineClamp === "none" && parent.scrollWidth > parent.clientWidth + 1
  return isCut && letters < 2 ? `is shortened to ${letters.toFixed(1)} letters: ${nameOf(parent)}` : null
}

/** Short words that stand on several lines, and any on more than three. */
function findBroken(node: Node, parent: Element, maxLetters: number, areAmountsWhole: boolean): string[] {
  const range = document.createRange()
  return [...(node.textContent ?? "").matchAll(/[가-힣]{2,}|[0-9][0-9,]*원/g)].flatMap(
    ({ 0: word, index }) => {
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      const tops = [...range.getClientRects()]
        .filter(({ width }) => width > 0)
        .map(({ top }) => Math.round(top))
      const lines = new Set(tops).size
      const isWhole = word.length <= maxLetters || (areAmountsWhole && word.endsWith("원"))
      return lines > 1 && (isWhole || lines > 3)
        ? [`breaks ${word} over ${lines} lines: ${nameOf(parent)}`]
        : []
    },
  )
}

/** A relative time that stands on several lines: "3일" and "전" apart. */
function findBrokenTime(time: Element): string | null {
  const isBroken =
    isShown(time) && new Set([...time.getClientRects()].map(({ top }) => Math.round(top))).size > 1
  return isBroken ? `breaks the time ${nameOf(time)}` : null
}

function readMisfits(windowWidth: number, maxLetters: number, areAmountsWhole: boolean): string[] {
  const found = new Set<string>()
  const add = (misfit: string | null) => misfit && found.add(misfit)
  for (const element of document.body.querySelectorAll("*")) add(findLeaving(element, windowWidth))
  for (const time of document.body.querySelectorAll("time[title]")) add(findBrokenTime(time))
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const parent = node.parentElement
    if (!parent || !node.textContent?.trim() || parent.closest("script, style, option, noscript")) continue
    range.selectNodeContents(node)
    const words = range.getBoundingClientRect()
    // One pixel wide: for screen readers alone.
    if (!isShown(parent) || words.width <= 1 || parent.getBoundingClientRect().width <= 1) continue
    add(findCut(parent, words))
    if (isShortened(parent)) add(findShortened(parent))
    else for (const misfit of findBroken(node, parent, maxLetters, areAmountsWhole)) add(misfit)
  }
  return [...found]
}
