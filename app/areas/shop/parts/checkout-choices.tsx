import { ShieldCheck } from "#app/ui/icons.tsx"
import { formatManwon, formatWon } from "#app/basics/won.ts"
import type { ScreenAnswer } from "#app/ui/action-answer.ts"
import { ASKED_CASH_RECEIPT_KINDS, VOLUNTARY_FROM_WON } from "../../money/cash-receipt-rules.ts"
import { CashReceiptFields } from "../../money/parts/cash-receipt-fields.tsx"
import { OFFERED_PAYMENT_METHODS, PAYMENT_METHOD_LABELS, type PaymentMethod } from "../../money/rules.ts"
import { ESCROW_TEXT } from "../rules.ts"
import type { CouponChoice } from "../views.ts"

const NO_COUPON: CouponChoice = {
  id: "",
  name: "쿠폰 쓰지 않기",
  sellerName: null,
  offWon: 1,
  minWon: 0,
  maxWon: null,
}

/** The coupons that a buyer may use for this purchase, or none of them. */
export function CouponChoices({
  coupons,
  chosenId,
  onChoose,
}: {
  coupons: readonly CouponChoice[]
  chosenId: string
  onChoose: (couponId: string) => void
}) {
  return (
    <fieldset className="card-line p-4 md:p-6">
      <legend className="sr-only">쿠폰</legend>
      <h2 aria-hidden className="mb-3 text-lg font-bold">
        쿠폰
      </h2>
      {coupons.length === 0 ? <p className="text-base text-ink-3">지금 쓸 수 있는 쿠폰이 없어요.</p> : null}
      <div className="grid gap-2">
        {coupons.length > 0 &&
          [NO_COUPON, ...coupons].map((coupon) => (
            <CouponOption
              key={coupon.id}
              coupon={coupon}
              isChosen={chosenId === coupon.id}
              onChoose={() => onChoose(coupon.id)}
            />
          ))}
      </div>
    </fieldset>
  )
}

function CouponOption({
  coupon,
  isChosen,
  onChoose,
}: {
  coupon: CouponChoice
  isChosen: boolean
  onChoose: () => void
}) {
  return (
    <label
      className={
        "flex min-h-13 items-center gap-3 rounded-lg bg-fill px-4 py-2.5 " +
        "has-checked:bg-primary-tint has-checked:ring-2 has-checked:ring-primary " +
        "has-checked:ring-inset has-focus-visible:outline-2 " +
        "has-focus-visible:outline-primary " +
        `${coupon.offWon === 0 ? "text-ink-3" : "cursor-pointer"}`
      }
    >
      <input
        type="radio"
        name="couponId"
        value={coupon.id}
        disabled={coupon.offWon === 0}
        defaultChecked={isChosen}
        onChange={onChoose}
        className="tick"
      />
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
        <span className="min-w-0 flex-1 basis-28">
          <span className="block text-base font-medium">{coupon.name}</span>
          {coupon.id === "" ? null : (
            <span className="block text-sm text-ink-3">
              {[
                coupon.sellerName ? `${coupon.sellerName} 상품` : "모든 상품",
                coupon.minWon > 0 ? `${formatWon(coupon.minWon)} 이상` : null,
                coupon.maxWon === null ? null : `최대\u00a0${formatWon(coupon.maxWon)}`,
              ]
                .filter(Boolean)
                .join(" · ")}
            </span>
          )}
        </span>
        {coupon.id !== "" && coupon.offWon > 0 ? (
          <b className="ml-auto flex-none font-semibold text-sale">-{formatWon(coupon.offWon)}</b>
        ) : null}
      </span>
    </label>
  )
}

const parseKind = (typed: string) => ASKED_CASH_RECEIPT_KINDS.find((kind) => kind === typed) ?? ""

/** How it is paid; `savedMethod` is what an earlier attempt was to be paid with. */
export function PaymentMethodChoices({
  answer,
  savedMethod,
}: {
  answer: ScreenAnswer
  savedMethod: PaymentMethod | undefined
}) {
  const selected = answer.typed("method", savedMethod ?? "card")
  return (
    <fieldset
      className="group/methods card-line p-4 md:p-6"
      data-invalid={answer.errors.method ? true : undefined}
    >
      <legend className="sr-only">결제수단</legend>
      <h2 aria-hidden className="mb-3 text-lg font-bold">
        결제수단
      </h2>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] gap-2 sm:grid-cols-3">
        {OFFERED_PAYMENT_METHODS.map((method) => (
          <label
            key={method}
            className={
              "flex min-h-13 cursor-pointer items-center gap-3 rounded-lg bg-fill px-4 " +
              "font-medium has-checked:bg-primary-tint has-checked:text-primary-ink " +
              "has-checked:ring-2 has-checked:ring-primary has-checked:ring-inset " +
              "has-focus-visible:outline-2 has-focus-visible:outline-primary"
            }
          >
            <input
              type="radio"
              name="method"
              value={method}
              defaultChecked={selected === method}
              className="tick"
            />
            {PAYMENT_METHOD_LABELS[method]}
          </label>
        ))}
      </div>
      <div
        className={
          "mt-3 hidden rounded-lg bg-base-200 p-4 group-has-[input[value=transfer]:checked]/methods:block " +
          "group-has-[input[value=virtual_account]:checked]/methods:block"
        }
      >
        <h3 className="mb-2.5 text-base font-bold">현금영수증</h3>
        <CashReceiptFields
          isOptional
          kind={parseKind(answer.typed("cashReceipt"))}
          phone={answer.typed("receiptPhone")}
          businessNumber={answer.typed("receiptBusinessNumber")}
          errors={answer.errors}
        />
        <p className="mt-3 text-sm text-ink-3">
          판매자마다 발급해요. 신청하지 않아도 {formatManwon(VOLUNTARY_FROM_WON)} 이상이면 국세청 번호로
          자진발급해요.
        </p>
      </div>
      <p className="mt-3 flex items-start gap-2 text-sm text-ink-3">
        <ShieldCheck size={16} className="mt-px flex-none text-primary-ink" />
        {ESCROW_TEXT}
      </p>
      {answer.errors.method ? (
        <p className="mt-2 text-sm font-medium text-refused-ink">{answer.errors.method}</p>
      ) : null}
    </fieldset>
  )
}
