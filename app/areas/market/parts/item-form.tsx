import { TriangleAlert } from "#app/ui/icons.tsx"
import { useEffect, useRef, useState, type RefObject } from "react"
import { Form, Link, href, useFetcher } from "react-router"
import type { FormErrors, FormValues } from "#app/basics/form.ts"
import { formatWon } from "#app/basics/won.ts"
import { formatAutosaveState, useAutosave } from "#app/ui/autosave.ts"
import { Checkbox, ChoiceCards } from "#app/ui/choice.tsx"
import { SelectField, TextArea, TextField, WonField } from "#app/ui/field.tsx"
import { SubmitButton } from "#app/ui/form.tsx"
import { useHydrated } from "#app/ui/hydrated.ts"
import { PictureUploader } from "#app/ui/picture-uploader.tsx"
import { RegionPicker } from "#app/ui/region-picker.tsx"
import { StickyBar } from "#app/ui/sticky-bar.tsx"
import { SubmissionKey } from "#app/ui/submission-key.tsx"
import { BANNED_KINDS, findBannedKinds, type BannedKind } from "../banned.ts"
import {
  CONDITIONS,
  CONDITION_LABELS,
  CONDITION_TEXTS,
  FEE_PAYERS,
  FEE_PAYER_LABELS,
  ITEM_CATEGORIES,
  ITEM_CATEGORY_LABELS,
  LIMITS,
  DEAL_METHODS,
  DEAL_METHOD_LABELS,
} from "../rules.ts"
import type { PictureView, PriceGuide } from "../views.ts"
import { SafePaymentFields } from "./safe-payment-fields.tsx"

const fieldValue = (values: FormValues, name: string) => [values[name] ?? ""].flat()[0] ?? ""
const fieldValues = (values: FormValues, name: string) => [values[name] ?? []].flat()
const PRICE_GUIDE_DELAY_MS = 400

type FieldsProps = { values: FormValues; errors: FormErrors }
type GuideQuery = { title: string; category: string }

/** What is being typed, as far as the page says something about it at once. */
function useTypedItem(form: RefObject<HTMLFormElement | null>, values: FormValues) {
  const [banned, setBanned] = useState<BannedKind[]>([])
  const [guideQuery, setGuideQuery] = useState<GuideQuery>({
    title: fieldValue(values, "title"),
    category: fieldValue(values, "category"),
  })
  const readForm = () => {
    if (!form.current) return
    const typed = new FormData(form.current)
    const text = (name: string) => String(typed.get(name) ?? "")
    setBanned(findBannedKinds(`${text("title")}\n${text("description")}\n${text("defects")}`))
    setGuideQuery((before) =>
      before.title === text("title") && before.category === text("category")
        ? before
        : { title: text("title"), category: text("category") },
    )
  }
  return { banned, guideQuery, readForm }
}

/**
 * The form of an item, the same for a new one and for one that is changed; saved as a draft while it is
 * written.
 */
export function ItemFormFields({
  draft,
  saved,
  values,
  errors,
  pictures,
  submissionKey,
  submitLabel,
}: {
  draft: string
  /** A draft was there already. */
  saved: boolean
  values: FormValues
  errors: FormErrors
  pictures: PictureView[]
  submissionKey: string | null
  submitLabel: string
}) {
  const form = useRef<HTMLFormElement>(null)
  const autosaveOutcome = useAutosave(form, draft, (typed) => ({ values: typed }))
  const [condition, setCondition] = useState(fieldValue(values, "condition"))
  const { banned, guideQuery, readForm } = useTypedItem(form, values)
  return (
    <Form
      ref={form}
      method="post"
      encType="multipart/form-data"
      noValidate
      className="grid gap-7"
      onChange={readForm}
    >
      {submissionKey ? <SubmissionKey value={submissionKey} /> : null}
      <PictureUploader
        key={pictures.map((picture) => picture.id).join()}
        name="pictureIds"
        purpose="item"
        max={LIMITS.pictures}
        label="사진"
        help="첫 사진이 목록에 보여요. 순서를 바꿀 수 있어요."
        defaultPictures={pictures}
        error={errors.pictureIds}
      />
      <TextField
        label="제목"
        name="title"
        maxLength={LIMITS.title}
        placeholder="예: 원목 식탁 의자 2개"
        defaultValue={fieldValue(values, "title")}
        error={errors.title}
        required
      />
      <div aria-live="polite" className="empty:hidden">
        {banned.length > 0 ? <BannedWarning banned={banned} /> : null}
      </div>
      <CategoryField values={values} errors={errors} />
      <ConditionField condition={condition} onChange={setCondition} error={errors.condition} />
      <PriceFields values={values} errors={errors} guideQuery={guideQuery} />
      <DescriptionFields values={values} errors={errors} isBroken={condition === "broken"} />
      <DealMethodFields values={values} errors={errors} />
      <RegionPicker
        label="거래 지역"
        name="regionCode"
        defaultValue={fieldValue(values, "regionCode")}
        error={errors.regionCode}
        required
      />
      <BannedList />
      <StickyBar>
        <SubmitButton className="btn btn-primary btn-lg flex-1">{submitLabel}</SubmitButton>
      </StickyBar>
      <output className="-mt-4 min-h-5 text-center text-sm text-ink-3">
        {formatAutosaveState(autosaveOutcome, saved)}
      </output>
    </Form>
  )
}

function CategoryField({ values, errors }: FieldsProps) {
  return (
    <SelectField
      label="카테고리"
      name="category"
      placeholder="골라 주세요"
      options={ITEM_CATEGORIES.map((value) => ({ value, label: ITEM_CATEGORY_LABELS[value] }))}
      defaultValue={fieldValue(values, "category")}
      error={errors.category}
      required
    />
  )
}

function ConditionField({
  condition,
  onChange,
  error,
}: {
  condition: string
  onChange: (condition: string) => void
  error: string | undefined
}) {
  return (
    <div>
      <ChoiceCards
        legend="물건 상태"
        name="condition"
        type="radio"
        layout="grid"
        options={CONDITIONS.map((value) => ({ value, label: CONDITION_LABELS[value] }))}
        defaultValue={condition}
        onChange={onChange}
        error={error}
      />
      <p aria-live="polite" className="mt-2 text-sm text-ink-3 empty:hidden">
        {CONDITIONS.filter((value) => value === condition).map((value) => CONDITION_TEXTS[value])}
      </p>
    </div>
  )
}

function PriceFields({ values, errors, guideQuery }: FieldsProps & { guideQuery: GuideQuery }) {
  const hydrated = useHydrated()
  const [free, setFree] = useState(fieldValue(values, "free") === "on")
  return (
    <div>
      <Checkbox
        name="free"
        label="나눔하기"
        description="돈을 받지 않고 이웃에게 줘요."
        defaultChecked={free}
        onChange={setFree}
      />
      <div className={hydrated && free ? "hidden" : "mt-2"}>
        <WonField
          label="가격"
          name="priceWon"
          defaultValue={fieldValue(values, "priceWon")}
          error={errors.priceWon}
          required={hydrated}
        />
        <PriceGuideHint guideQuery={guideQuery} />
        <Checkbox
          name="negotiable"
          label="가격 제안 받기"
          description="원하는 가격을 제안받고 수락하거나 거절할 수 있어요."
          defaultChecked={fieldValue(values, "negotiable") === "on"}
        />
      </div>
    </div>
  )
}

function DescriptionFields({ values, errors, isBroken }: FieldsProps & { isBroken: boolean }) {
  return (
    <>
      <TextArea
        label="자세한 설명"
        name="description"
        rows={7}
        maxLength={LIMITS.description}
        placeholder={
          "언제 샀는지, 얼마나 썼는지, 왜 파는지 적어 주세요.\n거래하기 좋은 시간과 장소도 알려 주면 좋아요."
        }
        defaultValue={fieldValue(values, "description")}
        error={errors.description}
        required
      />
      <TextArea
        label="하자"
        name="defects"
        rows={2}
        maxLength={LIMITS.defects}
        placeholder="긁힌 곳, 빠진 부품, 작동하지 않는 기능"
        defaultValue={fieldValue(values, "defects")}
        error={errors.defects}
        required={isBroken}
      />
    </>
  )
}

function DealMethodFields({ values, errors }: FieldsProps) {
  const hydrated = useHydrated()
  const [methods, setMethods] = useState(fieldValues(values, "methods"))
  return (
    <>
      <ChoiceCards
        legend="거래 방법"
        name="methods[]"
        type="checkbox"
        layout="grid"
        options={DEAL_METHODS.map((value) => ({ value, label: DEAL_METHOD_LABELS[value] }))}
        defaultValue={methods}
        onChange={(value, checked) =>
          setMethods((before) => (checked ? [...before, value] : before.filter((other) => other !== value)))
        }
        error={errors.methods}
      />
      {!hydrated || methods.includes("parcel") ? (
        <ChoiceCards
          legend="택배비"
          name="parcelFeeBy"
          type="radio"
          layout="grid"
          options={FEE_PAYERS.map((value) => ({ value, label: FEE_PAYER_LABELS[value] }))}
          defaultValue={fieldValue(values, "parcelFeeBy")}
          error={errors.parcelFeeBy}
        />
      ) : null}
      <SafePaymentFields values={values} errors={errors} hasParcel={methods.includes("parcel")} />
    </>
  )
}

function BannedWarning({ banned }: { banned: readonly BannedKind[] }) {
  return (
    <div className="flex items-start gap-2.5 rounded-lg bg-warn-tint p-4 text-base text-warn-ink">
      <TriangleAlert size={20} className="mt-0.5 flex-none" />
      <div>
        <p className="font-semibold">팔 수 없는 물건 같아요</p>
        <ul className="mt-1 text-sm">
          {banned.map((each) => (
            <li key={each.kind}>{each.reason}</li>
          ))}
        </ul>
      </div>
    </div>
  )
}

function BannedList() {
  return (
    <details className="rounded-lg bg-fill p-4 text-sm">
      <summary className="hit cursor-pointer font-medium text-ink-2">팔 수 없는 물건 보기</summary>
      <ul className="mt-3 grid gap-2">
        {BANNED_KINDS.map((each) => (
          <li key={each.kind} className="grid grid-cols-[7.5rem_1fr] gap-3">
            <b className="font-semibold">{each.label}</b>
            <span className="text-ink-2">{each.reason}</span>
          </li>
        ))}
      </ul>
      <Link
        to={href("/marketplace")}
        className="hit mt-3 inline-block text-ink-3 underline underline-offset-2"
      >
        중고거래 둘러보기
      </Link>
    </details>
  )
}

/** What such things were sold for, asked for a moment after typing. */
function PriceGuideHint({ guideQuery }: { guideQuery: GuideQuery }) {
  const { load, data: answer } = useFetcher<{ guide: PriceGuide | null }>()
  useEffect(() => {
    if (guideQuery.category === "" || guideQuery.title.trim().length < 2) return undefined
    const timer = setTimeout(
      () => void load(`${href("/marketplace/price")}?${new URLSearchParams(guideQuery)}`),
      PRICE_GUIDE_DELAY_MS,
    )
    return () => clearTimeout(timer)
  }, [guideQuery, load])
  const guide = answer?.guide
  return (
    <div aria-live="polite" className="empty:hidden">
      {guide ? (
        <p className="rounded-lg bg-primary-tint p-4 text-base">
          ‘{guide.word}’ 물건은 보통{" "}
          <b className="font-bold text-primary-ink">{formatWon(guide.medianWon)}</b>에 팔렸어요.
          <span className="mt-0.5 block text-sm text-ink-2">
            최근 6개월 {guide.count}건 · {formatWon(guide.lowWon)}~{formatWon(guide.highWon)}
          </span>
        </p>
      ) : null}
    </div>
  )
}
