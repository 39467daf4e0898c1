import { Share2 } from "./icons.tsx"
import { useHydrated } from "#app/ui/hydrated.ts"
import { showToast } from "#app/ui/toast.tsx"

/** Shares this screen's address with the device's own sheet, or copies it. Appears where scripts run. */
export function ShareButton({ title, className }: { title: string; className: string }) {
  if (!useHydrated()) return null
  const shareOrCopy = async () => {
    const url = location.href.split(/[?#]/)[0] ?? location.href
    if (typeof navigator.share === "function") {
      await navigator.share({ title, url }).catch(() => undefined)
      return
    }
    const isCopied = await navigator.clipboard.writeText(url).then(
      () => true,
      () => false,
    )
    showToast(isCopied ? "링크를 복사했어요" : "링크를 복사하지 못했어요. 주소창에서 복사해 주세요.")
  }
  return (
    <button type="button" onClick={() => void shareOrCopy()} className={className}>
      <Share2 size={18} />
      공유하기
    </button>
  )
}
