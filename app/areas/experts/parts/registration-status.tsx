import { formatDate } from "#app/basics/time.ts"
import { StateBadge, type Tone } from "#app/ui/badge.tsx"
import { Link, href } from "react-router"
import { EXPERT_STATE_LABELS, type ExpertState } from "../rules.ts"

export const EXPERT_STATE_TONES: Record<ExpertState, Tone> = {
  applied: "open",
  reviewing: "warn",
  needs_info: "warn",
  approved: "ok",
  rejected: "refused",
  suspended: "refused",
  terminated: "done",
}

const STATE_MESSAGES: Record<
  Exclude<ExpertState, "approved">,
  { title: string; text: string; action?: { href: string; label: string } }
> = {
  applied: {
    title: "신청서를 잘 받았어요",
    text: "심사는 보통 1~2영업일 걸려요. 시작하기 전에는 내용을 고칠 수 있어요.",
    action: { href: `${href("/expert-registration")}?step=summary`, label: "신청 내용 고치기" },
  },
  reviewing: {
    title: "서류를 확인하고 있어요",
    text: "심사가 끝나면 이메일로 알려 드려요. 조금만 기다려 주세요.",
  },
  needs_info: {
    title: "조금만 더 알려 주세요",
    text: "아래 내용을 고쳐 다시 보내 주시면 이어서 심사해요.",
    action: { href: `${href("/expert-registration")}?step=summary`, label: "보완하고 다시 보내기" },
  },
  rejected: {
    title: "이번에는 승인하지 못했어요",
    text: "이유를 확인하고 준비되면 다시 신청할 수 있어요. 앞서 쓴 내용은 그대로 있어요.",
    action: { href: `${href("/expert-registration")}?step=summary`, label: "다시 신청하기" },
  },
  suspended: {
    title: "활동이 잠시 멈췄어요",
    text: "새 견적을 보낼 수 없어요. 진행 중인 작업은 그대로 이어 갈 수 있어요.",
  },
  terminated: { title: "전문가 활동이 끝났어요", text: "더 궁금한 점은 고객센터에 물어봐 주세요." },
}

/** Where a registration stands, why, and what the applicant can do now. */
export function RegistrationStatus({
  state,
  reason,
  appliedAt,
}: {
  state: Exclude<ExpertState, "approved">
  reason: string
  appliedAt: string
}) {
  const message = STATE_MESSAGES[state]
  return (
    <section aria-label="등록 상태" className="card-line p-5 md:p-7">
      <div className="flex flex-wrap items-center gap-2">
        <StateBadge tone={EXPERT_STATE_TONES[state]}>{EXPERT_STATE_LABELS[state]}</StateBadge>
        <span className="text-sm text-ink-3">{formatDate(appliedAt)} 신청</span>
      </div>
      <h2 className="mt-3 text-xl font-bold">{message.title}</h2>
      <p className="mt-1 text-base text-ink-2">{message.text}</p>
      {reason ? (
        <div className="mt-4 rounded-lg bg-warn-tint p-4">
          <p className="text-sm font-semibold text-warn-ink">담당자가 남긴 말</p>
          <p className="mt-1 text-base whitespace-pre-line">{reason}</p>
        </div>
      ) : null}
      {message.action ? (
        <Link to={message.action.href} className="btn btn-primary btn-lg mt-5 w-full sm:w-auto">
          {message.action.label}
        </Link>
      ) : null}
    </section>
  )
}
