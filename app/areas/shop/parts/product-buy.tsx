import { Heart, Minus, Plus, ShoppingCart } from "#app/ui/icons.tsx"
import { useState } from "react"
import { Form, Link, href, useFetcher } from "react-router"
import { formatWon } from "#app/basics/won.ts"
import { FieldError } from "#app/ui/field.tsx"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import { useHydrated } from "#app/ui/hydrated.ts"
import { SubmissionKey } from "#app/ui/submission-key.tsx"
import { ServiceAlert, useServiceMode } from "#app/ui/service-alert.tsx"
import { LIMITS } from "../rules.ts"
import type { ProductView } from "../views.ts"
import type { ScreenAnswer } from "#app/ui/action-answer.ts"

const FORM_ID = "buy"

/** Option, quantity and the two buttons, where there is something to buy. */
export function BuyForm({
  product,
  isOwn,
  formKey,
  answer,
}: {
  product: ProductView
  isOwn: boolean
  formKey: string
  answer: ScreenAnswer
}) {
  if (isOwn) {
    return (
      <Link
        to={href("/shop/edit/:productId", { productId: product.id })}
        className="btn btn-primary btn-lg w-full"
      >
        내 상품 고치기
      </Link>
    )
  }
  if (!product.variants.some((variant) => variant.stock > 0) || !product.isForSale) {
    return (
      <p className="rounded-lg bg-fill p-4 text-base font-medium text-ink-2">
        {product.isForSale
          ? "지금은 품절이에요. 다시 들어오면 살 수 있어요."
          : "지금은 팔지 않는 상품이에요."}
      </p>
    )
  }
  return <SelectionForm product={product} formKey={formKey} answer={answer} />
}

/** What is taken, and how many of it. The buttons of the phone's bar send the same form. */
function SelectionForm({
  product,
  formKey,
  answer,
}: {
  product: ProductView
  formKey: string
  answer: ScreenAnswer
}) {
  const isSingleVariant = product.variants.length === 1
  const [selectedVariantId, setSelectedVariantId] = useState(
    isSingleVariant ? (product.variants[0]?.id ?? "") : "",
  )
  const [quantity, setQuantity] = useState(1)
  const variant = product.variants.find((each) => each.id === selectedVariantId)
  const maxQuantity = Math.min(LIMITS.quantity, variant?.stock ?? LIMITS.quantity)
  return (
    <Form id={FORM_ID} method="post" preventScrollReset className="grid gap-4">
      <SubmissionKey value={formKey} />
      <FormAlert message={answer.problem} />
      {isSingleVariant ? (
        <input type="hidden" name="variantId" value={selectedVariantId} />
      ) : (
        <VariantChoices product={product} onChoose={setSelectedVariantId} error={answer.errors.variantId} />
      )}
      <QuantityField quantity={quantity} maxQuantity={maxQuantity} onChange={setQuantity} />
      <FieldError>{answer.errors.quantity}</FieldError>
      {variant ? (
        <p className="flex items-baseline justify-between border-t border-base-300 pt-4">
          <span className="text-base text-ink-2">상품 금액</span>
          <b className="text-2xl font-bold">{formatWon(variant.priceWon * quantity)}</b>
        </p>
      ) : null}
      <ServiceAlert service="payments" />
      <div className="hidden gap-2 md:flex">
        <BuyButtons />
      </div>
    </Form>
  )
}

function VariantChoices({
  product,
  onChoose,
  error,
}: {
  product: ProductView
  onChoose: (variantId: string) => void
  error: string | undefined
}) {
  return (
    <fieldset data-invalid={error ? true : undefined}>
      <legend className="mb-2 text-sm font-medium text-ink-2">{product.optionLabel || "옵션"}</legend>
      <div className="grid max-h-80 gap-2 overflow-y-auto p-0.5">
        {product.variants.map((each) => (
          <label
            key={each.id}
            className={
              "relative flex min-h-12 items-center gap-3 rounded-lg " +
              "bg-fill px-4 py-2.5 text-base has-checked:bg-primary-tint " +
              "has-checked:text-primary-ink has-checked:ring-2 " +
              "has-checked:ring-primary has-checked:ring-inset " +
              "has-focus-visible:outline-2 has-focus-visible:outline-primary " +
              (each.stock === 0
                ? "cursor-not-allowed text-ink-3"
                : "cursor-pointer hover:bg-base-300 hover:has-checked:bg-primary-tint")
            }
          >
            <input
              type="radio"
              name="variantId"
              value={each.id}
              disabled={each.stock === 0}
              onChange={() => onChoose(each.id)}
              className="sr-only"
            />
            <span className="min-w-0 flex-1 font-medium">{each.name}</span>
            {each.stock === 0 ? (
              <span className="text-sm">품절</span>
            ) : each.stock <= 5 ? (
              <span className="text-sm text-sale">{each.stock}개 남음</span>
            ) : null}
            <span className="flex-none font-semibold">{formatWon(each.priceWon)}</span>
          </label>
        ))}
      </div>
      <FieldError>{error}</FieldError>
    </fieldset>
  )
}

/** A number to type; with scripts, buttons beside it. */
function QuantityField({
  quantity,
  maxQuantity,
  onChange,
}: {
  quantity: number
  maxQuantity: number
  onChange: (quantity: number) => void
}) {
  const hydrated = useHydrated()
  return (
    <div className="flex items-center justify-between gap-4">
      <label htmlFor="quantity" className="text-sm font-medium text-ink-2">
        수량
      </label>
      <div className="flex items-center rounded-lg bg-fill">
        {hydrated && (
          <StepButton
            label="하나 빼기"
            onClick={() => onChange(Math.max(1, quantity - 1))}
            disabled={quantity <= 1}
            Icon={Minus}
          />
        )}
        <input
          id="quantity"
          name="quantity"
          inputMode="numeric"
          value={quantity}
          onChange={(event) =>
            onChange(Math.min(maxQuantity, Math.max(1, Number(event.target.value.replace(/\D/g, "")) || 1)))
          }
          className="num min-h-11 w-12 bg-transparent text-center text-base font-semibold"
        />
        {hydrated && (
          <StepButton
            label="하나 더하기"
            onClick={() => onChange(Math.min(maxQuantity, quantity + 1))}
            disabled={quantity >= maxQuantity}
            Icon={Plus}
          />
        )}
      </div>
    </div>
  )
}

function StepButton({
  label,
  onClick,
  disabled,
  Icon,
}: {
  label: string
  onClick: () => void
  disabled: boolean
  Icon: typeof Plus
}) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      disabled={disabled}
      className={
        "grid size-11 cursor-pointer place-items-center rounded-lg disabled:cursor-default " +
        "disabled:text-ink-3"
      }
    >
      <Icon size={18} />
    </button>
  )
}

/** 장바구니 and 바로구매; they stand in the form and in the phone's bar. */
export function BuyButtons() {
  const canBuy = useServiceMode("payments") !== "off"
  return (
    <>
      <SubmitButton form={FORM_ID} name="intent" value="cart" className="btn btn-tint btn-lg flex-1">
        <ShoppingCart size={20} className="max-[22.5rem]:hidden" />
        장바구니
      </SubmitButton>
      {canBuy ? (
        <SubmitButton form={FORM_ID} name="intent" value="buy" className="btn btn-primary btn-lg flex-1">
          바로구매
        </SubmitButton>
      ) : null}
    </>
  )
}

/** The heart of a product: filled at once, corrected by the answer. */
export function FavoriteButton({
  productId,
  favorite,
  className,
}: {
  productId: string
  favorite: boolean
  className: string
}) {
  const fetcher = useFetcher()
  const submittedValue = fetcher.formData?.get("on")
  const isFavorite =
    submittedValue === undefined || submittedValue === null ? favorite : submittedValue === "1"
  return (
    <fetcher.Form
      method="post"
      action={href("/shopping/product/:productId", { productId })}
      className="contents"
    >
      <input type="hidden" name="intent" value="favorite" />
      <button
        type="submit"
        name="on"
        value={isFavorite ? "0" : "1"}
        aria-pressed={isFavorite}
        aria-label="찜"
        className={className}
      >
        <Heart size={22} className={isFavorite ? "fill-like text-like" : ""} />
      </button>
    </fetcher.Form>
  )
}
