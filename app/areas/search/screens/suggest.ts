import { listSuggestions } from "../service/suggest.server.ts"
import type { Route } from "./+types/suggest"

/** What is suggested for `?q=`, as JSON, for the field while it is typed in. */
export async function loader({ request }: Route.LoaderArgs) {
  const suggestions = await listSuggestions(new URL(request.url).searchParams.get("q") ?? "")
  return Response.json(
    { suggestions },
    { headers: { "Cache-Control": "private, max-age=30", "X-Robots-Tag": "noindex" } },
  )
}
