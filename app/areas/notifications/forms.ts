/** The forms of notifications: the switches, reading, push of a browser. */
import { z } from "zod"
import { CHANNELS, isNotificationKind, NOTIFICATION_KINDS, getSwitchName } from "./rules.ts"
import { optional, choice, checkbox, idField } from "../../basics/form-fields.ts"

const switchNames = NOTIFICATION_KINDS.flatMap((kind) =>
  CHANNELS.map((channel) => getSwitchName(kind, channel)),
)

export const SettingsForm = z.object({
  quiet: checkbox({ label: "방해 금지 시간" }),
  ...(Object.fromEntries(switchNames.map((name) => [name, checkbox()])) as Record<
    (typeof switchNames)[number],
    ReturnType<typeof checkbox>
  >),
})

/** Marking one as read, or all of one kind; of every kind where none is named. */
export const READ_FORMS = {
  read: z.object({ id: idField({ label: "알림" }) }),
  "read-all": z.object({ kind: optional(choice(NOTIFICATION_KINDS, "종류")).catch(null) }),
}

export const NotificationCentreQuery = z.object({
  kind: z
    .string()
    .transform((kind) => (isNotificationKind(kind) ? kind : null))
    .nullable()
    .catch(null),
  after: z.string().max(400).nullable().catch(null),
})

const key = z.string().regex(/^[\w-]{16,200}={0,2}$/)
/** What a browser says of its push subscription. */
export const PushForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("subscribe"), endpoint: z.string().max(1_000), p256dh: key, auth: key }),
  z.object({ intent: z.literal("unsubscribe"), endpoint: z.string().max(1_000) }),
  z.object({ intent: z.literal("ask"), endpoint: z.string().max(1_000) }),
])
