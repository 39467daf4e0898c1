import { Form, href } from "react-router"
import { isId } from "#app/basics/ids.ts"
import { titleOf } from "#app/basics/brand.ts"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { StickyBar } from "#app/ui/sticky-bar.tsx"
import { notFound, requireMember } from "../../accounts/guards.server.ts"
import { SeekAbout, SeekKinds, SeekPay, SeekRegions, SeekWhen } from "../parts/seek-steps.tsx"
import { editSeek, findSeekValues } from "../service/seeks.server.ts"
import type { Member } from "../../accounts/rules.ts"
import { intents } from "#app/platform/intents.server.ts"
import { useActionAnswer } from "#app/ui/action-answer.ts"
import type { Route } from "./+types/edit-seek"
import { EditSeekForm } from "#app/areas/jobs/seek-forms.ts"

export const handle = {
  bar: "task",
  background: "white",
  title: "구직 글 수정",
  backHref: href("/my-info/applications"),
} satisfies ScreenHandle

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  const values = isId(params.seekId) ? await findSeekValues(actor, params.seekId) : null
  if (!values) notFound()
  return { id: params.seekId, values }
}

const answerForm = intents<{ actor: Member; seekId: string }>((intent) => ({
  "": intent({
    form: EditSeekForm,
    run: ({ actor, seekId }, value) => editSeek(actor, seekId, value),
    done: "구직 글을 고쳤어요",
    problems: { not_now: "이미 마감한 글이라 고칠 수 없어요. 새로 올려 주세요." },
  }),
}))

export async function action({ params, request, context }: Route.ActionArgs) {
  const actor = requireMember(context, request)
  const { seekId } = params
  if (!isId(seekId) || !(await findSeekValues(actor, seekId))) notFound()
  return answerForm(
    await request.formData(),
    { actor, seekId },
    { to: href("/jobs/seek/:seekId", { seekId }) },
  )
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("구직 글 수정") },
  { name: "robots", content: "noindex" },
]

export default function EditSeek({ loaderData: view, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  const fields = { values: answer.wasSent ? answer.values : view.values, errors: answer.errors }
  return (
    <Page isNarrow>
      <PageHeader
        bar="same"
        title="구직 글 수정"
        back={{ href: href("/jobs/seek/:seekId", { seekId: view.id }), label: "내 구직 글" }}
      />
      <Form method="post" noValidate className="grid gap-8">
        <FormAlert message={answer.problem} />
        <SeekAbout {...fields} />
        <SeekKinds {...fields} />
        <SeekRegions {...fields} />
        <SeekWhen {...fields} />
        <SeekPay {...fields} />
        <StickyBar>
          <SubmitButton className="btn btn-primary btn-lg flex-1">저장하기</SubmitButton>
        </StickyBar>
      </Form>
    </Page>
  )
}
