import { MapPin, Phone } from "#app/ui/icons.tsx"
import { Link, href } from "react-router"
import { now } from "#app/basics/clock.ts"
import { isId } from "#app/basics/ids.ts"
import { formatPhone } from "#app/basics/phone.ts"
import { formatRegionName } from "#app/basics/regions.ts"
import { formatDateLong, formatDateWithWeekday } from "#app/basics/time.ts"
import { titleOf } from "#app/basics/brand.ts"
import { Avatar } from "#app/ui/avatar.tsx"
import { StateBadge } from "#app/ui/badge.tsx"
import { FormAlert } from "#app/ui/form.tsx"
import { Stars } from "#app/ui/rating.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { revalidateAfterConflict } from "#app/ui/revalidate.ts"
import { Page, Section } from "#app/ui/section.tsx"
import { notFound, requireMember } from "../../accounts/guards.server.ts"
import { answerApplicationForm } from "../application-actions.server.ts"
import { ApplicationExitActions, ApplicationNextStep } from "../parts/application-actions.tsx"
import { ReviewSection } from "../parts/application-review.tsx"
import { ApplicationHistory, ApplicationSteps, ContractSummary } from "../parts/application-steps.tsx"
import { HireCard } from "../parts/hire-card.tsx"
import { ResumeDetails } from "../parts/resume.tsx"
import { ChatForm, ReputationLine } from "../parts/job-parts.tsx"
import { formatShiftHours, formatWorkDuration } from "../parts/format.ts"
import { APPLICATION_STATE_LABELS, APPLICATION_TONES, getStateLabelForWorker } from "../rules.ts"
import { findApplication } from "../service/applications.server.ts"
import type { Route } from "./+types/application"
import { type ScreenAnswer, useActionAnswer } from "#app/ui/action-answer.ts"

export const handle = {
  bar: "detail",
  background: "white",
  title: "지원 내용",
  backHref: href("/my-info/applications"),
} satisfies ScreenHandle

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  const view = isId(params.applicationId) ? await findApplication(actor, params.applicationId) : null
  if (!view) notFound()
  return { view }
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const actor = requireMember(context, request)
  const id = params.applicationId
  if (!isId(id)) notFound()
  const to = href("/jobs/applications/:applicationId", { applicationId: id })
  return answerApplicationForm(await request.formData(), { actor, applicationId: id }, { to })
}

export const shouldRevalidate = revalidateAfterConflict

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: titleOf(loaderData ? `${loaderData.view.hire.title} 지원` : "지원 내용") },
  { name: "robots", content: "noindex" },
]

type View = Route.ComponentProps["loaderData"]["view"]

export default function Application({ loaderData: { view }, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  const isWorker = view.role === "worker"
  return (
    <Page
      className={
        "md:grid md:grid-cols-[minmax(0,1fr)_21rem] md:gap-x-10 md:pt-8 " +
        "lg:grid-cols-[minmax(0,1fr)_22.5rem]"
      }
    >
      <div className="min-w-0">
        <header className="pt-3 md:pt-0">
          <StateBadge tone={APPLICATION_TONES[view.state]}>
            {isWorker ? getStateLabelForWorker(view.state) : APPLICATION_STATE_LABELS[view.state]}
          </StateBadge>
          <h1 className="mt-3 text-2xl font-bold">{view.hire.title}</h1>
          <p className="mt-1.5 text-base text-ink-3">
            {isWorker ? view.hire.businessName : `지원자 ${view.worker.name}`}
          </p>
        </header>
        <div className="mt-7 grid gap-6 max-md:pb-7">
          <ApplicationSteps view={view} />
          <FormAlert message={answer.problem} />
          <ApplicationNextStep view={view} answer={answer} />
          {view.contract ? (
            <ContractSummary
              contract={view.contract}
              marks={view.marks}
              {...(view.worker.legalName === null ? {} : { workerName: view.worker.legalName })}
            />
          ) : null}
          <ReviewSection view={view} answer={answer} />
          <PublishedReviews reviews={view.reviews.published} />
        </div>
        <Section title="지원 내용">
          {view.message ? <p className="mb-4 text-base whitespace-pre-line">{view.message}</p> : null}
          <ul className="grid gap-1.5 text-base">
            {view.slots.map((slot) => (
              <li key={`${slot.date}-${slot.start}`}>
                <b className="font-semibold">{formatDateWithWeekday(slot.date, now())}</b>{" "}
                {formatShiftHours(slot)} · {formatWorkDuration(slot)}
                {view.calledOffDates.includes(slot.date) ? (
                  <StateBadge tone="refused" className="ml-2">
                    근무 취소
                  </StateBadge>
                ) : null}
              </li>
            ))}
          </ul>
        </Section>
        {view.resume ? (
          <Section title={isWorker ? "보낸 이력서" : "받은 이력서"}>
            <p className="mb-4 text-sm text-ink-3">
              {formatDateLong(view.createdAt)}에 보낸 그대로예요.
              {isWorker ? " 이 사업장만 볼 수 있어요." : ""}
            </p>
            <ResumeDetails resume={view.resume} />
          </Section>
        ) : null}
        <Section title="진행 기록">
          <ApplicationHistory history={view.history} />
        </Section>
      </div>
      <aside className="pt-7 md:pt-0">
        <div className="grid gap-5 md:sticky md:top-24">
          <OtherPartyCard view={view} answer={answer} />
          <div className="[&>article]:border-0 [&>article]:md:border">
            <HireCard post={view.hire} />
          </div>
        </div>
      </aside>
    </Page>
  )
}

function PublishedReviews({ reviews }: { reviews: View["reviews"]["published"] }) {
  return (
    <>
      {reviews.map((review) => (
        <div key={review.side} className="rounded-xl bg-base-200 p-5">
          <p className="flex items-center gap-2 text-sm text-ink-3">
            <Stars value={review.rating} />
            <span className="sr-only">{review.rating}점</span>
            {review.side === "worker" ? "사업장이 쓴 후기" : "근로자가 쓴 후기"}
          </p>
          {review.body ? <p className="mt-2 text-base whitespace-pre-line">{review.body}</p> : null}
          {review.tags.length > 0 ? (
            <p className="mt-2 text-sm text-ink-2">{review.tags.join(" · ")}</p>
          ) : null}
        </div>
      ))}
    </>
  )
}

/** The other person of the application: who it is, how to reach them, and what else may be done. */
function OtherPartyCard({ view, answer }: { view: View; answer: ScreenAnswer }) {
  const isWorker = view.role === "worker"
  const otherParty = isWorker ? view.employer : view.worker
  return (
    <div className="card-line p-5">
      <div className="flex items-center gap-3.5">
        <Avatar pictureId={otherParty.avatarId} name={otherParty.name} size={52} />
        <div className="min-w-0">
          <p className="text-lg font-bold">
            {otherParty.name}
            {isWorker ? "" : "님"}
          </p>
          {isWorker ? (
            <p className="truncate text-sm text-ink-3">{formatRegionName(view.hire.regionCode)}</p>
          ) : (
            <ReputationLine reputation={view.worker} noShows={view.worker.noShows} />
          )}
        </div>
      </div>
      <ul className="mt-4 grid gap-2.5 text-base empty:hidden">
        {view.phone ? (
          <li className="flex items-center gap-2.5">
            <Phone size={20} className="flex-none text-ink-3" />
            <a
              href={`tel:${view.phone}`}
              className="hit rounded-sm font-medium text-primary-ink hover:underline"
            >
              {formatPhone(view.phone)}
            </a>
          </li>
        ) : null}
        {view.address ? (
          <li className="flex items-start gap-2.5">
            <MapPin size={20} className="mt-0.5 flex-none text-ink-3" />
            {view.address}
          </li>
        ) : null}
      </ul>
      <div className="mt-5 grid gap-2">
        {view.role === "admin" ? null : (
          <ChatForm
            kind="hire"
            id={view.hire.id}
            {...(isWorker ? {} : { partner: view.worker.id })}
            className="btn btn-tint w-full"
          >
            채팅하기
          </ChatForm>
        )}
        {view.role === "employer" ? (
          <Link
            to={href("/jobs/hire/:hireId/applicants", { hireId: view.hire.id })}
            className="btn btn-quiet w-full"
          >
            지원자 목록
          </Link>
        ) : null}
        <ApplicationExitActions view={view} answer={answer} />
      </div>
    </div>
  )
}
