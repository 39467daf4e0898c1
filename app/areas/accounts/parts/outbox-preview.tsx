import { useEffect } from "react"
import { Link, href } from "react-router"
import { useIdleRevalidation } from "#app/ui/idle-revalidation.ts"
import { MailPreview, type OutboxMessage } from "./mail-preview.tsx"

const REVALIDATE_DELAY_MS = 800

/** In development: the mails to this address, on the screen that says they were sent. */
export function OutboxPreview({ messages, origin }: { messages: OutboxMessage[]; origin: string }) {
  const revalidate = useIdleRevalidation()
  // A mail is written after the answer.
  useEffect(() => {
    const timer = setTimeout(revalidate, REVALIDATE_DELAY_MS)
    return () => clearTimeout(timer)
  }, [revalidate])
  return (
    <section className="mt-10 rounded-xl border border-dashed border-line-strong p-4">
      <h2 className="text-sm font-semibold text-ink-2">개발 환경의 메일함</h2>
      <div className="mt-3 grid gap-3">
        {messages.slice(0, 3).map((message) => (
          <MailPreview key={message.id} message={message} origin={origin} />
        ))}
      </div>
      <Link
        to={href("/outbox")}
        className="hit mt-3 inline-block rounded-sm text-sm font-medium text-primary-ink underline"
      >
        보낸 메일과 문자 전체보기
      </Link>
    </section>
  )
}
