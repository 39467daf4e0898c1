import type { RouteConfigEntry } from "@react-router/dev/routes"
import { describe, expect, test } from "vitest"
import routes from "../routes.ts"
import {
  getActiveTab,
  AREA_ITEMS,
  listCategoryItems,
  FOOTER_GROUPS,
  isActive,
  isAdminPath,
  isOpenPath,
  listKeywords,
  listMenuItems,
  MAX_RECENT_SEARCHES,
  OPEN_PATHS,
  parseRecentSearches,
  buildSearchHref,
  buildSearchState,
  searchTypeOf,
  showsCartIcon,
  EXPERT_SIGN_UP_ITEM,
  removeSearch,
  addSearch,
} from "./navigation.ts"

function pathsOf(entries: readonly RouteConfigEntry[], above = ""): string[] {
  return entries.flatMap((entry) => {
    const path =
      entry.index || entry.path === undefined ? above || "/" : `${above}/${entry.path.replace(/\/\*$/, "")}`
    return entry.children ? [path, ...pathsOf(entry.children, path === "/" ? "" : path)] : [path]
  })
}
const screens = new Set(pathsOf(await routes))
/** All that navigation, footer, site map and home may link to. */
const destinations = [
  ...listCategoryItems(),
  ...AREA_ITEMS,
  EXPERT_SIGN_UP_ITEM,
  ...FOOTER_GROUPS.flatMap((group) => group.links),
].map((item) => item.href)
const opened = [
  "/admin",
  "/licenses",
  "/my-info",
  "/my/expert-public",
  "/expert-dashboard",
  "/expert-registration",
  "/orders",
  "/orders/new",
  "/login",
  "/signup",
]

describe("a link is shown exactly where its screen exists", () => {
  test("every open address has a screen", () =>
    expect([...OPEN_PATHS].filter((path) => !screens.has(path))).toEqual([]))
  test("every destination with a screen is open", () => {
    const exists = (href: string) =>
      screens.has(href.startsWith("/category/") ? "/category/:categoryId" : href)
    expect([...destinations, ...opened].filter((href) => exists(href) !== isOpenPath(href))).toEqual([])
  })
})

describe("top navigation", () => {
  test("has every item of the specification", () => {
    expect(listMenuItems(false).map((item) => item.href)).toEqual([
      "/category/repair",
      "/category/interior",
      "/category/moving",
      "/category/demolition",
      "/category/installation",
      "/jobs/hire",
      "/jobs/seek",
      "/marketplace",
      "/shopping",
      "/experts",
      "/expert-signup",
    ])
  })
  test("hides /expert-signup from experts and nothing else", () =>
    expect(listMenuItems(true)).toEqual(listMenuItems(false).slice(0, -1)))
  test.each([
    ["/category/repair", "/category/repair", true],
    ["/category/repair", "/category/moving", false],
    ["/jobs/hire", "/jobs/hire/1", true],
    ["/jobs/hire", "/jobs/seek", false],
    ["/marketplace", "/marketplace/post", true],
    ["/experts", "/expert/1", true],
    ["/experts", "/expert-signup", false],
    ["/expert-signup", "/expert-signup", true],
    ["/", "/", true],
    ["/", "/experts", false],
  ])("%s at %s: lit is %s", (href, path, lit) => expect(isActive(href, path)).toBe(lit))
  test.each([
    [true, "/shopping", true],
    [true, "/cart", true],
    [true, "/shopping/product/1", true],
    [true, "/product/1", true],
    [true, "/", false],
    [true, "/marketplace", false],
    [false, "/shopping", false],
    [false, "/cart", false],
  ])("signed in %s at %s: the cart is shown %s", (signedIn, path, shown) =>
    expect(showsCartIcon(signedIn, path)).toBe(shown),
  )
})

describe("bottom navigation", () => {
  test.each([
    ["/", "home"],
    ["/marketplace", "marketplace"],
    ["/marketplace/1", "marketplace"],
    ["/expert-registration", "register"],
    ["/my-info", "my"],
    ["/expert-dashboard", "my"],
    ["/expert-dashboard/requests", "my"],
    ["/orders", "my"],
    ["/orders/1/proposals", "my"],
    ["/experts", null],
    ["/search", null],
  ])("at %s the tab %s is lit", (path, tab) => expect(getActiveTab(path)).toBe(tab))
})

test("admin screens are /admin and what lies under it", () => {
  expect(["/admin", "/admin/users", "/administration", "/"].map(isAdminPath)).toEqual([
    true,
    true,
    false,
    false,
  ])
})

describe("search", () => {
  test.each([
    ["/shopping", "shopping"],
    ["/shopping/product/1", "shopping"],
    ["/marketplace/1", "marketplace"],
    ["/jobs/hire", "jobs"],
    ["/category/repair", "repair"],
    ["/category/interior", "interior"],
    ["/category/moving", "moving"],
    ["/category/demolition", "demolition"],
    ["/category/installation", "installation"],
    ["/", "all"],
    ["/experts", "all"],
    ["/search", "all"],
  ])("from %s the type is %s", (path, type) => expect(searchTypeOf(path)).toBe(type))
  test("each path of the specification has its eight keywords, all others the default ones", () => {
    const of = (path: string) => listKeywords(path)
    const lists = [
      "/shopping",
      "/marketplace",
      "/jobs/hire",
      "/category/repair",
      "/category/interior",
      "/",
    ].map(of)
    expect(lists.map((list) => list.length)).toEqual([8, 8, 8, 8, 8, 8])
    expect(new Set(lists).size).toBe(6)
    expect(of("/category/moving")).toBe(of("/"))
  })
  test("the address carries the trimmed term, and type and region only where they say something", () => {
    expect(buildSearchHref(" 욕실 수리 ")).toBe("/search?q=%EC%9A%95%EC%8B%A4+%EC%88%98%EB%A6%AC")
    expect(buildSearchHref("a&b", "repair", "11650")).toBe("/search?q=a%26b&type=repair&region=11650")
  })
  test("the navigation state has the four fields of the specification", () => {
    expect(buildSearchState(" 벽지 ", "/category/interior")).toEqual({
      searchTerm: "벽지",
      searchType: "interior",
      searchRegion: "",
      fromPage: "/category/interior",
    })
  })
})

describe("recent searches", () => {
  test("stand once, the last one first, trimmed", () =>
    expect(addSearch(["이사", "도배"], " 도배 ")).toEqual(["도배", "이사"]))
  test("are not changed by an empty term", () => {
    const before = ["이사"]
    expect(addSearch(before, "   ")).toBe(before)
  })
  test("are at most ten", () => {
    const many = Array.from({ length: 15 }, (_, at) => `${at}`).reduce<readonly string[]>(addSearch, [])
    expect(many).toHaveLength(MAX_RECENT_SEARCHES)
    expect(many[0]).toBe("14")
  })
  test("are forgotten one by one", () => expect(removeSearch(["이사", "도배"], "이사")).toEqual(["도배"]))
  test.each([null, "", "{", "5", '{"a":1}', '[1,null,""," "]'])("read from %s are none", (kept) =>
    expect(parseRecentSearches(kept)).toEqual([]),
  )
})
