import { Form, href } from "react-router"
import { titleOf } from "#app/basics/brand.ts"
import { intents } from "#app/platform/intents.server.ts"
import { useActionAnswer, type ScreenAnswer } from "#app/ui/action-answer.ts"
import { ConfirmDialog, Sheet } from "#app/ui/dialog.tsx"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { TextArea, TextField } from "#app/ui/field.tsx"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import { PageHeader } from "#app/ui/section.tsx"
import { adminLoader, adminMiddleware, requireAdmin } from "../../accounts/guards.server.ts"
import type { Member } from "../../accounts/rules.ts"
import { MacroForm, MacroRemovalForm } from "../../content/forms.ts"
import { LIMITS, MACRO_NAME } from "../../content/rules.ts"
import { listMacros, removeMacro, saveMacro } from "../../content/service/office-tickets.server.ts"
import type { Macro } from "../../content/rules.ts"
import { AdminLayout } from "../parts/admin-layout.tsx"
import type { Route } from "./+types/admin-macros"

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

export const loader = adminLoader(async (actor) => {
  return { macros: await listMacros(actor) }
})

const answerForm = intents<{ actor: Member }>((intent) => ({
  save: intent({
    form: MacroForm,
    hidden: ["macroId"],
    run: ({ actor }, macro) => saveMacro(actor, macro),
    done: "답변 문구를 저장했어요",
    problems: {
      not_found: "그사이 지워진 문구예요. 새로고침해 주세요.",
      taken: { field: "title", sentence: "같은 이름의 문구가 있어요. 다른 이름을 적어 주세요." },
      full: `답변 문구는 ${LIMITS.macros}개까지 둘 수 있어요. 쓰지 않는 것을 먼저 지워 주세요.`,
    },
  }),
  remove: intent({
    form: MacroRemovalForm,
    hidden: ["macroId"],
    run: ({ actor }, { macroId }) => removeMacro(actor, macroId),
    done: "답변 문구를 지웠어요",
    problems: { not_found: "그사이 지워진 문구예요. 새로고침해 주세요." },
  }),
}))

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireAdmin(context)
  return answerForm(await request.formData(), { actor }, { to: href("/admin/tickets/macros") })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("답변 문구") },
  { name: "robots", content: "noindex" },
]

export default function AdminMacros({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  if (!loaderData) return null
  const { macros } = loaderData
  const added = answer.of("save")
  return (
    <AdminLayout current="tickets">
      <PageHeader
        title="답변 문구"
        back={{ href: href("/admin/tickets"), label: "문의" }}
        text={`자주 쓰는 답을 저장해 두고 문의에 답할 때 불러와요. 이름이 들어갈 자리: ${MACRO_NAME}`}
      >
        <Sheet
          trigger="문구 더하기"
          triggerClassName="btn btn-primary"
          title="답변 문구 더하기"
          defaultOpen={added.hasErrors && added.typed("macroId") === undefined}
        >
          <MacroFields answer={added} macro={null} />
        </Sheet>
      </PageHeader>
      <FormAlert message={answer.problem} className="mb-4" />
      {macros.length === 0 ? (
        <EmptyState
          art="done"
          title="저장한 문구가 없어요"
          text="같은 답을 여러 번 적는다면 저장해 두세요."
        />
      ) : (
        <ul className="divide-y divide-base-300 overflow-hidden card-line">
          {macros.map((macro) => (
            <MacroRow key={macro.id} macro={macro} answer={answer.about("macroId", macro.id)} />
          ))}
        </ul>
      )}
    </AdminLayout>
  )
}

function MacroRow({ macro, answer }: { macro: Macro; answer: ScreenAnswer }) {
  return (
    <li className="flex flex-wrap items-start gap-3 p-4 md:px-5">
      <div className="min-w-0 flex-1 basis-60">
        <h2 className="text-base font-semibold">{macro.title}</h2>
        <p className="mt-1 line-clamp-3 text-sm whitespace-pre-line text-ink-2">{macro.body}</p>
      </div>
      <div className="flex gap-2">
        <Sheet
          trigger="고치기"
          triggerClassName="btn btn-line btn-sm"
          title="답변 문구 고치기"
          defaultOpen={answer.hasErrors}
        >
          <MacroFields answer={answer} macro={macro} />
        </Sheet>
        <ConfirmDialog
          trigger="지우기"
          triggerClassName="btn btn-quiet btn-sm"
          title={`‘${macro.title}’ 문구를 지울까요?`}
          text="이미 보낸 답변은 그대로예요."
          confirmLabel="지우기"
          tone="danger"
        >
          <input type="hidden" name="intent" value="remove" />
          <input type="hidden" name="macroId" value={macro.id} />
        </ConfirmDialog>
      </div>
    </li>
  )
}

/** The form of one text; `macro` is what it is now. */
function MacroFields({ answer, macro }: { answer: ScreenAnswer; macro: Macro | null }) {
  return (
    <Form method="post" noValidate className="grid gap-4">
      {macro ? <input type="hidden" name="macroId" value={macro.id} /> : null}
      <TextField
        label="이름"
        name="title"
        maxLength={40}
        placeholder="예: 환불 걸리는 시간"
        defaultValue={answer.typed("title", macro?.title)}
        error={answer.errors.title}
      />
      <TextArea
        label="내용"
        name="body"
        rows={8}
        maxLength={LIMITS.ticketBody}
        defaultValue={answer.typed("body", macro?.body)}
        error={answer.errors.body}
      />
      <SubmitButton name="intent" value="save" className="btn btn-primary btn-lg">
        저장하기
      </SubmitButton>
    </Form>
  )
}
