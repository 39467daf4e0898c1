/** QR codes as the path of an SVG picture. */
import { encode } from "uqr"

/** Draws `text` as a QR code of `size` × `size` squares of 1. */
export function drawQrCode(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { ecc: "M", border: 0 })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ""))).join("")
  return { size, path }
}
