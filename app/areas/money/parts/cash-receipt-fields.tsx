import type { FormErrors } from "#app/basics/form.ts"
import { TextField } from "#app/ui/field.tsx"
import { PhoneField } from "#app/ui/phone-field.tsx"
import { CASH_RECEIPT_KIND_LABELS, type AskedCashReceiptKind } from "../cash-receipt-rules.ts"

/** For whom a cash receipt is: what is asked for follows the choice, also before scripts load. */
export function CashReceiptFields({
  kind,
  isOptional,
  phone,
  businessNumber,
  errors,
}: {
  /** What is chosen at first; "" for none. */
  kind: AskedCashReceiptKind | "" | undefined
  /** One may be left out. */
  isOptional: boolean
  phone: string
  businessNumber: string
  errors: FormErrors | undefined
}) {
  const choices = [
    ["deduction", CASH_RECEIPT_KIND_LABELS.deduction],
    ["expense", CASH_RECEIPT_KIND_LABELS.expense],
    ...(isOptional ? [["", "신청 안 함"] as const] : []),
  ] as const
  return (
    <div className="group/receipt">
      <div role="radiogroup" aria-label="현금영수증" className="grid grid-cols-3 gap-2">
        {choices.map(([value, label]) => (
          <label
            key={value}
            className={
              "flex min-h-11 cursor-pointer items-center justify-center rounded-lg bg-base-100 px-2 " +
              "text-center text-sm font-medium ring-1 ring-base-300 ring-inset has-checked:bg-primary-tint " +
              "has-checked:text-primary-ink has-checked:ring-2 has-checked:ring-primary " +
              "has-focus-visible:outline-2 has-focus-visible:outline-primary"
            }
          >
            <input
              type="radio"
              name="cashReceipt"
              value={value}
              defaultChecked={kind === value}
              className="sr-only"
            />
            {label}
          </label>
        ))}
      </div>
      {errors?.cashReceipt ? (
        <p className="mt-2 text-sm font-medium text-refused-ink">{errors.cashReceipt}</p>
      ) : null}
      <div className="mt-3 hidden group-has-[input[value=deduction]:checked]/receipt:block">
        <PhoneField
          label="휴대폰 번호"
          name="receiptPhone"
          defaultValue={phone}
          error={errors?.receiptPhone}
          help="이 번호로 연말정산 소득공제를 받아요"
        />
      </div>
      <div className="mt-3 hidden group-has-[input[value=expense]:checked]/receipt:block">
        <TextField
          label="사업자등록번호"
          name="receiptBusinessNumber"
          inputMode="numeric"
          placeholder="000-00-00000"
          maxLength={20}
          defaultValue={businessNumber}
          error={errors?.receiptBusinessNumber}
          help="사업 경비로 증빙할 사업자의 번호예요"
        />
      </div>
    </div>
  )
}
