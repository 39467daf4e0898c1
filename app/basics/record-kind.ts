/** What the back office opens, finds and works on. */
export const RECORD_KINDS = [
  "person",
  "expert",
  "seller",
  "order",
  "purchase",
  "item",
  "product",
  "ticket",
  "report",
  "deal",
  "charge",
] as const
export type RecordKind = (typeof RECORD_KINDS)[number]
export const isRecordKind = (value: string): value is RecordKind =>
  RECORD_KINDS.some((kind) => kind === value)
