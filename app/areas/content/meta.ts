/** Owns what search engines and shared links are told of a content screen. */
import { shareMeta } from "#app/basics/share.ts"
import { titleOf } from "#app/shell/brand.ts"

/** Title, description, canonical address, sharing and the way from home. `path` is the screen's own address without query. */
export function articleMeta(facts: { origin: string; path: string; title: string; description: string; crumbs?: readonly { name: string; path: string }[]; hidden?: boolean }) {
  const { title, ...rest } = facts
  return [{ title: titleOf(title) }, ...shareMeta({ ...rest, name: title })]
}
