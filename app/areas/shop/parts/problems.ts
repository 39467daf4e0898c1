import { SERVICE_TEXTS } from "#app/basics/services.ts"
import { formatManwon } from "#app/basics/won.ts"
import { LIMITS } from "../rules.ts"

/** What the shop says when something cannot be done: cause and what to do. */
export const CHECKOUT_PROBLEMS = {
  not_member: "프로필을 먼저 완성해 주세요.",
  nothing: "주문할 상품이 없어요. 상품을 골라 주세요.",
  not_for_sale: "지금은 팔지 않는 상품이 있어요. 빼고 다시 주문해 주세요.",
  on_vacation: "판매자가 쉬고 있어요. 빼고 주문하거나, 쉬는 날이 끝난 뒤 다시 주문해 주세요.",
  own_product: "내가 파는 상품은 살 수 없어요.",
  sold_out: "그사이 품절됐거나 재고가 모자라요. 수량을 줄이거나 다른 옵션을 골라 주세요.",
  too_much: `한 번에 ${formatManwon(LIMITS.maxTotalWon)}까지 주문할 수 있어요. 수량을 줄이거나 나눠서 주문해 주세요.`,
  payments_off: SERVICE_TEXTS.payments.off,
  key_reused: "이미 보낸 주문과 내용이 달라요. 새로고침한 뒤 다시 주문해 주세요.",
}

export const CART_PROBLEMS = {
  not_member: "프로필을 먼저 완성해 주세요.",
  not_for_sale: "지금은 팔지 않는 상품이에요.",
  on_vacation: "판매자가 쉬고 있어요. 쉬는 날이 끝난 뒤 다시 담아 주세요.",
  own_product: "내가 파는 상품은 담을 수 없어요.",
  full: "장바구니가 가득 찼어요. 상품을 몇 개 빼고 다시 담아 주세요.",
}

export const PLACE_PURCHASE_PROBLEMS = {
  expired: "주문 시간이 지나 상품을 다시 진열했어요. 장바구니에서 다시 주문해 주세요.",
  paying: "결제 결과를 확인하고 있어요. 잠시 뒤 주문 내역에서 확인해 주세요.",
  paid: "이미 결제한 주문이에요. 주문 내역에서 확인해 주세요.",
  coupon_gone: "이미 썼거나 기간이 지난 쿠폰이에요. 다른 쿠폰을 골라 주세요.",
  coupon_useless: "이 주문에는 쓸 수 없는 쿠폰이에요. 다른 쿠폰을 골라 주세요.",
  too_small: "100원부터 결제할 수 있어요. 쿠폰을 빼거나 상품을 더 담아 주세요.",
  payments_off: { sentence: SERVICE_TEXTS.payments.off, status: 503 },
  key_reused: "이미 보낸 주문과 내용이 달라요. 새로고침한 뒤 다시 결제해 주세요.",
  address_gone: { field: "addressId", sentence: "지운 배송지예요. 다른 배송지를 골라 주세요.", status: 409 },
  addresses_full: {
    field: "saveAddress",
    sentence: "배송지 목록이 가득 찼어요. 저장하지 않고 주문하거나, 마이에서 쓰지 않는 곳을 지워 주세요.",
    status: 409,
  },
  made_to_order: {
    field: "madeToOrderConsent",
    sentence: "주문 제작 상품의 취소·반품 제한에 동의해 주세요.",
  },
}

export const LINE_PROBLEMS = {
  not_now: "그사이 상태가 바뀌었어요. 지금 상태를 확인하고 다시 시도해 주세요.",
  claim_open: "처리 중인 신청이 있어요. 신청이 끝난 뒤 다시 시도해 주세요.",
  already: "이미 처리 중인 신청이 있어요.",
  account_missing: "환불받을 계좌를 알려 주세요. 은행, 계좌번호, 예금주를 모두 입력해 주세요.",
  pictures_missing: "사진을 찾지 못했어요. 사진을 다시 올려 주세요.",
}

export const EXCHANGE_PROBLEMS = {
  option_gone: "지금은 팔지 않는 옵션이에요. 다른 옵션을 골라 주세요.",
  option_price: "값이 다른 옵션은 교환할 수 없어요. 반품하고 새로 주문해 주세요.",
  option_sold_out: "교환할 재고가 없어요. 다른 옵션을 고르거나 반품을 신청해 주세요.",
}

/** What went wrong with a payment, in the words of a buyer. */
export const PAYMENT_PROBLEMS: Record<string, string> = {
  expired: PLACE_PURCHASE_PROBLEMS.expired,
  amount: "결제 금액이 주문과 달라 결제하지 않았어요. 다시 결제해 주세요.",
  foreign: "다른 주문의 결제라서 받지 않았어요. 다시 결제해 주세요.",
  failed: "결제가 되지 않았어요. 다른 결제수단으로 다시 결제해 주세요.",
  cancelled: "결제를 그만뒀어요. 담은 상품은 아직 잡아 두었어요.",
  unknown: "결제 결과를 확인하고 있어요. 다시 결제하지 말고 주문 내역에서 확인해 주세요.",
}
