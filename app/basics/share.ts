/** Owns what search engines and shared links are told of a screen, the same for every area. */

type Crumb = { name: string; path: string }

/**
 * The drawn picture of a listing for shared links (1200×630), and of the product where there is no listing.
 */
const sharePicturePath = (of: { kind: string; id: string } | null): string =>
  of === null ? "/share/site.jpg" : `/share/${of.kind}/${of.id}.jpg`

/** What search engines show of a description; longer ones they cut in the middle of a word. */
const DESCRIPTION_LETTERS = 160

const short = (text: string): string => {
  const flat = text.replaceAll(/\s+/g, " ").trim()
  const letters = [...flat]
  return letters.length <= DESCRIPTION_LETTERS
    ? flat
    : `${letters
        .slice(0, DESCRIPTION_LETTERS - 1)
        .join("")
        .replace(/[\s,.·]+$/, "")}…`
}

/**
 * Description, canonical address, Open Graph and the way from home. `path` is the screen's own address
 * without what does not change its content; `crumbs` lead to it from home, without it; `hidden` keeps it out
 * of search engines, which go on along its links where it says "follow".
 */
export function shareMeta(facts: {
  origin: string
  path: string
  name: string
  description: string
  subject?: { kind: string; id: string }
  crumbs?: readonly Crumb[]
  hidden?: boolean | "follow"
  type?: "website" | "article" | "profile" | "product"
}) {
  const address = facts.origin + facts.path
  const description = short(facts.description)
  const way = [
    { name: "바로일당", path: "/" },
    ...(facts.crumbs ?? []),
    ...(facts.path === "/" ? [] : [{ name: facts.name, path: facts.path }]),
  ]
  return [
    { name: "description", content: description },
    { tagName: "link" as const, rel: "canonical", href: address },
    { property: "og:type", content: facts.type ?? "website" },
    { property: "og:title", content: facts.name },
    { property: "og:description", content: description },
    { property: "og:url", content: address },
    { property: "og:image", content: facts.origin + sharePicturePath(facts.subject ?? null) },
    { property: "og:image:width", content: "1200" },
    { property: "og:image:height", content: "630" },
    ...(facts.hidden
      ? [{ name: "robots", content: facts.hidden === "follow" ? "noindex, follow" : "noindex" }]
      : []),
    ...(way.length === 1
      ? []
      : [
          {
            "script:ld+json": {
              "@context": "https://schema.org",
              "@type": "BreadcrumbList",
              itemListElement: way.map(({ name, path }, index) => ({
                "@type": "ListItem",
                position: index + 1,
                name,
                item: facts.origin + path,
              })),
            },
          },
        ]),
  ]
}
