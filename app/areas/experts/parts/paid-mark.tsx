import { ShieldCheck } from "#app/ui/icons.tsx"

/** Says that the work of a review was paid through the market, and so was done. */
export function PaidMark() {
  return (
    <span className="inline-flex flex-none items-center gap-0.5 text-sm font-medium text-primary-ink">
      <ShieldCheck size={14} strokeWidth={2} />
      결제 확인
    </span>
  )
}
