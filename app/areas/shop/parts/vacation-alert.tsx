import { CalendarOff } from "#app/ui/icons.tsx"
import type { VacationNotice } from "../vacation-rules.ts"

/** Says that a shop is away, until when, and what its seller wrote. */
export const VacationAlert = ({ notice, className = "" }: { notice: VacationNotice; className?: string }) => (
  <div role="note" className={`flex items-start gap-3 rounded-lg bg-warn-tint p-4 text-base ${className}`}>
    <CalendarOff size={20} className="mt-0.5 flex-none text-warn-ink" />
    <div className="min-w-0">
      <p className="font-semibold text-warn-ink">{notice.title}</p>
      <p className="mt-0.5 text-base-content">{notice.text}</p>
      {notice.note ? <p className="mt-1.5 break-words text-ink-2">“{notice.note}”</p> : null}
    </div>
  </div>
)
