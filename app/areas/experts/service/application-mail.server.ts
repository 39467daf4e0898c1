/** What an applicant is told of a decision by mail. */
import type { Events } from "#app/platform/events.server.ts"
import { sendMail } from "#app/platform/mail.server.ts"
import { findEmails } from "../../accounts/service/profile.server.ts"
import type { ExpertTransition } from "../rules.ts"

const MAIL_TEXTS: Record<ExpertTransition, { subject: string; text: string }> = {
  review: {
    subject: "전문가 심사를 시작했어요",
    text: "보내 주신 신청서를 확인하고 있어요. 심사가 끝나면 바로 알려 드릴게요.",
  },
  approve: {
    subject: "전문가로 승인됐어요",
    text: "축하해요! 이제 견적 요청을 보고 견적서를 보낼 수 있어요. 다시 로그인하면 전문가 대시보드가 열려요.",
  },
  ask_info: {
    subject: "신청서에 보완할 내용이 있어요",
    text: "아래 내용을 고쳐 다시 보내 주시면 이어서 심사할게요.",
  },
  reject: {
    subject: "이번 전문가 신청은 승인하지 못했어요",
    text: "이유를 확인하고 준비되면 다시 신청할 수 있어요.",
  },
  resubmit: { subject: "보완한 신청서를 잘 받았어요", text: "보내 주신 내용을 이어서 확인할게요." },
  suspend: {
    subject: "전문가 활동이 잠시 멈췄어요",
    text: "새 견적을 보낼 수 없어요. 진행 중인 작업은 그대로 이어 갈 수 있어요.",
  },
  restore: {
    subject: "전문가 활동을 다시 시작할 수 있어요",
    text: "다시 견적 요청을 보고 견적서를 보낼 수 있어요.",
  },
  terminate: {
    subject: "전문가 활동이 끝났어요",
    text: "그동안 함께해 주셔서 고마워요. 궁금한 점은 고객센터에 물어봐 주세요.",
  },
}

/** Answers "expert.decided". Somebody who has left gets no mail. */
export async function sendDecisionMail({ expertId, move, reason }: Events["expert.decided"]): Promise<void> {
  const to = (await findEmails([expertId])).get(expertId)
  if (!to) return
  const mailText = MAIL_TEXTS[move]
  const reasonText = reason ? `\n\n담당자가 남긴 말\n${reason}` : ""
  await sendMail({
    to,
    subject: `[바로일당] ${mailText.subject}`,
    text: `${mailText.text}${reasonText}\n\n바로일당 드림`,
  })
}
