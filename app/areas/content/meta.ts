/** What search engines and shared links are told of a content screen. */
import { buildShareMeta } from "#app/basics/share-meta.ts"
import { titleOf } from "#app/basics/brand.ts"

/** What says so little that its title has to stand before it. */
const MIN_DESCRIPTION_LENGTH = 40

/**
 * Title, description, canonical address, sharing and the way from home. `path` is the screen's own address
 * without query.
 */
export function buildArticleMeta(options: {
  origin: string
  path: string
  title: string
  description: string
  crumbs?: readonly { name: string; path: string }[]
  hidden?: boolean
}) {
  const { title, description, ...rest } = options
  return [
    { title: titleOf(title) },
    ...buildShareMeta({
      ...rest,
      name: title,
      description: description.length < MIN_DESCRIPTION_LENGTH ? `${title} · ${description}` : description,
    }),
  ]
}
