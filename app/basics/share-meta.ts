/** What search engines and shared links are told of a screen, the same for every area. */

type Breadcrumb = { name: string; path: string }

/**
 * The drawn picture of a listing for shared links (1200×630), and of the product where there is no listing.
 */
const getSharePicturePath = (of: { kind: string; id: string } | null): string =>
  of === null ? "/share/site.jpg" : `/share/${of.kind}/${of.id}.jpg`

/** What search engines show of a description; longer ones they cut in the middle of a word. */
const MAX_DESCRIPTION_LENGTH = 160

const truncateDescription = (text: string): string => {
  const singleLine = text.replaceAll(/\s+/g, " ").trim()
  const characters = [...singleLine]
  return characters.length <= MAX_DESCRIPTION_LENGTH
    ? singleLine
    : `${characters
        .slice(0, MAX_DESCRIPTION_LENGTH - 1)
        .join("")
        .replace(/[\s,.·]+$/, "")}…`
}

/**
 * Description, canonical address, Open Graph and the way from home. `path` is the screen's own address
 * without what does not change its content; `breadcrumbs` lead to it from home, without it; `noIndex` keeps
 * it out of search engines, which go on along its links where it says "follow".
 */
export function buildShareMeta(details: {
  origin: string
  path: string
  name: string
  description: string
  subject?: { kind: string; id: string }
  breadcrumbs?: readonly Breadcrumb[]
  noIndex?: boolean | "follow"
  type?: "website" | "article" | "profile" | "product"
}) {
  const address = details.origin + details.path
  const description = truncateDescription(details.description)
  const trail = [
    { name: "바로일당", path: "/" },
    ...(details.breadcrumbs ?? []),
    ...(details.path === "/" ? [] : [{ name: details.name, path: details.path }]),
  ]
  return [
    { name: "description", content: description },
    { tagName: "link" as const, rel: "canonical", href: address },
    { property: "og:type", content: details.type ?? "website" },
    { property: "og:title", content: details.name },
    { property: "og:description", content: description },
    { property: "og:url", content: address },
    { property: "og:image", content: details.origin + getSharePicturePath(details.subject ?? null) },
    { property: "og:image:width", content: "1200" },
    { property: "og:image:height", content: "630" },
    ...(details.noIndex
      ? [{ name: "robots", content: details.noIndex === "follow" ? "noindex, follow" : "noindex" }]
      : []),
    ...(trail.length === 1
      ? []
      : [
          {
            "script:ld+json": {
              "@context": "https://schema.org",
              "@type": "BreadcrumbList",
              itemListElement: trail.map(({ name, path }, index) => ({
                "@type": "ListItem",
                position: index + 1,
                name,
                item: details.origin + path,
              })),
            },
          },
        ]),
  ]
}
