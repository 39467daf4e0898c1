import { MapPin } from "#app/ui/icons.tsx"
import { useEffect } from "react"
import { Link, href, useRevalidator } from "react-router"
import { now } from "#app/basics/clock.ts"
import { isId } from "#app/basics/ids.ts"
import { drawQrCode } from "#app/basics/qr-code.ts"
import { formatDateTime } from "#app/basics/time.ts"
import { titleOf } from "#app/basics/brand.ts"
import { getBaseUrl } from "#app/platform/env.server.ts"
import { useActionAnswer } from "#app/ui/action-answer.ts"
import { StateBadge } from "#app/ui/badge.tsx"
import { FormAlert } from "#app/ui/form.tsx"
import { useHydrated } from "#app/ui/hydrated.ts"
import { QrCode } from "#app/ui/qr-code.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { notFound, requireMember } from "../../accounts/guards.server.ts"
import { ButtonForm } from "../parts/job-parts.tsx"
import { PlaceForm } from "#app/ui/place-form.tsx"
import { formatClock } from "../parts/work-format.ts"
import { findSite } from "../service/work-records.server.ts"
import { answerSiteForm } from "../work-actions.server.ts"
import { WORK_DAY_STATE_LABELS, WORK_DAY_TONES, WORK_LIMITS } from "../work-rules.ts"
import type { Route } from "./+types/site-code"

export const handle = {
  bar: "detail",
  background: "white",
  title: "현장 코드",
  backHref: href("/my-info/hiring"),
} satisfies ScreenHandle

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  const site = isId(params.hireId) ? await findSite(actor, params.hireId) : null
  if (!site) notFound()
  const path = href("/jobs/hire/:hireId/arrive", { hireId: site.hireId })
  return { site, qr: drawQrCode(`${getBaseUrl(request.url)}${path}?code=${site.code}`) }
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const actor = requireMember(context, request)
  const { hireId } = params
  if (!isId(hireId) || !(await findSite(actor, hireId))) notFound()
  return answerSiteForm(
    await request.formData(),
    { actor, hireId },
    { to: href("/jobs/hire/:hireId/site", { hireId }) },
  )
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("현장 코드") },
  { name: "robots", content: "noindex" },
]

/** The next code comes a moment after this one has ended. */
const NEXT_CODE_DELAY_MS = 200

/** Reads the screen anew when its code has ended. */
function useNextCode(site: { remainingMs: number }) {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const timer = setTimeout(() => void revalidate(), site.remainingMs + NEXT_CODE_DELAY_MS)
    return () => clearTimeout(timer)
  }, [site, revalidate])
}

export default function SiteCode({ loaderData: { site, qr }, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  const hydrated = useHydrated()
  useNextCode(site)
  return (
    <Page>
      <PageHeader
        bar="same"
        title="현장 코드"
        text={site.title}
        back={{ href: href("/jobs/hire/:hireId/applicants", { hireId: site.hireId }), label: "지원자" }}
      />
      <FormAlert className="mb-4" message={answer.problem} />
      <div className="grid items-start gap-6 md:grid-cols-2">
        <section className="card-line grid justify-items-center gap-5 p-6 text-center md:p-8">
          <p className="text-base text-ink-2">근로자가 이 숫자를 입력하거나 QR 코드를 찍으면 기록돼요.</p>
          <p
            className="num text-[3.5rem] leading-none font-bold tracking-widest md:text-[4rem]"
            aria-label={`현장 코드 ${site.code.split("").join(" ")}`}
            data-code={site.code}
          >
            {site.code.slice(0, 3)} {site.code.slice(3)}
          </p>
          <div className="h-1.5 w-full max-w-64 overflow-hidden rounded-full bg-fill">
            <div
              key={site.code}
              className="code-time h-full origin-left rounded-full bg-primary"
              style={{
                animationDuration: `${WORK_LIMITS.codeSeconds}s`,
                animationDelay: `${site.remainingMs - WORK_LIMITS.codeSeconds * 1_000}ms`,
              }}
            />
          </div>
          <p className="text-sm text-ink-3">30초마다 바뀌어요. 사진으로 보내지 말고 현장에서 보여 주세요.</p>
          <QrCode code={qr} label="현장 코드 QR" className="w-56 md:w-64" />
          {hydrated ? null : (
            <Link
              to={href("/jobs/hire/:hireId/site", { hireId: site.hireId })}
              className="btn btn-quiet w-full"
            >
              새 코드 보기
            </Link>
          )}
        </section>
        <div className="grid gap-6">
          <People people={site.people} />
          <WorkPlace hasPlace={site.hasPlace} />
        </div>
      </div>
    </Page>
  )
}

type Site = Route.ComponentProps["loaderData"]["site"]

function People({ people }: { people: Site["people"] }) {
  return (
    <section className="card-line p-5 md:p-6">
      <h2 className="text-lg font-bold">오늘 일하는 사람</h2>
      {people.length === 0 ? (
        <p className="mt-2 text-base text-ink-2">오늘 일하기로 한 사람이 없어요.</p>
      ) : (
        <ul className="mt-2 divide-y divide-base-300">
          {people.map((person) => (
            <li key={`${person.applicationId}-${person.startsAt}`}>
              <Link
                to={href("/jobs/applications/:applicationId/work", { applicationId: person.applicationId })}
                className="flex min-h-14 items-center gap-3 py-3"
              >
                <span className="min-w-0 flex-1">
                  <b className="block truncate text-base font-semibold">{person.name}님</b>
                  <span className="text-sm text-ink-3" suppressHydrationWarning>
                    {person.startedAt
                      ? `${formatClock(person.startedAt)} 출근` +
                        (person.endedAt ? ` · ${formatClock(person.endedAt)} 퇴근` : "")
                      : `${formatDateTime(person.startsAt, now())} 시작`}
                  </span>
                </span>
                <StateBadge tone={WORK_DAY_TONES[person.state]}>
                  {WORK_DAY_STATE_LABELS[person.state]}
                </StateBadge>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function WorkPlace({ hasPlace }: { hasPlace: boolean }) {
  return (
    <section className="card-line p-5 md:p-6">
      <h2 className="flex items-center gap-2 text-lg font-bold">
        <MapPin size={20} className="text-ink-3" /> 위치로 출근하기
      </h2>
      <p className="mt-2 text-base text-ink-2">
        {hasPlace
          ? "근무지 위치를 정했어요. 근로자는 200m 안에서 위치로 출근할 수 있어요."
          : "현장에서 위치를 정해 두면, 코드를 볼 수 없을 때 근로자가 위치로 출근할 수 있어요."}
      </p>
      <p className="mt-1 text-sm text-ink-3">
        근무지 위치는 마지막 근무 7일 뒤에 지워요. 근로자의 위치는 저장하지 않아요.
      </p>
      <div className="mt-4 grid gap-2">
        <PlaceForm
          intent="set_place"
          label={hasPlace ? "지금 있는 곳으로 바꾸기" : "지금 있는 곳을 근무지로 정하기"}
          className="btn btn-quiet w-full"
        />
        {hasPlace ? (
          <ButtonForm intent="clear_place" className="btn btn-line w-full">
            위치 지우기
          </ButtonForm>
        ) : null}
      </div>
    </section>
  )
}
