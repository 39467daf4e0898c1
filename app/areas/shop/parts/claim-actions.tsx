import { Form } from "react-router"
import { formatWon } from "#app/basics/won.ts"
import type { ScreenAnswer } from "#app/ui/action-answer.ts"
import { ConfirmDialog } from "#app/ui/dialog.tsx"
import { Checkbox, SelectField, TextArea, TextField } from "#app/ui/field.tsx"
import { SubmitButton } from "#app/ui/form.tsx"
import { CARRIER_KEYS, CARRIERS } from "../rules.ts"
import { type ClaimKind, CLAIM_KIND_LABELS, type ClaimState } from "../claim-rules.ts"

/** `paidWon`: what was paid for the goods of its line. */
type Claim = {
  id: string
  kind: ClaimKind
  state: ClaimState
  feeWon: number
  paidWon: number
  /** Of an exchange: the option that it brings. */
  newOptionName: string
}
type ClaimProps = {
  claim: Claim
  /** The answer to what was sent about this claim. */
  answer: ScreenAnswer
}

const carrierOptions = CARRIER_KEYS.map((value) => ({ value, label: CARRIERS[value].label }))

const MAIN_BUTTON = "btn btn-tint btn-sm"

/** What the seller, or an admin in their place, can do with an open claim now, one step at a time. */
export function ClaimActions({ claim, answer }: ClaimProps) {
  if (claim.state === "requested")
    return (
      <>
        <ApproveDialog claim={claim} />
        <RejectDialog claim={claim} answer={answer.about("move", "reject")} />
      </>
    )
  if (claim.state === "approved" || claim.state === "collecting") return <CollectForm claim={claim} />
  return claim.kind === "exchange" ? (
    <ResendDialog claim={claim} answer={answer.about("move", "complete")} />
  ) : (
    <RefundDialog claim={claim} />
  )
}

const MoveFields = ({ claim, move }: { claim: Claim; move: string }) => (
  <>
    <input type="hidden" name="claimId" value={claim.id} />
    <input type="hidden" name="move" value={move} />
  </>
)

function ApproveDialog({ claim }: { claim: Claim }) {
  return (
    <ConfirmDialog
      trigger="승인"
      shortcut="a"
      triggerClassName={MAIN_BUTTON}
      title={`${CLAIM_KIND_LABELS[claim.kind]} 신청을 승인할까요?`}
      text={
        claim.kind === "cancel"
          ? "바로 취소되고, 결제한 금액을 돌려드려요."
          : "구매자에게 알리고 수거를 시작할 수 있어요."
      }
      confirmLabel="승인하기"
      cancelLabel="닫기"
    >
      <MoveFields claim={claim} move="approve" />
    </ConfirmDialog>
  )
}

function RejectDialog({ claim, answer }: ClaimProps) {
  return (
    <ConfirmDialog
      trigger="거절"
      shortcut="r"
      triggerClassName="btn btn-line btn-sm"
      title={`${CLAIM_KIND_LABELS[claim.kind]} 신청을 거절할까요?`}
      text="거절할 수 있는 이유가 있어야 해요. 구매자에게 그대로 전해져요."
      confirmLabel="거절하기"
      cancelLabel="닫기"
      tone="danger"
      defaultOpen={answer.wasSent}
    >
      <MoveFields claim={claim} move="reject" />
      <TextArea
        label="이유"
        name="reason"
        rows={3}
        maxLength={200}
        defaultValue={answer.typed("reason")}
        error={answer.errors.reason}
      />
    </ConfirmDialog>
  )
}

/** The way back of the goods: fetched, and here. */
function CollectForm({ claim }: { claim: Claim }) {
  return (
    <Form method="post">
      <input type="hidden" name="claimId" value={claim.id} />
      <SubmitButton
        name="move"
        value={claim.state === "approved" ? "collect" : "receive"}
        aria-keyshortcuts="a"
        className={MAIN_BUTTON}
      >
        {claim.state === "approved" ? "수거 시작" : "상품 받았어요"}
      </SubmitButton>
    </Form>
  )
}

function ResendDialog({ claim, answer }: ClaimProps) {
  return (
    <ConfirmDialog
      trigger="교환 상품 보내기"
      shortcut="a"
      triggerClassName={MAIN_BUTTON}
      title="교환 상품을 보낼까요?"
      text={
        claim.newOptionName
          ? `‘${claim.newOptionName}’ 옵션을 보내요. 새 송장번호로 다시 배송 중이 돼요.`
          : "새 송장번호로 다시 배송 중이 돼요."
      }
      confirmLabel="보냈어요"
      cancelLabel="닫기"
      defaultOpen={answer.wasSent}
    >
      <MoveFields claim={claim} move="complete" />
      <SelectField
        label="택배사"
        name="carrier"
        options={carrierOptions}
        defaultValue={answer.typed("carrier", "cj")}
      />
      <TextField
        label="송장번호"
        name="trackingNumber"
        inputMode="numeric"
        maxLength={30}
        defaultValue={answer.typed("trackingNumber")}
        error={answer.errors.trackingNumber}
      />
      <Checkbox
        name="restock"
        label="돌아온 상품을 재고로 되돌리기"
        description="다시 팔 수 있는 상태면 골라 주세요."
      />
    </ConfirmDialog>
  )
}

function RefundDialog({ claim }: { claim: Claim }) {
  return (
    <ConfirmDialog
      trigger="반품 마치고 환불하기"
      shortcut="a"
      triggerClassName={MAIN_BUTTON}
      title="반품을 마칠까요?"
      text={
        claim.feeWon > 0 ? (
          <>
            반품비 {formatWon(claim.feeWon)}을 빼고{" "}
            <b className="font-semibold text-base-content">{formatWon(claim.paidWon - claim.feeWon)}</b>을
            환불해요. 되돌릴 수 없어요.
          </>
        ) : (
          "반품비 없이 모두 환불해요. 되돌릴 수 없어요."
        )
      }
      confirmLabel="환불하기"
      cancelLabel="닫기"
    >
      <MoveFields claim={claim} move="complete" />
      <Checkbox name="restock" label="재고로 되돌리기" description="다시 팔 수 있는 상태면 골라 주세요." />
    </ConfirmDialog>
  )
}
