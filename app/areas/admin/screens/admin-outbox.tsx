import { requestContext } from "#app/platform/request.server.ts"
import { titleOf } from "#app/basics/brand.ts"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { PageHeader } from "#app/ui/section.tsx"
import { adminLoader, adminMiddleware } from "../../accounts/guards.server.ts"
import { MailPreview } from "../../accounts/parts/mail-preview.tsx"
import { listOutboxMessages } from "../../accounts/service/outbox.server.ts"
import { AdminLayout } from "../parts/admin-layout.tsx"
import type { Route } from "./+types/admin-outbox"

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

export const loader = adminLoader(async (actor, { context }: Route.LoaderArgs) => {
  const messages = await listOutboxMessages(actor)
  return { messages: messages ?? [], origin: context.get(requestContext).origin }
})

export const meta: Route.MetaFunction = () => [
  { title: titleOf("보낸편지함") },
  { name: "robots", content: "noindex" },
]

export default function AdminOutbox({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return null
  const { messages, origin } = loaderData
  return (
    <AdminLayout current="outbox">
      <PageHeader
        title="보낸편지함"
        text="메일 서버나 문자 서비스가 없을 때 여기에 쌓여요. 새것부터 50통을 보여요."
      />
      {messages.length === 0 ? <EmptyState art="chat" title="아직 보낸 메일과 문자가 없어요" /> : null}
      <div className="grid gap-3">
        {messages.map((message) => (
          <MailPreview key={message.id} message={message} origin={origin} />
        ))}
      </div>
    </AdminLayout>
  )
}
