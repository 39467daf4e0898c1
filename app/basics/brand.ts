/**
 * Who we are: the brand, and the company's data of the footer (전자상거래법 §10), which the back office sets;
 * nothing is invented.
 */
import { getSettingOr } from "./settings.ts"

export type Company = {
  name: string
  representative: string
  address: string
  email: string
  supportPhone: string
  businessNumber: string
  mailOrderNumber: string
  /** Of the 직업정보제공사업: where job offers are published it has to be shown (직업안정법 시행령 §28). */
  jobInformationNumber: string
  hosting: string
  privacyOfficer: string
}

declare module "./settings.ts" {
  interface Settings {
    company: Company
  }
}

/** A company that said nothing of itself: only the brand has a name. */
const EMPTY_COMPANY: Company = {
  name: "바로일당",
  representative: "",
  address: "",
  email: "",
  supportPhone: "",
  businessNumber: "",
  mailOrderNumber: "",
  jobInformationNumber: "",
  hosting: "",
  privacyOfficer: "",
}

/** What a company that was saved earlier does not say. */
const MISSING_FIELD_DEFAULTS = { jobInformationNumber: "" }

export const brand = {
  name: "바로일당",
  /** One sentence for search engines and shared links. */
  description: "집수리, 인테리어, 이사, 청소, 설치까지. 우리 동네 전문가의 견적을 비교하고 고르세요.",
  /** Whether the company has said who it is, as the law wants it on every screen. */
  get hasCompany(): boolean {
    return this.company.businessNumber !== ""
  },
  /** Empty where there is none. */
  get supportPhone(): string {
    return this.company.supportPhone
  },
  /** The object that was set, the same until another is: what was made of it once stays good as long. */
  get company(): Company {
    const company = getSettingOr("company", EMPTY_COMPANY)
    return Object.hasOwn(company, "jobInformationNumber")
      ? company
      : { ...MISSING_FIELD_DEFAULTS, ...company }
  },
}

/** Where anyone can check our business number. */
export const getBusinessCheckUrl = () =>
  `https://www.ftc.go.kr/bizCommPop.do?wrkr_no=${brand.company.businessNumber.replaceAll("-", "")}`

/**
 * The bar of a phone's browser, in the colours of the page: the one place outside the theme that needs them
 * as they are.
 */
export const BROWSER_BAR_COLOURS = { light: "#ffffff", dark: "#161b22" } as const

/** The title of a screen, as search engines and tabs show it. */
export const titleOf = (screen?: string) =>
  screen ? `${screen} · ${brand.name}` : `${brand.name} · 집에 필요한 모든 일, 믿을 수 있는 이웃에게`
