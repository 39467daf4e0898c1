import type { ScreenAnswer } from "#app/ui/action-answer.ts"
import { useLocation } from "react-router"
import { formatDate } from "#app/basics/time.ts"
import { formatWon } from "#app/basics/won.ts"
import { ConfirmDialog } from "#app/ui/dialog.tsx"
import { Checkbox, ChoiceCards, PhoneField } from "#app/ui/field.tsx"
import type { OrderFee } from "../payment-rules.ts"
import { DECLINE_REASONS } from "../rules.ts"
import { ChoicePayment } from "./choice-payment.tsx"
import type { ComparedProposal } from "./comparison.ts"
import { WorkAddress } from "./work-address.tsx"

/** Chooses a proposal: asks where the work is, whom to call, and whether the expert may know it. */
export function AcceptDialog({
  proposal,
  contact,
  fee,
  open,
  triggerClassName,
  answer,
}: {
  proposal: ComparedProposal
  contact: { address: string; phone: string }
  fee: OrderFee
  open: boolean
  triggerClassName: string
  answer: ScreenAnswer
}) {
  const { key } = useLocation()
  const { expert } = proposal
  return (
    <ConfirmDialog
      key={`${proposal.id} ${key}`}
      trigger="이 견적 선택하기"
      triggerClassName={triggerClassName}
      defaultOpen={open}
      title={`${expert.name}님에게 맡길까요?`}
      text={
        `${formatWon(proposal.totalWon)}, ${formatDate(proposal.earliestStart)}부터 시작할 수 있어요. 선택하면 다른 ` +
        "견적은 마감돼요."
      }
      confirmLabel="선택하기"
    >
      <input type="hidden" name="intent" value="accept" />
      <input type="hidden" name="proposalId" value={proposal.id} />
      <input type="hidden" name="version" value={proposal.version} />
      <ChoicePayment proposal={proposal} fee={fee} answer={answer.of("accept")} />
      <WorkAddress
        value={answer.of("accept").typed("address", contact.address)}
        error={answer.of("accept").errors.address}
      />
      <PhoneField
        label="연락처"
        name="contactPhone"
        required
        defaultValue={answer.of("accept").typed("contactPhone", contact.phone)}
        error={answer.of("accept").errors.contactPhone}
      />
      <div>
        <Checkbox
          name="thirdPartyConsent"
          label="(필수) 개인정보 제3자 제공에 동의해요"
          required
          defaultChecked={answer.of("accept").typed("thirdPartyConsent") === "on"}
          error={answer.of("accept").errors.thirdPartyConsent}
        />
        <dl
          className={
            "mt-1 grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-3 gap-y-1 rounded-lg bg-fill p-3.5 text-sm " +
            "text-ink-2"
          }
        >
          <dt className="text-ink-3">받는 사람</dt>
          <dd>{expert.name}</dd>
          <dt className="text-ink-3">항목</dt>
          <dd>이름, 주소, 연락처</dd>
          <dt className="text-ink-3">목적</dt>
          <dd>방문과 작업을 위한 연락</dd>
          <dt className="text-ink-3">기간</dt>
          <dd>작업과 하자보수 기간이 끝날 때까지</dd>
          <dt className="text-ink-3">거부할 권리</dt>
          <dd>동의하지 않을 수 있어요. 그러면 전문가를 선택할 수 없어요.</dd>
        </dl>
      </div>
    </ConfirmDialog>
  )
}

/** Declines a proposal with a reason for its expert. Opens from its address. */
export function DeclineDialog({ proposal, answer }: { proposal: ComparedProposal; answer: ScreenAnswer }) {
  const { key } = useLocation()
  return (
    <ConfirmDialog
      key={`${proposal.id} ${key}`}
      trigger="거절하기"
      triggerClassName="hidden"
      defaultOpen
      title={`${proposal.expert.name}님의 견적을 거절할까요?`}
      text="이유는 전문가에게 전해져요. 거절한 견적은 다시 선택할 수 없어요."
      confirmLabel="거절하기"
      cancelLabel="돌아가기"
    >
      <input type="hidden" name="intent" value="decline" />
      <input type="hidden" name="proposalId" value={proposal.id} />
      <ChoiceCards
        legend="거절하는 이유"
        hideLegend
        name="reason"
        type="radio"
        layout="list"
        options={DECLINE_REASONS.map((reason) => ({ value: reason, label: reason }))}
        defaultValue={answer.of("decline").typed("reason")}
        error={answer.of("decline").errors.reason}
      />
    </ConfirmDialog>
  )
}
