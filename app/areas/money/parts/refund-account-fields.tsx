import type { FormErrors, FormValues } from "#app/basics/form.ts"
import { BANK_NAMES } from "#app/platform/payments/payment.ts"
import { SelectField, TextField } from "#app/ui/field.tsx"
import { OwnPasswordField } from "../../accounts/parts/own-password-field.tsx"

/** Where a deposit goes back to; `titled` where what stands above says so already. */
export function RefundAccountFields({
  errors,
  values,
  hidesLegend = false,
}: {
  errors: FormErrors | undefined
  values: FormValues | undefined
  hidesLegend?: boolean
}) {
  const fieldValue = (name: string) => [values?.[name] ?? ""].flat()[0] ?? ""
  return (
    <fieldset className="grid gap-3">
      <legend className={hidesLegend ? "sr-only" : "mb-2 text-base font-bold"}>환불받을 계좌</legend>
      <SelectField
        label="은행"
        name="bank"
        placeholder="골라 주세요"
        options={BANK_NAMES.map((value) => ({ value, label: value }))}
        defaultValue={fieldValue("bank")}
        error={errors?.bank}
      />
      <TextField
        label="계좌번호"
        name="accountNumber"
        inputMode="numeric"
        maxLength={30}
        defaultValue={fieldValue("accountNumber")}
        error={errors?.accountNumber}
      />
      <TextField
        label="예금주"
        name="accountHolder"
        maxLength={30}
        defaultValue={fieldValue("accountHolder")}
        error={errors?.accountHolder}
      />
      <OwnPasswordField hasPassword="unknown" error={errors?.password} required={false} />
    </fieldset>
  )
}
