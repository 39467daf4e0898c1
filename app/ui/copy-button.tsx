import { withJosa } from "../basics/korean.ts"
import { copyText } from "./copy-text.ts"
import { useHydrated } from "./hydrated.ts"
import { Copy } from "./icons.tsx"

/** Copies `text`, which is called `name`, for another app. Appears where scripts run. */
export function CopyButton({ text, name }: { text: string; name: string }) {
  if (!useHydrated()) return null
  const copy = () =>
    copyText(text, {
      done: `${withJosa(name, "을/를")} 복사했어요`,
      refused: `${withJosa(name, "을/를")} 복사하지 못했어요. 길게 눌러 복사해 주세요.`,
    })
  return (
    <button
      type="button"
      onClick={() => void copy()}
      aria-label={`${name} 복사`}
      className={
        "hit inline-flex cursor-pointer items-center gap-1 rounded-sm text-sm font-semibold " +
        "text-primary-ink hover:underline"
      }
    >
      <Copy size={16} /> 복사
    </button>
  )
}
