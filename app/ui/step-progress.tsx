/** How far one is in a flow of `totalSteps`; `step` counts from 1. */
export function StepProgress({ step, totalSteps }: { step: number; totalSteps: number }) {
  const text = `${totalSteps}단계 중 ${step}단계`
  return (
    <div className="h-1 overflow-hidden rounded-full bg-base-300">
      <progress className="sr-only" aria-label="진행" max={totalSteps} value={step} aria-valuetext={text}>
        {text}
      </progress>
      <div
        aria-hidden
        className="h-full rounded-full bg-primary transition-[width] duration-200"
        style={{ width: `${Math.min(100, (step / totalSteps) * 100)}%` }}
      />
    </div>
  )
}
