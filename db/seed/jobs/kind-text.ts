/** What the posts of one kind of day work are made from, and the usual hours. */
import type { DayTime, JobKind, PayType } from "#app/areas/jobs/rules.ts"

type Hours = readonly [start: string, end: string, breakMinutes: number]
/** A job; what its title and text say of days, hours and employer holds of every post of it. */
export type JobText = {
  /** Without days and hours: `formatHireTitle` adds those of the post. */
  title: string
  text: string
  employers?: readonly string[]
  hours?: Hours
  days?: number
  headcount?: number
  /** In place of what its kind asks for. */
  needs?: readonly string[]
  /** The first day is a Saturday, or a Monday. */
  starts?: "weekend" | "weekdays"
  /** The place of its pay in the list of its kind. */
  pay?: number
  /** A household hires for it, too. */
  home?: true
}
/** Somebody who seeks work; "{n}" stands for the years of their career. */
export type SeekText = {
  title: string
  text: string
  /** Years; at least one where it is not said. */
  career?: number
  days?: "weekend" | "weekdays"
  times?: readonly DayTime[]
  /** From tomorrow. */
  soon?: true
}
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
  seek: readonly SeekText[]
  licences: readonly string[]
}

export const DAY: Hours = ["08:00", "17:00", 60]
export const SITE: Hours = ["07:00", "16:00", 60]
export const OFFICE: Hours = ["09:00", "18:00", 60]
