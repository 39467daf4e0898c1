/** What an expert still has to do: to register, and to complete the profile. */
import type { MissingPart, ApplicationStep } from "../rules.ts"
import { Card, Page } from "#app/ui/section.tsx"
import { StickyBar } from "#app/ui/sticky-bar.tsx"
import { Link, href as toHref } from "react-router"
import { Circle, Check } from "#app/ui/icons.tsx"
import { STEP_TEXTS } from "./registration-steps.tsx"

export function Completeness({ percent, missing }: { percent: number; missing: readonly MissingPart[] }) {
  return (
    <Card className="md:p-6">
      <div className="flex items-baseline justify-between">
        <p className="text-base text-ink-2">
          {missing.length === 0 ? "프로필을 모두 채웠어요" : `${missing.length}가지를 채우면 100%예요`}
        </p>
        <b className="num text-xl font-bold">{percent}%</b>
      </div>
      <div aria-hidden className="mt-3 h-2 overflow-hidden rounded-full bg-base-300">
        <div className="h-full rounded-full bg-primary" style={{ width: `${percent}%` }} />
      </div>
      {missing.length > 0 ? (
        <ul className="mt-4 grid gap-x-6 sm:grid-cols-2">
          {missing.map((part) => (
            <li key={part.key}>
              <Link
                to={toHref("/my/expert-public")}
                className="flex min-h-11 items-center gap-2 text-base hover:underline"
              >
                <Circle size={18} className="flex-none text-ink-3" />
                <span className="min-w-0 flex-1">{part.label}</span>
                <span className="num flex-none text-sm font-semibold text-primary-ink">+{part.points}%</span>
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
    </Card>
  )
}

export function RegistrationPrompt({
  isStarted,
  steps,
}: {
  isStarted: boolean
  steps: readonly { step: ApplicationStep; done: boolean }[]
}) {
  const remainingSteps = steps.filter(({ step, done }) => !done && !STEP_TEXTS[step].optional).length
  return (
    <Page isNarrow className="pt-6 md:pt-12">
      <h1 className="text-2xl font-bold text-balance">전문가 등록을 마치면 견적을 보낼 수 있어요</h1>
      <p className="mt-2 text-base text-ink-2">
        {remainingSteps === 0
          ? "이제 보내기만 하면 돼요."
          : `${remainingSteps}가지만 더 알려 주세요. 5분이면 충분해요.`}
      </p>
      <ol className="mt-6 overflow-hidden card-line">
        {steps.map(({ step, done }) => (
          <li key={step} className="border-base-300 not-first:border-t">
            <Link
              to={`${toHref("/expert-registration")}?step=${step}`}
              className="flex min-h-14 items-center gap-3 px-4 hover:bg-base-200 md:px-5"
            >
              {done ? (
                <Check size={20} strokeWidth={2} className="flex-none text-ok-ink" />
              ) : (
                <Circle size={20} className="flex-none text-ink-3" />
              )}
              <span className="min-w-0 flex-1 text-base">
                {STEP_TEXTS[step].label}
                {STEP_TEXTS[step].optional ? <span className="ml-1.5 text-sm text-ink-3">선택</span> : null}
              </span>
              <span className={`text-sm ${done ? "text-ok-ink" : "text-ink-3"}`}>
                {done ? "완료" : "남음"}
              </span>
            </Link>
          </li>
        ))}
      </ol>
      <StickyBar>
        <Link to={toHref("/expert-registration")} className="btn btn-primary btn-lg flex-1">
          {isStarted ? "이어서 등록하기" : "등록 시작하기"}
        </Link>
      </StickyBar>
    </Page>
  )
}
