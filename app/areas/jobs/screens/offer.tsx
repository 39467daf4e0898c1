import { Form, href, redirect } from "react-router"
import { isId } from "#app/basics/ids.ts"
import { titleOf } from "#app/basics/brand.ts"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { SelectField, TextArea } from "#app/ui/field.tsx"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { StickyBar } from "#app/ui/sticky-bar.tsx"
import { notFound, requireMember } from "../../accounts/guards.server.ts"
import { OfferForm } from "../forms.ts"
import { findOpenHires } from "../service/hire-page.server.ts"
import { sendOffer } from "../service/offers.server.ts"
import type { Member } from "../../accounts/rules.ts"
import { intents } from "#app/platform/intents.server.ts"
import { useActionAnswer } from "#app/ui/action-answer.ts"
import type { Route } from "./+types/offer"
import { findSeek } from "#app/areas/jobs/service/seek-lists.server.ts"

export const handle = {
  bar: "task",
  background: "white",
  title: "일자리 제안",
  backHref: href("/jobs/seek"),
} satisfies ScreenHandle

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  const post = isId(params.seekId) ? await findSeek(actor, params.seekId) : null
  if (!post) notFound()
  if (post.isOwner) throw redirect(href("/jobs/seek/:seekId", { seekId: post.id }))
  return {
    id: post.id,
    name: post.workerName,
    title: post.title,
    isOpen: post.state === "open",
    hires: await findOpenHires(actor),
  }
}

const REFUSAL_MESSAGES = {
  not_now: "지금은 제안을 받지 않는 분이에요.",
  own_post: "나에게는 제안할 수 없어요.",
  no_hire: "모집 중인 내 공고를 골라 주세요.",
  blocked: "차단했거나 차단된 상대라 제안할 수 없어요.",
  already: "이 공고로는 이미 제안했어요. 다른 공고를 골라 주세요.",
  too_many: "하루에 20명까지 제안할 수 있어요. 내일 다시 제안해 주세요.",
} as const

const answerForm = intents<{ actor: Member; seekId: string }>((intent) => ({
  "": intent({
    form: OfferForm,
    run: ({ actor, seekId }, value) => sendOffer(actor, seekId, value),
    done: "제안을 보냈어요. 3일 안에 답이 와요",
    problems: REFUSAL_MESSAGES,
  }),
}))

export async function action({ params, request, context }: Route.ActionArgs) {
  const actor = requireMember(context, request)
  const { seekId } = params
  if (!isId(seekId)) notFound()
  return answerForm(
    await request.formData(),
    { actor, seekId },
    { to: href("/jobs/seek/:seekId", { seekId }) },
  )
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("일자리 제안") },
  { name: "robots", content: "noindex" },
]

export default function Offer({
  loaderData: { id, name, title, isOpen, hires },
  actionData,
}: Route.ComponentProps) {
  const { errors, problem, typed } = useActionAnswer(actionData)
  return (
    <Page isNarrow>
      <PageHeader
        bar="other"
        title={`${name}님에게 제안하기`}
        back={{ href: href("/jobs/seek/:seekId", { seekId: id }), label: title }}
        text="제안은 3일 동안 유효해요. 수락하면 지원자 목록에 들어와요."
      />
      {hires.length === 0 ? (
        <EmptyState
          art="orders"
          title="먼저 구인 공고를 올려 주세요"
          text="급여와 시간이 정해진 공고로만 제안할 수 있어요. 최저임금도 저절로 확인돼요."
          action={{ href: href("/jobs/post/hire"), label: "구인 공고 올리기" }}
        />
      ) : (
        <Form method="post" noValidate className="grid gap-6">
          <FormAlert message={isOpen ? problem : REFUSAL_MESSAGES.not_now} />
          <SelectField
            label="어떤 공고로 제안할까요?"
            name="hireId"
            placeholder="공고를 골라 주세요"
            options={hires.map((hire) => ({ value: hire.id, label: hire.title }))}
            defaultValue={typed("hireId") || (hires.length === 1 ? hires[0]?.id : "")}
            error={errors.hireId}
          />
          <TextArea
            label="제안 내용"
            name="message"
            rows={5}
            maxLength={500}
            placeholder="예: 소개 글을 보고 연락드려요. 이번 주 토요일에 함께 일해 주실 수 있을까요?"
            defaultValue={typed("message")}
            error={errors.message}
            help="전화번호는 적지 마세요. 수락하면 서로 볼 수 있어요."
          />
          <StickyBar>
            <SubmitButton className="btn btn-primary btn-lg flex-1">제안 보내기</SubmitButton>
          </StickyBar>
        </Form>
      )}
    </Page>
  )
}
