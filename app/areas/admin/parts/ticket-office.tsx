import { Form, Link, href } from "react-router"
import { formatDate } from "#app/basics/time.ts"
import { formatPhone } from "#app/basics/phone.ts"
import type { ScreenAnswer } from "#app/ui/action-answer.ts"
import { Sheet } from "#app/ui/dialog.tsx"
import { SelectField } from "#app/ui/field.tsx"
import { SubmitButton } from "#app/ui/form.tsx"
import { RelativeTime } from "#app/ui/relative-time.tsx"
import { Card } from "#app/ui/section.tsx"
import {
  fillMacro,
  LIMITS,
  TICKET_PRIORITIES,
  TICKET_PRIORITY_LABELS,
  TICKET_STATE_LABELS,
} from "../../content/rules.ts"
import type { Macro, OfficeTicket } from "../../content/rules.ts"
import { ColleagueNotes } from "./colleague-notes.tsx"

/** Who asks, as the office knows them; null for somebody without an account. */
export type Asker = { userId: string; name: string; phone: string | null; joinedAt: string } | null

/** Who asks, and what else they asked. */
export function AskerCard({ asker, others }: { asker: Asker; others: OfficeTicket["others"] }) {
  return (
    <Card>
      <h2 className="text-lg font-bold">회원</h2>
      {asker === null ? (
        <p className="mt-2 text-base text-ink-3">로그인하지 않고 문의했어요. 답변은 메일로 가요.</p>
      ) : (
        <>
          <p className="mt-2 text-base">
            <Link
              to={href("/admin/users/:userId", { userId: asker.userId })}
              className="font-semibold text-primary-ink hover:underline"
            >
              {asker.name}
            </Link>
          </p>
          <p className="mt-1 text-sm text-ink-3">
            {asker.phone ? `${formatPhone(asker.phone)} · ` : ""}
            {formatDate(asker.joinedAt)} 가입
          </p>
        </>
      )}
      {others.length > 0 ? (
        <>
          <h3 className="mt-4 text-sm text-ink-3">다른 문의</h3>
          <ul className="mt-1 grid gap-1.5">
            {others.map(({ id, title, state, createdAt }) => (
              <li key={id} className="text-sm">
                <Link
                  to={href("/admin/tickets/:ticketId", { ticketId: id })}
                  className="block truncate text-base hover:underline"
                >
                  {title}
                </Link>
                <span className="text-ink-3">
                  {TICKET_STATE_LABELS[state]} · <RelativeTime at={createdAt} />
                </span>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </Card>
  )
}

/** How urgent the question is. */
export function PriorityCard({ priority }: Pick<OfficeTicket, "priority">) {
  return (
    <Card>
      <Form method="post" className="grid gap-3" key={priority}>
        <SelectField
          label="급한 정도"
          name="priority"
          options={TICKET_PRIORITIES.map((value) => ({ value, label: TICKET_PRIORITY_LABELS[value] }))}
          defaultValue={priority}
        />
        <SubmitButton name="intent" value="priority" className="btn btn-line">
          바꾸기
        </SubmitButton>
      </Form>
    </Card>
  )
}

/** What colleagues write for one another; who asks never sees it. */
export function NotesCard({
  notes,
  submissionKey,
  answer,
}: Pick<OfficeTicket, "notes"> & { submissionKey: string; answer: ScreenAnswer }) {
  return (
    <Card>
      <h2 className="text-lg font-bold">동료 메모</h2>
      <ColleagueNotes
        notes={notes}
        maxLength={LIMITS.ticketNote}
        submissionKey={submissionKey}
        answer={answer}
      />
    </Card>
  )
}

/** Puts `text` where the cursor stands in the answer, after what was typed. */
function insertIntoReply(text: string): boolean {
  const field = document.querySelector<HTMLTextAreaElement>("#reply textarea[name=body]")
  if (!field) return false
  const before = field.value.trimEnd()
  field.value = before === "" ? text : `${before}\n\n${text}`
  field.dispatchEvent(new Event("input", { bubbles: true }))
  field.focus()
  return true
}

/** The texts that an answer can be begun with; without scripts a link fills the answer. */
export function MacroPicker({ macros, name }: { macros: readonly Macro[]; name: string }) {
  if (macros.length === 0) return null
  return (
    <Sheet trigger="답변 문구 넣기" triggerClassName="btn btn-line btn-sm" title="답변 문구">
      <ul className="divide-y divide-base-300">
        {macros.map((macro) => (
          <li key={macro.id}>
            <Link
              to={`?${new URLSearchParams({ macro: macro.id })}`}
              preventScrollReset
              data-close
              className="block py-3 hover:bg-base-200"
              onClick={(event) => {
                if (insertIntoReply(fillMacro(macro.body, name))) event.preventDefault()
              }}
            >
              <span className="block text-base font-semibold">{macro.title}</span>
              <span className="line-clamp-2 text-sm text-ink-3">{macro.body}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}
