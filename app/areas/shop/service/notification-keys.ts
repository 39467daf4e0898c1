/** The deduplication keys of what sellers are told and then do something about. */

export const getNewSaleKey = (orderId: string): string => `shop.paid:${orderId}:seller`

/** A line can be sent twice, after an exchange. */
export const getLineKey = (move: string, line: { id: string; shippedAt: Date | null }): string =>
  `shop.${move}:${line.id}:${line.shippedAt?.getTime() ?? 0}`

export const getClaimKey = (claimId: string, move: string): string => `shop.claim:${claimId}:${move}`
export const getReviewKey = (reviewId: string): string => `product.reviewed:${reviewId}`
export const getQuestionKey = (questionId: string): string => `product.asked:${questionId}`
