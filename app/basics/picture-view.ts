/** What a screen is given of a stored picture. */
export type PictureView = { id: string; alt: string; width: number; height: number; placeholder: string }
