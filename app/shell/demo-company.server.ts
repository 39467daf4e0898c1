/** The company that the demo town belongs to: invented, and shown nowhere else. */
import { setDefaultSettings } from "../basics/settings.ts"
import { env } from "../platform/env.server.ts"
import type { Company } from "../basics/brand.ts"

export const DEMO_COMPANY: Company = {
  name: "(주)바로일당",
  representative: "한바로",
  address: "서울특별시 서초구 반포대로 58, 4층",
  email: "help@baroildang.example",
  supportPhone: "1588-0000",
  businessNumber: "120-81-47521",
  mailOrderNumber: "제2026-서울서초-0412호",
  jobInformationNumber: "서울청 제2026-0087호",
  hosting: "(주)바로일당",
  privacyOfficer: "이도윤",
}

/**
 * Gives the product the demo town's company where there is a demo town, until the back office sets another;
 * elsewhere none.
 */
export function registerDemoCompany(): void {
  setDefaultSettings(env().DEMO ? { company: DEMO_COMPANY } : {})
}
