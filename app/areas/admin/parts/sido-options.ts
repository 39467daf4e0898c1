import { listSidos } from "#app/basics/regions.ts"

/** The whole country and every 시·도, to choose from. */
export const listSidoOptions = () => [
  { value: "", label: "전국" },
  ...listSidos().map(({ code, short }) => ({ value: code, label: short })),
]
