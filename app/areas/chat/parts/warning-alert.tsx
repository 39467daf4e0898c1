import { ShieldAlert } from "#app/ui/icons.tsx"
import { WARNING_TEXTS, type WarningKind } from "../rules.ts"

/** Says that what was written leads around the product. */
export function WarningAlert({ warning }: { warning: WarningKind }) {
  return (
    <div className="flex gap-3 rounded-xl bg-warn-tint px-4 py-3 text-sm text-warn-ink">
      <ShieldAlert size={20} className="mt-0.5 flex-none" />
      <p>
        <b className="block font-semibold">{WARNING_TEXTS[warning].title}</b>
        {WARNING_TEXTS[warning].text}
      </p>
    </div>
  )
}
