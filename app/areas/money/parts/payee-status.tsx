import { StateBadge, type Tone } from "#app/ui/badge.tsx"
import type { PayeeStatus } from "../rules.ts"
import type { PayeeAccountView } from "../views.ts"

const STATUS: Record<PayeeStatus, { label: string; tone: Tone; text: string }> = {
  no_account: {
    label: "계좌 없음",
    tone: "warn",
    text: "계좌를 등록하면 영업일 오전 10시에 보내 드려요. 그때까지 돈은 안전하게 보관해요.",
  },
  registering: {
    label: "등록 중",
    tone: "progress",
    text: "결제대행사에 계좌를 등록하고 있어요. 보통 몇 분이면 끝나요.",
  },
  approval: {
    label: "본인 확인 필요",
    tone: "warn",
    text: "결제대행사가 문자나 메일로 보낸 본인 확인을 마쳐 주세요. 끝나면 기다리던 돈을 보내 드려요.",
  },
  kyc: {
    label: "고객 확인 필요",
    tone: "warn",
    text: "일주일에 1,000만원 넘게 받으려면 결제대행사의 고객 확인을 마쳐 주세요.",
  },
  refused: { label: "등록 안 됨", tone: "refused", text: "계좌를 확인하고 다시 등록해 주세요." },
  on_hold: {
    label: "지급 멈춤",
    tone: "refused",
    text: "돈은 그대로 있어요. 받을 수 있는 계좌로 바꾸면 다음 영업일에 다시 보내 드려요.",
  },
  ready: { label: "확인됨", tone: "ok", text: "영업일 오전 10시에 이 계좌로 보내 드려요." },
}

const PayeeBadge = ({ status }: { status: PayeeStatus }) => (
  <StateBadge tone={STATUS[status].tone}>{STATUS[status].label}</StateBadge>
)

/** The account that somebody is paid to, with its state, and what is to be done about it. */
export function PayeeAccount({ account }: { account: PayeeAccountView }) {
  const { status, reason } = account
  return (
    <div>
      <p className="flex flex-wrap items-center gap-2">
        <PayeeBadge status={status} />
        {status === "no_account" ? null : (
          <span className="text-base font-semibold">
            {account.bank} <span className="num">{account.maskedNumber}</span>
          </span>
        )}
      </p>
      {status === "no_account" ? null : (
        <p className="mt-1.5 text-sm text-ink-3">예금주 {account.accountHolder}</p>
      )}
      {reason ? <p className="mt-2 text-base font-medium text-refused-ink">{reason}</p> : null}
      <p className="mt-2 text-base text-ink-2">{STATUS[status].text}</p>
    </div>
  )
}
