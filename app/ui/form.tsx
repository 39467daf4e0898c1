import { CircleAlert } from "./icons.tsx"
import { useEffect, type ReactNode } from "react"
import { useNavigation } from "react-router"

/** What went wrong with a form as a whole, above it. */
export function FormAlert({
  message,
  isSuccess = false,
  className = "",
}: {
  message?: string | null | undefined
  /** It came out as the person wanted. */ isSuccess?: boolean
  className?: string
}) {
  return message ? (
    <div
      role={isSuccess ? "status" : "alert"}
      className={
        "flex items-start gap-2.5 rounded-lg p-4 text-base font-medium " +
        `${isSuccess ? "bg-primary-tint text-primary-ink" : "bg-refused-tint text-refused-ink"} ${className}`
      }
    >
      <CircleAlert size={20} className="mt-0.5 flex-none" />
      <p>{message}</p>
    </div>
  ) : null
}

/**
 * The button that sends a form. While it is under way a spinner takes the label's place at the same width,
 * and a second click does nothing. Where a screen has several forms, give `name` and `value` (intent): only
 * the one that was pressed waits.
 */
export function SubmitButton({
  children,
  pendingLabel,
  className = "btn btn-primary",
  name,
  value,
  form,
  disabled,
  "aria-keyshortcuts": shortcut,
}: {
  children: ReactNode
  /** What a screen reader hears meanwhile. */
  pendingLabel?: string
  className?: string
  name?: string
  value?: string
  form?: string
  disabled?: boolean
  /** The key of a desk that presses it (list-keys.tsx). */ "aria-keyshortcuts"?: string | undefined
}) {
  const navigation = useNavigation()
  const isSubmitting = navigation.state !== "idle" && navigation.formData !== undefined
  const isThisButton = isSubmitting && (name === undefined || navigation.formData?.get(name) === value)
  return (
    <button
      type="submit"
      name={name}
      value={value}
      form={form}
      disabled={disabled}
      aria-keyshortcuts={shortcut}
      aria-disabled={isSubmitting || undefined}
      data-waiting={isThisButton || undefined}
      onClick={(event) => isSubmitting && event.preventDefault()}
      className={className}
    >
      {isThisButton ? (
        <span className="relative inline-flex items-center">
          <span className="invisible" aria-hidden>
            {children}
          </span>
          <span
            className={
              "absolute inset-0 m-auto size-5 animate-spin rounded-full border-2 border-current " +
              "border-r-transparent"
            }
          />
          <output className="sr-only">{pendingLabel ?? "보내는 중이에요"}</output>
        </span>
      ) : (
        children
      )}
    </button>
  )
}

/**
 * After an answer with errors the first wrong field gets the focus. `errors` is the action's, undefined
 * before.
 */
export function useFirstErrorFocus(errors: Readonly<Record<string, string>> | null | undefined): void {
  useEffect(() => {
    if (!errors || Object.keys(errors).length === 0) return
    const field = document.querySelector<HTMLElement>(
      ":is(main, dialog[open]) :is([aria-invalid=true], [data-invalid] input)",
    )
    field?.focus({ preventScroll: true })
    field?.scrollIntoView({ block: "center", behavior: "auto" })
  }, [errors])
}
