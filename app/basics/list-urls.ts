/** The addresses of lists whose filters live in the query. */

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
