/** What a deal that is paid safely waits for, told to either side, with what its reader can do. */
import type { ReactNode } from "react"
import { Form, Link, href } from "react-router"
import { formatDateTime } from "#app/basics/time.ts"
import { formatWon } from "#app/basics/won.ts"
import type { ScreenAnswer } from "#app/ui/action-answer.ts"
import { ConfirmDialog } from "#app/ui/dialog.tsx"
import { TextField } from "#app/ui/field.tsx"
import { SubmitButton } from "#app/ui/form.tsx"
import { NextStep } from "../../orders/parts/next-step.tsx"
import { RefundAccountStep } from "../../orders/parts/refund-account-step.tsx"
import { isDealOver } from "../deal-rules.ts"
import type { DealView } from "../views.ts"
import { AnswerClaimSheet, ClaimSheet, ParcelSheet, RefuseReturnSheet } from "./deal-forms.tsx"
import { MeetingCode, TypeCode } from "./deal-meeting.tsx"

export type DealStepProps = {
  deal: DealView
  answer: ScreenAnswer
  qr: { size: number; path: string } | null
  typedCode: string | null
}

const getDue = ({ dueAt }: DealView): string => (dueAt === null ? "" : `${formatDateTime(dueAt)}까지`)

export function DealNextStep(props: DealStepProps) {
  if (isDealOver(props.deal.state)) return <EndedStep deal={props.deal} />
  return props.deal.role === "buyer" ? <BuyerStep {...props} /> : <SellerStep {...props} />
}

function EndedStep({ deal }: { deal: DealView }) {
  if (deal.isAccountNeeded && deal.role === "buyer" && deal.chargeId)
    return <RefundAccountStep chargeId={deal.chargeId} />
  if (deal.state === "done")
    return (
      <NextStep
        tone="quiet"
        title="거래가 끝났어요"
        text={deal.reviewed ? "후기까지 남겨 주셔서 고마워요." : "거래가 어땠는지 후기를 남겨 주세요."}
      >
        {deal.reviewed ? null : (
          <Link
            to={href("/marketplace/:itemId/review", { itemId: deal.itemId })}
            className="btn btn-primary btn-lg"
          >
            후기 쓰기
          </Link>
        )}
      </NextStep>
    )
  const wasPaid = deal.events.some(({ move }) => move === "pay")
  return (
    <NextStep
      tone="quiet"
      title={deal.state === "returned" ? "환불하고 거래를 끝냈어요" : "취소된 거래예요"}
      text={
        !wasPaid
          ? "결제하지 않았어요. 물건은 다시 판매중이 됐어요."
          : deal.role === "buyer"
            ? "결제한 수단으로 전액 환불돼요. 카드는 영업일로 3~7일 걸릴 수 있어요."
            : deal.state === "returned"
              ? "물건은 숨겨 두었어요. 상태를 확인하고 다시 보여 줄 수 있어요."
              : "구매자에게 전액 환불했어요. 물건은 다시 판매중이 됐어요."
      }
    />
  )
}

function BuyerStep({ deal, answer, qr }: DealStepProps): ReactNode {
  const due = getDue(deal)
  switch (deal.state) {
    case "asked":
      return (
        <NextStep
          title={deal.isDepositAwaited ? "입금을 기다리고 있어요" : "결제하면 거래가 시작돼요"}
          text={`${due} ${deal.isDepositAwaited ? "입금" : "결제"}하지 않으면 예약이 풀려요.`}
        >
          <CancelDialog answer={answer} text="예약이 풀리고 다른 분도 살 수 있어요." />
          {deal.chargeId ? (
            <Link to={href("/pay/:chargeId", { chargeId: deal.chargeId })} className="btn btn-primary btn-lg">
              {deal.isDepositAwaited
                ? "입금 계좌 보기"
                : `${formatWon(deal.priceWon + deal.parcelFeeWon)} 결제하기`}
            </Link>
          ) : null}
        </NextStep>
      )
    case "paid":
      return deal.method === "direct" ? (
        <MeetingCode deal={deal} qr={qr}>
          <CancelDialog answer={answer} text="결제한 금액은 전액 환불돼요." />
        </MeetingCode>
      ) : (
        <NextStep
          tone="quiet"
          title="판매자가 보내기를 기다리고 있어요"
          text={`${due} 보내지 않으면 전액 환불돼요. 그 전에는 취소할 수 있어요.`}
        >
          <CancelDialog answer={answer} text="결제한 금액은 전액 환불돼요." />
        </NextStep>
      )
    case "sent":
    case "received":
      return <ArrivalStep deal={deal} answer={answer} />
    case "claimed":
      return (
        <NextStep
          tone="quiet"
          title="판매자의 답을 기다리고 있어요"
          text={`${due} 답이 없으면 운영팀이 확인하고 결정해요. 그동안 돈은 그대로 보관돼요.`}
        >
          <ConfirmDialog
            trigger="그대로 받을게요"
            triggerClassName="btn btn-line btn-lg w-full"
            title="그대로 받고 거래를 마칠까요?"
            text="판매자에게 지급되고 되돌릴 수 없어요."
            confirmLabel="거래 마치기"
          >
            <input type="hidden" name="intent" value="withdraw_claim" />
          </ConfirmDialog>
        </NextStep>
      )
    case "disputed":
      return <DisputedStep />
    case "returning":
      return (
        <NextStep
          tone="warn"
          title="물건을 돌려보내 주세요"
          text={`${due} 돌려보내지 않으면 판매자에게 지급돼요. 받을 곳은 채팅으로 물어봐 주세요.`}
        >
          <ParcelSheet intent="send_back" trigger="돌려보냈어요" answer={answer} />
        </NextStep>
      )
    default:
      return (
        <NextStep
          tone="quiet"
          title="판매자가 돌려받기를 기다리고 있어요"
          text={`${due} 다른 말이 없으면 전액 환불돼요.`}
        />
      )
  }
}

/** The parcel is on its way or there: the buyer looks at it and answers. */
function ArrivalStep({ deal, answer }: Pick<DealStepProps, "deal" | "answer">) {
  const isThere = deal.state === "received"
  return (
    <NextStep
      title={isThere ? "물건을 확인해 주세요" : "물건이 오고 있어요"}
      text={
        isThere
          ? `${getDue(deal)} 말이 없으면 받은 것으로 처리되고 판매자에게 지급돼요.`
          : "받으면 확인해 주세요. 확인하기 전에는 판매자에게 지급되지 않아요."
      }
      result={
        <div className="mt-3 flex flex-wrap gap-2">
          <ClaimSheet answer={answer} />
          {isThere ? null : (
            <Form method="post">
              <SubmitButton name="intent" value="arrive" className="btn btn-line">
                도착했어요, 확인해 볼게요
              </SubmitButton>
            </Form>
          )}
        </div>
      }
    >
      <ConfirmDialog
        trigger="받았어요"
        triggerClassName="btn btn-primary btn-lg w-full"
        title="물건을 확인했나요?"
        text={`${formatWon(deal.priceWon + deal.parcelFeeWon)}이 판매자에게 지급되고 되돌릴 수 없어요.`}
        confirmLabel="받았어요"
      >
        <input type="hidden" name="intent" value="confirm" />
      </ConfirmDialog>
    </NextStep>
  )
}

const DisputedStep = () => (
  <NextStep
    tone="quiet"
    title="운영팀이 확인하고 있어요"
    text="두 분의 글과 사진, 대화를 보고 결정해요. 그동안 돈은 그대로 보관돼요."
  />
)

function SellerStep({ deal, answer, typedCode }: DealStepProps): ReactNode {
  const due = getDue(deal)
  switch (deal.state) {
    case "asked":
      return (
        <NextStep
          tone="quiet"
          title="구매자의 결제를 기다리고 있어요"
          text={`${due} 결제하지 않으면 다시 판매중이 돼요. 결제되기 전에는 보내지 마세요.`}
        >
          <CancelDialog answer={answer} text="예약이 풀리고 구매자에게 알려 드려요." />
        </NextStep>
      )
    case "paid":
      return deal.method === "direct" ? (
        <TypeCode deal={deal} answer={answer} typedCode={typedCode}>
          <CancelDialog answer={answer} text="구매자에게 전액 환불돼요." />
        </TypeCode>
      ) : (
        <NextStep title="물건을 보내 주세요" text={`${due} 송장번호를 입력하지 않으면 구매자에게 환불돼요.`}>
          <CancelDialog answer={answer} text="구매자에게 전액 환불돼요." />
          <ParcelSheet intent="send" trigger="송장번호 입력" answer={answer} />
        </NextStep>
      )
    case "sent":
      return (
        <NextStep
          tone="quiet"
          title="구매자가 받기를 기다리고 있어요"
          text="보내고 3일이 지나면 도착한 것으로 보고, 다시 3일 동안 말이 없으면 지급이 확정돼요."
        />
      )
    case "received":
      return (
        <NextStep
          tone="quiet"
          title="구매자가 확인하고 있어요"
          text={`${due} 다른 말이 없으면 지급이 확정돼요.`}
        />
      )
    case "claimed":
      return (
        <NextStep
          tone="warn"
          title="구매자가 문제가 있다고 했어요"
          text={`아래 내용을 보고 ${due} 답해 주세요. 답이 없으면 운영팀이 결정해요.`}
        >
          <AnswerClaimSheet answer={answer} isMissing={deal.claim?.kind === "missing"} />
        </NextStep>
      )
    case "disputed":
      return <DisputedStep />
    case "returning":
      return (
        <NextStep
          tone="quiet"
          title="구매자가 돌려보내기를 기다리고 있어요"
          text={`${due} 돌려보내지 않으면 지급이 확정돼요. 받을 곳을 채팅으로 알려 주세요.`}
        />
      )
    default:
      return (
        <NextStep
          title="돌려받은 물건을 확인해 주세요"
          text={`${due} 다른 말이 없으면 구매자에게 환불돼요.`}
          result={<RefuseReturnSheet answer={answer} />}
        >
          <ConfirmDialog
            trigger="돌려받았어요"
            triggerClassName="btn btn-primary btn-lg w-full"
            title="물건을 돌려받았나요?"
            text="구매자에게 전액 환불되고 되돌릴 수 없어요."
            confirmLabel="환불하기"
          >
            <input type="hidden" name="intent" value="take_back" />
          </ConfirmDialog>
        </NextStep>
      )
  }
}

function CancelDialog({ answer: screenAnswer, text }: { answer: ScreenAnswer; text: string }) {
  const answer = screenAnswer.of("cancel")
  return (
    <ConfirmDialog
      trigger="거래 취소"
      triggerClassName="btn btn-line btn-lg w-full"
      title="거래를 취소할까요?"
      text={text}
      confirmLabel="거래 취소"
      cancelLabel="닫기"
      defaultOpen={answer.hasErrors}
    >
      <input type="hidden" name="intent" value="cancel" />
      <TextField
        label="취소하는 이유"
        name="reason"
        maxLength={200}
        help="상대에게 그대로 전해져요."
        defaultValue={answer.typed("reason")}
        error={answer.errors.reason}
      />
    </ConfirmDialog>
  )
}
