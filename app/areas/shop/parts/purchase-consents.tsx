import type { FormErrors, FormValues } from "#app/basics/form.ts"
import { useState } from "react"
import { useHydrated } from "#app/ui/hydrated.ts"
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
  const hydrated = useHydrated()
  const isTicked = (name: string) => [values?.[name] ?? ""].flat()[0] === "on"
  return (
    <fieldset>
      <legend className="sr-only">동의</legend>
      {hydrated ? <ConsentToAll /> : null}
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

/** Ticks every box beside it, or none; each can still be changed for itself. */
function ConsentToAll() {
  const [isAll, setAll] = useState(false)
  const listBoxes = (fieldset: Element | null, all: Element) =>
    [...(fieldset?.querySelectorAll<HTMLInputElement>("input[type=checkbox]") ?? [])].filter(
      (box) => box !== all,
    )
  return (
    <label
      className={
        "mb-1 flex cursor-pointer items-center gap-3 border-b border-base-300 pt-1 pb-3 " +
        "text-base font-semibold"
      }
    >
      <input
        type="checkbox"
        className="tick"
        checked={isAll}
        ref={(all) => {
          const fieldset = all?.closest("fieldset") ?? null
          const follow = () => all && setAll(listBoxes(fieldset, all).every((box) => box.checked))
          fieldset?.addEventListener("change", follow)
          return () => fieldset?.removeEventListener("change", follow)
        }}
        onChange={(event) => {
          const { checked } = event.target
          for (const box of listBoxes(event.target.closest("fieldset"), event.target)) {
            if (box.checked !== checked) box.click()
          }
          setAll(checked)
        }}
      />
      전체 동의
    </label>
  )
}
