/**
 * The warnings of specification §7: several pages of one browser, or a browser that lacks what this
 * product uses.
 */

const TAB_LOCK = "baroildang-tab"
/** A page that is being replaced keeps its lock for a moment. */
const TAB_COUNT_DELAY_MS = 1_500

/** What is missing in this browser, in its own names; signed-in pages work without, only plainer. */
function listMissingFeatures(): string[] {
  const features: [string, boolean][] = [
    ["serviceWorker", "serviceWorker" in navigator],
    ["caches", "caches" in window],
    ["BroadcastChannel", "BroadcastChannel" in window],
    ["locks", "locks" in navigator],
    ["EventSource", "EventSource" in window],
    ["indexedDB", "indexedDB" in window],
  ]
  return features.filter(([, isSupported]) => !isSupported).map(([name]) => name)
}

/** Logs a warning where it is due. Returns how to stop. */
export function warnAboutTabs(): () => void {
  const missingFeatures = listMissingFeatures()
  if (missingFeatures.length > 0) {
    // oxlint-disable-next-line no-console -- specification §7 asks for this warning
    console.warn(
      `[바로일당] 이 브라우저에는 ${missingFeatures.join(", ")} 기능이 없어요. 오프라인 보기와 실시간 알림이 제한될 수 있어요.`,
    )
  }
  if (!("locks" in navigator)) return () => {}
  const abortController = new AbortController()
  const holdLock = () =>
    new Promise<void>((releaseLock) => {
      // Granted and gone in the same moment: nothing would ever let go of it.
      if (abortController.signal.aborted) return releaseLock()
      abortController.signal.addEventListener("abort", () => releaseLock(), { once: true })
    })
  const lockRequest = navigator.locks.request(
    TAB_LOCK,
    { mode: "shared", signal: abortController.signal },
    holdLock,
  )
  lockRequest.catch(() => {})
  const timer = setTimeout(async () => {
    const { held: heldLocks = [] } = await navigator.locks.query()
    const tabCount = heldLocks.filter((lock) => lock.name === TAB_LOCK).length
    if (tabCount > 1) {
      // oxlint-disable-next-line no-console -- specification §7 asks for this warning
      console.warn(
        `[바로일당] 이 브라우저에 ${tabCount}개의 탭이 열려 있어요. 저장해 둔 화면과 실시간 연결은 탭이 함께 써요.`,
      )
    }
  }, TAB_COUNT_DELAY_MS)
  return () => {
    clearTimeout(timer)
    abortController.abort()
  }
}
