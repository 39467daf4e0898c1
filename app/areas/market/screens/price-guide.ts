/**
 * GET /marketplace/price?category=&title=: what things of this kind were sold for, for the form of an item.
 */
import { data } from "react-router"
import { readQuery } from "#app/basics/form.ts"
import { countHit } from "#app/platform/rate-limit.server.ts"
import { getActor, notFound } from "../../accounts/guards.server.ts"
import { PriceGuideQuery } from "../forms.ts"
import { suggestPrice } from "../service/price-guide.server.ts"
import type { Route } from "./+types/price-guide"

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = getActor(context)
  if (actor.kind !== "member") notFound()
  const { category, title } = readQuery(PriceGuideQuery, new URL(request.url).searchParams)
  if (!category || !title) return data({ guide: null })
  const limit = await countHit([{ key: `price-guide:${actor.userId}`, max: 120, windowMs: 600_000 }])
  return data({ guide: limit.ok ? await suggestPrice(category, title) : null })
}
