/**
 * Where settings are kept: every saving is a version in the database, and all processes hear of it at
 * once.
 */
import { sql } from "drizzle-orm"
import { now } from "../basics/clock.ts"
import {
  getCurrentSettings,
  replaceCurrentSettings,
  type SettingName,
  type Settings,
} from "../basics/settings.ts"
import { bus } from "./bus.server.ts"
import { afterCommit, db, violatedConstraint, type Transaction } from "./db.server.ts"
import { log } from "./log.server.ts"
import { settingVersions } from "./schema.server.ts"
import { ok, refuse, type Outcome } from "./outcome.ts"

const CHANNEL = "settings"
let stopListening: (() => Promise<void>) | undefined

/** Reads what is in force; what is read by every request afterwards costs no query. */
async function refreshSettings(): Promise<void> {
  const rows = await db().execute<{ key: string; value: unknown }>(
    sql`select distinct on (key) key, value from setting_versions order by key, version desc`,
  )
  replaceCurrentSettings(Object.fromEntries(rows.map((row) => [row.key, row.value])))
}

const refreshAndLogErrors = () =>
  void refreshSettings().catch((error: unknown) => log().warn({ err: error }, "settings could not be read"))

/** Reads the settings and hears of changes that other processes save. */
export async function startSettings(): Promise<void> {
  await refreshSettings()
  stopListening = await bus().listen(CHANNEL, refreshAndLogErrors, refreshAndLogErrors)
}

/** Stops hearing of changes. */
export async function stopSettings(): Promise<void> {
  await stopListening?.()
  stopListening = undefined
}

/**
 * What is in force under `name` as the database has it, with its version; `value` null and version 0 where it
 * is as it was shipped.
 */
export async function readSetting<Name extends SettingName>(
  name: Name,
): Promise<{ version: number; value: Settings[Name] | null }> {
  const [row] = await db().execute<{ version: number; value: Settings[Name] }>(
    sql`select version, value from setting_versions where key = ${name} order by version desc limit 1`,
  )
  return row ?? { version: 0, value: null }
}

/** The settings `names`, each as {@link readSetting} gives it. One query. */
export async function readSettings<const Names extends readonly SettingName[]>(
  ...names: Names
): Promise<{ [Name in Names[number]]: { version: number; value: Settings[Name] | null } }> {
  const rows = await db().execute<{ key: string; version: number; value: unknown }>(sql`
    select distinct on (key) key, version, value from setting_versions
      where key = any(${sql.param([...names])}::text[]) order by key, version desc`)
  const byName = new Map(rows.map(({ key, version, value }) => [key, { version, value }]))
  return Object.fromEntries(
    names.map((name) => [name, byName.get(name) ?? { version: 0, value: null }]),
  ) as Awaited<ReturnType<typeof readSettings<Names>>>
}

/**
 * Saves `value` as the version after `version`, the one that was read. Refusal `changed`: somebody else saved
 * meanwhile. In force with the commit; the other processes follow within moments.
 */
export async function saveSetting<Name extends SettingName>(
  tx: Transaction,
  actor: { userId: string },
  name: Name,
  version: number,
  value: Settings[Name],
): Promise<Outcome<"changed">> {
  const [newest] = await tx.execute<{ version: number }>(
    sql`select coalesce(max(version), 0)::int as version from setting_versions where key = ${name}`,
  )
  if (newest?.version !== version) return refuse("changed")
  try {
    // A transaction of its own within: a rival who was faster must not break the caller's.
    await tx.transaction((step) =>
      step
        .insert(settingVersions)
        .values({ key: name, version: version + 1, value, savedBy: actor.userId, savedAt: now() })
        .then(() => undefined),
    )
  } catch (error) {
    if (violatedConstraint(error) === "setting_versions_pkey") return refuse("changed")
    throw error
  }
  afterCommit(() => {
    replaceCurrentSettings({ ...getCurrentSettings(), [name]: value })
    bus()
      .send(CHANNEL, name)
      .catch((error: unknown) => log().warn({ err: error }, "a setting could not be told"))
  })
  return ok()
}
