/** The shapes of the town's texts: what is written by hand for each kind of work and each expert. */
import type { Category } from "#app/areas/orders/rules.ts"

/** What an expert is known for; several services belong to it. */
export type Trade =
  | "leak"
  | "electric"
  | "door"
  | "boiler"
  | "bath"
  | "paper"
  | "tile"
  | "kitchen"
  | "film"
  | "remodel"
  | "home"
  | "small"
  | "office"
  | "clean"
  | "appliance"
  | "demo"
  | "waste"
  | "aircon"
  | "tv"
  | "furniture"

export type Home = "아파트" | "빌라" | "오피스텔" | "원룸" | "투룸" | "단독주택" | "사무실" | "상가"

/** Name, unit, share of the total, quantity: the floor area where "pyeong", 1 where left out. */
type LineSeed = readonly [name: string, unit: string, share: number, quantity?: number | "pyeong"]

/**
 * One request as a customer would write it. Texts are templates of sentences.ts with the facts home, pyeong,
 * rooms and floor.
 */
export type CaseSeed = {
  title: string
  text: string
  /** By id of the question; home and size follow from the facts. */
  answers: Readonly<Record<string, string | readonly string[]>>
  /** Names of the pictures of the site, where there are any, and of the finished work. */
  site?: readonly string[]
  after: readonly string[]
  /** Least and most in 만원, for the whole or, `each`, for one 평. */
  price: readonly [number, number]
  each?: true
  homes?: readonly Home[]
  lines?: readonly LineSeed[]
}

export type ServiceSeed = {
  /** Id of questions.ts. */
  service: string
  /** How often it is asked for, beside the others. */
  weight: number
  trades: readonly Trade[]
  homes: readonly Home[]
  cases: readonly CaseSeed[]
  lines: readonly LineSeed[]
  included: readonly string[]
  excluded: readonly string[]
  messages: readonly string[]
  /** First sentences of a good review. */
  praise: readonly string[]
  days: readonly [least: number, most: number]
  warrantyMonths: readonly number[]
}

export type CategorySeed = {
  category: Category
  services: readonly ServiceSeed[]
  /** Last sentences of a request. */
  tails: readonly string[]
  /** Last sentences of a proposal's message. */
  closings: readonly string[]
  extraChargeRules: readonly string[]
  /** What less happy customers write, from 3 stars down. */
  complaints: readonly string[]
}

/** An approved expert, as they present themselves. */
export type ExpertSeed = {
  name: string
  woman?: true
  /** Decade of life, which picks the portrait. */
  age: 20 | 30 | 40 | 50 | 60
  trades: readonly [Trade, ...Trade[]]
  years: number
  /** 시·군·구 of the workshop, and the regions worked in. */
  base: string
  covers: readonly string[]
  business: string
  line: string
  intro: string
}

/** Title, picture of the finished work, price in 만원 and 평 where they say something. */
type WorkSeed = readonly [title: string, picture: string, price: number | null, pyeong: number | null]

export type TradeSeed = {
  label: string
  covers: readonly string[]
  prices: readonly (readonly [name: string, unit: string, priceWon: number])[]
  certificates: readonly (readonly [name: string, issuer: string])[]
  warranties: readonly string[]
  works: readonly WorkSeed[]
  /** What is told about a finished work. */
  stories: readonly string[]
  questions: readonly (readonly [question: string, answer: string])[]
}

/** Somebody whose registration is not, or no longer, approved. */
export type ApplicantSeed = ExpertSeed & {
  state: "applied" | "reviewing" | "needs_info" | "rejected" | "suspended" | "terminated"
  /** Since the last that happened to the registration. */
  hoursAgo: number
  reason?: string
}
