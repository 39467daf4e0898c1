import {
  CHANNEL_NAMES,
  CHANNELS,
  KIND_NAMES,
  KIND_DESCRIPTIONS,
  getSwitchName,
  type Channel,
  type NotificationKind,
} from "../rules.ts"

/**
 * The switches of one kind. A locked one is always on, a missing one has nowhere to send to: both keep what
 * they are.
 */
export function SwitchRow({
  kind,
  enabledChannels,
  isLocked,
  isMissing,
}: {
  kind: NotificationKind
  enabledChannels: Record<Channel, boolean>
  isLocked: (channel: Channel) => boolean
  isMissing: (channel: Channel) => boolean
}) {
  return (
    <li className="py-4">
      <fieldset className="md:flex md:items-center md:gap-6">
        <legend className="sr-only">{KIND_NAMES[kind]} 알림</legend>
        <div aria-hidden className="min-w-0 flex-1">
          <p className="text-base font-semibold">{KIND_NAMES[kind]}</p>
          <p className="text-sm text-ink-3">{KIND_DESCRIPTIONS[kind]}</p>
        </div>
        <div className="mt-3 grid grid-cols-4 gap-2 md:mt-0 md:w-76 md:flex-none">
          {CHANNELS.map((channel) => {
            const isDisabled = isLocked(channel) || isMissing(channel)
            const name = getSwitchName(kind, channel)
            return (
              <label
                key={channel}
                className={
                  "flex min-h-15 flex-col items-center justify-center gap-1.5 rounded-lg bg-fill " +
                  "text-sm has-checked:bg-primary-tint has-checked:font-semibold " +
                  "has-checked:text-primary-ink has-focus-visible:outline-2 " +
                  `has-focus-visible:outline-primary ${isDisabled ? "text-ink-3" : "cursor-pointer"}`
                }
              >
                <input
                  type="checkbox"
                  name={name}
                  defaultChecked={enabledChannels[channel] && !isMissing(channel)}
                  disabled={isDisabled}
                  className="tick outline-none"
                />
                {/* A disabled box is not sent: what it was stays. */}
                {isDisabled && enabledChannels[channel] ? (
                  <input type="hidden" name={name} value="on" />
                ) : null}
                {CHANNEL_NAMES[channel]}
              </label>
            )
          })}
        </div>
      </fieldset>
    </li>
  )
}
