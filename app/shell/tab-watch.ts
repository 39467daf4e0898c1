/**
 * Owns the warnings of specification §7: several pages of one browser, or a browser that lacks what this
 * product uses.
 */

const TAB = "baroildang-tab"
/** A page that is being replaced keeps its lock for a moment. */
const SETTLED_MS = 1_500

/** What is missing in this browser, in its own names; signed-in pages work without, only plainer. */
function missingHere(): string[] {
  const needed: [string, boolean][] = [
    ["serviceWorker", "serviceWorker" in navigator],
    ["caches", "caches" in window],
    ["BroadcastChannel", "BroadcastChannel" in window],
    ["locks", "locks" in navigator],
    ["EventSource", "EventSource" in window],
    ["indexedDB", "indexedDB" in window],
  ]
  return needed.filter(([, there]) => !there).map(([name]) => name)
}

/** Logs a warning where it is due. Returns how to stop. */
export function watchTabs(): () => void {
  const missing = missingHere()
  if (missing.length > 0) {
    // oxlint-disable-next-line no-console -- specification §7 asks for this warning
    console.warn(
      `[바로일당] 이 브라우저에는 ${missing.join(", ")} 기능이 없어요. 오프라인 보기와 실시간 알림이 제한될 수 있어요.`,
    )
  }
  if (!("locks" in navigator)) return () => {}
  const gone = new AbortController()
  const hold = () =>
    new Promise<void>((release) => {
      // Granted and gone in the same moment: nothing would ever let go of it.
      if (gone.signal.aborted) return release()
      gone.signal.addEventListener("abort", () => release(), { once: true })
    })
  const held = navigator.locks.request(TAB, { mode: "shared", signal: gone.signal }, hold)
  held.catch(() => {})
  const timer = setTimeout(async () => {
    const { held: all = [] } = await navigator.locks.query()
    const tabs = all.filter((lock) => lock.name === TAB).length
    if (tabs > 1) {
      // oxlint-disable-next-line no-console -- specification §7 asks for this warning
      console.warn(
        `[바로일당] 이 브라우저에 ${tabs}개의 탭이 열려 있어요. 저장해 둔 화면과 실시간 연결은 탭이 함께 써요.`,
      )
    }
  }, SETTLED_MS)
  return () => {
    clearTimeout(timer)
    gone.abort()
  }
}
