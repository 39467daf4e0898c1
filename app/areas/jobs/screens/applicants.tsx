import { Link, href } from "react-router"
import { FileText, Smartphone } from "#app/ui/icons.tsx"
import { now } from "#app/basics/clock.ts"
import { isId } from "#app/basics/ids.ts"
import { formatDateWithWeekday } from "#app/basics/time.ts"
import { titleOf } from "#app/basics/brand.ts"
import { Avatar } from "#app/ui/avatar.tsx"
import { StateBadge, Tag } from "#app/ui/badge.tsx"
import { FilterChip } from "#app/ui/chips.tsx"
import { ConfirmDialog } from "#app/ui/dialog.tsx"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { Checkbox, SelectField } from "#app/ui/field.tsx"
import { FormAlert } from "#app/ui/form.tsx"
import { RelativeTime } from "#app/ui/relative-time.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { revalidateAfterConflict } from "#app/ui/revalidate.ts"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { notFound, requireMember } from "../../accounts/guards.server.ts"
import { answerApplicationForm } from "../application-actions.server.ts"
import { DeadlineBadge, PayLine } from "../parts/hire-card.tsx"
import { summarizeResume } from "../parts/resume.tsx"
import { ChatForm, ButtonForm, ReputationLine } from "../parts/job-parts.tsx"
import { formatPlaces, formatShiftHours } from "../parts/format.ts"
import {
  APPLICATION_STATE_LABELS,
  APPLICATION_TONES,
  REJECT_REASONS,
  WAITING_APPLICATION_STATES,
  WORK_TAB_LABELS,
  WORK_TABS,
} from "../rules.ts"
import { hasWorkDays } from "../work-rules.ts"
import { findApplicants } from "../service/applications.server.ts"
import { viewApplications } from "../service/apply.server.ts"
import { findOwnHire } from "../service/hire-write.server.ts"
import type { ApplicantCard } from "../views.ts"
import type { Route } from "./+types/applicants"
import { useActionAnswer, type ScreenAnswer } from "#app/ui/action-answer.ts"

export const handle = {
  bar: "detail",
  title: "지원자",
  backHref: href("/my-info/hiring"),
} satisfies ScreenHandle

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  const tabParam = new URL(request.url).searchParams.get("tab")
  const tab = WORK_TABS.find((workTab) => workTab === tabParam) ?? "all"
  const applicantsPage = isId(params.hireId) ? await findApplicants(actor, params.hireId, tab) : null
  if (!applicantsPage) notFound()
  const { unseenIds, ...view } = applicantsPage
  // Who is on this screen has been looked at.
  await viewApplications(actor, unseenIds)
  return { ...view, tab }
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const actor = requireMember(context, request)
  const form = await request.formData()
  const applicationId = form.get("applicationId")
  if (!isId(params.hireId) || !isId(applicationId) || !(await findOwnHire(actor, params.hireId))) notFound()
  const to = href("/jobs/hire/:hireId/applicants", { hireId: params.hireId })
  return answerApplicationForm(form, { actor, applicationId }, { to })
}

export const shouldRevalidate = revalidateAfterConflict

export const meta: Route.MetaFunction = () => [
  { title: titleOf("지원자") },
  { name: "robots", content: "noindex" },
]

export default function Applicants({
  loaderData: { hire, applicants, counts, tab },
  actionData,
}: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  return (
    <Page>
      <PageHeader
        bar="same"
        title="지원자"
        back={{ href: href("/jobs/hire/:hireId", { hireId: hire.id }), label: "공고 보기" }}
      >
        {hasWorkDays(hire.payType) && counts.working > 0 ? (
          <Link
            to={href("/jobs/hire/:hireId/site", { hireId: hire.id })}
            reloadDocument
            className="btn btn-tint btn-sm"
          >
            <Smartphone size={18} /> 현장 코드 띄우기
          </Link>
        ) : null}
      </PageHeader>
      <Link
        to={href("/jobs/hire/:hireId", { hireId: hire.id })}
        className="card-line flex items-center gap-4 p-5"
      >
        <div className="min-w-0 flex-1">
          <p className="truncate text-base font-semibold">{hire.title}</p>
          <div className="mt-1">
            <PayLine post={hire} />
          </div>
          <p className="mt-1 text-sm text-ink-3">
            {formatPlaces(hire)} 중 {hire.hiredCount}자리 채용
          </p>
        </div>
        <DeadlineBadge post={hire} />
      </Link>
      <FormAlert className="mt-4" message={answer.problem} />
      <nav aria-label="지원 상태" className="bar-of-chips mt-5">
        {WORK_TABS.map((workTab) => (
          <FilterChip
            key={workTab}
            href={
              workTab === "all"
                ? href("/jobs/hire/:hireId/applicants", { hireId: hire.id })
                : `${href("/jobs/hire/:hireId/applicants", { hireId: hire.id })}?tab=${workTab}`
            }
            isActive={workTab === tab}
          >{`${WORK_TAB_LABELS[workTab]} ${counts[workTab]}`}</FilterChip>
        ))}
      </nav>
      {applicants.length > 0 ? (
        <ul className="mt-4 grid gap-3 lg:grid-cols-2 lg:gap-4">
          {applicants.map((applicant) => (
            <li key={applicant.id} className="grid min-w-0">
              <Applicant
                hireId={hire.id}
                applicant={applicant}
                answer={answer.about("applicationId", applicant.id)}
              />
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState
          art="waiting"
          title={counts.all === 0 ? "아직 지원자가 없어요" : "이 상태의 지원자가 없어요"}
          text={counts.all === 0 ? "구직 글을 올린 분에게 먼저 제안해 보세요." : undefined}
          action={
            counts.all === 0
              ? { href: `${href("/jobs/seek")}?kind=${hire.kind}`, label: "일할 분 찾아보기" }
              : undefined
          }
        />
      )}
    </Page>
  )
}

function Applicant({
  hireId,
  applicant,
  answer,
}: {
  hireId: string
  applicant: ApplicantCard
  answer: ScreenAnswer
}) {
  const isWaiting = WAITING_APPLICATION_STATES.includes(applicant.state)
  return (
    <article className="card-line flex flex-col p-5">
      <div className="flex flex-wrap items-start gap-x-3.5 gap-y-2">
        <Avatar pictureId={applicant.avatarId} name={applicant.name} size={52} />
        <div className="min-w-[min(100%,8rem)] flex-1">
          <h2 className="flex flex-wrap items-center gap-2 text-lg font-bold">
            {applicant.name}
            {applicant.byOffer ? <Tag>내 제안 수락</Tag> : null}
          </h2>
          {applicant.legalName === null ? null : (
            <p className="text-sm text-ink-2">계약서 이름 {applicant.legalName}</p>
          )}
          <ReputationLine reputation={applicant} noShows={applicant.noShows} />
        </div>
        <StateBadge tone={APPLICATION_TONES[applicant.state]}>
          {APPLICATION_STATE_LABELS[applicant.state]}
        </StateBadge>
      </div>
      {applicant.message ? <p className="mt-4 text-base whitespace-pre-line">{applicant.message}</p> : null}
      {applicant.resume ? (
        <p className="mt-4 flex items-center gap-2 text-base">
          <FileText size={18} className="flex-none text-ink-3" />
          <span>
            <b className="font-semibold">이력서</b> {summarizeResume(applicant.resume)}
          </span>
        </p>
      ) : null}
      <ul className="mt-3 flex flex-wrap gap-1.5">
        {applicant.slots.map((slot) => (
          <li key={slot.id}>
            <Tag>
              {`${formatDateWithWeekday(slot.date, now())} ${formatShiftHours(slot)}` +
                `${isWaiting && slot.full ? " (자리 없음)" : ""}`}
            </Tag>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm text-ink-3">
        <RelativeTime at={applicant.createdAt} /> 지원
      </p>
      <FormAlert className="mt-3" message={answer.problem} />
      <div className="mt-auto flex flex-wrap gap-2 pt-4">
        <Link
          to={href("/jobs/applications/:applicationId", { applicationId: applicant.id })}
          className="btn btn-quiet flex-1"
        >
          자세히 보기
        </Link>
        <ChatForm kind="hire" id={hireId} partner={applicant.workerId} className="btn btn-quiet flex-1">
          채팅
        </ChatForm>
      </div>
      {isWaiting ? <ApplicantDecision applicant={applicant} answer={answer} /> : null}
    </article>
  )
}

/** Rejecting, shortlisting and hiring, while the applicant waits. */
function ApplicantDecision({ applicant, answer }: { applicant: ApplicantCard; answer: ScreenAnswer }) {
  const hasFullSlot = applicant.slots.some((slot) => slot.full)
  return (
    <div
      className={
        "mt-2 grid grid-cols-[repeat(auto-fit,minmax(min(6rem,100%),1fr))] gap-2 " +
        "has-[details[open]]:grid-cols-1"
      }
    >
      <ConfirmDialog
        trigger={<button type="button">불합격</button>}
        triggerClassName="btn btn-quiet w-full px-2"
        title={`${applicant.name}님에게 불합격을 알릴까요?`}
        text="이유를 함께 보내요. 되돌릴 수 없어요."
        confirmLabel="알리기"
        defaultOpen={answer.of("reject").hasErrors}
      >
        <input type="hidden" name="intent" value="reject" />
        <input type="hidden" name="applicationId" value={applicant.id} />
        <SelectField
          label="이유"
          name="reason"
          placeholder="이유를 골라 주세요"
          options={REJECT_REASONS.map((reason) => ({ value: reason, label: reason }))}
          error={answer.of("reject").errors.reason}
        />
      </ConfirmDialog>
      {applicant.state === "shortlisted" ? null : (
        <ButtonForm intent="shortlist" fields={{ applicationId: applicant.id }} className="btn btn-tint px-2">
          관심 지원자
        </ButtonForm>
      )}
      {hasFullSlot ? (
        <span aria-disabled="true" className="btn px-2">
          자리가 없어요
        </span>
      ) : (
        <ConfirmDialog
          trigger={<button type="button">채용하기</button>}
          triggerClassName="btn btn-primary w-full px-2"
          title={`${applicant.name}님을 채용할까요?`}
          text="공고 내용 그대로 근로계약서를 보내요. 상대방이 확인하면 일을 시작할 수 있어요."
          confirmLabel="채용하기"
          defaultOpen={answer.of("hire").hasErrors}
        >
          <input type="hidden" name="intent" value="hire" />
          <input type="hidden" name="applicationId" value={applicant.id} />
          <Checkbox
            name="contractConsent"
            label="급여, 시간, 장소가 공고와 같음을 확인했어요"
            error={answer.of("hire").errors.contractConsent}
          />
        </ConfirmDialog>
      )}
    </div>
  )
}
