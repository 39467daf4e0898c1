/** What the page of a product shows of a review. */
import type { PictureView } from "#app/basics/picture-view.ts"

export type ProductReviewView = {
  id: string
  authorId: string
  author: string
  rating: number
  body: string
  optionName: string
  createdAt: string
  reply: string | null
  helpfulCount: number
  photos: PictureView[]
}
