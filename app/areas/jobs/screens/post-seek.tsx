/** /jobs/post/seek: saying that one seeks work, one question a screen, wholly without scripts as well. */
import type { FormValues } from "#app/basics/form.ts"
import { requestContext } from "#app/platform/request.server.ts"
import { redirectWithNotice } from "#app/platform/notice.server.ts"
import { titleOf } from "#app/shell/brand.ts"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { getActor, wasSignedIn } from "../../accounts/guards.server.ts"
import { SEEK_STEPS, SeekForm } from "../forms.ts"
import { PostFlow } from "../parts/post-flow.tsx"
import { SeekSteps } from "../parts/seek-steps.tsx"
import { answerFlow, loadFlow, type Flow } from "../post-flow.server.ts"
import { createSeek, SEEK_FORM } from "../service/seeks.server.ts"
import { seekSummary } from "../summaries.server.ts"
import type { Route } from "./+types/post-seek"

export const handle = { bar: "flow", ground: "white" } satisfies ScreenHandle

const PROBLEMS = {
  not_member: "회원 정보를 아직 불러오지 못했어요. 잠시 뒤 다시 시도해 주세요.",
  already: "이미 올린 구직 글이 있어요. 내 지원에서 고치거나 마감한 뒤 새로 올려 주세요.",
} as const

const flow: Flow<typeof SeekForm> = {
  path: "/jobs/post/seek",
  form: SEEK_FORM,
  steps: SEEK_STEPS,
  whole: SeekForm,
  close: "/jobs/seek",
  async create(actor, value, draft) {
    const made = await createSeek(actor, { ...value, submissionKey: draft.key })
    return made.ok
      ? { ok: true, href: `/jobs/seek/${made.seekId}`, notice: "구직 글을 올렸어요" }
      : { ok: false, problem: PROBLEMS[made.reason] }
  },
  offered: (actor): FormValues =>
    actor.kind === "member" && actor.profile?.regionCode ? { regionCodes: [actor.profile.regionCode] } : {},
  lines: seekSummary,
}

export const loader = ({ request, context }: Route.LoaderArgs) => loadFlow(flow, getActor(context), request)

export async function action({ request, context }: Route.ActionArgs) {
  const answer = await answerFlow(flow, getActor(context), request, {
    address: context.get(requestContext).address,
    sessionEnded: wasSignedIn(context, request),
  })
  if ("redirect" in answer) throw redirectWithNotice(answer.redirect.href, answer.redirect.notice)
  return answer
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("구직 글 올리기") },
  { name: "robots", content: "noindex" },
]

export default function PostSeek({ loaderData: shown, actionData: answered }: Route.ComponentProps) {
  return (
    <PostFlow
      shown={shown}
      answered={answered}
      path="/jobs/post/seek"
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
