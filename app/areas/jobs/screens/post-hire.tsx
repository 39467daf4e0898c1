/** /jobs/post/hire: posting a job, one question a screen, wholly without scripts as well. */
import { href } from "react-router"
import type { FormValues } from "#app/basics/form.ts"
import { requestContext } from "#app/platform/request.server.ts"
import { titleOf } from "#app/basics/brand.ts"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { getActor, wasSignedIn } from "../../accounts/guards.server.ts"
import { findLegalNames } from "../../accounts/service/legal-names.server.ts"
import { HireSteps } from "../parts/hire-steps.tsx"
import { PostWizard } from "../parts/post-wizard.tsx"
import { handlePostWizardSubmit, loadPostWizard, type PostWizardConfig } from "../post-wizard.server.ts"
import { createHire, findSubmittedHire, HIRE_DRAFT_NAME } from "../service/hire-write.server.ts"
import { summarizeHire } from "../summaries.server.ts"
import type { Route } from "./+types/post-hire"
import { HireForm, HIRE_STEPS } from "#app/areas/jobs/hire-forms.ts"

export const handle = { bar: "flow", background: "white" } satisfies ScreenHandle

const REFUSAL_MESSAGES = {
  not_member: "회원 정보를 아직 불러오지 못했어요. 잠시 뒤 다시 시도해 주세요.",
  below_minimum: "급여가 최저임금보다 적어요. 급여를 다시 확인해 주세요.",
  too_many: "모집 중인 공고가 30개예요. 끝난 공고를 마감하고 다시 올려 주세요.",
} as const

const wizard: PostWizardConfig<typeof HireForm> = {
  path: href("/jobs/post/hire"),
  form: HIRE_DRAFT_NAME,
  steps: HIRE_STEPS,
  schema: HireForm,
  closeHref: href("/jobs/hire"),
  async create(actor, value, draft) {
    const outcome = await createHire(actor, { ...value, submissionKey: draft.key, repostedFrom: draft.from })
    return outcome.ok
      ? {
          ok: true,
          href: href("/jobs/hire/:hireId", { hireId: outcome.hireId }),
          flash: "구인 공고를 올렸어요",
        }
      : { ok: false, problem: REFUSAL_MESSAGES[outcome.reason] }
  },
  async findCreatedHref(memberId, submissionKey) {
    const hireId = await findSubmittedHire(memberId, submissionKey)
    return hireId && href("/jobs/hire/:hireId", { hireId })
  },
  async getDefaultValues(actor): Promise<FormValues> {
    if (actor.kind !== "member" || !actor.profile) return {}
    const ownNames = await findLegalNames("own", [actor.userId])
    return {
      regionCode: actor.profile.regionCode ?? "",
      representative: ownNames.get(actor.userId) ?? "",
    }
  },
  summaryLines: summarizeHire,
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
  { title: titleOf("구인 공고 올리기") },
  { name: "robots", content: "noindex" },
]

export default function PostHire({ loaderData: wizardView, actionData: actionAnswer }: Route.ComponentProps) {
  return (
    <PostWizard
      wizard={wizardView}
      actionAnswer={actionAnswer}
      path={href("/jobs/post/hire")}
      resumeTitle="쓰던 공고가 있어요"
      summary={{
        question: "이대로 올릴까요?",
        help: "올린 뒤에도 설명과 마감일은 바꿀 수 있어요.",
        send: "공고 올리기",
        note: "정확한 주소와 연락처는 채용이 확정된 분에게만 보여요. 구인 수수료는 없어요.",
      }}
      Steps={HireSteps}
    />
  )
}
