import type { ReactNode } from "react"
import type { FormErrors, FormValues } from "#app/basics/form.ts"
import { BANK_NAMES } from "#app/platform/payments/payment.ts"
import { PhoneField, SelectField, TextArea, TextField, WonField } from "#app/ui/field.tsx"

/** The first value of a field as it was typed. */
export const fieldValue = (values: FormValues, name: string) => [values[name] ?? ""].flat()[0] ?? ""

/** A step of a long form: a title and the fields under it. */
export function FormSection({
  title,
  text,
  children,
}: {
  title: string
  text?: string
  children: ReactNode
}) {
  return (
    <section
      className={
        "band pt-8 pb-8 first:pt-5 first:before:hidden md:border-t md:border-base-300 md:pt-10 md:pb-10 " +
        "md:first:border-0 md:first:pt-0"
      }
    >
      <h2 className="text-lg font-bold md:text-xl">{title}</h2>
      {text ? <p className="mt-1 text-sm text-ink-3">{text}</p> : null}
      <div className="mt-5 grid gap-6">{children}</div>
    </section>
  )
}

type Fields = { values: FormValues; errors: FormErrors }

/** What buyers see of the shop. */
export function ShopFields({ values, errors }: Fields) {
  return (
    <>
      <TextField
        label="상점 이름"
        name="name"
        maxLength={30}
        placeholder="예: 하루살림"
        help="상품과 주문 내역에 보여요."
        defaultValue={fieldValue(values, "name")}
        error={errors.name}
        required
      />
      <TextArea
        label="상점 소개"
        name="intro"
        rows={3}
        maxLength={300}
        placeholder="무엇을, 어떤 마음으로 파는지 짧게 적어 주세요."
        defaultValue={fieldValue(values, "intro")}
        error={errors.intro}
        required={false}
      />
      <div className="grid gap-6 sm:grid-cols-2">
        <PhoneField
          label="연락처"
          name="phone"
          defaultValue={fieldValue(values, "phone")}
          error={errors.phone}
          required
        />
        <TextField
          label="이메일"
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          defaultValue={fieldValue(values, "email")}
          error={errors.email}
          required
        />
      </div>
      <TextField
        label="사업장 주소"
        name="address"
        maxLength={120}
        autoComplete="street-address"
        placeholder="도로명 주소와 상세 주소"
        defaultValue={fieldValue(values, "address")}
        error={errors.address}
        required
      />
    </>
  )
}

const DISPATCH_OPTIONS = [
  { value: "0", label: "주문한 날 보내요" },
  { value: "1", label: "1영업일 안에 보내요" },
  { value: "2", label: "2영업일 안에 보내요" },
  { value: "3", label: "3영업일 안에 보내요" },
]

/** The terms of its parcels. */
export function ShippingFields({ values, errors }: Fields) {
  return (
    <>
      <div className="grid gap-x-4 gap-y-6 sm:grid-cols-2">
        <WonField
          label="배송비"
          name="shippingWon"
          defaultValue={fieldValue(values, "shippingWon")}
          error={errors.shippingWon}
          help="0원이면 언제나 무료배송이에요."
          required
        />
        <WonField
          label="무료배송 기준 금액"
          name="freeFromWon"
          placeholder="없음"
          defaultValue={fieldValue(values, "freeFromWon")}
          error={errors.freeFromWon}
          help="이 금액부터 배송비를 받지 않아요."
          required={false}
        />
        <WonField
          label="반품 배송비"
          name="returnWon"
          defaultValue={fieldValue(values, "returnWon")}
          error={errors.returnWon}
          help="마음이 바뀐 반품에서 빼요."
          required
        />
        <SelectField
          label="발송 준비일"
          name="dispatchDays"
          options={DISPATCH_OPTIONS}
          defaultValue={fieldValue(values, "dispatchDays") || "1"}
          error={errors.dispatchDays}
          help="법에 따라 결제 후 3영업일 안에 보내야 해요."
          required
        />
      </div>
    </>
  )
}

/** Where its money goes. */
export function PayoutAccountFields({ values, errors }: Fields) {
  const bank = fieldValue(values, "bank")
  const banks = bank !== "" && !BANK_NAMES.includes(bank) ? [bank, ...BANK_NAMES] : BANK_NAMES
  return (
    <div className="grid gap-x-4 gap-y-6 sm:grid-cols-2">
      <SelectField
        label="정산 은행"
        name="bank"
        placeholder="골라 주세요"
        options={banks.map((value) => ({ value, label: value }))}
        defaultValue={bank}
        error={errors.bank}
        required
      />
      <TextField
        label="예금주"
        name="accountHolder"
        maxLength={30}
        defaultValue={fieldValue(values, "accountHolder")}
        error={errors.accountHolder}
        required
      />
      <TextField
        label="정산 계좌번호"
        name="accountNumber"
        inputMode="numeric"
        maxLength={30}
        className="sm:col-span-2"
        defaultValue={fieldValue(values, "accountNumber")}
        error={errors.accountNumber}
        help="사업자 또는 대표자 이름의 계좌여야 해요."
        required
      />
    </div>
  )
}
