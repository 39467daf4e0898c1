/** The drawing of every kind of goods, by its name. */
import type { DrawGoods } from "./drawing.ts"
import { furnishings } from "./furnishings.ts"
import { household } from "./household.ts"
import { kitchenware } from "./kitchenware.ts"
import { lightAndBath } from "./light-and-bath.ts"
import { safety } from "./safety.ts"
import { workshop } from "./workshop.ts"

export const GOODS_DRAWINGS: Readonly<Record<string, DrawGoods>> = {
  ...kitchenware,
  ...household,
  ...furnishings,
  ...lightAndBath,
  ...workshop,
  ...safety,
}
