/** Words on pictures, set in Pretendard itself, so that a picture does not depend on installed fonts. */
import { fileURLToPath } from "node:url"
import sharp from "sharp"
import type { OverlayOptions } from "sharp"

export interface TextItem {
  text: string
  x: number
  y: number
  size: number
  weight?: "Regular" | "Bold" | "ExtraBold"
  colour?: string
  align?: "left" | "centre"
  rotate?: number
}

const typeface = (weight: string): string =>
  fileURLToPath(import.meta.resolve(`pretendard/dist/public/static/alternative/Pretendard-${weight}.ttf`))

/** Sets one line. */
export const setLine = async ({
  text,
  x,
  y,
  size,
  weight = "Regular",
  colour = "#28324a",
  align = "left",
  rotate = 0,
}: TextItem): Promise<OverlayOptions> => {
  const plain = await sharp({
    text: {
      text: `<span foreground="${colour}">${text}</span>`,
      font: `Pretendard ${weight} ${size}`,
      fontfile: typeface(weight),
      rgba: true,
      dpi: 72,
    },
  })
    .png()
    .toBuffer()
  const input =
    rotate === 0 ? plain : await sharp(plain).rotate(rotate, { background: "#ffffff00" }).png().toBuffer()
  const { width, height } = await sharp(input).metadata()
  return { input, left: Math.round(align === "centre" ? x - width / 2 : x), top: Math.round(y - height / 2) }
}
