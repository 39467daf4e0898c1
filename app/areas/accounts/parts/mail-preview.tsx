export type OutboxMessage = {
  id: string
  channel: "mail" | "sms"
  recipient: string
  subject: string
  body: string
  at: string
}

/**
 * One message of the readable outbox. Only addresses of this site become links: the rest was typed by
 * somebody.
 */
export function MailPreview({ message, origin }: { message: OutboxMessage; origin: string }) {
  return (
    <article className="card-line p-4 md:p-5">
      <p className="text-xs text-ink-3">
        {message.channel === "mail" ? "메일" : "문자"} · {message.recipient} · {message.at}
      </p>
      {message.subject && <h2 className="mt-1 text-base font-bold">{message.subject}</h2>}
      <p className="mt-2 text-sm break-words whitespace-pre-line text-ink-2">
        {message.body.split(/(https?:\/\/\S+)/).map((segment, index) =>
          // oxlint-disable-next-line react/no-array-index-key -- pieces of one fixed text, in its order
          segment.startsWith(`${origin}/`) ? (
            <a
              key={index}
              href={segment.slice(origin.length)}
              className="font-medium break-all text-primary-ink underline"
            >
              {segment}
            </a>
          ) : (
            segment
          ),
        )}
      </p>
    </article>
  )
}
