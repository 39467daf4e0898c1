/** What a screen is given of a stored picture. */
export type PictureView = { id: string; alt: string; width: number; height: number; placeholder: string }

/** A picture that is small until it is opened: without the blurred one beneath. */
export type SmallPicture = Omit<PictureView, "placeholder">

/**
 * A picture of a list, which is cropped to the shape of its card. It comes without the blurred picture that
 * stands beneath a large one: that would weigh more than the rest of the card.
 */
export type CardPicture = Pick<PictureView, "id" | "alt">
