/**
 * The drawing of pictures for shared links: 1200×630 (korea.md §5), what matters within the 800×400 that
 * KakaoTalk shows.
 */
import { createHash } from "node:crypto"
import { BoundedCache } from "./bounded-cache.server.ts"
import { getFontFile } from "./fonts.server.ts"

const WIDTH = 1_200
const HEIGHT = 630
/** The part on the right that a photo takes. */
const PHOTO_WIDTH = 520
/** Of drawn pictures that are kept, 60 KB each or so. */
const MAX_CACHE_BYTES = 8 * 1_048_576
const BLUE = "#2B66F6"

export type SharePictureContent = {
  /** 업종 or area of the product, above the title: 구인, 중고거래. */
  label: string
  title: string
  line: string
  priceText: string | null
  /** WebP or another picture of ours; null where it has none. */
  photo: Uint8Array | null
}

const pictureCache = new BoundedCache<Uint8Array<ArrayBuffer>>("share_pictures", MAX_CACHE_BYTES)
const drawing = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()

/**
 * The picture of `content` as JPEG, drawn once for the same facts while it is kept. `photoId` stands for the
 * photo in the key.
 */
export function prepareSharePicture(
  content: SharePictureContent,
  photoId: string | null,
): { etag: string; renderPicture: () => Promise<Uint8Array<ArrayBuffer>> } {
  const key = createHash("sha256")
    .update(JSON.stringify([content.label, content.title, content.line, content.priceText, photoId]))
    .digest("base64url")
    .slice(0, 24)
  return {
    etag: `"${key}"`,
    async renderPicture() {
      const cached = pictureCache.get(key)
      if (cached) return cached
      const pending = drawing.get(key) ?? renderPicture(content).finally(() => drawing.delete(key))
      drawing.set(key, pending)
      const picture = await pending
      pictureCache.set(key, picture)
      return picture
    },
  }
}

const escapeMarkup = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
/** Longer than this, a word may be broken. */
const MAX_UNBROKEN_WORD_LENGTH = 9
/** Between the syllables of Hangul a line may break; a word of Korean stays whole where it can. */
const preventWordBreaks = (text: string) =>
  text
    .split(" ")
    .map((word) => ([...word].length > MAX_UNBROKEN_WORD_LENGTH ? word : [...word].join("\u2060")))
    .join(" ")
const truncate = (text: string, maxLetters: number) =>
  [...text].length > maxLetters
    ? `${[...text]
        .slice(0, maxLetters - 1)
        .join("")
        .trimEnd()}…`
    : text

const LOGO = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" viewBox="0 0 64 64" fill="none"><rect
width="64" height="64" rx="18" fill="${BLUE}"/><path d="M18 33.5l9.500 9.500L46 23.500" stroke="#fff"
stroke-width="7" stroke-linecap="round" stroke-linejoin="round"/><circle cx="48" cy="46" r="4.200"
fill="#ff7a94"/></svg>`,
)

/** Puts texts under each other, in the middle of the height. */
function stackTexts(textBlocks: readonly { input: Buffer; height: number; gap: number }[]) {
  const totalHeight = textBlocks.reduce(
    (sum, part, index) => sum + part.height + (index < textBlocks.length - 1 ? part.gap : 0),
    0,
  )
  let top = Math.max(60, Math.round((HEIGHT - 70 - totalHeight) / 2))
  return textBlocks.map((part) => {
    const positioned = { input: part.input, left: 80, top }
    top += part.height + part.gap
    return positioned
  })
}

async function renderPicture(content: SharePictureContent): Promise<Uint8Array<ArrayBuffer>> {
  // Loaded with the first picture: a start must not wait for it.
  const { default: sharp } = await import("sharp")
  // No picture is made of the same parts twice: they would only take room.
  sharp.cache(false)
  const textWidth = content.photo ? WIDTH - PHOTO_WIDTH - 130 : WIDTH - 160
  /** Text in one weight and size (pixels at 72 dpi), wrapped between words to the width that there is. */
  const renderText = async (
    text: string,
    weight: "ExtraBold" | "Bold" | "SemiBold" | "Medium",
    size: number,
    colour: string,
  ) => {
    const { data, info } = await sharp({
      text: {
        text: `<span foreground="${colour}">${escapeMarkup(preventWordBreaks(text))}</span>`,
        fontfile: getFontFile(weight),
        font: `Pretendard ${weight} ${size}`,
        width: textWidth,
        rgba: true,
        wrap: "word-char",
        spacing: Math.round(size * 0.2),
      },
    })
      .png()
      .toBuffer({ resolveWithObject: true })
    return { input: data, height: info.height }
  }
  const textBlocks = [
    { ...(await renderText(content.label, "Bold", 30, BLUE)), gap: 22 },
    {
      ...(await renderText(truncate(content.title, content.photo ? 34 : 60), "ExtraBold", 58, "#191F28")),
      gap: 24,
    },
    ...(content.line === ""
      ? []
      : [{ ...(await renderText(truncate(content.line, 40), "Medium", 32, "#6B7684")), gap: 26 }]),
    ...(content.priceText === null
      ? []
      : [{ ...(await renderText(truncate(content.priceText, 24), "ExtraBold", 46, "#191F28")), gap: 0 }]),
  ]
  const texts = stackTexts(textBlocks)
  const brandText = await renderText("바로일당", "ExtraBold", 30, "#191F28")
  const photo = content.photo
    ? [
        {
          input: await sharp(content.photo)
            .resize({ width: PHOTO_WIDTH, height: HEIGHT, fit: "cover" })
            .toBuffer(),
          left: WIDTH - PHOTO_WIDTH,
          top: 0,
        },
      ]
    : []
  const backgroundColour = content.photo ? "#ffffff" : "#EAF1FF"
  const picture = await sharp({
    create: { width: WIDTH, height: HEIGHT, channels: 3, background: backgroundColour },
  })
    .composite([
      ...photo,
      ...texts,
      { input: LOGO, left: 80, top: HEIGHT - 86 },
      { input: brandText.input, left: 132, top: HEIGHT - 82 },
    ])
    .jpeg({ quality: 84, mozjpeg: true })
    .toBuffer()
  return new Uint8Array(picture)
}
