import type { Tone } from "#app/ui/badge.tsx"
import type { CampaignState } from "../../campaigns/rules.ts"

export const CAMPAIGN_STATE_TONES: Record<CampaignState, Tone> = {
  draft: "done",
  sending: "progress",
  stopped: "warn",
  done: "ok",
}
