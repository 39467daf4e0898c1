/** Owns what people are told of: the kinds, each with its switch. */

export const NOTIFICATION_KINDS = ["order", "chat", "job", "market", "keyword", "shop", "review", "account", "marketing"] as const
/** The groups of happenings that a person can switch off, each by itself. */
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]
