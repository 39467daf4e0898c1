/**
 * Owns what people send from the page of an item: which form belongs to which intent, and the sentence for
 * each refusal.
 */
import { href } from "react-router"
import { parseForm, getFormValues, type FormErrors, type FormValues } from "#app/basics/form.ts"
import { formatDateTime } from "#app/basics/time.ts"
import { formatWon } from "#app/basics/won.ts"
import type { Actor } from "../accounts/rules.ts"
import { BuyerForm, DecideOfferForm, OfferForm, HideItemForm, SellForm, WishForm } from "./forms.ts"
import { LIMITS } from "./rules.ts"
import { releaseItem, reopenItem, reserveItem, sellItem } from "./service/deal.server.ts"
import { bumpItem, deleteItem, setItemHidden } from "./service/manage-item.server.ts"
import { decideOffer, createOffer } from "./service/offers.server.ts"
import { setWish } from "./service/wishes.server.ts"

/** What the screen gets back when something was not done. */
type Answer = { intent: string; problem?: string; errors?: FormErrors; values?: FormValues }
export type ItemActionResult =
  | { ok: true; flash: string | null; redirectTo?: string }
  | { ok: false; status: 400 | 404 | 409; answer: Answer }

const STALE_TEXT = "그사이 상태가 바뀌었어요. 지금 상태를 확인해 주세요."
const PROBLEMS: Record<string, string> = {
  own_item: "내 물건에는 할 수 없어요.",
  reviewed: "후기가 있는 거래는 되돌릴 수 없어요.",
  no_partner: "채팅하거나 가격을 제안한 분만 고를 수 있어요.",
  reserved_for_other: "다른 분에게 예약된 물건이에요. 예약을 먼저 취소해 주세요.",
  waiting: "보낸 제안의 답을 기다리고 있어요. 답을 받은 뒤 다시 제안해 주세요.",
  too_many: `한 물건에 ${LIMITS.maxOffersPerBuyer}번까지 제안할 수 있어요.`,
}
const NOT_NOW_TEXTS: Record<string, string> = {
  reserve: "이미 다른 분에게 예약됐거나 거래가 끝났어요. 지금 상태를 확인해 주세요.",
  offer: "지금은 가격 제안을 받지 않아요.",
  delete: "예약 중이거나 거래가 끝난 물건은 지울 수 없어요. 숨기기를 이용해 주세요.",
  bump: "판매중인 물건만 끌어올릴 수 있어요.",
}

const toInvalid = (intent: string, errors: FormErrors, values: FormValues): ItemActionResult => ({
  ok: false,
  status: 400,
  answer: { intent, errors, values },
})

function toResult(
  intent: string,
  outcome: { ok: true } | { ok: false; reason: string },
  flash: string | null,
  redirectTo?: string,
): ItemActionResult {
  if (outcome.ok) return { ok: true, flash, ...(redirectTo ? { redirectTo } : {}) }
  if (outcome.reason === "not_found" || outcome.reason === "not_allowed")
    return { ok: false, status: 404, answer: { intent } }
  return {
    ok: false,
    status: 409,
    answer: {
      intent,
      problem:
        (outcome.reason === "not_now" ? NOT_NOW_TEXTS[intent] : PROBLEMS[outcome.reason]) ?? STALE_TEXT,
    },
  }
}

/** Does what a form of an item's page asks for. */
export async function handleItemIntent(
  actor: Actor,
  itemId: string,
  form: FormData,
): Promise<ItemActionResult> {
  const intent = String(form.get("intent") ?? "")
  if (intent === "wish") {
    const parsed = parseForm(WishForm, form)
    return parsed.ok
      ? toResult(
          intent,
          await setWish(actor, { itemId, isWished: parsed.value.on === "1" }),
          parsed.value.on === "1" ? "찜했어요" : "찜을 풀었어요",
        )
      : toInvalid(intent, parsed.errors, parsed.values)
  }
  if (intent === "offer") {
    const parsed = parseForm(OfferForm, form)
    if (!parsed.ok) return toInvalid(intent, parsed.errors, parsed.values)
    const outcome = await createOffer(actor, itemId, parsed.value.priceWon)
    if (!outcome.ok && outcome.reason === "too_low")
      return toInvalid(
        intent,
        { priceWon: `${formatWon(outcome.minWon)}부터 제안할 수 있어요. 금액을 올려 주세요.` },
        getFormValues(form),
      )
    if (!outcome.ok && outcome.reason === "too_high")
      return toInvalid(intent, { priceWon: "판매 가격보다 낮은 금액을 제안해 주세요." }, getFormValues(form))
    return toResult(intent, outcome, `${formatWon(parsed.value.priceWon)}을 제안했어요`)
  }
  if (intent === "decide-offer") {
    const parsed = parseForm(DecideOfferForm, form)
    return parsed.ok
      ? toResult(
          intent,
          await decideOffer(actor, itemId, parsed.value),
          parsed.value.decision === "accept" ? "제안을 수락했어요" : "제안을 거절했어요",
        )
      : toInvalid(intent, parsed.errors, parsed.values)
  }
  if (intent === "bump") {
    const outcome = await bumpItem(actor, itemId)
    if (!outcome.ok && outcome.reason === "too_early")
      return {
        ok: false,
        status: 409,
        answer: {
          intent,
          problem: `하루에 한 번만 끌어올릴 수 있어요. ${formatDateTime(outcome.availableFrom)}부터 다시 할 수 있어요.`,
        },
      }
    return toResult(intent, outcome, "목록 맨 위로 끌어올렸어요")
  }
  if (intent === "reserve") {
    const parsed = parseForm(BuyerForm, form)
    return parsed.ok
      ? toResult(intent, await reserveItem(actor, itemId, parsed.value.buyerId), "예약했어요")
      : toInvalid(intent, parsed.errors, parsed.values)
  }
  if (intent === "sell") {
    const parsed = parseForm(SellForm, form)
    if (!parsed.ok) return toInvalid(intent, parsed.errors, parsed.values)
    return toResult(
      intent,
      await sellItem(actor, itemId, parsed.value.buyerId),
      "거래를 마쳤어요",
      parsed.value.buyerId === null ? undefined : href("/marketplace/:itemId/review", { itemId }),
    )
  }
  if (intent === "release") return toResult(intent, await releaseItem(actor, itemId), "예약을 취소했어요")
  if (intent === "reopen") return toResult(intent, await reopenItem(actor, itemId), "판매중으로 바꿨어요")
  if (intent === "put-away") {
    const parsed = parseForm(HideItemForm, form)
    return parsed.ok
      ? toResult(
          intent,
          await setItemHidden(actor, itemId, parsed.value.away === "1"),
          parsed.value.away === "1" ? "물건을 숨겼어요" : "물건을 다시 보여 줘요",
        )
      : toInvalid(intent, parsed.errors, parsed.values)
  }
  if (intent === "delete")
    return toResult(intent, await deleteItem(actor, itemId), "물건을 지웠어요", "/my-info/sales")
  return {
    ok: false,
    status: 400,
    answer: { intent: "", problem: "요청을 알아듣지 못했어요. 새로고침한 뒤 다시 시도해 주세요." },
  }
}
