/** How a notification is written in a mail, in a text message and in a push message. */
import { brand } from "#app/basics/brand.ts"
import type { NotificationKind } from "../rules.ts"

type MessageContent = {
  kind: NotificationKind
  /** With the mark of advertising where it is one. */ title: string
  text: string
  url: string
  settingsUrl: string
  refusalUrl: string
}

/** The mail. Advertising names its sender, how to reach it, and the free way to refuse it (망법 §50 ④). */
export function formatMail({ kind, title, text, url, settingsUrl, refusalUrl }: MessageContent): {
  subject: string
  text: string
} {
  const body = `${title}\n${text}\n\n바로 보기: ${url}`
  if (kind !== "marketing")
    return {
      subject: `[${brand.name}] ${title}`,
      text: `${body}\n\n이런 메일을 받고 싶지 않다면 알림 설정에서 꺼 주세요: ${settingsUrl}\n\n${brand.name} 드림`,
    }
  const { name, address, supportPhone, email } = brand.company
  const sender = `보낸 사람: ${name} · ${address} · 전화 ${supportPhone} · 이메일 ${email}`
  return {
    subject: title.replace(/^\(광고\)/, `(광고) [${brand.name}]`),
    text: `${body}\n\n${sender}\n수신거부(무료): ${refusalUrl}`,
  }
}

/** The text of a push message; advertising says who sends it and how to refuse it (망법 §50 ④). */
export const formatPushText = ({ kind, text }: Pick<MessageContent, "kind" | "text">): string =>
  kind === "marketing" ? `${text}\n${brand.name} · 수신거부: 내 정보 > 알림` : text

/** The text message. */
export function formatSms({ kind, title, text, url, refusalUrl }: MessageContent): string {
  if (kind !== "marketing") return `[${brand.name}] ${title}\n${text}\n${url}`
  return (
    `${title.replace(/^\(광고\)/, `(광고)[${brand.name} ${brand.supportPhone}]`)}\n${text}\n${url}` +
    `\n무료수신거부 ${refusalUrl}`
  )
}
