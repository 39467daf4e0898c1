import { useState, type RefObject } from "react"
import type { FormValues } from "#app/basics/form.ts"
import { getRows } from "#app/basics/form-rows.ts"
import { parseWonInput } from "#app/basics/won.ts"
import { ProductCard } from "../../shop/parts/product-card.tsx"
import { calculateDiscountPercent } from "../../shop/rules.ts"
import type { PictureView, ProductCard as Card } from "../../shop/views.ts"
import { fieldValue } from "./seller-fields.tsx"

/** What a card shows of the shop. */
export type PreviewShop = { name: string; arrivalText: string; hasFreeShipping: boolean }

/** The card as buyers would see it, from what is typed. */
function toPreviewCard(values: FormValues, shop: PreviewShop, picture: PictureView | null): Card {
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
    ...(listPriceWon !== null && {
      listPriceWon,
      discountPercent: calculateDiscountPercent(priceWon, listPriceWon),
    }),
    picture,
    hasFreeShipping: fieldValue(values, "freeShipping") === "on" || shop.hasFreeShipping,
    arrivalText: shop.arrivalText,
  }
}

/** Follows what is typed into the form of a product, and which picture is its first. */
export function useProductPreview(
  form: RefObject<HTMLFormElement | null>,
  { values, pictures, shop }: { values: FormValues; pictures: PictureView[]; shop: PreviewShop },
) {
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
  return { card: toPreviewCard(previewValues, shop, cover), updatePreview, changeCover }
}

/** The card of a product that is being written. */
export function ProductPreview({ card }: { card: Card }) {
  return (
    <div inert className="mx-auto max-w-60">
      <ProductCard card={card} eager />
    </div>
  )
}
