import { useState, type RefObject } from "react"
import type { FormErrors, FormValues } from "#app/basics/form.ts"
import { SelectField, TextField } from "#app/ui/field.tsx"
import { SubmitButton } from "#app/ui/form.tsx"
import { useHydrated } from "#app/ui/hydrated.ts"
import {
  isDisclosureKind,
  disclosureFieldName,
  fillEmptyDisclosures,
  getDisclosureHint,
  DISCLOSURE_FILLERS,
  DISCLOSURE_KINDS,
  DISCLOSURES,
  relabelDisclosure,
  type DisclosureKind,
} from "../../shop/disclosure.ts"
import { FormSection, fieldValue } from "./seller-fields.tsx"

/** What the law wants told of a product, by its kind; what two kinds have in common stays when it changes. */
export function DisclosureSection({
  form,
  values,
  errors,
  onFilled,
}: {
  form: RefObject<HTMLFormElement | null>
  values: FormValues
  errors: FormErrors
  onFilled: () => void
}) {
  const hydrated = useHydrated()
  const sentKind = fieldValue(values, "noticeKind")
  const [disclosure, setDisclosure] = useState<{ kind: DisclosureKind; values: FormValues }>(() => ({
    kind: isDisclosureKind(sentKind) ? sentKind : "general",
    values,
  }))
  const { kind } = disclosure
  const changeKind = (next: string) => {
    if (!isDisclosureKind(next)) return
    const typed = new FormData(form.current ?? undefined)
    setDisclosure({
      kind: next,
      values: Object.fromEntries(relabelDisclosure((name) => String(typed.get(name) ?? ""), kind, next)),
    })
  }
  return (
    <FormSection
      title="상품정보제공고시"
      text="전자상거래법에서 정한 항목이에요. 해당이 없으면 ‘해당 없음’이라고 적어 주세요. ‘상세 설명 참조’는 절반까지만 쓸 수 있어요."
    >
      <div className="flex items-end gap-2">
        <SelectField
          className="min-w-0 flex-1"
          label="상품군"
          name="noticeKind"
          options={DISCLOSURE_KINDS.map((value) => ({ value, label: DISCLOSURES[value].label }))}
          defaultValue={kind}
          error={errors.noticeKind}
          onChange={changeKind}
          required
        />
        <input type="hidden" name="noticeFor" value={kind} />
        {hydrated ? null : (
          <SubmitButton name="intent" value="kind" className="btn btn-line btn-lg">
            항목 바꾸기
          </SubmitButton>
        )}
      </div>
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        {DISCLOSURES[kind].rows.map((label, index) => (
          <TextField
            key={`${kind} ${label}`}
            label={label}
            name={disclosureFieldName(index)}
            help={getDisclosureHint(label)}
            maxLength={200}
            defaultValue={fieldValue(disclosure.values, disclosureFieldName(index))}
            error={kind === sentKind ? errors[disclosureFieldName(index)] : undefined}
            required
          />
        ))}
      </div>
      <FillEmptyButtons form={form} onFilled={onFilled} />
    </FormSection>
  )
}

/** Fills empty notices, often with the same few words; the server does it without scripts. */
function FillEmptyButtons({
  form,
  onFilled,
}: {
  form: RefObject<HTMLFormElement | null>
  onFilled: () => void
}) {
  const hydrated = useHydrated()
  const fillEmptyFields = (filler: keyof typeof DISCLOSURE_FILLERS) => {
    const fields = [...(form.current?.querySelectorAll<HTMLInputElement>('input[name^="notice["]') ?? [])]
    const facts = fillEmptyDisclosures(
      fields.map((field) => field.value),
      filler,
    )
    for (const [index, field] of fields.entries()) field.value = facts[index] ?? ""
    onFilled()
  }
  return (
    <div className="flex flex-wrap gap-2">
      {(["details", "none"] as const).map((filler) => (
        <button
          key={filler}
          type={hydrated ? "button" : "submit"}
          name="intent"
          value={`empty:${filler}`}
          className="btn btn-quiet btn-sm"
          onClick={hydrated ? () => fillEmptyFields(filler) : undefined}
        >
          {DISCLOSURE_FILLERS[filler].label}
        </button>
      ))}
    </div>
  )
}
