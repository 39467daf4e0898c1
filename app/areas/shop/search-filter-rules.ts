/** The marks by which the search narrows products, as the filters of the shop do. */
import type { MarkFilters } from "#app/basics/subject.ts"
import type { Department } from "./rules.ts"

type MarkedProduct = {
  department: Department
  sellerId: string
  hasFreeShipping: boolean
  isInStock: boolean
}

/** Short, for the orders of the index hold them. */
const MARKS = {
  department: (department: Department) => `pd:${department}`,
  seller: (sellerId: string) => `ps:${sellerId}`,
  free: "pfree",
  stock: "pstock",
}

/** The marks of a product in the index of the search. */
export const listProductMarks = (product: MarkedProduct): string[] => [
  MARKS.department(product.department),
  MARKS.seller(product.sellerId),
  ...(product.hasFreeShipping ? [MARKS.free] : []),
  ...(product.isInStock ? [MARKS.stock] : []),
]

type ChosenFilters = {
  department: Department | null
  seller: string | null
  free: string | null
  stock: string | null
  min: number | null
  max: number | null
}

/** What the address of a search narrows products to. */
export const toProductMarkFilters = (chosen: ChosenFilters): MarkFilters => ({
  marks: [
    chosen.department && [MARKS.department(chosen.department)],
    chosen.seller !== null && [MARKS.seller(chosen.seller)],
    chosen.free !== null && [MARKS.free],
    chosen.stock !== null && [MARKS.stock],
  ].filter((group) => group !== null && group !== false),
  minWon: chosen.min,
  maxWon: chosen.max,
})
