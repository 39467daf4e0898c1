/** How far one is in a flow of `of` steps; `step` counts from 1. */
export function StepProgress({ step, of }: { step: number; of: number }) {
  const text = `${of}단계 중 ${step}단계`
  return (
    <div role="progressbar" aria-label="진행" aria-valuemin={0} aria-valuemax={of} aria-valuenow={step} aria-valuetext={text} className="h-1 overflow-hidden rounded-full bg-base-300">
      <div className="h-full rounded-full bg-primary transition-transform duration-200" style={{ width: `${Math.min(100, (step / of) * 100)}%` }} />
    </div>
  )
}
