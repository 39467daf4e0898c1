/** The colours by which options are shown, as their names say them. */

/** Colours of Korean shops; a longer name stands before one that is part of it. */
const SWATCHES: readonly (readonly [pattern: RegExp, colour: string])[] = [
  [/오프 ?화이트|아이보리|크림/, "#f6efdd"],
  [/화이트|흰색|하양|백색/, "#ffffff"],
  [/블랙|검정|검은/, "#1d1f24"],
  [/차콜|진회색|다크 ?그레이/, "#4a4f57"],
  [/그레이|회색/, "#9aa1ab"],
  [/실버|은색/, "#c8ccd2"],
  [/골드|금색/, "#cfa84e"],
  [/베이지|샌드/, "#dfceb0"],
  [/월넛/, "#6b4a33"],
  [/오크/, "#c99f6b"],
  [/브라운|갈색/, "#8a5a3b"],
  [/네이비|남색/, "#24365f"],
  [/하늘|스카이/, "#8fcdf2"],
  [/블루|파랑|파란/, "#2f6bdc"],
  [/민트/, "#8fdcc4"],
  [/카키/, "#7b7a4a"],
  [/그린|초록|녹색/, "#3f9d5a"],
  [/핑크|분홍/, "#f2a7bd"],
  [/레드|빨강|빨간/, "#d8383d"],
  [/오렌지|주황/, "#f08a2c"],
  [/옐로|노랑|노란/, "#f4cf3f"],
  [/퍼플|보라|라벤더/, "#8d6bc4"],
  [/주광색/, "#eaf3ff"],
  [/주백색/, "#fff4dc"],
  [/전구색/, "#ffd9a0"],
]

/** The colour that the name of an option says, as CSS; null where it says none. */
export const findSwatch = (optionName: string): string | null =>
  SWATCHES.find(([pattern]) => pattern.test(optionName))?.[1] ?? null
