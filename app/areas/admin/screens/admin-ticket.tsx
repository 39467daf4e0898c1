import { Form, href, useLocation } from "react-router"
import { newId } from "#app/basics/ids.ts"
import { titleOf } from "#app/basics/brand.ts"
import { TextArea } from "#app/ui/field.tsx"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import { PageHeader } from "#app/ui/section.tsx"
import { SubmissionKey } from "#app/ui/submission-key.tsx"
import {
  adminMiddleware,
  getActor,
  isWaitingForProfile,
  notFound,
  requireAdmin,
} from "../../accounts/guards.server.ts"
import { TicketReplyForm } from "../../content/forms.ts"
import { TicketBadge } from "../../content/parts/ticket-badge.tsx"
import { TicketMessages } from "../../content/parts/ticket-messages.tsx"
import { LIMITS, TICKET_TOPIC_LABELS } from "../../content/rules.ts"
import { closeTicket, findTicket, replyToTicket } from "../../content/service/tickets.server.ts"
import { AdminLayout } from "../parts/admin-layout.tsx"
import type { Route } from "./+types/admin-ticket"
import { intents } from "#app/platform/intents.server.ts"
import type { Member } from "../../accounts/rules.ts"
import { useActionAnswer } from "#app/ui/action-answer.ts"

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

export async function loader({ params, context }: Route.LoaderArgs) {
  if (isWaitingForProfile(getActor(context))) return null
  return { ticket: (await findTicket(requireAdmin(context), params.ticketId)) ?? notFound(), key: newId() }
}

const answerForm = intents<{ actor: Member; ticketId: string }>((intent) => ({
  close: intent({
    run: ({ actor, ticketId }) => closeTicket(actor, ticketId),
    done: "문의를 종료했어요",
    problems: { not_now: "이미 끝난 문의예요." },
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
  const { errors, problem, typed } = useActionAnswer(actionData)
  // An answer of the other side that comes meanwhile leaves what is being written alone.
  const { key: formKey } = useLocation()
  if (!loaderData) return null
  const { ticket, key } = loaderData
  return (
    <AdminLayout current="tickets">
      <PageHeader
        title={ticket.title}
        back={{ href: href("/admin/tickets"), label: "문의" }}
        text={
          `${TICKET_TOPIC_LABELS[ticket.topic]} · ${ticket.name}님 · ${ticket.email}` +
          `${ticket.userId ? "" : " · 로그인하지 않은 방문자"}`
        }
      >
        <TicketBadge state={ticket.state} />
      </PageHeader>
      <FormAlert message={problem} className="mb-6" />
      <TicketMessages messages={ticket.messages} askerName={`${ticket.name}님`} />
      {ticket.state === "closed" ? null : (
        <>
          <Form key={formKey} method="post" noValidate className="mt-8 grid gap-4">
            <SubmissionKey name="key" value={key} />
            <TextArea
              label="답변"
              name="body"
              rows={6}
              maxLength={LIMITS.ticketBody}
              defaultValue={typed("body")}
              error={errors.body}
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
      )}
    </AdminLayout>
  )
}
