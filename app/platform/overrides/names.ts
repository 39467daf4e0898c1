/** The overrides that a setting can turn off, by file of this folder. */
export const OVERRIDES = [
  "one-string",
  "narrow-routes",
  "cached-html",
  "data-router",
  "unmarked-links",
] as const
export type OverrideName = (typeof OVERRIDES)[number]
