import { titleOf } from "#app/basics/brand.ts"
import { requestContext } from "#app/platform/request.server.ts"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { getActor, notFound } from "../guards.server.ts"
import { MailPreview } from "../parts/mail-preview.tsx"
import { listOutboxMessages } from "../service/outbox.server.ts"
import type { Route } from "./+types/outbox"

export async function loader({ context }: Route.LoaderArgs) {
  const messages = await listOutboxMessages(getActor(context))
  return { messages: messages ?? notFound(), origin: context.get(requestContext).origin }
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("보낸편지함") },
  { name: "robots", content: "noindex" },
]

export default function Outbox({ loaderData: { messages, origin } }: Route.ComponentProps) {
  return (
    <Page isNarrow>
      <PageHeader title="보낸편지함" text="메일 서버나 문자 서비스가 없을 때 여기에 쌓여요." />
      {messages.length === 0 ? (
        <EmptyState art="chat" title="아직 보낸 메일과 문자가 없어요" />
      ) : (
        <div className="grid gap-3">
          {messages.map((message) => (
            <MailPreview key={message.id} message={message} origin={origin} />
          ))}
        </div>
      )}
    </Page>
  )
}
