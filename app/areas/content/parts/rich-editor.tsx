import { lazy, Suspense, useId, useState } from "react"
import { useDismissibleError } from "#app/ui/dismissible-error.ts"
import { FieldError } from "#app/ui/field.tsx"
import { useHydrated } from "#app/ui/hydrated.ts"

/** The library of the editor is for browsers: the server never loads it, and a page only where one writes. */
const EditorCanvas = lazy(() => import("./editor-canvas.tsx"))

/**
 * Words with headings, lists and links. Where no scripts run, and for tables, which the editor does not know,
 * the same field as plain HTML. The server cleans whatever comes (service/html.server.ts).
 */
export function RichEditor({
  name,
  label,
  defaultValue,
  error: serverError,
}: {
  name: string
  label: string
  defaultValue: string
  error?: string | undefined
}) {
  const hydrated = useHydrated()
  const { error, onInput } = useDismissibleError(serverError)
  const id = useId()
  const [html, setHtmlState] = useState(defaultValue)
  const [isPlain, setIsPlain] = useState(/<table/.test(defaultValue))
  const setHtml = (typed: string) => {
    setHtmlState(typed)
    onInput?.()
  }
  const showsTextarea = isPlain || !hydrated
  return (
    <div>
      <div className="mb-2 flex items-end justify-between gap-3">
        <span id={`${id}-label`} className="text-sm font-medium">
          {label}
        </span>
        {hydrated ? (
          <button
            type="button"
            className="hit rounded-sm text-sm font-medium text-ink-2 hover:underline"
            onClick={() => setIsPlain(!isPlain)}
          >
            {isPlain ? "꾸미기 편집" : "HTML로 편집"}
          </button>
        ) : null}
      </div>
      {showsTextarea ? (
        <textarea
          name={name}
          aria-labelledby={`${id}-label`}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          rows={18}
          value={hydrated ? html : undefined}
          defaultValue={hydrated ? undefined : defaultValue}
          onChange={hydrated ? (event) => setHtml(event.target.value) : undefined}
          className="field-box block min-h-80 resize-y text-sm"
        />
      ) : (
        <>
          <input type="hidden" name={name} value={html} />
          <Suspense fallback={<div className="min-h-93 rounded-lg border border-line-strong bg-base-100" />}>
            <EditorCanvas
              html={html}
              onChange={setHtml}
              labelId={`${id}-label`}
              isInvalid={error !== undefined}
            />
          </Suspense>
        </>
      )}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  )
}
