/**
 * Pictures in forms: what each refusal says, and forms that carry files because no script has sent them
 * before.
 */
import { normaliseText } from "../basics/korean.ts"
import { isId } from "../basics/ids.ts"
import { orderByPlaces } from "../basics/picture-order.ts"
import type { PictureView } from "../basics/picture-view.ts"
import { networkOf } from "./network.ts"
import { countHit, type RateLimit } from "./rate-limit.server.ts"
import {
  findPictures,
  storePicture,
  type PicturePurpose,
  type PictureUploader,
  type StoreRefusal,
} from "./pictures.server.ts"

export const PICTURE_ERROR_TEXTS: Record<StoreRefusal, string> = {
  too_large: "사진이 10MB보다 커요. 더 작은 사진을 골라 주세요.",
  too_many_pixels: "사진의 가로세로가 너무 커요. 4,000만 화소보다 작게 줄여 주세요.",
  too_long: "사진이 너무 길어요. 긴 쪽이 3만 픽셀보다 짧고 짧은 쪽의 60배를 넘지 않게 나누어 올려 주세요.",
  too_slow: "사진을 여는 데 너무 오래 걸려요. JPG로 바꾸거나 크기를 줄여 다시 올려 주세요.",
  not_a_picture: "열 수 없는 사진이에요. 다른 사진을 골라 주세요.",
  animated: "움직이는 그림은 올릴 수 없어요. 멈춘 사진을 골라 주세요.",
  unsupported:
    "JPG, PNG, WebP 사진만 올릴 수 있어요. 아이폰 사진(HEIC)은 설정에서 ‘높은 호환성’으로 찍거나 JPG로 바꿔 주세요.",
  busy: "지금 사진이 많이 올라오고 있어요. 잠시 뒤 다시 올려 주세요.",
  address_full: "이 주소에서 오늘 올린 사진이 너무 많아요. 로그인하면 더 올릴 수 있어요.",
  no_room: "지금은 사진을 저장할 자리가 없어요. 잠시 뒤 다시 올려 주세요.",
}

/** Pictures in 10 minutes, one by one or with a form: a member's, or those of all visitors of an address. */
export const getUploadLimit = (uploader: { ownerId: string } | { address: string }): RateLimit => ({
  key:
    "ownerId" in uploader
      ? `uploads:owner:${uploader.ownerId}`
      : `uploads:address:${networkOf(uploader.address)}`,
  max: 60,
  windowMs: 600_000,
})
export const TOO_MANY_UPLOADS_TEXT = "사진을 너무 많이 올렸어요. 10분쯤 뒤에 다시 올려 주세요."

/**
 * The pictures of a form: the ids in `name[]` that are really this owner's, in the order of `nameOrder[]`,
 * then the files in `nameFiles` of a browser without scripts, stored now. `problem` is the sentence for the
 * field where one was refused; the others are kept all the same.
 */
export async function collectPictures(
  form: FormData,
  options: PictureUploader & { purpose: PicturePurpose; name: string; max: number },
): Promise<{ ids: string[]; pictures: PictureView[]; problem: string | null }> {
  const tickedIds = [...new Set(form.getAll(`${options.name}[]`).filter(isId))].slice(0, options.max)
  const sentIds = orderByPlaces(tickedIds, form.getAll(`${options.name}Order[]`))
  const pictures = await findPictures(sentIds, options)
  const files = form
    .getAll(`${options.name}Files`)
    .filter((file): file is File => file instanceof File && file.size > 0)
  let problem: string | null = null
  for (const file of files) {
    if (pictures.length >= options.max) {
      problem = `사진은 ${options.max}장까지 올릴 수 있어요.`
      break
    }
    if (!(await countHit([getUploadLimit(options)])).ok) {
      problem = TOO_MANY_UPLOADS_TEXT
      break
    }
    const stored = await storePicture({ ...options, bytes: file, name: file.name })
    if (stored.ok) pictures.push(stored.picture)
    else problem = `${normaliseText(file.name).slice(0, 40)}: ${PICTURE_ERROR_TEXTS[stored.reason]}`
  }
  return { ids: pictures.map((picture) => picture.id), pictures, problem }
}
