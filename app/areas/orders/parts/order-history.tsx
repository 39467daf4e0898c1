import { formatDateTime } from "#app/basics/time.ts"
import type { OrderRole } from "../rules.ts"
import type { OrderEventView } from "../views.ts"

const TRANSITION_LABELS: Record<string, string> = {
  publish: "견적을 요청했어요",
  edit: "요청 내용을 고쳤어요",
  accept: "전문가를 선택했어요",
  start: "작업을 시작했어요",
  deliver: "작업을 마치고 사진을 보냈어요",
  request_changes: "보완을 요청했어요",
  redeliver: "보완한 결과를 보냈어요",
  complete: "작업 완료를 확인했어요",
  cancel: "요청을 취소했어요",
  expire: "모집 기간이 끝났어요",
  dispute: "분쟁 조정을 요청했어요",
  resolve_complete: "조정이 끝나 작업 완료로 처리했어요",
  resolve_cancel: "조정이 끝나 취소로 처리했어요",
  change_proposed: "추가 비용을 요청했어요",
  change_accepted: "추가 비용을 수락했어요",
  change_rejected: "추가 비용을 거절했어요",
  reopen: "선택을 되돌려 견적을 다시 고를 수 있어요",
  continue: "단계를 확인하고 돈을 지급했어요",
  split: "보관 중인 돈을 나누기로 합의하고 끝냈어요",
  split_proposed: "보관 중인 돈을 나누자고 제안했어요",
  dispute_proposed: "조정안을 냈어요",
  dispute_accept: "조정안을 받아들였어요",
  dispute_object: "조정안을 받아들이지 않았어요",
  dispute_decided: "분쟁을 결정했어요",
  dispute_appealed: "결정에 이의를 제기했어요",
  warranty_open: "하자를 접수했어요",
  warranty_answer: "하자를 보러 갈 날을 정했어요",
  warranty_agree: "방문에 동의했어요",
  warranty_refuse: "하자 접수를 거절했어요",
  warranty_repair: "보수를 마치고 사진을 보냈어요",
  warranty_confirm: "보수를 확인했어요",
  warranty_complain: "보수가 덜 됐다고 알렸어요",
  warranty_withdraw: "하자 접수를 거두었어요",
  warranty_escalate: "운영팀에 검토를 요청했어요",
  warranty_order_repair: "보수하라고 정했어요",
  warranty_dismiss: "하자가 아니라고 정했어요",
  part_asked: "다음 단계의 결제를 부탁했어요",
  part_held: "안심결제로 돈을 맡겼어요",
}
const ROLE_LABELS: Record<OrderRole, string> = {
  customer: "고객",
  expert: "전문가",
  admin: "운영팀",
  system: "자동",
}

/** What has happened to the order, newest first. */
export function OrderHistory({ events }: { events: readonly OrderEventView[] }) {
  return (
    <ol className="relative">
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
            <p className={index === 0 ? "font-semibold" : ""}>
              {TRANSITION_LABELS[event.move] ?? event.move}
            </p>
            <p className="mt-0.5 text-sm text-ink-3">
              {ROLE_LABELS[event.role]} · <time dateTime={event.at}>{formatDateTime(event.at)}</time>
            </p>
            {event.note ? (
              <p className="mt-2 rounded-lg bg-fill p-3 text-sm whitespace-pre-line text-ink-2">
                {event.note}
              </p>
            ) : null}
          </div>
        </li>
      ))}
    </ol>
  )
}
