/**
 * Owns what the back office has set otherwise than it was shipped: read at once, anywhere, the same on the
 * server and in the browser.
 */

/**
 * Every setting by its name: areas add theirs with `declare module`. Values are plain JSON, read and never
 * changed.
 */
// oxlint-disable-next-line typescript/no-empty-interface -- areas merge into it
export interface Settings {}
export type SettingName = keyof Settings & string

// The server bundle, a bundle read afresh while developing and the tests load this module separately; all
// must read the same.
const key = Symbol.for("baroildang.settings")
const shippedKey = Symbol.for("baroildang.shipped-settings")
const shared = globalThis as { [key]?: Partial<Settings>; [shippedKey]?: Partial<Settings> }

/** What is set under `name`, else what this server ships with; undefined where neither is. */
export const settingOf = <Name extends SettingName>(name: Name): Settings[Name] | undefined =>
  shared[key]?.[name] ?? shared[shippedKey]?.[name]

/** What is set under `name`; where nothing is, `shipped`. */
export const settingOr = <Name extends SettingName>(name: Name, shipped: Settings[Name]): Settings[Name] =>
  settingOf(name) ?? shipped

/**
 * Gives what this server ships with where nothing is set: what the demo town brings along. Only the server's
 * start calls this.
 */
export function shipSettings(all: Partial<Settings>): void {
  shared[shippedKey] = all
}

/** Everything that is set; undefined before anything was. */
export const settingsNow = (): Partial<Settings> => shared[key] ?? {}

/** Takes over all that is set. Only what reads the database, and the browser's first page, call this. */
export function takeSettings(all: Partial<Settings>): void {
  shared[key] = all
}
