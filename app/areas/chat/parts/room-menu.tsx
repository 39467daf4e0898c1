import type { ReactNode } from "react"
import { Ban, EllipsisVertical, Flag, LogOut } from "#app/ui/icons.tsx"
import { Form, Link, href } from "react-router"
import { ConfirmDialog, Sheet } from "#app/ui/dialog.tsx"
import { SubmitButton } from "#app/ui/form.tsx"
import type { PartnerView } from "../views.ts"

const MENU_ROW_CLASSES =
  "flex min-h-13 w-full cursor-pointer items-center gap-3 rounded-lg text-left text-base font-medium"

/** What is sent to take a block back; one comes back to the room. */
export function UnblockForm({
  userId,
  roomHref,
  children,
}: {
  userId: string
  /** Its address. */ roomHref: string
  children: ReactNode
}) {
  return (
    <Form method="post" action={href("/blocks")}>
      <input type="hidden" name="userId" value={userId} />
      <input type="hidden" name="intent" value="unblock" />
      <input type="hidden" name="returnTo" value={roomHref} />
      {children}
    </Form>
  )
}

/**
 * ⋮ of a room: report, block, leave. `reportId` is the partner's last message; without one the person is
 * reported.
 */
export function RoomMenu({
  partner,
  isBlocked,
  reportId,
  action,
}: {
  partner: PartnerView
  /** By the reader. */ isBlocked: boolean
  reportId: string | null
  action: string
}) {
  return (
    <Sheet
      trigger={
        <button type="button" aria-label="채팅방 메뉴">
          <EllipsisVertical size={22} />
        </button>
      }
      triggerClassName={
        "grid size-11 flex-none cursor-pointer place-items-center rounded-full transition-colors " +
        "hover:bg-fill"
      }
      title="채팅방 메뉴"
    >
      <div className="grid">
        <Link
          to={
            `${href("/report")}` +
            "?" +
            new URLSearchParams(
              reportId ? { kind: "message", id: reportId } : { kind: "person", id: partner.userId },
            ).toString()
          }
          className={MENU_ROW_CLASSES}
        >
          <Flag size={20} /> 신고하기
        </Link>
        {isBlocked || !partner.hasLeft ? (
          <BlockRow partner={partner} isBlocked={isBlocked} roomHref={action} />
        ) : null}
        <LeaveRow action={action} />
      </div>
    </Sheet>
  )
}

/** Blocks the partner, or takes it back; one comes back to the room. */
function BlockRow({
  partner,
  isBlocked,
  roomHref,
}: {
  partner: PartnerView
  isBlocked: boolean
  roomHref: string
}) {
  if (isBlocked)
    return (
      <UnblockForm userId={partner.userId} roomHref={roomHref}>
        <SubmitButton className={MENU_ROW_CLASSES}>
          <Ban size={20} /> 차단 풀기
        </SubmitButton>
      </UnblockForm>
    )
  return (
    <ConfirmDialog
      trigger={
        <>
          <Ban size={20} /> 차단하기
        </>
      }
      triggerClassName={MENU_ROW_CLASSES}
      title={`${partner.name}님을 차단할까요?`}
      text="서로 메시지를 보낼 수 없어요. 상대방에게는 알리지 않고, 언제든 풀 수 있어요."
      confirmLabel="차단하기"
      tone="danger"
      action={href("/blocks")}
    >
      <input type="hidden" name="userId" value={partner.userId} />
      <input type="hidden" name="intent" value="block" />
      <input type="hidden" name="returnTo" value={roomHref} />
    </ConfirmDialog>
  )
}

function LeaveRow({ action }: { action: string }) {
  return (
    <ConfirmDialog
      trigger={
        <>
          <LogOut size={20} /> 채팅방 나가기
        </>
      }
      triggerClassName={`${MENU_ROW_CLASSES} text-refused-ink`}
      title="채팅방을 나갈까요?"
      text="나가면 나눈 대화가 내 목록에서 사라져요. 상대방이 다시 말을 걸면 새로 시작돼요."
      confirmLabel="나가기"
      tone="danger"
      action={action}
    >
      <input type="hidden" name="intent" value="leave" />
    </ConfirmDialog>
  )
}
