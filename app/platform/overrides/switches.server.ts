/**
 * The switches of the overrides: the places of this folder that lean on private parts of React Router.
 * Each is right without it, only slower; `OVERRIDES_OFF=one-string,narrow-routes` turns some off, for a
 * release of React Router that changes what they lean on.
 */
import { env } from "../env.server.ts"
import type { OverrideName } from "./names.ts"

/** Whether the override `name` is in use. */
export const isOverrideOn = (name: OverrideName): boolean => !env().OVERRIDES_OFF.includes(name)
