/** Reads what people send from the page of an item. */
import { href } from "react-router"
import { formatDateTime } from "#app/basics/time.ts"
import { formatWon } from "#app/basics/won.ts"
import { HeartForm, finishHeart } from "#app/platform/hearts.server.ts"
import { HIDDEN, intents, type DefineIntent } from "#app/platform/intents.server.ts"
import type { Member } from "../accounts/rules.ts"
import { BuyerForm, DecideOfferForm, OfferForm, HideItemForm, SellForm } from "./forms.ts"
import { LIMITS } from "./rules.ts"
import { releaseItem, reopenItem, reserveItem, sellItem } from "./service/deal.server.ts"
import { bumpItem, deleteItem, setItemHidden } from "./service/manage-item.server.ts"
import { decideOffer, createOffer } from "./service/offers.server.ts"
import { setWish } from "./service/wishes.server.ts"

const not_now = "그사이 상태가 바뀌었어요. 지금 상태를 확인해 주세요."
const own_item = "내 물건에는 할 수 없어요."
const paid_safely = "안심결제로 거래하는 물건이에요. 거래 화면에서 이어가 주세요."
const no_partner = "채팅하거나 가격을 제안한 분만 고를 수 있어요."

type Context = { actor: Member; itemId: string; isByScript: boolean }

/** What others do with an item, and the answer to an offer. */
const defineOfferIntents = (intent: DefineIntent<Context>) => ({
  wish: intent({
    form: HeartForm,
    run: ({ actor, itemId }, { on }) => setWish(actor, { itemId, isWished: on }),
    done: (_, heart, { itemId, isByScript }) =>
      finishHeart(heart, isByScript, href("/marketplace/:itemId", { itemId })),
    problems: { not_allowed: HIDDEN, own_item },
  }),
  offer: intent({
    form: OfferForm,
    run: ({ actor, itemId }, { priceWon }) => createOffer(actor, itemId, priceWon),
    done: (_, { priceWon }) => `${formatWon(priceWon)}을 제안했어요`,
    problems: {
      not_allowed: HIDDEN,
      own_item,
      blocked: "차단했거나 차단된 상대라 가격을 제안할 수 없어요.",
      not_now: "지금은 가격 제안을 받지 않아요.",
      waiting: "보낸 제안의 답을 기다리고 있어요. 답을 받은 뒤 다시 제안해 주세요.",
      too_many: `한 물건에 ${LIMITS.maxOffersPerBuyer}번까지 제안할 수 있어요.`,
      too_low: ({ minWon }) => ({
        field: "priceWon",
        sentence: `${formatWon(minWon)}부터 제안할 수 있어요. 금액을 올려 주세요.`,
      }),
      too_high: { field: "priceWon", sentence: "판매 가격보다 낮은 금액을 제안해 주세요." },
    },
  }),
  "decide-offer": intent({
    form: DecideOfferForm,
    run: ({ actor, itemId }, value) => decideOffer(actor, itemId, value),
    done: (_, { decision }) => (decision === "accept" ? "제안을 수락했어요" : "제안을 거절했어요"),
    problems: { not_now },
  }),
})

/** What the seller says about the deal. */
const defineDealIntents = (intent: DefineIntent<Context>) => ({
  reserve: intent({
    form: BuyerForm,
    run: ({ actor, itemId }, { buyerId }) => reserveItem(actor, itemId, buyerId),
    done: "예약했어요",
    problems: {
      not_now: "이미 다른 분에게 예약됐거나 거래가 끝났어요. 지금 상태를 확인해 주세요.",
      no_partner,
    },
  }),
  sell: intent({
    form: SellForm,
    run: ({ actor, itemId }, { buyerId }) => sellItem(actor, itemId, buyerId),
    done: (_, { buyerId }, { itemId }) =>
      buyerId === null
        ? "거래를 마쳤어요"
        : { to: href("/marketplace/:itemId/review", { itemId }), flash: "거래를 마쳤어요" },
    problems: {
      not_now,
      no_partner,
      reserved_for_other: "다른 분에게 예약된 물건이에요. 예약을 먼저 취소해 주세요.",
      paid_safely,
    },
  }),
  release: intent({
    run: ({ actor, itemId }) => releaseItem(actor, itemId),
    done: "예약을 취소했어요",
    problems: { not_now, paid_safely },
  }),
  reopen: intent({
    run: ({ actor, itemId }) => reopenItem(actor, itemId),
    done: "판매중으로 바꿨어요",
    problems: { not_now, reviewed: "후기가 있는 거래는 되돌릴 수 없어요.", paid_safely },
  }),
})

/** What the seller does with the item in the lists. */
const defineListingIntents = (intent: DefineIntent<Context>) => ({
  bump: intent({
    run: ({ actor, itemId }) => bumpItem(actor, itemId),
    done: "목록 맨 위로 끌어올렸어요",
    problems: {
      not_now: "판매중인 물건만 끌어올릴 수 있어요.",
      too_early: ({ availableFrom }) =>
        `하루에 한 번만 끌어올릴 수 있어요. ${formatDateTime(availableFrom)}부터 다시 할 수 있어요.`,
    },
  }),
  "put-away": intent({
    form: HideItemForm,
    run: ({ actor, itemId }, { away }) => setItemHidden(actor, itemId, away === "1"),
    done: (_, { away }) => (away === "1" ? "물건을 숨겼어요" : "물건을 다시 보여 줘요"),
    problems: {},
  }),
  delete: intent({
    run: ({ actor, itemId }) => deleteItem(actor, itemId),
    done: { to: href("/my-info/sales"), flash: "물건을 지웠어요" },
    problems: {
      not_now: "예약 중이거나 거래가 끝난 물건은 지울 수 없어요. 숨기기를 이용해 주세요.",
    },
  }),
})

/** Does what a form of an item's page asks for. */
export const answerItemForm = intents<Context>((intent) => ({
  ...defineOfferIntents(intent),
  ...defineDealIntents(intent),
  ...defineListingIntents(intent),
}))
