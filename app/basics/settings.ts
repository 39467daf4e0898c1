/**
 * What the back office has set otherwise than it was shipped: read at once, anywhere, the same on the
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
const currentSettingsKey = Symbol.for("baroildang.settings")
const defaultSettingsKey = Symbol.for("baroildang.shipped-settings")
const globalState = globalThis as {
  [currentSettingsKey]?: Partial<Settings>
  [defaultSettingsKey]?: Partial<Settings>
}

/** What is set under `name`, else what this server ships with; undefined where neither is. */
export const getSetting = <Name extends SettingName>(name: Name): Settings[Name] | undefined =>
  globalState[currentSettingsKey]?.[name] ?? globalState[defaultSettingsKey]?.[name]

/** What is set under `name`; where nothing is, `shipped`. */
export const getSettingOr = <Name extends SettingName>(
  name: Name,
  fallback: Settings[Name],
): Settings[Name] => getSetting(name) ?? fallback

/**
 * Gives what this server ships with where nothing is set: what the demo town brings along. Only the server's
 * start calls this.
 */
export function setDefaultSettings(all: Partial<Settings>): void {
  globalState[defaultSettingsKey] = all
}

/** Everything that is set; undefined before anything was. */
export const getCurrentSettings = (): Partial<Settings> => globalState[currentSettingsKey] ?? {}

/** Takes over all that is set. Only what reads the database, and the browser's first page, call this. */
export function replaceCurrentSettings(all: Partial<Settings>): void {
  globalState[currentSettingsKey] = all
}
