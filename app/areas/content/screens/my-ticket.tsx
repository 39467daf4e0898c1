import { Form, href, useLocation } from "react-router"
import { newId } from "#app/basics/ids.ts"
import { titleOf } from "#app/basics/brand.ts"
import { TextArea } from "#app/ui/field.tsx"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { SubmissionKey } from "#app/ui/submission-key.tsx"
import { notFound, requireMember } from "../../accounts/guards.server.ts"
import { TicketReplyForm } from "../forms.ts"
import { TicketBadge } from "../parts/ticket-badge.tsx"
import { TicketMessages } from "../parts/ticket-messages.tsx"
import { LIMITS, TICKET_TOPIC_LABELS } from "../rules.ts"
import { closeTicket, findTicket, replyToTicket } from "../service/tickets.server.ts"
import type { Route } from "./+types/my-ticket"
import { intents } from "#app/platform/intents.server.ts"
import type { Member } from "../../accounts/rules.ts"
import { useActionAnswer } from "#app/ui/action-answer.ts"

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  const ticket = await findTicket(actor, params.ticketId)
  // An admin reads others' tickets in the back office.
  if (!ticket || ticket.userId !== actor.userId) notFound()
  const { id, title, topic, state, name, messages } = ticket
  return { ticket: { id, title, topic, state, name, messages }, key: newId() }
}

const answerForm = intents<{ actor: Member; ticketId: string }>((intent) => ({
  close: intent({
    run: ({ actor, ticketId }) => closeTicket(actor, ticketId),
    done: "문의를 마쳤어요",
    problems: { not_now: "이미 끝난 문의예요." },
  }),
  reply: intent({
    form: TicketReplyForm,
    run: ({ actor, ticketId }, reply) => replyToTicket(actor, ticketId, reply),
    done: "이어서 문의했어요",
    problems: { not_now: "끝난 문의에는 이어서 쓸 수 없어요. 새로 문의해 주세요." },
  }),
}))

export async function action({ params, request, context }: Route.ActionArgs) {
  const actor = requireMember(context, request)
  const { ticketId } = params
  const ticket = await findTicket(actor, ticketId)
  if (!ticket || ticket.userId !== actor.userId) notFound()
  const to = href("/my-info/tickets/:ticketId", { ticketId })
  return answerForm(await request.formData(), { actor, ticketId }, { to })
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: titleOf(loaderData?.ticket.title ?? "내 문의") },
  { name: "robots", content: "noindex" },
]

export default function MyTicket({ loaderData: { ticket, key }, actionData }: Route.ComponentProps) {
  const { errors, problem, typed } = useActionAnswer(actionData)
  // An answer of the other side that comes meanwhile leaves what is being written alone.
  const { key: locationKey } = useLocation()
  return (
    <Page isNarrow>
      <PageHeader
        title={ticket.title}
        back={{ href: href("/my-info/tickets"), label: "내 문의" }}
        text={TICKET_TOPIC_LABELS[ticket.topic]}
      >
        <TicketBadge state={ticket.state} />
      </PageHeader>
      <FormAlert message={problem} className="mb-6" />
      <TicketMessages messages={ticket.messages} askerName={ticket.name} />
      {ticket.state === "closed" ? null : (
        <>
          <Form key={locationKey} method="post" noValidate className="mt-8 grid gap-4">
            <SubmissionKey name="key" value={key} />
            <TextArea
              label="이어서 문의하기"
              name="body"
              rows={4}
              maxLength={LIMITS.ticketBody}
              defaultValue={typed("body")}
              error={errors.body}
            />
            <SubmitButton className="btn btn-primary btn-lg" name="intent" value="reply">
              보내기
            </SubmitButton>
          </Form>
          <Form method="post" className="mt-2 flex justify-center">
            <button type="submit" name="intent" value="close" className="btn btn-quiet max-w-full">
              해결됐어요, 문의 마치기
            </button>
          </Form>
        </>
      )}
    </Page>
  )
}
