import { Fragment } from "react"
import { Gallery } from "#app/ui/gallery.tsx"
import type { ProductView } from "../views.ts"

/**
 * What the seller says of a product, paragraph by paragraph, each followed by one of the pictures after the
 * first; what is left of these stands at the end.
 */
export function ProductDescription({ product }: { product: Pick<ProductView, "description" | "pictures"> }) {
  const paragraphs = product.description.split(/\n\s*\n/).filter((text) => text.trim() !== "")
  const pictures = product.pictures.slice(1)
  const rest = pictures.slice(paragraphs.length)
  return (
    <div className="grid gap-5">
      {paragraphs.map((text, index) => {
        const picture = pictures[index]
        return (
          <Fragment key={index}>
            <p className="text-base whitespace-pre-line">{text}</p>
            {picture ? <Gallery pictures={[picture]} layout="tall" label={`설명 사진 ${index + 1}`} /> : null}
          </Fragment>
        )
      })}
      {rest.length > 0 ? <Gallery pictures={rest} layout="tall" label="설명 사진" /> : null}
    </div>
  )
}
