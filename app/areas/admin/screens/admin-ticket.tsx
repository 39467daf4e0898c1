import { useState } from "react"
import { Form, href, useLocation } from "react-router"
import { readQuery } from "#app/basics/form.ts"
import { newId } from "#app/basics/ids.ts"
import { titleOf } from "#app/basics/brand.ts"
import { TextArea } from "#app/ui/field.tsx"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import { PageHeader } from "#app/ui/section.tsx"
import { SubmissionKey } from "#app/ui/submission-key.tsx"
import { adminLoader, adminMiddleware, notFound, requireAdmin } from "../../accounts/guards.server.ts"
import { findPeopleForAdmin } from "../../accounts/service/people.server.ts"
import { TICKET_OFFICE_FORMS, TicketReplyForm } from "../../content/forms.ts"
import { PriorityBadge, TicketBadge } from "../../content/parts/ticket-badge.tsx"
import { TicketMessages } from "../../content/parts/ticket-messages.tsx"
import { fillMacro, LIMITS, TICKET_TOPIC_LABELS } from "../../content/rules.ts"
import {
  addTicketNote,
  findOfficeTicket,
  setTicketPriority,
} from "../../content/service/office-tickets.server.ts"
import { closeTicket, findTicket, reopenTicket, replyToTicket } from "../../content/service/tickets.server.ts"
import { AdminTicketQuery } from "../list-queries.ts"
import { AskerCard, MacroPicker, NotesCard, PriorityCard } from "../parts/ticket-office.tsx"
import { AdminLayout } from "../parts/admin-layout.tsx"
import type { Route } from "./+types/admin-ticket"
import { intents } from "#app/platform/intents.server.ts"
import type { Member } from "../../accounts/rules.ts"
import { type ScreenAnswer, useActionAnswer } from "#app/ui/action-answer.ts"

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

export const loader = adminLoader(async (actor, { params, request }: Route.LoaderArgs) => {
  const ticket = (await findTicket(actor, params.ticketId)) ?? notFound()
  const [office, people] = await Promise.all([
    findOfficeTicket(actor, ticket),
    findPeopleForAdmin(actor, ticket.userId === null ? [] : [ticket.userId]),
  ])
  if (!office) notFound()
  const person = ticket.userId === null ? undefined : people.get(ticket.userId)
  const { macro } = readQuery(AdminTicketQuery, new URL(request.url).searchParams)
  const chosen = office.macros.find(({ id }) => id === macro)
  return {
    ticket,
    office,
    asker: person
      ? { userId: person.userId, name: person.name, phone: person.phone, joinedAt: person.joinedAt }
      : null,
    draft: chosen ? fillMacro(chosen.body, ticket.name) : null,
    key: newId(),
    noteKey: newId(),
  }
})

const answerForm = intents<{ actor: Member; ticketId: string }>((intent) => ({
  close: intent({
    run: ({ actor, ticketId }) => closeTicket(actor, ticketId),
    done: "문의를 종료했어요",
    problems: { not_now: "이미 끝난 문의예요." },
  }),
  reopen: intent({
    run: ({ actor, ticketId }) => reopenTicket(actor, ticketId),
    done: "문의를 다시 열었어요",
    problems: { not_now: "이미 열려 있는 문의예요." },
  }),
  priority: intent({
    form: TICKET_OFFICE_FORMS.priority,
    run: ({ actor, ticketId }, { priority }) => setTicketPriority(actor, ticketId, priority),
    done: "급한 정도를 바꿨어요",
    problems: { same: "이미 그렇게 되어 있어요." },
  }),
  note: intent({
    form: TICKET_OFFICE_FORMS.note,
    run: ({ actor, ticketId }, note) => addTicketNote(actor, ticketId, note),
    done: "메모를 남겼어요",
    problems: {},
  }),
  reply: intent({
    form: TicketReplyForm,
    run: ({ actor, ticketId }, reply) => replyToTicket(actor, ticketId, reply),
    done: "답변을 보냈어요",
    problems: { not_now: "끝난 문의에는 답할 수 없어요." },
  }),
}))

export async function action({ params, request, context }: Route.ActionArgs) {
  const { ticketId } = params
  const to = href("/admin/tickets/:ticketId", { ticketId })
  return answerForm(await request.formData(), { actor: requireAdmin(context), ticketId }, { to })
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: titleOf(loaderData?.ticket.title ?? "문의") },
  { name: "robots", content: "noindex" },
]

export default function AdminTicket({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  if (!loaderData) return null
  const { ticket, office, asker, noteKey } = loaderData
  return (
    <AdminLayout current="tickets">
      <PageHeader
        title={ticket.title}
        back={{ href: href("/admin/tickets"), label: "문의" }}
        text={`${TICKET_TOPIC_LABELS[ticket.topic]} · ${ticket.name}님 · ${ticket.email}`}
      >
        <PriorityBadge priority={office.priority} />
        <TicketBadge state={ticket.state} />
      </PageHeader>
      <FormAlert message={answer.problem} className="mb-6" />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_19rem]">
        <div>
          <TicketMessages messages={ticket.messages} askerName={`${ticket.name}님`} />
          {ticket.state === "closed" ? (
            <Form method="post" className="mt-6 flex justify-center">
              <SubmitButton name="intent" value="reopen" className="btn btn-line">
                문의 다시 열기
              </SubmitButton>
            </Form>
          ) : (
            <ReplyForm view={loaderData} answer={answer.of("reply")} />
          )}
        </div>
        <div className="grid gap-4">
          <AskerCard asker={asker} others={office.others} />
          <PriorityCard priority={office.priority} />
          <NotesCard notes={office.notes} submissionKey={noteKey} answer={answer.of("note")} />
        </div>
      </div>
    </AdminLayout>
  )
}

type View = NonNullable<Route.ComponentProps["loaderData"]>

/**
 * Another key after one's own answer and for another ticket: neither a message that comes meanwhile nor who
 * takes the case over empties what is being written.
 */
function useReplyFormKey({ id, messages }: View["ticket"]): string {
  const { key } = useLocation()
  const replies = messages.filter(({ byStaff }) => byStaff).length
  const [begun, setBegun] = useState({ id, key, replies })
  if (begun.id !== id || (begun.key !== key && begun.replies !== replies)) setBegun({ id, key, replies })
  return begun.key
}

/** Answers the question, or ends it. */
function ReplyForm({ view, answer }: { view: View; answer: ScreenAnswer }) {
  const { ticket, office, draft, key } = view
  const formKey = useReplyFormKey(ticket)
  return (
    <>
      <div className="mt-8 flex justify-end">
        <MacroPicker macros={office.macros} name={ticket.name} />
      </div>
      <Form key={formKey} id="reply" method="post" noValidate aria-keyshortcuts="r" className="grid gap-4">
        <SubmissionKey name="key" value={key} />
        <TextArea
          label="답변"
          name="body"
          rows={8}
          maxLength={LIMITS.ticketBody}
          defaultValue={answer.typed("body", draft ?? undefined)}
          error={answer.errors.body}
        />
        <SubmitButton className="btn btn-primary btn-lg" name="intent" value="reply">
          답변 보내기
        </SubmitButton>
      </Form>
      <Form method="post" className="mt-2 flex justify-center">
        <button type="submit" name="intent" value="close" className="btn btn-quiet">
          문의 종료하기
        </button>
      </Form>
    </>
  )
}
