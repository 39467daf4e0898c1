import { formatDateTime } from "#app/basics/time.ts"
import type { DealActorRole } from "../deal-rules.ts"
import type { DealView } from "../views.ts"

const MOVE_LABELS: Record<DealView["events"][number]["move"], string> = {
  ask: "안심결제로 거래를 시작했어요",
  pay: "결제한 돈이 보관됐어요",
  lapse: "결제하지 않아 취소됐어요",
  cancel: "거래를 취소했어요",
  expire: "기한이 지나 취소하고 환불했어요",
  send: "물건을 보냈어요",
  hand_over: "만나서 코드를 확인했어요",
  arrive: "물건이 도착했어요",
  confirm: "물건을 받은 것으로 확인했어요",
  claim: "물건에 문제가 있다고 했어요",
  withdraw_claim: "문제 제기를 거뒀어요",
  agree_return: "반품에 동의했어요",
  agree_refund: "환불에 동의했어요",
  refuse_claim: "동의하지 않았어요",
  escalate: "답이 없어 운영팀이 확인해요",
  send_back: "물건을 돌려보냈어요",
  give_up_return: "기한 안에 돌려보내지 않아 끝났어요",
  take_back: "돌려보낸 물건이 도착했어요",
  refuse_return: "돌려받은 물건에 문제가 있다고 했어요",
  decide_refund: "환불하기로 결정했어요",
  decide_return: "돌려받은 뒤 환불하기로 결정했어요",
  decide_release: "판매자에게 지급하기로 결정했어요",
}
const ROLE_LABELS: Record<DealActorRole, string> = {
  buyer: "구매자",
  seller: "판매자",
  admin: "운영팀",
  system: "자동",
}

/** What has happened to the deal, newest first. */
export function DealHistory({ events }: { events: DealView["events"] }) {
  return (
    <ol>
      {events.toReversed().map((event, index) => (
        <li key={`${event.at} ${event.move}`} className="relative flex gap-4 pb-5 last:pb-0">
          {index < events.length - 1 && (
            <span
              aria-hidden
              className="absolute top-4 bottom-[-0.25rem] left-[0.3125rem] w-px bg-base-300"
            />
          )}
          <span
            aria-hidden
            className={
              "mt-1.5 size-[0.6875rem] flex-none rounded-full " +
              `${index === 0 ? "bg-primary" : "bg-base-300"}`
            }
          />
          <div className="min-w-0 flex-1">
            <p className="text-base font-medium">{MOVE_LABELS[event.move]}</p>
            <p className="text-sm text-ink-3" suppressHydrationWarning>
              {ROLE_LABELS[event.role]} · {formatDateTime(event.at)}
            </p>
            {event.note ? (
              <p className="mt-1 text-base break-words whitespace-pre-line text-ink-2">{event.note}</p>
            ) : null}
          </div>
        </li>
      ))}
    </ol>
  )
}
