/** Whom banners, coupons and messages are for, when, and how a campaign goes on. Pure. */
import type { Transition } from "#app/basics/transitions.ts"

// ── Banners and collections

export const BANNER_KINDS = ["banner", "collection"] as const
export type BannerKind = (typeof BANNER_KINDS)[number]
export const BANNER_KIND_LABELS: Record<BannerKind, string> = { banner: "배너", collection: "기획전" }

export const BANNER_PLACES = ["home", "shop"] as const
export type BannerPlace = (typeof BANNER_PLACES)[number]
export const BANNER_PLACE_LABELS: Record<BannerPlace, string> = { home: "홈", shop: "쇼핑" }

export const BANNER_AUDIENCES = ["everyone", "visitors", "customers", "experts", "sellers"] as const
export type BannerAudience = (typeof BANNER_AUDIENCES)[number]
export const BANNER_AUDIENCE_LABELS: Record<BannerAudience, string> = {
  everyone: "모두",
  visitors: "로그인하지 않은 손님",
  customers: "고객",
  experts: "전문가",
  sellers: "판매자",
}

export type BannerState = "coming" | "running" | "ended"
export const BANNER_STATE_LABELS: Record<BannerState, string> = {
  coming: "시작 전",
  running: "보이는 중",
  ended: "끝남",
}
/** What a banner is at `at`, a time in ISO like the others. */
export const getBannerState = (banner: { startsAt: string; endsAt: string }, at: string): BannerState =>
  banner.endsAt <= at ? "ended" : banner.startsAt > at ? "coming" : "running"

export const BANNER_LIMITS = {
  /** Shown in one place to one person. */ shownBanners: 5,
  shownCollections: 3,
  /** Read for one place, for all audiences and regions. */ readPerPlace: 60,
  products: 8,
  title: 40,
  text: 80,
} as const

// ── Campaigns

export const CAMPAIGN_AUDIENCES = [
  "members",
  "customers",
  "experts",
  "sellers",
  "newcomers",
  "shoppers",
  "sleepers",
] as const
export type CampaignAudience = (typeof CAMPAIGN_AUDIENCES)[number]
export const CAMPAIGN_AUDIENCE_LABELS: Record<CampaignAudience, string> = {
  members: "모든 회원",
  customers: "고객",
  experts: "승인된 전문가",
  sellers: "승인된 판매자",
  newcomers: "최근 30일에 가입한 고객",
  shoppers: "최근 90일에 쇼핑한 고객",
  sleepers: "60일 넘게 오지 않은 고객",
}

export const CAMPAIGN_STATES = ["draft", "sending", "stopped", "done"] as const
export type CampaignState = (typeof CAMPAIGN_STATES)[number]
export const CAMPAIGN_STATE_LABELS: Record<CampaignState, string> = {
  draft: "작성 중",
  sending: "보내는 중",
  stopped: "멈춤",
  done: "다 보냄",
}
export type CampaignMove = "start" | "stop" | "resume" | "finish"
export const CAMPAIGN_TRANSITIONS: readonly Transition<CampaignState, CampaignMove, "office" | "system">[] = [
  { move: "start", from: ["draft"], to: "sending", by: ["office"] },
  { move: "stop", from: ["sending"], to: "stopped", by: ["office"] },
  { move: "resume", from: ["stopped"], to: "sending", by: ["office"] },
  { move: "finish", from: ["sending"], to: "done", by: ["system"] },
]

export const CAMPAIGN_LIMITS = {
  name: 40,
  title: 40,
  text: 160,
  /** People of one transaction. */ piece: 500,
  /** Pieces of one run of the job. */ piecesPerRun: 40,
  /** Days after the start in which who opened it is counted. */ countedDays: 14,
} as const

/** Whether more people would get it than were shown before it was started: a tenth, and ten, are let go. */
export const hasGrown = (seen: number, people: number): boolean => people > seen * 1.1 + 10
