import { Copy } from "#app/ui/icons.tsx"
import { useHydrated } from "#app/ui/hydrated.ts"
import { copyText } from "#app/ui/copy-text.ts"

/** Copies the number of an account to pay into, for the bank's own app. Appears where scripts run. */
export function CopyAccount({ number, className = "" }: { number: string; className?: string }) {
  if (!useHydrated()) return null
  const copy = () =>
    copyText(number, {
      done: "계좌번호를 복사했어요",
      refused: "계좌번호를 복사하지 못했어요. 길게 눌러 복사해 주세요.",
    })
  return (
    <button
      type="button"
      onClick={() => void copy()}
      aria-label="계좌번호 복사"
      className={
        "hit inline-flex cursor-pointer items-center gap-1 rounded-sm text-sm font-semibold " +
        `text-primary-ink hover:underline ${className}`
      }
    >
      <Copy size={16} /> 복사
    </button>
  )
}
