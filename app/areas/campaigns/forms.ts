/** What the forms of banners and campaigns accept. */
import { z } from "zod"
import {
  choice,
  dateString,
  idField,
  integer,
  listOf,
  optional,
  optionalText,
  regionCode,
  text,
} from "#app/basics/form-fields.ts"
import {
  BANNER_AUDIENCES,
  BANNER_KINDS,
  BANNER_LIMITS,
  BANNER_PLACES,
  CAMPAIGN_AUDIENCES,
  CAMPAIGN_LIMITS,
} from "./rules.ts"

/** A line that may be empty. */
const orEmpty = (label: string, max: number) => optionalText({ label, max }).transform((typed) => typed ?? "")

/** An address of the product: a path, never another server. */
const ownPath = (label: string) =>
  text({ label, max: 300 }).refine((typed) => /^\/(?!\/)[^\s\\]*$/.test(typed), {
    error: "바로일당 안의 주소를 /로 시작해 적어 주세요. 예: /shopping?deal=1",
  })
const region = optional(regionCode({ label: "지역", widest: "sido" }))
const time = (label: string) =>
  text({ label, max: 5 }).refine((typed) => /^([01]\d|2[0-3]):[0-5]\d$/.test(typed), {
    error: "시각은 09:00처럼 적어 주세요.",
  })
const version = integer({ label: "판", max: 1_000_000 })

/** A product by its id or its address, as a line of the list says it. */
const PRODUCT_ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/
const parseProductIds = (typed: string): string[] => [
  ...new Set(
    typed
      .toLowerCase()
      .split(/\s+/)
      .flatMap((line) => PRODUCT_ID.exec(line)?.[0] ?? []),
  ),
]

export const BannerForm = z
  .object({
    kind: choice(BANNER_KINDS, "종류"),
    place: choice(BANNER_PLACES, "보일 곳"),
    title: text({ label: "제목", min: 2, max: BANNER_LIMITS.title }),
    text: orEmpty("설명", BANNER_LIMITS.text),
    href: ownPath("누르면 갈 곳"),
    pictureIds: listOf(idField({ label: "사진" }), { label: "사진", min: 0, max: 1 }),
    products: orEmpty("상품", 2_000).transform(parseProductIds),
    audience: choice(BANNER_AUDIENCES, "보일 사람"),
    region,
    position: optional(integer({ label: "순서", max: 999 })).transform((typed) => typed ?? 0),
    startsOn: dateString({ label: "시작일" }),
    startsTime: time("시작 시각"),
    endsOn: dateString({ label: "끝나는 날" }),
    endsTime: time("끝나는 시각"),
    version,
  })
  .superRefine((form, context) => {
    const issue = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message })
    if (`${form.endsOn} ${form.endsTime}` <= `${form.startsOn} ${form.startsTime}`)
      issue("endsOn", "끝나는 때가 시작하는 때보다 빨라요. 다시 골라 주세요.")
    if (form.kind === "collection" && form.products.length === 0)
      issue("products", "기획전에 넣을 상품의 주소를 한 줄에 하나씩 적어 주세요.")
    if (form.products.length > BANNER_LIMITS.products)
      issue("products", `상품은 ${BANNER_LIMITS.products}개까지 넣을 수 있어요. 줄여 주세요.`)
  })
export const EndBannerForm = z.object({ bannerId: idField({ label: "배너" }) })

export const CampaignForm = z
  .object({
    name: text({ label: "이름", min: 2, max: CAMPAIGN_LIMITS.name }),
    audience: choice(CAMPAIGN_AUDIENCES, "받을 사람"),
    region,
    title: orEmpty("제목", CAMPAIGN_LIMITS.title),
    text: orEmpty("내용", CAMPAIGN_LIMITS.text),
    href: ownPath("누르면 갈 곳"),
    couponId: optional(idField({ label: "쿠폰" })),
    version,
  })
  .superRefine((form, context) => {
    const issue = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message })
    if (form.title === "" && form.text !== "") issue("title", "알림의 제목을 적어 주세요.")
    if (form.title !== "" && form.text === "") issue("text", "알림의 내용을 적어 주세요.")
    if (/^\(?\s*광고/.test(form.title))
      issue("title", "(광고) 표시는 보낼 때 자동으로 붙어요. 빼고 적어 주세요.")
    if (form.title === "" && form.couponId === null)
      issue("title", "보낼 알림을 적거나 줄 쿠폰을 골라 주세요.")
  })
/** `seen` is how many people it was for when the button was drawn. */
export const StartCampaignForm = z.object({ seen: integer({ label: "사람 수", max: 100_000_000 }) })
