import { Form, Link, href, redirect } from "react-router"
import { now } from "#app/basics/clock.ts"
import { getFormValues } from "#app/basics/form.ts"
import { isId, newId } from "#app/basics/ids.ts"
import { formatDateWithWeekday } from "#app/basics/time.ts"
import { titleOf } from "#app/basics/brand.ts"
import { Checkbox, ChoiceCards, PhoneField, TextArea } from "#app/ui/field.tsx"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { StickyBar } from "#app/ui/sticky-bar.tsx"
import { SubmissionKey } from "#app/ui/submission-key.tsx"
import { notFound, requireMember, requireMemberOrSaveDraft } from "../../accounts/guards.server.ts"
import { ApplyForm } from "../forms.ts"
import { ConsentNote } from "../parts/consent-note.tsx"
import { PayLine } from "../parts/hire-card.tsx"
import { ResumeDetails, summarizeResume } from "../parts/resume.tsx"
import { isAcceptingApplications } from "../parts/hire-sections.tsx"
import { getListValue } from "../parts/form-values.ts"
import { formatShiftHours, formatWeekdays, formatWorkDuration } from "../parts/format.ts"
import { applyForHire } from "../service/apply.server.ts"
import { findHire } from "../service/hire-page.server.ts"
import { findApplyDraft } from "../service/apply-draft.server.ts"
import type { Member } from "../../accounts/rules.ts"
import { intents } from "#app/platform/intents.server.ts"
import { type ScreenAnswer, useActionAnswer } from "#app/ui/action-answer.ts"
import type { Route } from "./+types/apply"

export const handle = {
  bar: "task",
  background: "white",
  title: "지원하기",
  backHref: href("/jobs/hire"),
} satisfies ScreenHandle

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  const post = isId(params.hireId) ? await findHire(actor, params.hireId, false) : null
  if (!post) notFound()
  if (post.mine) throw redirect(href("/jobs/applications/:applicationId", { applicationId: post.mine.id }))
  if (post.isOwner) throw redirect(href("/jobs/hire/:hireId", { hireId: post.id }))
  return {
    post,
    isAccepting: isAcceptingApplications(post),
    key: newId(),
    ...(await findApplyDraft(actor, post.id)),
  }
}

const REFUSAL_MESSAGES = {
  own_post: "내가 올린 공고에는 지원할 수 없어요.",
  closed: "그사이 모집이 끝났어요. 비슷한 일자리를 찾아보세요.",
  already: "이미 지원한 일자리예요. 내 지원에서 확인해 주세요.",
  blocked: "차단했거나 차단된 상대라 지원할 수 없어요.",
  slot_taken: "고른 날 가운데 그사이 자리가 찬 날이 있어요. 다른 날을 골라 주세요.",
  no_resume: "보낼 이력서가 없어요. 이력서를 먼저 적거나 하고 싶은 말을 적어 주세요.",
  too_many: "하루에 30곳까지 지원할 수 있어요. 내일 다시 지원해 주세요.",
} as const

const answerForm = intents<{ actor: Member; hireId: string }>((intent) => ({
  "": intent({
    form: ApplyForm,
    run: ({ actor, hireId }, value) => applyForHire(actor, hireId, value),
    done: ({ applicationId }) => ({
      to: href("/jobs/applications/:applicationId", { applicationId }),
      flash: "지원했어요. 답이 오면 알려 드려요",
    }),
    problems: REFUSAL_MESSAGES,
  }),
}))

export async function action({ params, request, context }: Route.ActionArgs) {
  const { hireId } = params
  if (!isId(hireId)) notFound()
  const form = await request.formData()
  const actor = await requireMemberOrSaveDraft(context, request, `apply:${hireId}`, {
    ...getFormValues(form),
  })
  return answerForm(form, { actor, hireId }, { to: href("/jobs/hire/:hireId/apply", { hireId }) })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("지원하기") },
  { name: "robots", content: "noindex" },
]

export default function Apply({
  loaderData: { post, isAccepting, key, phone, message, sendsResume, resume },
  actionData,
}: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  const { errors, problem, typed } = answer
  return (
    <Page isNarrow>
      <PageHeader
        bar="same"
        title="지원하기"
        back={{ href: href("/jobs/hire/:hireId", { hireId: post.id }), label: post.title }}
      />
      <div className="rounded-xl bg-base-200 p-5">
        <p className="text-lg font-bold">{post.title}</p>
        <p className="mt-1 mb-2 text-sm text-ink-3">{post.businessName}</p>
        <PayLine post={post} />
      </div>
      {isAccepting ? (
        <Form method="post" noValidate className="mt-7 grid gap-7">
          <FormAlert message={problem} />
          <SlotChoice post={post} answer={answer} />
          <ResumeChoice
            hireId={post.id}
            resume={resume}
            isChosen={answer.wasSent ? typed("sendResume") === "on" : sendsResume}
          />
          <TextArea
            label="하고 싶은 말"
            required={!resume}
            name="message"
            rows={4}
            maxLength={500}
            placeholder="해 본 일이나 잘하는 점을 적어 주세요. 처음이라면 그렇게 적어도 괜찮아요."
            defaultValue={typed("message") || message}
            error={errors.message}
          />
          <PhoneField
            label="연락처"
            name="phone"
            defaultValue={typed("phone") || phone}
            error={errors.phone}
          />
          <Consents post={post} answer={answer} />
          <SubmissionKey value={key} />
          <StickyBar>
            <SubmitButton className="btn btn-primary btn-lg flex-1" pendingLabel="지원하는 중이에요">
              지원하기
            </SubmitButton>
          </StickyBar>
        </Form>
      ) : (
        <FormAlert className="mt-6" message="모집이 끝난 공고예요. 비슷한 일자리를 찾아보세요." />
      )}
    </Page>
  )
}

/** One's résumé, to send along with a tap; or the way to write one. */
function ResumeChoice({
  hireId,
  resume,
  isChosen,
}: {
  hireId: string
  resume: Route.ComponentProps["loaderData"]["resume"]
  isChosen: boolean
}) {
  const to = `${href("/my-info/resume")}?${new URLSearchParams({ hire: hireId })}`
  return (
    <section aria-label="이력서" className="rounded-xl border border-base-300 p-4">
      {resume ? (
        <>
          <Checkbox
            name="sendResume"
            label="이력서 함께 보내기"
            description={`${summarizeResume(resume)}. 지금 이력서 그대로 보내고, 이 사업장만 봐요.`}
            defaultChecked={isChosen}
          />
          <details className="mt-1 border-t border-base-300 pt-3">
            <summary className="hit cursor-pointer text-sm font-medium text-ink-2">보낼 내용 보기</summary>
            <div className="mt-4">
              <ResumeDetails resume={resume} />
              <Link to={to} className="btn btn-line btn-sm mt-5">
                이력서 고치기
              </Link>
            </div>
          </details>
        </>
      ) : (
        <div className="flex items-center gap-4">
          <div className="min-w-0 flex-1">
            <p className="text-base font-semibold">이력서를 적어 두면 눌러서 보내요</p>
            <p className="mt-0.5 text-sm text-ink-3">다음 지원부터는 다시 쓰지 않아도 돼요.</p>
          </div>
          <Link to={to} className="btn btn-tint btn-sm flex-none">
            이력서 쓰기
          </Link>
        </div>
      )}
    </section>
  )
}

type PartProps = { post: Route.ComponentProps["loaderData"]["post"]; answer: ScreenAnswer }

/** The days, or the hours of a job by the month, that somebody can still apply for. */
function SlotChoice({ post, answer: { errors, values, wasSent } }: PartProps) {
  const isMonthly = post.payType === "month"
  const openSlots = post.slots.filter(
    (slot) => slot.hired < slot.headcount && (new Date(slot.startsAt) > now() || isMonthly),
  )
  const selectedSlotIds = wasSent
    ? getListValue(values, "slotIds")
    : openSlots.length === 1
      ? openSlots.map((slot) => slot.id)
      : []
  return (
    <ChoiceCards
      legend={isMonthly ? "근무 시간" : "일할 날"}
      name="slotIds[]"
      type="checkbox"
      help={openSlots.length > 1 ? "할 수 있는 날을 모두 골라 주세요." : undefined}
      options={openSlots.map((slot) => ({
        value: slot.id,
        label: isMonthly
          ? `${formatWeekdays(post.weekdays)} ${formatShiftHours(slot)}`
          : `${formatDateWithWeekday(slot.date, now())} ${formatShiftHours(slot)}`,
        description:
          `${isMonthly ? `${formatDateWithWeekday(slot.date, now())}부터 · ` : ""}` +
          `${formatWorkDuration(slot)} 근무 · ${slot.headcount - slot.hired}자리 남음`,
      }))}
      defaultValue={selectedSlotIds}
      error={errors.slotIds}
    />
  )
}

/** What somebody agrees to by applying: the age that the job is for, and who gets their data. */
function Consents({ post, answer: { errors, typed } }: PartProps) {
  return (
    <div className="border-t border-base-300 pt-3">
      <Checkbox
        name="ageConsent"
        label={post.teens ? "(필수) 만 15세 이상이에요" : "(필수) 만 18세 이상이에요"}
        description={
          post.teens
            ? "만 18세 미만이면 부모님 동의서와 가족관계증명서를 준비해 주세요."
            : "청소년 가능 표시가 없는 일자리예요."
        }
        defaultChecked={typed("ageConsent") === "on"}
        error={errors.ageConsent}
      />
      <Checkbox
        name="thirdPartyConsent"
        label="(필수) 개인정보 제3자 제공에 동의해요"
        defaultChecked={typed("thirdPartyConsent") === "on"}
        error={errors.thirdPartyConsent}
      />
      <ConsentNote recipient={post.businessName} />
    </div>
  )
}
