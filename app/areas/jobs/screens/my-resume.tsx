/** /my-info/resume: what one says of oneself to employers, kept once. */
import { Form, href } from "react-router"
import { now } from "#app/basics/clock.ts"
import { isId } from "#app/basics/ids.ts"
import { toKstDateString } from "#app/basics/time.ts"
import { titleOf } from "#app/basics/brand.ts"
import { intents } from "#app/platform/intents.server.ts"
import { useActionAnswer, type ScreenAnswer } from "#app/ui/action-answer.ts"
import { ConfirmDialog } from "#app/ui/dialog.tsx"
import { ChoiceCards, DateField, TextArea, TextField } from "#app/ui/field.tsx"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { StickyBar } from "#app/ui/sticky-bar.tsx"
import { requireMember } from "../../accounts/guards.server.ts"
import type { Member } from "../../accounts/rules.ts"
import { getListValue } from "../parts/form-values.ts"
import { Weekdays } from "../parts/weekdays.tsx"
import { ResumeForm } from "../resume-forms.ts"
import { RESUME_LIMITS } from "../resume-rules.ts"
import { DAY_TIME_HOURS, DAY_TIME_LABELS, DAY_TIMES } from "../rules.ts"
import { deleteResume, findOwnResume, saveResume } from "../service/resumes.server.ts"
import type { Resume } from "../views.ts"
import type { Route } from "./+types/my-resume"

export const handle = {
  bar: "task",
  background: "white",
  title: "이력서",
  backHref: href("/my-info"),
} satisfies ScreenHandle

/** The post to which somebody goes back to apply. */
function findHireId(request: Request): string | null {
  const hireId = new URL(request.url).searchParams.get("hire")
  return hireId && isId(hireId) ? hireId : null
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  return { resume: await findOwnResume(actor), hireId: findHireId(request) }
}

const answerForm = intents<{ actor: Member; hireId: string | null }>((intent) => ({
  "": intent({
    form: ResumeForm,
    run: ({ actor }, value) => saveResume(actor, value),
    done: (_, __, { hireId }) => ({
      to: hireId ? href("/jobs/hire/:hireId/apply", { hireId }) : href("/my-info/resume"),
      flash: "이력서를 저장했어요",
    }),
    problems: { not_member: "회원 정보를 먼저 채워 주세요. 마이에서 이름을 입력하면 저장할 수 있어요." },
  }),
  delete: intent({
    run: ({ actor }) => deleteResume(actor),
    done: "이력서를 지웠어요",
    problems: {},
  }),
}))

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireMember(context, request)
  const hireId = findHireId(request)
  return answerForm(await request.formData(), { actor, hireId }, { to: href("/my-info/resume") })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("이력서") },
  { name: "robots", content: "noindex" },
]

export default function MyResume({ loaderData: { resume, hireId }, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  return (
    <Page isNarrow>
      <PageHeader
        title="이력서"
        bar="same"
        text="한 번 적어 두면 지원할 때 눌러서 보낼 수 있어요. 보낸 사업장만 볼 수 있어요."
        back={
          hireId
            ? { href: href("/jobs/hire/:hireId/apply", { hireId }), label: "지원하기" }
            : { href: href("/my-info"), label: "마이" }
        }
      />
      <Form method="post" noValidate className="grid gap-7">
        <FormAlert message={answer.problem} />
        <Experience resume={resume} answer={answer} />
        <Availability resume={resume} answer={answer} />
        <StickyBar>
          <SubmitButton className="btn btn-primary btn-lg flex-1" pendingLabel="저장하는 중이에요">
            {hireId ? "저장하고 지원하기" : "저장하기"}
          </SubmitButton>
        </StickyBar>
      </Form>
      {resume ? (
        <ConfirmDialog
          trigger={<button type="button">이력서 지우기</button>}
          triggerClassName="btn btn-ghost btn-sm mt-4 font-medium text-ink-2"
          title="이력서를 지울까요?"
          text="이미 지원한 곳에 보낸 이력서는 그대로 남아요."
          confirmLabel="지우기"
          tone="danger"
        >
          <input type="hidden" name="intent" value="delete" />
        </ConfirmDialog>
      ) : null}
    </Page>
  )
}

type PartProps = { resume: Resume | null; answer: ScreenAnswer }

function Experience({ resume, answer: { errors, typed } }: PartProps) {
  return (
    <>
      <TextArea
        label="소개"
        name="introduction"
        rows={5}
        maxLength={RESUME_LIMITS.introduction}
        placeholder="잘하는 일과 일하는 태도를 적어 주세요."
        defaultValue={typed("introduction", resume?.introduction ?? "")}
        error={errors.introduction}
        help="전화번호는 적지 마세요. 지원할 때 따로 보내요."
      />
      <TextField
        label="경력"
        name="careerYears"
        inputMode="numeric"
        maxLength={2}
        suffix="년"
        defaultValue={typed("careerYears", String(resume?.careerYears ?? 0))}
        error={errors.careerYears}
        help="처음이라면 0을 적어 주세요."
      />
      <TextArea
        label="해 본 일"
        required={false}
        name="experience"
        rows={4}
        placeholder={"한 줄에 하나씩\n예: 2024년 3월~12월 아파트 도배 보조"}
        defaultValue={typed("experience", resume?.experience.join("\n") ?? "")}
        error={errors.experience}
      />
      <TextArea
        label="자격·면허"
        required={false}
        name="certificates"
        rows={3}
        placeholder={"한 줄에 하나씩\n예: 도배기능사"}
        defaultValue={typed("certificates", resume?.certificates.join("\n") ?? "")}
        error={errors.certificates}
      />
      <DateField
        label="기초안전보건교육을 받은 날"
        required={false}
        name="safetyTrainedOn"
        min="2012-01-01"
        max={toKstDateString(now())}
        defaultValue={typed("safetyTrainedOn", resume?.safetyTrainedOn ?? "")}
        error={errors.safetyTrainedOn}
        help="받지 않았다면 비워 두세요. 건설 현장에서 일하려면 꼭 필요해요."
      />
    </>
  )
}

function Availability({ resume, answer: { errors, values, wasSent } }: PartProps) {
  const getChosen = (name: "weekdays" | "dayTimes") =>
    wasSent ? getListValue(values, name) : (resume?.[name] ?? [])
  return (
    <>
      <Weekdays
        label="일할 수 있는 요일"
        required={false}
        selectedDays={getChosen("weekdays")}
        error={errors.weekdays}
      />
      <ChoiceCards
        legend="일할 수 있는 시간대"
        required={false}
        layout="grid"
        name="dayTimes[]"
        type="checkbox"
        options={DAY_TIMES.map((value) => ({
          value,
          label: DAY_TIME_LABELS[value],
          description: DAY_TIME_HOURS[value],
        }))}
        defaultValue={getChosen("dayTimes")}
        error={errors.dayTimes}
      />
    </>
  )
}
