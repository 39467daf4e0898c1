import { Form, data, href, useLocation } from "react-router"
import { parseForm, getFormValues, type FormErrors } from "#app/basics/form.ts"
import { newId } from "#app/basics/ids.ts"
import { redirectWithFlash } from "#app/platform/flash.server.ts"
import { titleOf } from "#app/basics/brand.ts"
import { TextArea } from "#app/ui/field.tsx"
import { FormAlert, SubmitButton, useFirstErrorFocus } from "#app/ui/form.tsx"
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

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

export async function loader({ params, context }: Route.LoaderArgs) {
  if (isWaitingForProfile(getActor(context))) return null
  return { ticket: (await findTicket(requireAdmin(context), params.ticketId)) ?? notFound(), key: newId() }
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const actor = requireAdmin(context)
  const formData = await request.formData()
  const noErrors: FormErrors = {}
  const pagePath = href("/admin/tickets/:ticketId", { ticketId: params.ticketId })
  if (formData.get("intent") === "close") {
    const outcome = await closeTicket(actor, params.ticketId)
    if (outcome.ok) return redirectWithFlash(pagePath, "문의를 종료했어요")
    if (outcome.reason === "not_found") notFound()
    return data(
      { errors: noErrors, values: getFormValues(formData), problem: "이미 끝난 문의예요." },
      { status: 409 },
    )
  }
  const form = parseForm(TicketReplyForm, formData)
  if (!form.ok) return data({ errors: form.errors, values: form.values, problem: null }, { status: 400 })
  const outcome = await replyToTicket(actor, params.ticketId, form.value)
  if (outcome.ok) return redirectWithFlash(pagePath, "답변을 보냈어요")
  if (outcome.reason === "not_found") notFound()
  return data(
    { errors: noErrors, values: getFormValues(formData), problem: "끝난 문의에는 답할 수 없어요." },
    { status: 409 },
  )
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: titleOf(loaderData?.ticket.title ?? "문의") },
  { name: "robots", content: "noindex" },
]

export default function AdminTicket({ loaderData, actionData }: Route.ComponentProps) {
  const errors: FormErrors = actionData?.errors ?? {}
  // An answer of the other side that comes meanwhile leaves what is being written alone.
  const { key: formKey } = useLocation()
  useFirstErrorFocus(actionData?.errors)
  if (!loaderData) return null
  const { ticket, key } = loaderData
  return (
    <AdminLayout current="tickets">
      <PageHeader
        title={ticket.title}
        back={{ href: "/admin/tickets", label: "문의" }}
        text={
          `${TICKET_TOPIC_LABELS[ticket.topic]} · ${ticket.name}님 · ${ticket.email}` +
          `${ticket.userId ? "" : " · 로그인하지 않은 방문자"}`
        }
      >
        <TicketBadge state={ticket.state} />
      </PageHeader>
      <FormAlert message={actionData?.problem} className="mb-6" />
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
              defaultValue={actionData ? String(actionData.values.body ?? "") : ""}
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
