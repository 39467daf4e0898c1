import { formatDateTime } from "#app/basics/time.ts"
import { Card } from "#app/ui/section.tsx"

type DisputeMessage = {
  id: string
  by: "customer" | "expert" | null
  text: string
  at: string
  hidden: boolean
}

/** What customer and expert said to each other, beside the money and the work of a dispute. */
export function DisputeMessages({
  messages,
  customer,
  expert,
  labels = { customer: "고객", expert: "전문가" },
}: {
  messages: readonly DisputeMessage[]
  customer: string
  expert: string
  /** What the two are to each other. */
  labels?: { customer: string; expert: string }
}) {
  const names = { customer, expert }
  return (
    <Card className="md:p-6">
      <h2 className="text-lg font-bold">두 사람의 대화</h2>
      <p className="mt-1 text-sm text-ink-3">
        분쟁을 조정할 때만 볼 수 있고, 열어 본 것이 감사 기록에 남아요.
      </p>
      {messages.length === 0 ? <p className="mt-4 text-base text-ink-3">나눈 대화가 없어요.</p> : null}
      <ol className="mt-4 grid max-h-[32rem] gap-3 overflow-y-auto empty:hidden">
        {messages.map((message) => (
          <li
            key={message.id}
            className={
              message.by === null
                ? "text-center text-sm text-ink-3"
                : `max-w-[85%] ${message.by === "expert" ? "justify-self-end" : ""}`
            }
          >
            {message.by === null ? null : (
              <p className={`text-sm text-ink-3 ${message.by === "expert" ? "text-right" : ""}`}>
                {names[message.by]} {labels[message.by]} · {formatDateTime(message.at)}
              </p>
            )}
            <p
              className={
                message.by === null
                  ? ""
                  : "mt-1 rounded-xl px-4 py-2.5 text-base whitespace-pre-line " +
                    `${message.by === "expert" ? "bg-primary-tint" : "bg-fill"}`
              }
            >
              {message.text || (message.hidden ? "숨긴 메시지예요." : "사진을 보냈어요.")}
            </p>
          </li>
        ))}
      </ol>
    </Card>
  )
}
