import { Eye } from "lucide-react"
import { useRef, useState } from "react"
import { Form } from "react-router"
import type { FormErrors, FormValues } from "#app/basics/form.ts"
import { getRows } from "#app/basics/form-rows.ts"
import { parseWonInput } from "#app/basics/won.ts"
import { formatAutosaveState, useAutosave } from "#app/ui/autosave.ts"
import { Sheet } from "#app/ui/dialog.tsx"
import { Checkbox, SelectField, TextArea, TextField, WonField } from "#app/ui/field.tsx"
import { SubmitButton } from "#app/ui/form.tsx"
import { useHydrated } from "#app/ui/hydrated.ts"
import { PictureUploader } from "#app/ui/picture-uploader.tsx"
import { StickyBar } from "#app/ui/sticky-bar.tsx"
import { SubmissionKey } from "#app/ui/submission-key.tsx"
import {
  isDisclosureKind,
  disclosureFieldName,
  getDisclosureHint,
  DISCLOSURE_KINDS,
  DISCLOSURES,
  relabelDisclosure,
  type DisclosureKind,
} from "../../shop/disclosure.ts"
import {
  DEPARTMENT_LABELS,
  DEPARTMENTS,
  calculateDiscountPercent,
  LIMITS,
  type ProductState,
} from "../../shop/rules.ts"
import type { PictureView, ProductCard as Card } from "../../shop/views.ts"
import { ProductCard } from "../../shop/parts/product-card.tsx"
import { FormSection, fieldValue } from "./seller-fields.tsx"
import { VariantFields } from "./variant-fields.tsx"

/** The card as buyers would see it, from what is typed. */
function toPreviewCard(
  values: FormValues,
  shop: { name: string; arrivalText: string; hasFreeShipping: boolean },
  picture: PictureView | null,
): Card {
  const prices = getRows(values, "variants").flatMap(
    (row) => parseWonInput(fieldValue(row, "priceWon")) ?? [],
  )
  const priceWon = prices.length > 0 ? Math.min(...prices) : 0
  const listPriceWon = parseWonInput(fieldValue(values, "listPriceWon"))
  return {
    id: "",
    title: fieldValue(values, "title") || "상품 이름",
    brand: fieldValue(values, "brand") || shop.name,
    priceWon,
    listPriceWon,
    discountPercent: calculateDiscountPercent(priceWon, listPriceWon),
    rating: null,
    reviewCount: 0,
    picture,
    hasFreeShipping: fieldValue(values, "freeShipping") === "on" || shop.hasFreeShipping,
    arrivalText: shop.arrivalText,
    isDeal: false,
    soldOut: false,
  }
}

/**
 * The form of a product, the same for a new one and for one that is changed; saved as a draft while it is
 * written.
 */
export function ProductFormFields({
  draft,
  saved,
  state,
  values,
  errors,
  pictures,
  submissionKey,
  shop,
}: {
  draft: string
  saved: boolean
  /** Null for a new product. */
  state: ProductState | null
  values: FormValues
  errors: FormErrors
  pictures: PictureView[]
  submissionKey: string
  shop: { name: string; arrivalText: string; hasFreeShipping: boolean }
}) {
  const hydrated = useHydrated()
  const form = useRef<HTMLFormElement>(null)
  const autosaveOutcome = useAutosave(form, draft, (typed) => ({ values: typed }))
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
  const [previewValues, setPreviewValues] = useState<FormValues>(values)
  const [cover, setCover] = useState<PictureView | null>(pictures[0] ?? null)
  const updatePreview = () => {
    if (!form.current) return
    const typed: FormValues = {}
    for (const [name, value] of new FormData(form.current)) if (typeof value === "string") typed[name] = value
    setPreviewValues(typed)
  }
  const changeCover = (ids: string[]) =>
    setCover((before) =>
      ids[0] === undefined
        ? null
        : (pictures.find((picture) => picture.id === ids[0]) ??
          (before?.id === ids[0]
            ? before
            : { id: ids[0], alt: "", width: 640, height: 640, placeholder: "" })),
    )
  const preview = (
    <div inert className="mx-auto max-w-60">
      <ProductCard card={toPreviewCard(previewValues, shop, cover)} eager />
    </div>
  )
  const isLive = state === "published" || state === "hidden"
  return (
    <div className="lg:grid lg:grid-cols-[minmax(0,1fr)_17rem] lg:items-start lg:gap-12">
      <Form
        ref={form}
        method="post"
        encType="multipart/form-data"
        noValidate
        className="min-w-0"
        onChange={updatePreview}
      >
        {/* The first button of a form is what Enter presses. */}
        <button type="submit" name="intent" value="keep" className="hidden" aria-hidden tabIndex={-1} />
        <SubmissionKey value={submissionKey} />
        <FormSection title="사진">
          <PictureUploader
            key={pictures.map((picture) => picture.id).join()}
            name="pictureIds"
            purpose="product"
            max={LIMITS.pictures}
            label="상품 사진"
            help="첫 사진이 목록에 보여요. 끌어서 순서를 바꿀 수 있어요. 정사각형이 좋아요."
            defaultPictures={pictures}
            error={errors.pictureIds}
            onChange={changeCover}
          />
        </FormSection>
        <FormSection title="기본 정보">
          <TextField
            label="상품 이름"
            name="title"
            maxLength={80}
            placeholder="예: 무소음 벽시계 30cm"
            defaultValue={fieldValue(values, "title")}
            error={errors.title}
            required
          />
          <div className="grid gap-6 sm:grid-cols-2">
            <TextField
              label="브랜드"
              name="brand"
              maxLength={30}
              defaultValue={fieldValue(values, "brand")}
              error={errors.brand}
              required={false}
            />
            <SelectField
              label="분류"
              name="department"
              placeholder="골라 주세요"
              options={DEPARTMENTS.map((value) => ({ value, label: DEPARTMENT_LABELS[value] }))}
              defaultValue={fieldValue(values, "department")}
              error={errors.department}
              required
            />
          </div>
          <TextArea
            label="상품 설명"
            name="description"
            rows={8}
            maxLength={5000}
            placeholder={
              "무엇이 좋은지, 누구에게 맞는지, 어떻게 쓰는지 적어 주세요.\n크기와 구성은 아래 고시 정보에도 적어요."
            }
            defaultValue={fieldValue(values, "description")}
            error={errors.description}
            required
          />
        </FormSection>
        <FormSection
          title="가격과 옵션"
          text="옵션마다 가격과 재고를 따로 정해요. 옵션이 없으면 한 줄만 채우면 돼요."
        >
          <div className="grid gap-6 sm:grid-cols-2">
            <WonField
              label="정가"
              name="listPriceWon"
              placeholder="없음"
              help="판매가보다 높으면 할인율이 보여요."
              defaultValue={fieldValue(values, "listPriceWon")}
              error={errors.listPriceWon}
              required={false}
            />
            <TextField
              label="옵션 종류"
              name="optionLabel"
              maxLength={30}
              placeholder="예: 색상 / 크기"
              defaultValue={fieldValue(values, "optionLabel")}
              error={errors.optionLabel}
              required={false}
            />
          </div>
          <details
            className="rounded-xl bg-base-200 p-4 md:p-5"
            open={fieldValue(values, "axes[0].name") !== ""}
          >
            <summary className="hit text-base font-semibold">옵션 조합 한 번에 만들기</summary>
            <p className="mt-2 text-sm text-ink-3">
              값을 쉼표로 나눠 쓰면 모든 조합을 만들어요. 이미 적은 가격과 재고는 그대로 둬요.
            </p>
            <div className="mt-4 grid gap-3">
              {[0, 1].map((axis) => (
                <div key={axis} className="grid gap-3 sm:grid-cols-[9rem_minmax(0,1fr)]">
                  <TextField
                    label={`옵션 ${axis + 1} 이름`}
                    name={`axes[${axis}].name`}
                    maxLength={15}
                    placeholder={axis === 0 ? "색상" : "크기"}
                    defaultValue={fieldValue(values, `axes[${axis}].name`)}
                  />
                  <TextField
                    label={`옵션 ${axis + 1} 값`}
                    name={`axes[${axis}].values`}
                    maxLength={200}
                    placeholder={axis === 0 ? "화이트, 블랙, 우드" : "S, M, L"}
                    defaultValue={fieldValue(values, `axes[${axis}].values`)}
                  />
                </div>
              ))}
            </div>
            <SubmitButton name="intent" value="combine" className="btn btn-line mt-4">
              조합 만들기
            </SubmitButton>
          </details>
          <VariantFields
            key={JSON.stringify(getRows(values, "variants"))}
            rows={getRows(values, "variants")}
            errors={errors}
            onChange={updatePreview}
          />
        </FormSection>
        <FormSection title="배송과 반품">
          <div className="grid gap-1">
            <Checkbox
              name="freeShipping"
              label="이 상품은 무료배송이에요"
              description="상점의 배송비 대신 판매자가 배송비를 내요."
              defaultChecked={fieldValue(values, "freeShipping") === "on"}
            />
            <Checkbox
              name="madeToOrder"
              label="주문 제작 상품이에요"
              description="마음이 바뀐 반품을 받지 않아요. 구매 전에 이 사실을 안내해요."
              defaultChecked={fieldValue(values, "madeToOrder") === "on"}
            />
          </div>
        </FormSection>
        <FormSection
          title="상품정보제공고시"
          text="전자상거래법에서 정한 항목이에요. 해당이 없으면 '해당 없음'이라고 적어 주세요."
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
          <FillEmptyButtons form={form} onFilled={updatePreview} />
        </FormSection>
        {isLive ? (
          <p className="rounded-lg bg-warn-tint p-4 text-base text-warn-ink">
            이름, 설명, 사진, 옵션 이름, 고시 정보를 바꾸면 다시 심사를 받아요. 그동안 판매가 멈춰요. 가격과
            재고만 바꾸면 바로 반영돼요.
          </p>
        ) : null}
        <div className="mt-4 lg:hidden">
          <Sheet
            trigger={
              <>
                <Eye aria-hidden size={18} strokeWidth={1.75} /> 목록에서 어떻게 보이나요?
              </>
            }
            triggerClassName="btn btn-line w-full"
            title="미리보기"
          >
            {preview}
          </Sheet>
        </div>
        <StickyBar>
          {isLive || state === "proposed" ? null : (
            <SubmitButton name="intent" value="keep" className="btn btn-quiet btn-lg flex-1">
              저장만 하기
            </SubmitButton>
          )}
          <SubmitButton name="intent" value="propose" className="btn btn-primary btn-lg flex-1">
            {isLive || state === "proposed" ? "저장하기" : "심사 요청하기"}
          </SubmitButton>
        </StickyBar>
        <output className="mt-3 block min-h-5 text-center text-sm text-ink-3">
          {formatAutosaveState(autosaveOutcome, saved)}
        </output>
      </Form>
      <aside aria-label="미리보기" className="sticky top-24 hidden rounded-2xl bg-base-200 p-6 lg:block">
        <p className="mb-4 text-sm font-medium text-ink-2">목록에서 이렇게 보여요</p>
        {preview}
      </aside>
    </div>
  )
}

/** Fills what is empty among the notices, which is often the same few words. */
function FillEmptyButtons({
  form,
  onFilled,
}: {
  form: React.RefObject<HTMLFormElement | null>
  onFilled: () => void
}) {
  const hydrated = useHydrated()
  if (!hydrated) return null
  const fillEmptyFields = (text: string) => {
    for (const field of form.current?.querySelectorAll<HTMLInputElement>('input[name^="notice["]') ?? [])
      if (field.value.trim() === "") field.value = text
    onFilled()
  }
  return (
    <div className="flex flex-wrap gap-2">
      {["상세 설명 참조", "해당 없음"].map((text) => (
        <button
          key={text}
          type="button"
          className="btn btn-quiet btn-sm"
          onClick={() => fillEmptyFields(text)}
        >
          빈칸을 ‘{text}’로 채우기
        </button>
      ))}
    </div>
  )
}
