import { useState } from "react"
import type { FormErrors, FormValues } from "#app/basics/form.ts"
import { formatManwon, formatWon } from "#app/basics/won.ts"
import { Checkbox } from "#app/ui/choice.tsx"
import { WonField } from "#app/ui/field.tsx"
import { useHydrated } from "#app/ui/hydrated.ts"
import { DEAL_LIMITS } from "../deal-rules.ts"

const fieldValue = (values: FormValues, name: string) => [values[name] ?? ""].flat()[0] ?? ""

/** The switch 안심결제 of an item, and what the parcel costs where its buyer pays it. */
export function SafePaymentFields({
  values,
  errors,
  hasParcel,
}: {
  values: FormValues
  errors: FormErrors
  hasParcel: boolean
}) {
  const hydrated = useHydrated()
  const [isSafe, setIsSafe] = useState(fieldValue(values, "safe") === "on")
  return (
    <div className="rounded-xl border border-base-300 p-4">
      <Checkbox
        name="safe"
        label="안심결제 받기"
        description={
          "구매자가 먼저 결제하고, 물건을 받으면 지급이 확정돼요. 수수료는 없어요. " +
          `${formatWon(DEAL_LIMITS.minPriceWon)}부터 ${formatManwon(DEAL_LIMITS.maxPriceWon)}까지 쓸 수 있어요.`
        }
        defaultChecked={isSafe}
        onChange={setIsSafe}
        error={errors.safe}
      />
      {!hydrated || (isSafe && hasParcel) ? (
        <div className="mt-3">
          <WonField
            label="택배비 금액"
            name="parcelFeeWon"
            help="구매자가 택배비를 낼 때 물건값과 함께 결제해요. 판매자가 내면 비워 두세요."
            required={false}
            defaultValue={fieldValue(values, "parcelFeeWon")}
            error={errors.parcelFeeWon}
          />
        </div>
      ) : null}
    </div>
  )
}
