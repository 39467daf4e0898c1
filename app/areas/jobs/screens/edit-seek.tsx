import { Form, data, href } from "react-router"
import { parseForm, type FormErrors, type FormValues } from "#app/basics/form.ts"
import { isId } from "#app/basics/ids.ts"
import { redirectWithFlash } from "#app/platform/flash.server.ts"
import { titleOf } from "#app/basics/brand.ts"
import { FormAlert, SubmitButton, useFirstErrorFocus } from "#app/ui/form.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { StickyBar } from "#app/ui/sticky-bar.tsx"
import { notFound, requireMember } from "../../accounts/guards.server.ts"
import { SeekAbout, SeekKinds, SeekPay, SeekRegions, SeekWhen } from "../parts/seek-steps.tsx"
import { editSeek, findSeekValues } from "../service/seeks.server.ts"
import type { Route } from "./+types/edit-seek"
import { EditSeekForm } from "#app/areas/jobs/seek-forms.ts"

export const handle = {
  bar: "detail",
  background: "white",
  title: "구직 글 수정",
  backHref: "/my-info/applications",
} satisfies ScreenHandle

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  const values = isId(params.seekId) ? await findSeekValues(actor, params.seekId) : null
  if (!values) notFound()
  return { id: params.seekId, values }
}

type Answered = { errors?: FormErrors; values?: FormValues; problem?: string }

export async function action({ params, request, context }: Route.ActionArgs) {
  const actor = requireMember(context, request)
  const seekId = params.seekId
  if (!isId(seekId) || !(await findSeekValues(actor, seekId))) notFound()
  const parsed = parseForm(EditSeekForm, await request.formData())
  if (!parsed.ok) return data<Answered>({ errors: parsed.errors, values: parsed.values }, { status: 400 })
  const outcome = await editSeek(actor, seekId, parsed.value)
  if (outcome.ok) return redirectWithFlash(href("/jobs/seek/:seekId", { seekId }), "구직 글을 고쳤어요")
  if (outcome.reason === "not_found") notFound()
  return data<Answered>({ problem: "이미 마감한 글이라 고칠 수 없어요. 새로 올려 주세요." }, { status: 409 })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("구직 글 수정") },
  { name: "robots", content: "noindex" },
]

export default function EditSeek({ loaderData: view, actionData: answer }: Route.ComponentProps) {
  useFirstErrorFocus(answer?.errors)
  const fields = { values: answer?.values ?? view.values, errors: answer?.errors ?? {} }
  return (
    <Page isNarrow>
      <PageHeader
        bar="same"
        title="구직 글 수정"
        back={{ href: href("/jobs/seek/:seekId", { seekId: view.id }), label: "내 구직 글" }}
      />
      <Form method="post" noValidate className="grid gap-8">
        <FormAlert message={answer?.problem ?? fields.errors.form} />
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
