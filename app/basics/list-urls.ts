/** The addresses of lists whose filters live in the query. */
import { isRegionCode, WHOLE_COUNTRY } from "./regions.ts"

/**
 * The address of `path` with the query of `search` and `changes` made to it (null takes a name away, a list
 * sets it several times); the place in the list starts anew.
 */
export function changeQuery(
  path: string,
  search: string,
  changes: Readonly<Record<string, string | readonly string[] | null>>,
): string {
  const query = new URLSearchParams(search)
  query.delete("after")
  for (const [name, value] of Object.entries(changes)) {
    if (typeof value === "string") {
      query.set(name, value)
      continue
    }
    query.delete(name)
    for (const item of value ?? []) query.append(name, item)
  }
  const text = query.toString()
  return text === "" ? path : `${path}?${text}`
}

/** The address of the next page of a list: the same query, gone on after `next`. */
export const getNextPageUrl = (path: string, search: string, next: string): string =>
  changeQuery(path, search, { after: next })

/** The address of a list with what is chosen in it; what is at its beginning is left out. */
export const getListUrl = (
  path: string,
  defaults: Readonly<Record<string, string>>,
  chosen: Readonly<Record<string, string | null | undefined>>,
): string => {
  const query = new URLSearchParams(
    Object.entries(chosen).flatMap(([name, value]) =>
      value && value !== defaults[name] ? [[name, value]] : [],
    ),
  ).toString()
  return query ? `${path}?${query}` : path
}

/**
 * The one address of a list of a region, for search engines: `/marketplace/region/11710/furniture`. Without a
 * region the group stays in the query, under `name`.
 */
export const getRegionListUrl = (
  path: string,
  region: string | null,
  [name, group]: readonly [name: string, group: string | null],
): string =>
  region
    ? [path, "region", region, ...(group ? [group] : [])].join("/")
    : changeQuery(path, "", { [name]: group })

/** The query of a list with what its path says of region and group; null where that is not known. */
export function readListQuery(
  url: URL,
  params: Readonly<{ region?: string | undefined; group?: string | undefined }>,
  group: { name: string; values: readonly string[] },
): URLSearchParams | null {
  const query = new URLSearchParams(url.searchParams)
  if (params.region === undefined) return query
  const isKnown =
    params.region !== WHOLE_COUNTRY &&
    isRegionCode(params.region) &&
    (params.group === undefined || group.values.includes(params.group))
  if (!isKnown) return null
  query.set("region", params.region)
  if (params.group !== undefined) query.set(group.name, params.group)
  return query
}
