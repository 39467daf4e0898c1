/** Where the buyers of the demo town have things sent. */
import { pickStreet } from "../addresses.ts"
import { createRandom } from "../random.ts"
import type { PlannedPurchase } from "./plan.ts"

/** The home of the demo customer. */
export const DEMO_HOME = {
  phone: "+821012340001",
  zonecode: "05551",
  address: "서울 송파구 올림픽로 300",
  addressDetail: "101동 1203호",
}

/** Where somebody lives: the same for all that they buy. */
export function findHome({ label, buyer }: PlannedPurchase) {
  if (label.startsWith("mine/")) return DEMO_HOME
  const random = createRandom(`home/${buyer.id}`)
  return {
    ...pickStreet(buyer.regionCode, random),
    phone: `+82101${String(2_340_000 + random.int(0, 900_000))}`,
    addressDetail: `${random.int(101, 115)}동 ${random.int(1, 19)}0${random.int(1, 6)}호`,
  }
}
