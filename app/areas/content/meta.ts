/** Owns what search engines and shared links are told of a content screen. */
import { shareMeta } from "#app/basics/share.ts"
import { titleOf } from "#app/shell/brand.ts"

/** What says so little that its title has to stand before it. */
const SHORT = 40

/**
 * Title, description, canonical address, sharing and the way from home. `path` is the screen's own address
 * without query.
 */
export function articleMeta(facts: {
  origin: string
  path: string
  title: string
  description: string
  crumbs?: readonly { name: string; path: string }[]
  hidden?: boolean
}) {
  const { title, description, ...rest } = facts
  return [
    { title: titleOf(title) },
    ...shareMeta({
      ...rest,
      name: title,
      description: description.length < SHORT ? `${title} · ${description}` : description,
    }),
  ]
}
