/** Owns how the public side of experts reads pictures: the fields of its forms. */
import { collectPictures } from "#app/platform/picture-forms.server.ts"
import type { PicturePurpose } from "#app/platform/pictures.server.ts"
import type { PictureView } from "../views.ts"

export type PictureField = { name: string; purpose: PicturePurpose; max: number }

/**
 * Reads the picture fields of `form`: ids sent by a script, and files sent by a browser without one, which
 * are stored now. The form then holds ids alone. Returns the pictures by id, to be shown again, and a
 * sentence for each field in which one was refused.
 */
export async function readPictureFields(
  form: FormData,
  ownerId: string,
  fields: readonly PictureField[],
): Promise<{ pictures: Record<string, PictureView>; errors: Record<string, string> }> {
  const pictures: Record<string, PictureView> = {}
  const errors: Record<string, string> = {}
  for (const { name, purpose, max } of fields) {
    const collected = await collectPictures(form, { ownerId, purpose, name, max })
    form.delete(`${name}[]`)
    form.delete(`${name}Files`)
    for (const picture of collected.pictures) {
      pictures[picture.id] = picture
      form.append(`${name}[]`, picture.id)
    }
    if (collected.problem !== null) errors[name] = collected.problem
  }
  return { pictures, errors }
}
