import { BellRing, Check } from "#app/ui/icons.tsx"
import { Form } from "react-router"
import { formatWon } from "#app/basics/won.ts"
import { Sheet } from "#app/ui/dialog.tsx"
import { FieldError } from "#app/ui/field.tsx"
import { useHydrated } from "#app/ui/hydrated.ts"
import { LIMITS } from "../rules.ts"
import { findSwatch } from "../swatches.ts"
import type { PageProduct, VariantView } from "../views.ts"
import type { Selections } from "./use-selections.ts"

/**
 * The options of a product: tapped one after the other where scripts run, one of them where none do. What is
 * sold out is named, and can be waited for.
 */
export function VariantChoices({
  product,
  selections,
  alertIds,
  formId,
  error,
}: {
  product: PageProduct
  selections: Selections
  alertIds: readonly string[]
  formId?: string
  error: string | undefined
}) {
  return (
    <fieldset data-invalid={error ? true : undefined} className="min-w-0">
      <legend className="mb-2 text-sm font-medium text-ink-2">{product.optionLabel || "옵션"}</legend>
      <div className="grid max-h-80 gap-2 overflow-y-auto p-0.5">
        {product.variants.map((variant) =>
          variant.stock === 0 ? (
            <SoldOutOption key={variant.id} variant={variant} isWaitedFor={alertIds.includes(variant.id)} />
          ) : (
            <Option key={variant.id} variant={variant} selections={selections} formId={formId} />
          ),
        )}
      </div>
      <FieldError>{error}</FieldError>
    </fieldset>
  )
}

function Option({
  variant,
  selections,
  formId,
}: {
  variant: VariantView
  selections: Selections
  formId: string | undefined
}) {
  const hydrated = useHydrated()
  if (!hydrated) {
    return (
      <label className="option-row option-row-plain">
        <input type="radio" name="variantId" value={variant.id} form={formId} className="sr-only" />
        <OptionFacts variant={variant} />
      </label>
    )
  }
  const isChosen = selections.lines.some((line) => line.variantId === variant.id)
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={() => (isChosen ? selections.remove(variant.id) : selections.add(variant.id))}
      className={
        "option-row cursor-pointer " +
        (isChosen ? "bg-primary-tint text-primary-ink ring-2 ring-primary ring-inset" : "hover:bg-base-300")
      }
    >
      <OptionFacts variant={variant} />
      {isChosen ? <Check size={18} strokeWidth={2.25} className="flex-none" /> : null}
    </button>
  )
}

/** The colour of an option, where its name says one. */
function Swatch({ name }: { name: string }) {
  const colour = findSwatch(name)
  return colour === null ? null : (
    <span
      aria-hidden
      className="size-6 flex-none rounded-full border border-line-strong"
      style={{ background: colour }}
    />
  )
}

function OptionFacts({ variant }: { variant: VariantView }) {
  return (
    <>
      <Swatch name={variant.name} />
      <span className="option-name">{variant.name}</span>
      {variant.stock <= LIMITS.lowStockThreshold ? (
        <span className="text-sm text-sale">{variant.stock}개 남음</span>
      ) : null}
      <b className="option-price">{formatWon(variant.priceWon)}</b>
    </>
  )
}

function SoldOutOption({ variant, isWaitedFor }: { variant: VariantView; isWaitedFor: boolean }) {
  return (
    <div className="option-row flex-wrap gap-y-1 text-ink-3">
      <Swatch name={variant.name} />
      <span className="min-w-0 flex-1 font-medium">
        {variant.name} <span className="text-sm whitespace-nowrap">품절</span>
      </span>
      <RestockButton variant={variant} isWaitedFor={isWaitedFor} />
    </div>
  )
}

/** Asks to be told when an option is there again, or takes it back; `isMain` fills the bar of a screen. */
function RestockButton({
  variant,
  isWaitedFor,
  isMain = false,
}: {
  variant: VariantView
  isWaitedFor: boolean
  isMain?: boolean
}) {
  const unasked = isMain ? "btn-primary" : "btn-line"
  return (
    <Form method="post" preventScrollReset className="contents">
      <input type="hidden" name="intent" value="restock" />
      <input type="hidden" name="variantId" value={variant.id} />
      <button
        type="submit"
        name="on"
        value={isWaitedFor ? "0" : "1"}
        className={
          `btn ${isMain ? "btn-lg w-full" : "btn-sm flex-none"} ` + (isWaitedFor ? "btn-tint" : unasked)
        }
      >
        <BellRing size={isMain ? 20 : 16} />
        {variant.name ? <span className="sr-only">{variant.name} </span> : null}
        {isWaitedFor ? "알림 신청됨" : "재입고 알림"}
      </button>
    </Form>
  )
}

/** The action of a screen where everything is sold out: to hear of it, of one option or of some. */
export function RestockAction({ product, alertIds }: { product: PageProduct; alertIds: readonly string[] }) {
  const [only, ...others] = product.variants
  if (only && others.length === 0)
    return <RestockButton variant={only} isWaitedFor={alertIds.includes(only.id)} isMain />
  return (
    <Sheet
      title="재입고 알림"
      trigger={
        <button type="button" className="btn btn-primary btn-lg w-full">
          <BellRing size={20} />
          재입고 알림
        </button>
      }
    >
      <ul className="grid gap-2">
        {product.variants.map((variant) => (
          <li key={variant.id}>
            <SoldOutOption variant={variant} isWaitedFor={alertIds.includes(variant.id)} />
          </li>
        ))}
      </ul>
    </Sheet>
  )
}
