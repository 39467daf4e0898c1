import { SEARCH_TABS } from "../rules.ts"
import { listSuggestions } from "../service/suggest.server.ts"
import type { Route } from "./+types/suggest"
import { readApart } from "#app/platform/read-position.server.ts"

/** What is suggested for `?q=` in the area `?tab=`, as JSON, for the field while it is typed in. */
export async function loader({ request }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams
  const tab = SEARCH_TABS.find((one) => one === query.get("tab")) ?? null
  const suggestions = await readApart(() => listSuggestions(query.get("q") ?? "", tab))
  return Response.json(
    { suggestions },
    { headers: { "Cache-Control": "private, max-age=30", "X-Robots-Tag": "noindex" } },
  )
}
