import { useEffect, useRef } from "react"
import { useHydrated } from "#app/ui/hydrated.ts"
import { Copy } from "#app/ui/icons.tsx"
import { Card } from "#app/ui/section.tsx"
import { copyText } from "#app/ui/copy-text.ts"

const copyKey = (apiKey: string) =>
  copyText(apiKey, {
    done: "API 키를 복사했어요",
    refused: "복사하지 못했어요. 키를 길게 눌러 복사해 주세요.",
  })

/**
 * A key that was just made, shown this once: afterwards nobody knows it. It comes into view by itself, as the
 * form that made it stands far below.
 */
export function NewKey({ apiKey }: { apiKey: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: "center" })
  }, [])
  const isHydrated = useHydrated()
  return (
    <Card className="mb-4 md:p-6">
      <h2 ref={heading} tabIndex={-1} className="text-lg font-bold outline-none">
        새 API 키를 만들었어요
      </h2>
      <p className="mt-1 text-base text-ink-2">
        지금 한 번만 보여 드려요. 안전한 곳에 옮겨 두세요. 잃어버리면 폐기하고 새로 만들면 돼요.
      </p>
      <textarea
        readOnly
        rows={2}
        aria-label="새 API 키"
        value={apiKey}
        onFocus={(event) => event.currentTarget.select()}
        className={
          "num field-box mt-4 field-sizing-content h-auto w-full resize-none border border-line-strong " +
          "py-3 font-semibold break-all"
        }
      />
      {isHydrated ? (
        <button type="button" className="btn btn-tint mt-3" onClick={() => void copyKey(apiKey)}>
          <Copy size={18} /> 복사하기
        </button>
      ) : null}
    </Card>
  )
}
