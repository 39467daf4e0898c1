/** One family of products as the lists write it; several names or options are parted by "|". */
import type { Department } from "#app/areas/shop/rules.ts"

export type FamilyRow = readonly [
  picture: string,
  department: Department,
  names: string,
  label: string,
  options: string,
  from: number,
  to: number,
  material: string,
  use: string,
]
