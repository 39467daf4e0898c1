import { Share2 } from "./icons.tsx"
import { useHydrated } from "#app/ui/hydrated.ts"
import { Sheet } from "./dialog.tsx"
import { getKakaoKey } from "./kakao-share.ts"
import { copyPageUrl, shareByDevice, ShareRows } from "./share-rows.tsx"

/**
 * Shares this screen's address: by a sheet where KakaoTalk is one of the ways, else with the device's own
 * sheet, or copies it. Appears where scripts run.
 */
export function ShareButton({ title, className }: { title: string; className: string }) {
  if (!useHydrated()) return null
  const label = (
    <>
      <Share2 size={18} />
      공유하기
    </>
  )
  if (getKakaoKey())
    return (
      <Sheet trigger={label} triggerClassName={className} title="공유하기">
        <div className="grid">
          <ShareRows title={title} />
        </div>
      </Sheet>
    )
  const shareOrCopy = () => (typeof navigator.share === "function" ? shareByDevice(title) : copyPageUrl())
  return (
    <button type="button" onClick={() => void shareOrCopy()} className={className}>
      {label}
    </button>
  )
}
