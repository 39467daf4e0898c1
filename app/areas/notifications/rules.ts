/**
 * What people are told of and how: the kinds, their switches a channel, the quiet hours, the rules for
 * advertising.
 */
import { toKstDateString, getKstFields, startOfKstDay } from "../../basics/time.ts"

export const NOTIFICATION_KINDS = [
  "order",
  "request",
  "chat",
  "job",
  "market",
  "keyword",
  "job_alert",
  "shop",
  "restock",
  "price",
  "review",
  "account",
  "marketing",
] as const
/** The groups of happenings that a person can switch off, each by itself. */
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]
export const isNotificationKind = (value: unknown): value is NotificationKind =>
  NOTIFICATION_KINDS.some((kind) => kind === value)

/** The kinds that somebody can be told of: new requests go to experts alone. */
export const listKinds = (isExpert: boolean): NotificationKind[] =>
  NOTIFICATION_KINDS.filter((kind) => isExpert || kind !== "request")

export const KIND_NAMES: Record<NotificationKind, string> = {
  order: "견적·작업",
  request: "새 요청",
  chat: "채팅",
  job: "일자리",
  market: "중고거래",
  keyword: "키워드",
  job_alert: "새 일자리",
  shop: "쇼핑",
  restock: "재입고",
  price: "가격 인하",
  review: "후기",
  account: "계정·안전",
  marketing: "혜택",
}
export const KIND_DESCRIPTIONS: Record<NotificationKind, string> = {
  order: "새 견적, 전문가 선택, 작업 진행과 추가 비용",
  request: "내 분야와 지역에 올라온 새 견적 요청",
  chat: "새 메시지와 약속",
  job: "지원과 합격 소식, 근무 안내",
  market: "가격 제안, 예약과 거래 완료",
  keyword: "내가 정한 키워드의 새 물건",
  job_alert: "일자리 알림에 정한 조건의 새 일자리",
  shop: "주문과 배송, 반품과 환불",
  restock: "알림을 신청한 품절 상품이 다시 들어올 때 한 번",
  price: "찜한 쇼핑 상품의 가격이 내렸을 때",
  review: "후기와 답글, 질문과 답변",
  account: "심사 결과, 신고 결과, 로그인과 비밀번호",
  marketing: "할인과 이벤트. 광고 수신에 동의한 사람에게만 보내요",
}

export const CHANNELS = ["app", "mail", "sms", "push"] as const
export type Channel = (typeof CHANNELS)[number]
/** `app` is the centre itself; the others are sent. */
export type DeliveryChannel = Exclude<Channel, "app">
export const DELIVERY_CHANNELS: readonly DeliveryChannel[] = ["mail", "sms", "push"]
export const CHANNEL_NAMES: Record<Channel, string> = {
  app: "앱 안",
  mail: "이메일",
  sms: "문자",
  push: "푸시",
}

export type DeliveryState = "waiting" | "sent" | "skipped" | "failed"
/** What differs from {@link DEFAULT_CHANNELS}. */
export type Switches = Partial<Record<NotificationKind, Partial<Record<Channel, boolean>>>>
export type Preferences = { switches: Switches; quiet: boolean }
export const DEFAULT_PREFERENCES: Preferences = { switches: {}, quiet: true }

/**
 * Mail for what binds people; push, once a browser has asked for it, for all but advertising; text messages
 * for nothing until asked for.
 */
export const DEFAULT_CHANNELS: Record<NotificationKind, Record<Channel, boolean>> = {
  order: { app: true, mail: true, sms: false, push: true },
  request: { app: true, mail: false, sms: false, push: true },
  chat: { app: true, mail: false, sms: false, push: true },
  job: { app: true, mail: true, sms: false, push: true },
  market: { app: true, mail: false, sms: false, push: true },
  keyword: { app: true, mail: false, sms: false, push: true },
  job_alert: { app: true, mail: false, sms: false, push: true },
  shop: { app: true, mail: true, sms: false, push: true },
  restock: { app: true, mail: false, sms: false, push: true },
  price: { app: true, mail: false, sms: false, push: true },
  review: { app: true, mail: false, sms: false, push: true },
  account: { app: true, mail: true, sms: false, push: true },
  marketing: { app: true, mail: true, sms: false, push: false },
}

/**
 * Decisions about a person reach them whatever they have switched off: the centre and mail of `account` have
 * no switch.
 */
export const isAlwaysOn = (kind: NotificationKind, channel: Channel): boolean =>
  kind === "account" && (channel === "app" || channel === "mail")

/** Whether a person is told of `kind` by `channel`. */
export const isChannelOn = (switches: Switches, kind: NotificationKind, channel: Channel): boolean =>
  isAlwaysOn(kind, channel) || (switches[kind]?.[channel] ?? DEFAULT_CHANNELS[kind][channel])

/** What of `isWanted` differs from the defaults: what is kept. */
export function toSwitches(isWanted: (kind: NotificationKind, channel: Channel) => boolean): Switches {
  const switches: Switches = {}
  for (const kind of NOTIFICATION_KINDS) {
    for (const channel of CHANNELS) {
      const on = isWanted(kind, channel)
      if (!isAlwaysOn(kind, channel) && on !== DEFAULT_CHANNELS[kind][channel])
        switches[kind] = { ...switches[kind], [channel]: on }
    }
  }
  return switches
}

// ── Quiet hours

/** marketplace.md: 21:00–08:00 in Korea. 망법 §50 ③ names the same hours for advertising. */
const QUIET_HOURS = { fromHour: 21, toHour: 8 } as const

export const isQuietTime = (at: Date): boolean => {
  const { hour } = getKstFields(at)
  return hour >= QUIET_HOURS.fromHour || hour < QUIET_HOURS.toHour
}

/**
 * When what is sent at `at` goes out: now, or at 08:00 in Korea. Advertising waits whatever the person has
 * chosen.
 */
export function getDueTime(at: Date, kind: NotificationKind, quiet: boolean): Date {
  if (!isQuietTime(at) || (!quiet && kind !== "marketing")) return at
  const day = startOfKstDay(toKstDateString(at)).getTime()
  const nextDay = getKstFields(at).hour >= QUIET_HOURS.fromHour ? 86_400_000 : 0
  return new Date(day + nextDay + QUIET_HOURS.toHour * 3_600_000)
}

// ── Advertising (망법 §50)

/** The words with which advertising begins. */
const ADVERTISING_MARK = "(광고)"
export const formatTitle = (kind: NotificationKind, title: string): string =>
  kind === "marketing" ? `${ADVERTISING_MARK} ${title}` : title

/** Failed sendings are tried again: after a minute, five, half an hour, two hours. */
const RETRY_DELAYS_MS = [60_000, 300_000, 1_800_000, 7_200_000] as const
/** How long to wait after the `tries`-th failure; null where it is given up. */
export const getRetryDelayMs = (tries: number): number | null => RETRY_DELAYS_MS[tries - 1] ?? null

export const NOTIFICATION_LIMITS = {
  /** Most that the badge counts. */
  maxCounted: 100,
  pageSize: 30,
  /** Days after which what was read, and a year after which everything, is swept. */
  readRetentionDays: 90,
  retentionDays: 365,
  maxBrowsers: 10,
} as const

/** The name of a switch in the form: `order-mail`. */
export const getSwitchName = (kind: NotificationKind, channel: Channel): `${NotificationKind}-${Channel}` =>
  `${kind}-${channel}`
