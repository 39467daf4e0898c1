/** What the buyers of the demo town write: of the kind of goods, of the very model, never twice in a shop. */
import { listFitting } from "../shop/catalogue/goods-kind.ts"
import {
  formatTitle,
  getPhotographedColour,
  isPictured,
  nameGoodsPicture,
} from "../shop/catalogue/goods-pictures.ts"
import { MODELS, type CataloguedModel } from "../shop/catalogue/index.ts"
import { GENERAL_FAIR, GENERAL_PRAISE, REPLIES, SORRY_REPLIES } from "../shop/texts/sales-texts.ts"
import type { SeededRandom } from "../random.ts"
import type { Offer } from "./plan.ts"

export type Rating = 3 | 4 | 5
export type WrittenReview = {
  rating: Rating
  body: string
  /** Name of the buyer's picture. */ picture: string | null
}

const modelByTitle = new Map(MODELS.map((catalogued) => [formatTitle(catalogued.model), catalogued]))

const listSentences = ({ kind, form }: CataloguedModel, rating: Rating): string[] =>
  listFitting(rating === 5 ? kind.praise : rating === 4 ? kind.fair : kind.poor, form)

/** Writes reviews one after the other, and remembers what each shop was told already. */
export class ReviewWriter {
  readonly #told = new Map<string, Set<string>>()
  readonly #shown = new Set<string>()

  /** The review of one who bought `offer`; null where everything was said of it. */
  write(offer: Offer, rating: Rating, random: SeededRandom): WrittenReview | null {
    const catalogued = modelByTitle.get(offer.title)
    if (!catalogued) throw new Error(`Nobody knows ${offer.title}`)
    const sentence = this.#takeFresh(offer.sellerId, random.shuffle(listSentences(catalogued, rating)))
    if (sentence === null) return null
    const general = rating === 5 ? GENERAL_PRAISE : rating === 4 ? GENERAL_FAIR : []
    const more = random.chance(0.55) ? this.#takeFresh(offer.sellerId, random.shuffle(general)) : null
    const body = more === null ? sentence : random.chance(0.3) ? `${more} ${sentence}` : `${sentence} ${more}`
    return {
      rating,
      body: body.length < 10 ? `${body} 잘 쓸게요.` : body,
      picture: this.#takePicture(catalogued, offer, rating),
    }
  }

  /** What the seller answers to so many stars. */
  answer(sellerId: string, rating: Rating, random: SeededRandom): string | null {
    return this.#takeFresh(sellerId, random.shuffle(rating === 5 ? REPLIES : SORRY_REPLIES))
  }

  #takeFresh(sellerId: string, sentences: readonly string[]): string | null {
    const told = this.#told.get(sellerId) ?? new Set()
    this.#told.set(sellerId, told)
    const fresh = sentences.find((each) => !told.has(each))
    if (fresh === undefined) return null
    told.add(fresh)
    return fresh
  }

  /** The picture of a buyer, once, where it shows what was bought. */
  #takePicture(catalogued: CataloguedModel, { variantName }: Offer, rating: Rating): string | null {
    const name = nameGoodsPicture(catalogued, "review")
    const isShown = [null, variantName].includes(getPhotographedColour(catalogued))
    if (rating < 4 || !isShown || !isPictured(catalogued, "review") || this.#shown.has(name)) return null
    this.#shown.add(name)
    return name
  }
}
