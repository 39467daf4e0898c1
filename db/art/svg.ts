/** Small grammar for drawing in SVG text: documents, repetition, placing, shadows. */
import { ink } from "./palette.ts"

/** A piece of SVG markup. */
export type Svg = string

/** The filters and gradients that every drawing may refer to by id. */
const sharedDefinitions = `
<filter id="blur-s" x="-50%" y="-200%" width="200%" height="500%"><feGaussianBlur stdDeviation="8"/></filter>
<filter id="blur-l" x="-60%" y="-60%" width="220%" height="220%"><feGaussianBlur stdDeviation="24"/></filter>
<filter id="lift" x="-30%" y="-30%" width="160%" height="170%"><feDropShadow dx="0" dy="8" stdDeviation="10"
flood-color="${ink}" flood-opacity=".16"/></filter>
<filter id="faded" x="0" y="0" width="100%" height="100%"><feColorMatrix type="saturate"
values=".58"/></filter>
<linearGradient id="sky-day" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#a6d7ff"/><stop
offset="1" stop-color="#e8f6ff"/></linearGradient>
<linearGradient id="sky-dusk" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#b9c4ff"/><stop
offset="1" stop-color="#ffe2d2"/></linearGradient>
<linearGradient id="sky-night" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#0f1c44"/><stop
offset="1" stop-color="#3a4c8f"/></linearGradient>
<linearGradient id="sky-dull" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#b4bcc2"/><stop
offset="1" stop-color="#cdd2d4"/></linearGradient>
<linearGradient id="steel" x1="0" x2="1"><stop offset="0" stop-color="#b4bfcc"/><stop offset=".4"
stop-color="#eef2f7"/><stop offset="1" stop-color="#9aa7b7"/></linearGradient>`

/** A whole drawing; `body` is drawn on a board of width × height units. */
export const drawing = (width: number, height: number, body: Svg): Svg =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"
viewBox="0 0 ${width} ${height}" width="${width}"
height="${height}"><defs>${sharedDefinitions}</defs>${body}</svg>`

export const repeat = (count: number, draw: (index: number) => Svg): Svg =>
  Array.from({ length: count }, (_, index) => draw(index)).join("")

export const grid = (columns: number, rows: number, draw: (column: number, row: number) => Svg): Svg =>
  repeat(rows, (row) => repeat(columns, (column) => draw(column, row)))

interface Placement {
  scale?: number
  rotate?: number
  flip?: boolean
}

/** Moves a piece so that its own origin lies at (x, y). */
export const drawAt = (
  x: number,
  y: number,
  piece: Svg,
  { scale = 1, rotate = 0, flip = false }: Placement = {},
): Svg =>
  `<g transform="translate(${x} ${y}) rotate(${rotate}) ` +
  `scale(${flip ? -scale : scale} ${scale})">${piece}</g>`

/** Left and right changed for a whole board. */
export const mirrored = (width: number, piece: Svg): Svg =>
  `<g transform="translate(${width} 0) scale(-1 1)">${piece}</g>`

export const box = (
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  radius = 0,
  more = "",
): Svg =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}" ${more}/>`

export const circle = (x: number, y: number, radius: number, fill: string, more = ""): Svg =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}" ${more}/>`

export const line = (
  path: string,
  colour: string,
  width: number,
  more = "",
  cap: "round" | "butt" = "round",
): Svg =>
  `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="${cap}"
stroke-linejoin="round" ${more}/>`

export const shape = (path: string, fill: string, more = ""): Svg =>
  `<path d="${path}" fill="${fill}" ${more}/>`

/** Flat contact shadow on a floor. */
export const shadow = (x: number, y: number, halfWidth: number, halfHeight = 8, strength = 0.14): Svg =>
  `<ellipse cx="${x}" cy="${y}" rx="${halfWidth}" ry="${halfHeight}" fill="#141a2c" opacity="${strength}"/>`

export const softShadow = (
  x: number,
  y: number,
  halfWidth: number,
  halfHeight = 12,
  colour: string = ink,
  strength = 0.24,
): Svg =>
  `<ellipse cx="${x}" cy="${y}" rx="${halfWidth}" ry="${halfHeight}" fill="${colour}" opacity="${strength}"
filter="url(#blur-s)"/>`

/** Numbers between 0 and 1 that are the same on every run. */
export const createRandom = (seed: number): (() => number) => {
  let state = seed * 2_654_435_761
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9) | 0
    return ((state ^ (state >>> 13)) >>> 0) / 4_294_967_296
  }
}
