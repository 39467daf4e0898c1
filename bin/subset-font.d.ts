declare module "subset-font" {
  /** Cuts `text`'s letters out of a font; the axes of a variable font can be made shorter. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      targetFormat: "woff2"
      variationAxes: Record<string, { min: number; max: number }>
      /** OpenType features that stay; all others go. */
      keepFeatures: string[]
    },
  ): Promise<Buffer>
}
