/** Owns what search engines and shared links are told of a content screen. */
import { brand, titleOf } from "#app/shell/brand.ts"

type Crumb = { name: string; path: string }

/** Title, description, canonical address, sharing and the way from home. `path` is the screen's own address without query. */
export function articleMeta(facts: { origin: string; path: string; title: string; description: string; crumbs?: readonly Crumb[]; hidden?: boolean }) {
  const address = facts.origin + facts.path
  const way = [{ name: brand.name, path: "/" }, ...(facts.crumbs ?? []), { name: facts.title, path: facts.path }]
  return [
    { title: titleOf(facts.title) },
    { name: "description", content: facts.description },
    { tagName: "link", rel: "canonical", href: address },
    { property: "og:type", content: "website" },
    { property: "og:title", content: facts.title },
    { property: "og:description", content: facts.description },
    { property: "og:url", content: address },
    ...(facts.hidden ? [{ name: "robots", content: "noindex" }] : []),
    {
      "script:ld+json": {
        "@context": "https://schema.org",
        "@type": "BreadcrumbList",
        itemListElement: way.map(({ name, path }, index) => ({ "@type": "ListItem", position: index + 1, name, item: facts.origin + path })),
      },
    },
  ]
}
