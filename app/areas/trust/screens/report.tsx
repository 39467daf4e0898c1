import { Form, Link, href } from "react-router"
import { readQuery } from "#app/basics/form.ts"
import { newId } from "#app/basics/ids.ts"
import type { SubjectRef } from "#app/basics/subject.ts"
import { intents } from "#app/platform/intents.server.ts"
import { ok } from "#app/platform/outcome.ts"
import { titleOf } from "#app/basics/brand.ts"
import { Checkbox, ChoiceCards, TextArea } from "#app/ui/field.tsx"
import { useActionAnswer } from "#app/ui/action-answer.ts"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import { PictureUploader } from "#app/ui/picture-uploader.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { SubmissionKey } from "#app/ui/submission-key.tsx"
import { notFound, requireMember } from "../../accounts/guards.server.ts"
import type { Member } from "../../accounts/rules.ts"
import { ReportSubjectForm, ReportForm } from "../forms.ts"
import { ReportedCard } from "../parts/reported-card.tsx"
import { KIND_LABELS, REASON_LABELS, listReportReasons, TRUST_LIMITS } from "../rules.ts"
import { blockPerson } from "../service/blocks.server.ts"
import { fileReport, findReportableSubject } from "../service/report.server.ts"
import type { Route } from "./+types/report"

export const handle = {
  bar: "task",
  title: "신고하기",
  backHref: href("/"),
  background: "white",
} satisfies ScreenHandle

const Query = ReportSubjectForm.nullable().catch(null)
const requireSubjectRef = (request: Request) =>
  readQuery(Query, new URL(request.url).searchParams) ?? notFound()

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  const ref = requireSubjectRef(request)
  const card = (await findReportableSubject(actor, ref)) ?? notFound()
  return { card, submissionKey: newId() }
}

const answerForm = intents<{ actor: Member; ref: SubjectRef }>((intent) => ({
  "": intent({
    form: ReportForm,
    pictures: [{ name: "pictureIds", purpose: "evidence", max: TRUST_LIMITS.pictures }],
    hidden: ["submissionKey"],
    run: async ({ actor, ref }, report) => {
      const filed = await fileReport(actor, ref, report)
      if (!filed.ok) return filed
      const { accusedId } = filed
      return ok({
        isBlocked: report.block && accusedId !== null && (await blockPerson(actor, accusedId)).ok,
      })
    },
    done: ({ isBlocked }) => (isBlocked ? "신고하고 차단했어요" : "신고했어요. 곧 살펴볼게요"),
    problems: {
      reason: { field: "reason", sentence: "신고하는 이유를 목록에서 골라 주세요." },
      already: "이미 신고한 내용이에요. 담당자가 확인하고 있어요.",
      too_many: { sentence: "하루에 20번까지 신고할 수 있어요. 내일 다시 해 주세요.", status: 429 },
      picture_not_yours: "사진을 찾지 못했어요. 사진을 다시 올려 주세요.",
    },
  }),
}))

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireMember(context, request)
  const ref = requireSubjectRef(request)
  // Before the form is read: no picture is stored for what cannot be reported.
  if (!(await findReportableSubject(actor, ref))) notFound()
  return answerForm(await request.formData(), { actor, ref }, { to: href("/my-info/reports") })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("신고하기") },
  { name: "robots", content: "noindex" },
]

export default function Report({ loaderData: { card, submissionKey }, actionData }: Route.ComponentProps) {
  const { errors, problem, values, pictures, typed } = useActionAnswer(actionData)
  return (
    <Page isNarrow>
      <PageHeader
        title={`${KIND_LABELS[card.kind]} 신고하기`}
        text="알려 주신 내용은 상대방에게 보이지 않아요."
      />
      <FormAlert message={problem} className="mb-5" />
      <ReportedCard card={card} />
      <Form method="post" encType="multipart/form-data" noValidate className="mt-7 grid gap-7">
        <SubmissionKey value={submissionKey} />
        <ChoiceCards
          legend="왜 신고하나요?"
          name="reason"
          type="radio"
          options={listReportReasons(card.kind).map((reason) => ({
            value: reason,
            label: REASON_LABELS[reason],
          }))}
          defaultValue={values.reason ?? null}
          error={errors.reason}
          className="md:[&>div]:grid-cols-2"
        />
        <TextArea
          label="자세한 내용"
          name="details"
          rows={5}
          maxLength={TRUST_LIMITS.details}
          required={false}
          placeholder="언제, 어떤 일이 있었는지 알려 주시면 더 빨리 확인할 수 있어요."
          defaultValue={typed("details")}
          error={errors.details}
        />
        <PictureUploader
          name="pictureIds"
          purpose="evidence"
          max={TRUST_LIMITS.pictures}
          label="증거 사진"
          help="화면을 찍은 사진도 좋아요. 담당자만 볼 수 있어요."
          defaultPictures={pictures ?? []}
          error={errors.pictureIds}
        />
        {card.ownerId === null ? null : (
          <Checkbox
            name="block"
            label="이 사람을 차단할게요"
            description="서로 채팅할 수 없어요. 마이에서 언제든 풀 수 있어요."
            defaultChecked={values.block === "on"}
          />
        )}
        <div className="button-pair">
          <Link to={card.href || href("/")} className="btn btn-quiet btn-lg">
            취소
          </Link>
          <SubmitButton className="btn btn-error btn-lg">신고하기</SubmitButton>
        </div>
      </Form>
    </Page>
  )
}
