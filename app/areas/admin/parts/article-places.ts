/** Owns where each kind of article is listed and edited in the back office. */
import type { ArticleKind } from "../../content/rules.ts"

type Listed = Exclude<ArticleKind, "page">
export const ARTICLE_PLACES: Record<
  Listed,
  { list: string; edit: string; current: "notices" | "careers" | "faq" }
> = {
  notice: { list: "/admin/notices", edit: "/admin/notice-manage", current: "notices" },
  career: { list: "/admin/careers", edit: "/admin/career-manage", current: "careers" },
  faq: { list: "/admin/faq", edit: "/admin/faq-manage", current: "faq" },
}

/** The kind of article of an address of the back office; null for a page of the product. */
export function listedKindAt(pathname: string): Listed | null {
  const found = (Object.keys(ARTICLE_PLACES) as Listed[]).find((kind) =>
    [ARTICLE_PLACES[kind].list, ARTICLE_PLACES[kind].edit].some(
      (place) => pathname === place || pathname.startsWith(`${place}/`),
    ),
  )
  return found ?? null
}
