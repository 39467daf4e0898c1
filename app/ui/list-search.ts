import { useLocation, useParams } from "react-router"

/**
 * The query of a list with what its address says in its path: `/marketplace/region/11710/furniture` is
 * `?region=11710&category=furniture`. `group` is the name in the query of what comes after the region.
 */
export function useListSearch(group: "category" | "kind"): string {
  const { search } = useLocation()
  const params = useParams()
  if (!params.region) return search
  const query = new URLSearchParams(search)
  query.set("region", params.region)
  if (params.group) query.set(group, params.group)
  return `?${query}`
}
