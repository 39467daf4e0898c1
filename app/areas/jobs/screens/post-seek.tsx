/** /jobs/post/seek: saying that one seeks work, one question a screen, wholly without scripts as well. */
import { href } from "react-router"
import type { FormValues } from "#app/basics/form.ts"
import { requestContext } from "#app/platform/request.server.ts"
import { titleOf } from "#app/basics/brand.ts"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { getActor, wasSignedIn } from "../../accounts/guards.server.ts"
import { PostWizard } from "../parts/post-wizard.tsx"
import { SeekSteps } from "../parts/seek-steps.tsx"
import { handlePostWizardSubmit, loadPostWizard, type PostWizardConfig } from "../post-wizard.server.ts"
import { createSeek, findSubmittedSeek, SEEK_DRAFT_NAME } from "../service/seeks.server.ts"
import { summarizeSeek } from "../summaries.server.ts"
import type { Route } from "./+types/post-seek"
import { SeekForm, SEEK_STEPS } from "#app/areas/jobs/seek-forms.ts"

export const handle = { bar: "flow", background: "white" } satisfies ScreenHandle

const REFUSAL_MESSAGES = {
  not_member: "회원 정보를 아직 불러오지 못했어요. 잠시 뒤 다시 시도해 주세요.",
  already: "이미 올린 구직 글이 있어요. 내 지원에서 고치거나 마감한 뒤 새로 올려 주세요.",
} as const

const wizard: PostWizardConfig<typeof SeekForm> = {
  path: href("/jobs/post/seek"),
  form: SEEK_DRAFT_NAME,
  steps: SEEK_STEPS,
  schema: SeekForm,
  closeHref: href("/jobs/seek"),
  async create(actor, value, draft) {
    const outcome = await createSeek(actor, { ...value, submissionKey: draft.key })
    return outcome.ok
      ? {
          ok: true,
          href: href("/jobs/seek/:seekId", { seekId: outcome.seekId }),
          flash: "구직 글을 올렸어요",
        }
      : { ok: false, problem: REFUSAL_MESSAGES[outcome.reason] }
  },
  async findCreatedHref(memberId, submissionKey) {
    const seekId = await findSubmittedSeek(memberId, submissionKey)
    return seekId && href("/jobs/seek/:seekId", { seekId })
  },
  getDefaultValues: (actor): FormValues =>
    actor.kind === "member" && actor.profile?.regionCode ? { regionCodes: [actor.profile.regionCode] } : {},
  summaryLines: summarizeSeek,
}

export const loader = ({ request, context }: Route.LoaderArgs) =>
  loadPostWizard(wizard, getActor(context), request)

export const action = ({ request, context }: Route.ActionArgs) =>
  handlePostWizardSubmit(
    wizard,
    { actor: getActor(context), request, address: context.get(requestContext).address },
    wasSignedIn(context, request),
  )

export const meta: Route.MetaFunction = () => [
  { title: titleOf("구직 글 올리기") },
  { name: "robots", content: "noindex" },
]

export default function PostSeek({ loaderData: wizardView, actionData: actionAnswer }: Route.ComponentProps) {
  return (
    <PostWizard
      wizard={wizardView}
      actionAnswer={actionAnswer}
      path={href("/jobs/post/seek")}
      resumeTitle="쓰던 구직 글이 있어요"
      summary={{
        question: "이대로 올릴까요?",
        help: "올린 뒤에도 언제든 고치고 쉴 수 있어요.",
        send: "구직 글 올리기",
        note: "전화번호는 보이지 않아요. 제안을 수락한 사업장에만 알려 줘요.",
      }}
      Steps={SeekSteps}
    />
  )
}
