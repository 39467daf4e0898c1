/** Everything that the demo shop sells. */
import { CLEANING_GOODS } from "./cleaning.ts"
import { DETERGENTS } from "./detergents.ts"
import { FURNITURE } from "./furniture.ts"
import type { GoodsKind, GoodsModel } from "./goods-kind.ts"
import { KITCHEN_GOODS } from "./kitchen.ts"
import { LIGHT_AND_BATH_GOODS } from "./light-and-bath.ts"
import { MATERIALS } from "./materials.ts"
import { ROOM_GOODS } from "./rooms.ts"
import { SAFETY_GOODS } from "./safety.ts"
import { WORKSHOP_GOODS } from "./workshop.ts"

export const GOODS_KINDS: readonly GoodsKind[] = [
  ...KITCHEN_GOODS,
  ...CLEANING_GOODS,
  ...DETERGENTS,
  ...LIGHT_AND_BATH_GOODS,
  ...FURNITURE,
  ...ROOM_GOODS,
  ...WORKSHOP_GOODS,
  ...MATERIALS,
  ...SAFETY_GOODS,
]

/** A model with its kind and its number in it, which is the form of its drawing. */
export type CataloguedModel = { kind: GoodsKind; model: GoodsModel; form: number }

export const MODELS: readonly CataloguedModel[] = GOODS_KINDS.flatMap((kind) =>
  kind.models.map((model, form) => ({ kind, model, form })),
)
