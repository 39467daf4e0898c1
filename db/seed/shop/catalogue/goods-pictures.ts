/** Which pictures a model of the demo shop has, and what they are called. */
import { GOODS_COLOURS, type GoodsModel } from "./goods-kind.ts"
import type { CataloguedModel } from "./index.ts"

export const formatTitle = ({ brand, title }: GoodsModel): string => `${brand} ${title}`

/** The views of a product in the order in which they are shown; `review` is a buyer's. */
const PRODUCT_VIEWS = ["stage", "options", "use"] as const

/** Every model has a stage and its options; every other one is shown in use, some by a buyer. */
export const isPictured = ({ form }: CataloguedModel, view: string): boolean =>
  view === "use" ? form !== 1 : view === "review" ? form < 2 : true

export const nameGoodsPicture = ({ kind, form }: CataloguedModel, view: string): string =>
  `goods-${kind.kind}-${form}-${view}`

/** Whether the options of a model are colours, which the pictures can show. */
export const hasColours = ({ options }: GoodsModel): boolean =>
  options.every((option) => option in GOODS_COLOURS)

const SIZE_LABELS: ReadonlySet<string> = new Set([
  "크기",
  "길이",
  "폭",
  "지름",
  "두께",
  "치수",
  "용량",
  "중량",
  "무게",
])

/** Whether the options of a model are sizes: a picture shows one of them. */
export const hasSizes = ({ label }: GoodsModel): boolean => SIZE_LABELS.has(label)

/** The colour that a buyer's picture shows; null where options differ in something else. */
export const getPhotographedColour = ({ model }: CataloguedModel): string | null =>
  hasColours(model) ? (model.options[1] ?? model.colour) : null

/** The view that shows the option at `index` in its colour; null where the stage shows it. */
export const getColourView = ({ model }: CataloguedModel, index: number): string | null =>
  index > 0 && hasColours(model) ? `colour-${index + 1}` : null

/** The views of a model in the order in which they are shown, every colour after the first among them. */
export const listProductViews = (catalogued: CataloguedModel): string[] => [
  ...PRODUCT_VIEWS.filter((view) => isPictured(catalogued, view)),
  ...catalogued.model.options.flatMap((_, index) => getColourView(catalogued, index) ?? []),
]
