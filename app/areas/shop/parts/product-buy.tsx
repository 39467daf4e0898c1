import { Minus, Plus, ShoppingCart, X } from "#app/ui/icons.tsx"
import { Form, Link, href } from "react-router"
import { formatWon } from "#app/basics/won.ts"
import { Sheet } from "#app/ui/dialog.tsx"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import { useHydrated } from "#app/ui/hydrated.ts"
import { SubmissionKey } from "#app/ui/submission-key.tsx"
import { ServiceAlert, useServiceMode } from "#app/ui/service-alert.tsx"
import type { ScreenAnswer } from "#app/ui/action-answer.ts"
import type { PageProduct } from "../views.ts"
import { RestockAction, VariantChoices } from "./variant-choices.tsx"
import { getMaxQuantity, type Selections } from "./use-selections.ts"

export type BuyProps = {
  product: PageProduct
  selections: Selections
  /** Options of which one waits to hear. */
  alertIds: readonly string[]
  formKey: string
  answer: ScreenAnswer
  /** Kinds of goods in the cart already. */
  cartKinds: number
}

export const isSoldOut = (product: PageProduct): boolean =>
  !product.variants.some((variant) => variant.stock > 0)

/** Options, quantities and the two buttons beside the pictures, where there is something to buy. */
export function BuyForm({
  isOwn,
  isPaused,
  ...props
}: BuyProps & { isOwn: boolean; /** The seller is away. */ isPaused: boolean }) {
  const { product, cartKinds } = props
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
  if (!product.isForSale) return <Unavailable text="지금은 팔지 않는 상품이에요." />
  if (isPaused) return <Unavailable text="판매자가 쉬고 있어 지금은 살 수 없어요." />
  if (isSoldOut(product)) {
    return (
      <div className="grid gap-3">
        <Unavailable text="지금은 품절이에요. 다시 들어오면 살 수 있어요." />
        {product.variants.length === 1 ? (
          <div className="max-md:hidden">
            <RestockAction product={product} alertIds={props.alertIds} />
          </div>
        ) : (
          <VariantChoices {...props} error={undefined} />
        )}
      </div>
    )
  }
  return (
    <div className="max-md:hidden">
      <SelectionForm {...props} formId="buy" />
      <div className="mt-4 flex gap-2">
        <BuyButtons formId="buy" />
      </div>
      <CartHint kinds={cartKinds} className="mt-3" />
    </div>
  )
}

const Unavailable = ({ text }: { text: string }) => (
  <p className="rounded-lg bg-fill p-4 text-base font-medium text-ink-2">{text}</p>
)

/** The action of a phone's screen: opens the options in a sheet. */
export function BuyBar(props: BuyProps) {
  return (
    <div className="buy-bar">
      <CartHint kinds={props.cartKinds} className="mb-2.5" />
      <Sheet
        title="옵션 선택"
        trigger="구매하기"
        triggerClassName="btn btn-primary btn-lg w-full"
        defaultOpen={props.answer.wasSent}
        footer={<BuyButtons formId="buy-sheet" />}
      >
        <SelectionForm {...props} formId="buy-sheet" />
      </Sheet>
    </div>
  )
}

/** What is taken, and how many of it. Without scripts one option with its quantity is. */
function SelectionForm({
  formId,
  ...props
}: BuyProps & {
  formId: string
}) {
  const { product, selections, formKey, answer } = props
  const hydrated = useHydrated()
  const isSingleVariant = product.variants.length === 1
  const [only] = product.variants
  const totalWon = selections.lines.reduce(
    (sum, line) => sum + getUnitWon(product, line.variantId) * line.quantity,
    0,
  )
  const pieces = selections.lines.reduce((sum, line) => sum + line.quantity, 0)
  return (
    <div className="grid gap-4">
      <FormAlert message={answer.problem ?? getSelectionMistake(answer.errors, isSingleVariant)} />
      <Form id={formId} method="post" preventScrollReset className="contents">
        <SubmissionKey value={formKey} />
        {hydrated
          ? selections.lines.map((line) => (
              <span key={line.variantId} hidden>
                <input type="hidden" name="variantId" value={line.variantId} />
                <input type="hidden" name="quantity" value={line.quantity} />
              </span>
            ))
          : null}
        {!hydrated && isSingleVariant && only ? (
          <input type="hidden" name="variantId" value={only.id} />
        ) : null}
      </Form>
      {isSingleVariant ? null : <VariantChoices {...props} formId={formId} error={answer.errors.variantId} />}
      {hydrated ? (
        <ul className="grid gap-2 empty:hidden">
          {selections.lines.map((line) => (
            <SelectedLine key={line.variantId} line={line} isRemovable={!isSingleVariant} {...props} />
          ))}
        </ul>
      ) : (
        <PlainQuantity formId={formId} />
      )}
      {pieces > 0 && hydrated ? (
        <p aria-live="polite" className="flex items-baseline justify-between border-t border-base-300 pt-4">
          <span className="text-base text-ink-2">총 {pieces}개</span>
          <b className="text-2xl font-bold">{formatWon(totalWon)}</b>
        </p>
      ) : null}
      <ServiceAlert service="payments" />
    </div>
  )
}

/** What no field says: with no option there is no quantity either, and the options say it. */
const getSelectionMistake = (errors: ScreenAnswer["errors"], isSingleVariant: boolean): string | undefined =>
  isSingleVariant ? (errors.variantId ?? errors.quantity) : errors.variantId ? undefined : errors.quantity

const getUnitWon = (product: PageProduct, variantId: string): number =>
  product.variants.find((variant) => variant.id === variantId)?.priceWon ?? 0

/** A number to type, for browsers without scripts. */
const PlainQuantity = ({ formId }: { formId: string }) => (
  <label className="flex items-center justify-between gap-4 text-sm font-medium text-ink-2">
    수량
    <input
      form={formId}
      name="quantity"
      inputMode="numeric"
      defaultValue="1"
      className="num h-11 w-20 rounded-lg bg-fill text-center text-base font-semibold text-base-content"
    />
  </label>
)

/** An option that is taken: how many of it, and what they cost together. */
function SelectedLine({
  product,
  selections,
  line,
  isRemovable,
}: {
  product: PageProduct
  selections: Selections
  line: Selections["lines"][number]
  isRemovable: boolean
}) {
  const variant = product.variants.find((each) => each.id === line.variantId)
  const name = variant?.name ?? ""
  return (
    <li className="rounded-lg bg-fill px-4 py-3">
      {isRemovable ? (
        <p className="mb-2 flex items-start justify-between gap-2">
          <span className="min-w-0 text-base font-medium">{name}</span>
          <button
            type="button"
            aria-label={`${name} 빼기`}
            onClick={() => selections.remove(line.variantId)}
            className="hit -mr-1.5 grid size-7 flex-none cursor-pointer place-items-center text-ink-3"
          >
            <X size={18} />
          </button>
        </p>
      ) : null}
      <div className="flex items-center justify-between gap-3">
        <QuantityStepper
          label={isRemovable ? `${name} 수량` : "수량"}
          quantity={line.quantity}
          maxQuantity={getMaxQuantity(product, line.variantId)}
          onChange={(quantity) => selections.setQuantity(line.variantId, quantity)}
        />
        <b className="text-lg font-bold">{formatWon((variant?.priceWon ?? 0) * line.quantity)}</b>
      </div>
    </li>
  )
}

function QuantityStepper({
  label,
  quantity,
  maxQuantity,
  onChange,
}: {
  label: string
  quantity: number
  maxQuantity: number
  onChange: (quantity: number) => void
}) {
  return (
    <div className="flex items-center rounded-lg border border-base-300 bg-base-100">
      <StepButton
        label={`${label} 하나 빼기`}
        onClick={() => onChange(quantity - 1)}
        disabled={quantity <= 1}
        Icon={Minus}
      />
      <input
        aria-label={label}
        inputMode="numeric"
        value={quantity}
        onChange={(event) => onChange(Number(event.target.value.replace(/\D/g, "")) || 1)}
        className="num min-h-10 w-10 bg-transparent text-center text-base font-semibold"
      />
      <StepButton
        label={`${label} 하나 더하기`}
        onClick={() => onChange(quantity + 1)}
        disabled={quantity >= maxQuantity}
        Icon={Plus}
      />
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
        "hit grid size-10 cursor-pointer place-items-center rounded-lg disabled:cursor-default " +
        "disabled:text-ink-3"
      }
    >
      <Icon size={18} />
    </button>
  )
}

/** 장바구니 and 바로구매, of the form `formId`. */
function BuyButtons({ formId }: { formId: string }) {
  const canBuy = useServiceMode("payments") !== "off"
  return (
    <>
      <SubmitButton form={formId} name="intent" value="cart" className="btn btn-tint btn-lg flex-1">
        <ShoppingCart size={20} className="max-[22.5rem]:hidden" />
        장바구니
      </SubmitButton>
      {canBuy ? (
        <SubmitButton form={formId} name="intent" value="buy" className="btn btn-primary btn-lg flex-1">
          바로구매
        </SubmitButton>
      ) : null}
    </>
  )
}

/** The way to the cart, once something lies in it. */
function CartHint({ kinds, className }: { kinds: number; className: string }) {
  if (kinds === 0) return null
  return (
    <p className={`flex items-center justify-between gap-3 text-sm text-ink-2 ${className}`}>
      <span>
        장바구니에 <b className="font-semibold text-base-content">{kinds}가지</b> 담겨 있어요
      </span>
      <Link
        to={href("/shopping/cart")}
        className="hit rounded-sm font-semibold text-primary-ink hover:underline"
      >
        장바구니 보기
      </Link>
    </p>
  )
}
