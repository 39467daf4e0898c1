/** The form of a proposal is begun with what the expert usually writes, and what is in it kept for that. */
import { formatDate } from "#app/basics/time.ts"
import { SubmitButton } from "#app/ui/form.tsx"

export type TemplateView = {
  /** When the template of this service was saved; null where there is none. */
  savedAt: string | null
  isJustSaved: boolean
  serviceLabel: string
}

/** Fills the form with what the expert usually writes for this service. */
export function UseTemplate({ template: { savedAt, serviceLabel } }: { template: TemplateView }) {
  if (savedAt === null) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-xl bg-base-200 p-4">
      <p className="text-base">
        저장한 {serviceLabel} 견적이 있어요{" "}
        <span className="text-sm text-ink-3">({formatDate(savedAt)})</span>
      </p>
      <SubmitButton name="intent" value="use_template" className="btn btn-tint">
        불러오기
      </SubmitButton>
    </div>
  )
}

/** Keeps what is in the form for the next request of this service. */
export function SaveTemplate({
  template: { isJustSaved, savedAt, serviceLabel },
}: {
  template: TemplateView
}) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p aria-live="polite" className="text-sm text-ink-2">
        {isJustSaved
          ? `다음 ${serviceLabel} 요청에서 불러올 수 있게 저장했어요.`
          : `자주 쓰는 내용을 ${serviceLabel} 견적으로 저장해 두면 다음에 불러와요. 날짜는 저장하지 않아요.`}
      </p>
      <SubmitButton name="intent" value="save_template" className="btn btn-quiet max-w-full">
        {savedAt === null ? "자주 쓰는 견적으로 저장" : "저장한 견적 바꾸기"}
      </SubmitButton>
    </div>
  )
}
