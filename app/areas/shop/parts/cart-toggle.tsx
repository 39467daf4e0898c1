import { Check } from "#app/ui/icons.tsx"
import { useFetcher } from "react-router"

/** A tick that is sent at once; a plain button without scripts. */
export function CartToggle({
  intent,
  checked,
  label,
  text,
  variantId,
}: {
  intent: "select" | "select_all"
  checked: boolean
  label: string
  text?: string
  variantId?: string
}) {
  const fetcher = useFetcher()
  const submittedValue = fetcher.formData?.get("selected")
  const isChecked =
    submittedValue === undefined || submittedValue === null ? checked : submittedValue === "on"
  return (
    <fetcher.Form method="post" className="flex-none">
      <input type="hidden" name="intent" value={intent} />
      {variantId ? <input type="hidden" name="variantId" value={variantId} /> : null}
      <button
        type="submit"
        aria-pressed={isChecked}
        aria-label={text ? undefined : label}
        name="selected"
        value={isChecked ? "off" : "on"}
        className="hit flex cursor-pointer items-center gap-2.5 rounded-md text-sm font-medium"
      >
        <span
          className={
            "grid size-6 place-items-center rounded-md border-[1.5px] " +
            (isChecked ? "border-primary bg-primary text-primary-content" : "border-field-line bg-base-100")
          }
        >
          {isChecked ? <Check size={16} strokeWidth={2.25} /> : null}
        </span>
        {text}
      </button>
    </fetcher.Form>
  )
}
