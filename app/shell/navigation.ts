/**
 * Where one can go and what is lit there: the rules of specification §2 for both navigations, the footer
 * and the search overlay.
 */

import { href as toHref } from "react-router"
import { listOfferedCategories } from "../areas/orders/category-rules.ts"
import { KEYWORD_SECTIONS, keywords } from "../basics/keywords.ts"

export type Destination = { href: string; label: string }

/**
 * Addresses that have a screen. Footer, site map and home show a link only when it is in here, so that none
 * leads nowhere; a test holds it against the routes.
 */
export const OPEN_PATHS: ReadonlySet<string> = new Set([
  "/",
  "/login",
  "/signup",
  "/sitemap",
  "/category/:categoryId",
  "/search",
  "/my-info",
  "/orders",
  "/orders/new",
  "/experts",
  "/expert-signup",
  "/expert-registration",
  "/expert-dashboard",
  "/my/expert-public",
  "/admin",
  "/chat",
  "/notices",
  "/careers",
  "/faq",
  "/about",
  "/licenses",
  "/terms",
  "/privacy",
  "/safety",
  "/support",
  "/expert-guide",
  "/expert-support",
  "/expert-insurance",
  "/expert-tools",
  "/contact",
  "/jobs/hire",
  "/jobs/seek",
  "/jobs/post/hire",
  "/jobs/post/seek",
  "/marketplace",
  "/shopping",
  "/shopping/cart",
  "/cart",
  "/shopping/orders",
  "/shopping/admin",
  "/shop/apply",
  "/shop/post",
])

export const isOpenPath = (href: string): boolean =>
  OPEN_PATHS.has(href) || (href.startsWith("/category/") && OPEN_PATHS.has("/category/:categoryId"))
export const filterOpenLinks = (list: readonly Destination[]): Destination[] =>
  list.filter((link) => isOpenPath(link.href))

// ── Top navigation

/** The categories that are offered. */
export const listCategoryItems = (): Destination[] =>
  listOfferedCategories().map(({ id, label }) => ({
    href: toHref("/category/:categoryId", { categoryId: id }),
    label,
  }))
export const AREA_ITEMS: readonly Destination[] = [
  { href: toHref("/jobs/hire"), label: "구인" },
  { href: toHref("/jobs/seek"), label: "구직" },
  { href: toHref("/marketplace"), label: "중고거래" },
  { href: toHref("/shopping"), label: "쇼핑" },
  { href: toHref("/experts"), label: "전문가 찾기" },
]
export const EXPERT_SIGN_UP_ITEM: Destination = { href: toHref("/expert-signup"), label: "전문가 등록" }

/** The menu items of the top navigation; /expert-signup is not for those who are experts. */
export const listMenuItems = (isExpert: boolean): Destination[] => [
  ...listCategoryItems(),
  ...AREA_ITEMS,
  ...(isExpert ? [] : [EXPERT_SIGN_UP_ITEM]),
]

// Screens that belong to an item without lying under its address.
const EXTRA_ROOTS: Readonly<Record<string, readonly string[]>> = {
  "/experts": ["/expert"],
  "/shopping": ["/cart", "/shop"],
}

const isUnder = (path: string, root: string) => path === root || path.startsWith(`${root}/`)

/** Whether the item that leads to `href` is lit at `path`. */
export const isActive = (href: string, path: string): boolean =>
  href === "/" ? path === "/" : [href, ...(EXTRA_ROOTS[href] ?? [])].some((root) => isUnder(path, root))

/** The cart icon: only when signed in and the path contains /shopping, /cart or /product. */
export const showsCartIcon = (signedIn: boolean, path: string): boolean =>
  signedIn && ["/shopping", "/cart", "/product"].some((segment) => path.includes(segment))

export const isAdminPath = (path: string): boolean => isUnder(path, "/admin")

// ── Bottom navigation

export type Tab = Destination & { key: "home" | "marketplace" | "register" | "my" }
export const TABS: readonly Tab[] = [
  { key: "home", href: toHref("/"), label: "홈" },
  { key: "marketplace", href: toHref("/marketplace"), label: "중고거래" },
  { key: "register", href: toHref("/expert-registration"), label: "전문가 등록" },
  { key: "my", href: toHref("/my-info"), label: "마이" },
]

/** The tab that is lit at `path`; "my" covers the dashboard and the orders as well. */
export function getActiveTab(path: string): Tab["key"] | null {
  if (path === "/") return "home"
  if (isUnder(path, "/marketplace")) return "marketplace"
  if (isUnder(path, "/expert-registration")) return "register"
  return ["/my-info", "/expert-dashboard", "/orders"].some((root) => path.startsWith(root)) ? "my" : null
}

// ── Footer and site map

export type LinkGroup = { title: string; links: readonly Destination[] }

/** The sections of specification §1; the customer centre is the fourth. */
export const FOOTER_GROUPS: readonly LinkGroup[] = [
  {
    title: "회사 소개",
    links: [
      { href: toHref("/about"), label: "바로일당 이야기" },
      { href: toHref("/notices"), label: "공지사항" },
      { href: toHref("/careers"), label: "채용" },
      { href: toHref("/contact"), label: "제휴 문의" },
    ],
  },
  {
    title: "고객 지원",
    links: [
      { href: toHref("/faq"), label: "자주 묻는 질문" },
      { href: toHref("/support"), label: "고객센터" },
      { href: toHref("/safety"), label: "안전 정책" },
      { href: toHref("/terms"), label: "이용약관" },
      { href: toHref("/privacy"), label: "개인정보처리방침" },
      { href: toHref("/sitemap"), label: "전체 메뉴" },
    ],
  },
  {
    title: "전문가 지원",
    links: [
      { href: toHref("/expert-registration"), label: "전문가 등록" },
      { href: toHref("/expert-guide"), label: "전문가 가이드" },
      { href: toHref("/expert-support"), label: "전문가 센터" },
      { href: toHref("/expert-insurance"), label: "보험·보증" },
      { href: toHref("/expert-tools"), label: "전문가 도구" },
    ],
  },
]
export const getServiceGroup = (): LinkGroup => ({
  title: "서비스",
  links: [...listCategoryItems(), { href: toHref("/experts"), label: "전문가 찾기" }],
})

// ── Search

const SEARCH_TYPES = [
  "all",
  "shopping",
  "marketplace",
  "jobs",
  "repair",
  "interior",
  "moving",
  "demolition",
  "installation",
] as const
export type SearchType = (typeof SEARCH_TYPES)[number]
const isSearchType = (value: unknown): value is SearchType => SEARCH_TYPES.some((type) => type === value)

/** What a search looks through: a type of the specification, or all services and experts together. */
export type SearchScope = SearchType | "services"
export const isSearchScope = (value: unknown): value is SearchScope =>
  value === "services" || isSearchType(value)

/** What is searched from `path`. */
export function searchTypeOf(path: string): SearchType {
  const segments = path.split("/")
  return SEARCH_TYPES.find((type) => type !== "all" && segments.includes(type)) ?? "all"
}

/** The recommended keywords at `path`. */
export function listKeywords(path: string): readonly string[] {
  const type = searchTypeOf(path)
  return keywords()[KEYWORD_SECTIONS.find((area) => area === type) ?? "all"]
}

/** The address of a search; it carries the term, so that a search can be shared. */
export function buildSearchHref(term: string, type: SearchScope = "all", region = "", sort = ""): string {
  const query = new URLSearchParams({ q: term.trim() })
  if (type !== "all") query.set("type", type)
  if (region !== "") query.set("region", region)
  if (sort !== "") query.set("sort", sort)
  return `${toHref("/search")}?${query}`
}

/** What goes with the navigation to /search (specification §2). */
export const buildSearchState = (term: string, path: string) => ({
  searchTerm: term.trim(),
  searchType: searchTypeOf(path),
  searchRegion: "",
  fromPage: path,
})

/** Specification §5 and §9. */
export const MAX_RECENT_SEARCHES = 10

/** The recent searches after `term`: it stands in front, once; empty terms change nothing; at most ten. */
export function addSearch(recent: readonly string[], term: string): readonly string[] {
  const trimmed = term.trim()
  return trimmed === ""
    ? recent
    : [trimmed, ...recent.filter((link) => link !== trimmed)].slice(0, MAX_RECENT_SEARCHES)
}
export const removeSearch = (recent: readonly string[], term: string): readonly string[] =>
  recent.filter((link) => link !== term)

/** Reads what the browser kept under recentSearches; anything else than a list of words is no list. */
export function parseRecentSearches(stored: string | null): readonly string[] {
  try {
    const value: unknown = JSON.parse(stored ?? "[]")
    const terms = Array.isArray(value)
      ? value.filter((link): link is string => typeof link === "string" && link.trim() !== "")
      : []
    return terms.slice(0, MAX_RECENT_SEARCHES)
  } catch {
    return []
  }
}
