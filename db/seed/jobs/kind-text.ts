/** What the posts of one kind of day work are made from, and the usual hours. */
import type { JobKind, PayType } from "#app/areas/jobs/rules.ts"

type Hours = readonly [start: string, end: string, breakMinutes: number]
type JobText = { title: string; text: string }
export type KindText = {
  kind: JobKind
  /** How often it is posted. */
  weight: number
  /** Pay in won from–to, in steps; shifts it is paid for. */
  pays: readonly { type: PayType; from: number; to: number; step: number; minutesPerPiece?: number }[]
  hours: readonly Hours[]
  businesses: readonly string[]
  jobs: readonly JobText[]
  needs: readonly string[]
  safety?: boolean
  seek: readonly JobText[]
  licences: readonly string[]
}

export const DAY: Hours = ["08:00", "17:00", 60]
export const SITE: Hours = ["07:00", "16:00", 60]
export const OFFICE: Hours = ["09:00", "18:00", 60]
