/** What is said to who calls a sale off, from the list of sales or the page of its product. */
import type { z } from "zod"
import type { Member } from "../accounts/rules.ts"
import { PriceSaleIdForm } from "./price-sale-form.ts"
import { cancelPriceSale } from "./service/price-sales.server.ts"

export const CANCEL_SALE = {
  form: PriceSaleIdForm,
  hidden: ["saleId"],
  run: ({ actor }: { actor: Member }, { saleId }: z.output<typeof PriceSaleIdForm>) =>
    cancelPriceSale(actor, saleId),
  done: ({ wasRunning }: { wasRunning: boolean }) =>
    wasRunning ? "할인을 끝냈어요. 원래 가격으로 팔아요" : "할인 예약을 취소했어요",
  problems: { not_now: "이미 끝난 할인이에요." },
} as const
