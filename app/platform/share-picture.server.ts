/**
 * Owns the drawing of pictures for shared links: 1200×630 (korea.md §5), what matters within the 800×400 that
 * KakaoTalk shows.
 */
import { createHash } from "node:crypto"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"

const WIDTH = 1_200
const HEIGHT = 630
/** The part on the right that a photo takes. */
const PHOTO_WIDTH = 520
/** Drawn pictures that are kept, 60 KB each or so. */
const MOST_KEPT = 200
const BLUE = "#2B66F6"

export type ShareFacts = {
  /** 업종 or area of the product, above the title: 구인, 중고거래. */
  label: string
  title: string
  line: string
  priceText: string | null
  /** WebP or another picture of ours; null where it has none. */
  photo: Uint8Array | null
}

const kept = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()

/**
 * The picture of `facts` as JPEG, drawn once for the same facts while it is kept. `photoId` stands for the
 * photo in the key.
 */
export function sharePicture(
  facts: ShareFacts,
  photoId: string | null,
): { etag: string; draw: () => Promise<Uint8Array<ArrayBuffer>> } {
  const key = createHash("sha256")
    .update(JSON.stringify([facts.label, facts.title, facts.line, facts.priceText, photoId]))
    .digest("base64url")
    .slice(0, 24)
  return {
    etag: `"${key}"`,
    draw() {
      const known = kept.get(key)
      if (known) return known
      const drawn = draw(facts)
      kept.set(key, drawn)
      if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value ?? key)
      drawn.catch(() => kept.delete(key))
      return drawn
    },
  }
}

const fonts = () =>
  join(dirname(createRequire(import.meta.url).resolve("pretendard/package.json")), "dist/public/static")
const escape = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
/** Longer than this, a word may be broken. */
const LONG_WORD = 9
/** Between the syllables of Hangul a line may break; a word of Korean stays whole where it can. */
const unbroken = (text: string) =>
  text
    .split(" ")
    .map((word) => ([...word].length > LONG_WORD ? word : [...word].join("\u2060")))
    .join(" ")
const short = (text: string, letters: number) =>
  [...text].length > letters
    ? `${[...text]
        .slice(0, letters - 1)
        .join("")
        .trimEnd()}…`
    : text

async function draw(facts: ShareFacts): Promise<Uint8Array<ArrayBuffer>> {
  // Loaded with the first picture: a start must not wait for it.
  const { default: sharp } = await import("sharp")
  const folder = fonts()
  const textWidth = facts.photo ? WIDTH - PHOTO_WIDTH - 130 : WIDTH - 160
  /** Text in one weight and size (pixels at 72 dpi), wrapped between words to the width that there is. */
  const write = async (
    text: string,
    weight: "ExtraBold" | "Bold" | "SemiBold" | "Medium",
    size: number,
    colour: string,
  ) => {
    const { data, info } = await sharp({
      text: {
        text: `<span foreground="${colour}">${escape(unbroken(text))}</span>`,
        fontfile: join(folder, `Pretendard-${weight}.otf`),
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
  const parts = [
    { ...(await write(facts.label, "Bold", 30, BLUE)), gap: 22 },
    { ...(await write(short(facts.title, facts.photo ? 34 : 60), "ExtraBold", 58, "#191F28")), gap: 24 },
    ...(facts.line === ""
      ? []
      : [{ ...(await write(short(facts.line, 40), "Medium", 32, "#6B7684")), gap: 26 }]),
    ...(facts.priceText === null
      ? []
      : [{ ...(await write(short(facts.priceText, 24), "ExtraBold", 46, "#191F28")), gap: 0 }]),
  ]
  const tall = parts.reduce(
    (sum, part, place) => sum + part.height + (place < parts.length - 1 ? part.gap : 0),
    0,
  )
  let top = Math.max(60, Math.round((HEIGHT - 70 - tall) / 2))
  const texts = parts.map((part) => {
    const placed = { input: part.input, left: 80, top }
    top += part.height + part.gap
    return placed
  })
  const sign = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" viewBox="0 0 64 64" fill="none"><rect
width="64" height="64" rx="18" fill="${BLUE}"/><path d="M18 33.5l9.500 9.500L46 23.500" stroke="#fff"
stroke-width="7" stroke-linecap="round" stroke-linejoin="round"/><circle cx="48" cy="46" r="4.200"
fill="#ff7a94"/></svg>`,
  )
  const name = await write("바로일당", "ExtraBold", 30, "#191F28")
  const photo = facts.photo
    ? [
        {
          input: await sharp(facts.photo)
            .resize({ width: PHOTO_WIDTH, height: HEIGHT, fit: "cover" })
            .toBuffer(),
          left: WIDTH - PHOTO_WIDTH,
          top: 0,
        },
      ]
    : []
  const ground = facts.photo ? "#ffffff" : "#EAF1FF"
  const drawn = await sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: ground } })
    .composite([
      ...photo,
      ...texts,
      { input: sign, left: 80, top: HEIGHT - 86 },
      { input: name.input, left: 132, top: HEIGHT - 82 },
    ])
    .jpeg({ quality: 84, mozjpeg: true })
    .toBuffer()
  return new Uint8Array(drawn)
}
