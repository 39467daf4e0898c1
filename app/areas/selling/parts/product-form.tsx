import { Eye } from "#app/ui/icons.tsx"
import { useRef } from "react"
import { Form } from "react-router"
import type { FormErrors, FormValues } from "#app/basics/form.ts"
import { formatAutosaveState, useAutosave } from "#app/ui/autosave.ts"
import { Sheet } from "#app/ui/dialog.tsx"
import { SubmitButton } from "#app/ui/form.tsx"
import { PictureUploader } from "#app/ui/picture-uploader.tsx"
import { StickyBar } from "#app/ui/sticky-bar.tsx"
import { SubmissionKey } from "#app/ui/submission-key.tsx"
import { LIMITS, type ProductState } from "../../shop/rules.ts"
import type { PictureView, ProductCard } from "../../shop/views.ts"
import { DisclosureSection } from "./product-disclosure.tsx"
import { ProductPreview, useProductPreview, type PreviewShop } from "./product-preview.tsx"
import { BasicsSection, PriceSection, ProductTermsSection } from "./product-sections.tsx"
import { FormSection } from "./seller-fields.tsx"

const isLive = (state: ProductState | null) => state === "published" || state === "hidden"

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
  shop: PreviewShop
}) {
  const form = useRef<HTMLFormElement>(null)
  const autosaveOutcome = useAutosave(form, draft, (typed) => ({ values: typed }))
  const { card, updatePreview, changeCover } = useProductPreview(form, { values, pictures, shop })
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
            help="첫 사진이 목록에 보여요. 순서를 바꿀 수 있어요. 정사각형이 좋아요."
            defaultPictures={pictures}
            error={errors.pictureIds}
            onChange={changeCover}
          />
        </FormSection>
        <BasicsSection values={values} errors={errors} />
        <PriceSection values={values} errors={errors} onChange={updatePreview} />
        <ProductTermsSection values={values} />
        <DisclosureSection form={form} values={values} errors={errors} onFilled={updatePreview} />
        {isLive(state) ? (
          <p className="rounded-lg bg-warn-tint p-4 text-base text-warn-ink">
            이름, 설명, 사진, 옵션 이름, 고시 정보를 바꾸면 다시 심사를 받아요. 그동안 판매가 멈춰요. 가격과
            재고만 바꾸면 바로 반영돼요.
          </p>
        ) : null}
        <PreviewSheet card={card} />
        <SaveBar state={state} />
        <output className="mt-3 block min-h-5 text-center text-sm text-ink-3">
          {formatAutosaveState(autosaveOutcome, saved)}
        </output>
      </Form>
      <aside aria-label="미리보기" className="sticky top-24 hidden rounded-2xl bg-base-200 p-6 lg:block">
        <p className="mb-4 text-sm font-medium text-ink-2">목록에서 이렇게 보여요</p>
        <ProductPreview card={card} />
      </aside>
    </div>
  )
}

function PreviewSheet({ card }: { card: ProductCard }) {
  return (
    <div className="mt-4 lg:hidden">
      <Sheet
        trigger={
          <>
            <Eye size={18} /> 목록에서 어떻게 보이나요?
          </>
        }
        triggerClassName="btn btn-line w-full"
        title="미리보기"
      >
        <ProductPreview card={card} />
      </Sheet>
    </div>
  )
}

/** Saves a product that is live or under review; another one is saved alone, or sent to review. */
function SaveBar({ state }: { state: ProductState | null }) {
  const isShownOrProposed = isLive(state) || state === "proposed"
  return (
    <StickyBar>
      {isShownOrProposed ? null : (
        <SubmitButton name="intent" value="keep" className="btn btn-quiet btn-lg flex-1">
          저장만 하기
        </SubmitButton>
      )}
      <SubmitButton name="intent" value="propose" className="btn btn-primary btn-lg flex-1">
        {isShownOrProposed ? "저장하기" : "심사 요청하기"}
      </SubmitButton>
    </StickyBar>
  )
}
