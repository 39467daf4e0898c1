import { RelativeTime } from "#app/ui/relative-time.tsx"

/** What was asked and answered, in order. */
export function TicketMessages({
  messages,
  askerName,
}: {
  messages: readonly { id: string; byStaff: boolean; body: string; createdAt: string }[]
  askerName: string
}) {
  return (
    <ol className="grid gap-4">
      {messages.map((message) => (
        <li
          key={message.id}
          className={
            "rounded-xl p-4 md:p-5 " +
            `${message.byStaff ? "bg-primary-tint" : "border border-base-300 bg-base-100"}`
          }
        >
          <p className="flex items-baseline gap-2 text-sm">
            <span className={`font-semibold ${message.byStaff ? "text-primary-ink" : ""}`}>
              {message.byStaff ? "바로일당 고객센터" : askerName}
            </span>
            <span className="text-ink-3">
              <RelativeTime at={message.createdAt} />
            </span>
          </p>
          <p className="mt-2 text-base whitespace-pre-line">{message.body}</p>
        </li>
      ))}
    </ol>
  )
}
