/** The files of the typeface, for pictures and documents that the server makes. */
import { createRequire } from "node:module"
import { dirname, join } from "node:path"

export type FontWeight = "Regular" | "Medium" | "SemiBold" | "Bold" | "ExtraBold"

const getFontFolder = () =>
  join(dirname(createRequire(import.meta.url).resolve("pretendard/package.json")), "dist/public/static")

export const getFontFile = (weight: FontWeight): string => join(getFontFolder(), `Pretendard-${weight}.otf`)
