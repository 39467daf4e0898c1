import type { FormErrors, FormValues } from "#app/basics/form.ts"
import { Checkbox } from "#app/ui/field.tsx"

/** What is agreed to before paying, each with a box of its own; nothing is ticked from the start. */
export function PurchaseConsents({
  sellers,
  madeToOrder,
  errors,
  values,
}: {
  sellers: readonly string[]
  /** Titles of what is made to order. */ madeToOrder: readonly string[]
  errors: FormErrors | undefined
  values: FormValues | undefined
}) {
  const isTicked = (name: string) => [values?.[name] ?? ""].flat()[0] === "on"
  return (
    <fieldset>
      <legend className="sr-only">동의</legend>
      <Checkbox
        name="consent"
        label="(필수) 주문 내용을 확인했으며 결제에 동의해요"
        defaultChecked={isTicked("consent")}
        error={errors?.consent}
      />
      {madeToOrder.length > 0 ? (
        <Checkbox
          name="madeToOrderConsent"
          defaultChecked={isTicked("madeToOrderConsent")}
          error={errors?.madeToOrderConsent}
          label="(필수) 주문을 받아 만드는 상품이라 마음이 바뀌어도 취소·반품할 수 없다는 데 동의해요"
          description={madeToOrder.join(", ")}
        />
      ) : null}
      <Checkbox
        name="thirdPartyConsent"
        label="(필수) 개인정보 제3자 제공에 동의해요"
        defaultChecked={isTicked("thirdPartyConsent")}
        error={errors?.thirdPartyConsent}
      />
      <dl
        className={
          "mt-1 grid grid-cols-[3rem_minmax(0,1fr)] gap-x-3 gap-y-1 rounded-lg bg-base-200 px-4 py-3 " +
          "text-sm text-ink-2"
        }
      >
        <dt className="text-ink-3">받는 곳</dt>
        <dd>{sellers.join(", ")}, 판매자가 이용하는 택배사</dd>
        <dt className="text-ink-3">항목</dt>
        <dd>받는 분 이름, 주소, 전화번호, 배송 요청사항</dd>
        <dt className="text-ink-3">목적</dt>
        <dd>배송과 교환·반품</dd>
        <dt className="text-ink-3">기간</dt>
        <dd>배송과 교환·반품이 끝날 때까지</dd>
        <dt className="text-ink-3">거부</dt>
        <dd>동의하지 않을 수 있지만, 보낼 곳을 알릴 수 없어 주문은 할 수 없어요.</dd>
      </dl>
    </fieldset>
  )
}
