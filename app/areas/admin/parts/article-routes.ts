/** Where each kind of article is listed and edited in the back office. */
import type { ArticleKind } from "../../content/rules.ts"

type ListedArticleKind = Exclude<ArticleKind, "page">
export const ARTICLE_ROUTES: Record<
  ListedArticleKind,
  { list: string; edit: string; current: "notices" | "careers" | "faq" }
> = {
  notice: { list: "/admin/notices", edit: "/admin/notice-manage", current: "notices" },
  career: { list: "/admin/careers", edit: "/admin/career-manage", current: "careers" },
  faq: { list: "/admin/faq", edit: "/admin/faq-manage", current: "faq" },
}

/** The kind of article of an address of the back office; null for a page of the product. */
export function getListedArticleKind(pathname: string): ListedArticleKind | null {
  const found = (Object.keys(ARTICLE_ROUTES) as ListedArticleKind[]).find((kind) =>
    [ARTICLE_ROUTES[kind].list, ARTICLE_ROUTES[kind].edit].some(
      (path) => pathname === path || pathname.startsWith(`${path}/`),
    ),
  )
  return found ?? null
}
