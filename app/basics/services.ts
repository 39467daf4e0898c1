/** The words for payments, mail and text messages that are practice or switched off. */

/** `practice`: it looks as if it happened, and no money moves, no letter leaves. */
export type ServiceMode = "real" | "practice" | "off"
export type Services = { payments: ServiceMode; mail: ServiceMode; sms: ServiceMode }

/** What a screen says of a service that is not real. */
export const SERVICE_TEXTS: Readonly<
  Record<keyof Services, Readonly<Record<Exclude<ServiceMode, "real">, string>>>
> = {
  payments: {
    practice: "연습 결제: 실제로 돈이 나가지 않아요.",
    off: "지금은 결제를 받지 않아요. 상품은 장바구니에 담아 둘 수 있어요.",
  },
  mail: {
    practice: "연습 메일: 실제로 보내지 않고 보낸편지함에 쌓여요.",
    off: "지금은 메일을 보내지 못해요.",
  },
  sms: {
    practice: "연습 문자: 실제로 보내지 않고 보낸편지함에 쌓여요.",
    off: "지금은 문자를 보내지 못해요.",
  },
}
