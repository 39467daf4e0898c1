import { ChevronRight } from "#app/ui/icons.tsx"
import { Form, Link, href as toHref } from "react-router"
import { buildShareMeta } from "../../basics/share-meta.ts"
import { getBaseUrl } from "../../platform/env.server.ts"
import type { Route } from "./+types/sitemap"
import { getActor } from "../../areas/accounts/guards.server.ts"
import { CategoryArt } from "../../ui/art/art.tsx"
import type { ScreenHandle } from "../../ui/screen-handle.ts"
import { Page } from "../../ui/section.tsx"
import { brand, titleOf } from "../../basics/brand.ts"
import { ColourModeSwitch } from "../colour-mode-switch.tsx"
import {
  AREA_ITEMS,
  listCategoryItems,
  FOOTER_GROUPS,
  filterOpenLinks,
  EXPERT_SIGN_UP_ITEM,
  type LinkGroup,
} from "../navigation.ts"
import { toViewer, VISITOR_VIEWER, type Viewer } from "../viewer.ts"

export const loader = ({ request, context }: Route.LoaderArgs) => ({
  viewer: toViewer(getActor(context)) ?? VISITOR_VIEWER,
  origin: getBaseUrl(request.url),
})

export const meta: Route.MetaFunction = ({ loaderData: view }) => [
  { title: titleOf("전체 메뉴") },
  ...(view
    ? buildShareMeta({
        origin: view.origin,
        path: toHref("/sitemap"),
        name: "전체 메뉴",
        description: `${brand.name}의 모든 화면으로 가는 길을 한곳에 모았어요. 견적, 전문가, 일자리, 중고거래, 쇼핑, 고객센터를 찾아보세요.`,
      })
    : []),
]

export const handle = { background: "white" } satisfies ScreenHandle

function buildLinkGroups(viewer: Viewer): LinkGroup[] {
  const myLinks = viewer.isExpert
    ? [
        { href: toHref("/expert-dashboard"), label: "전문가 대시보드" },
        { href: toHref("/my/expert-public"), label: "내 공개 프로필" },
        { href: toHref("/my-info"), label: "마이" },
      ]
    : [
        { href: toHref("/my-info"), label: "마이" },
        { href: toHref("/orders"), label: "내 견적 요청" },
        { href: toHref("/orders/new"), label: "견적 요청하기" },
        EXPERT_SIGN_UP_ITEM,
      ]
  return [
    { title: "일자리·거래", links: AREA_ITEMS.filter((item) => item.href !== "/experts") },
    {
      title: "전문가",
      links: [
        { href: toHref("/experts"), label: "전문가 찾기" },
        ...(viewer.isExpert ? [] : [{ href: toHref("/expert-registration"), label: "전문가 등록" }]),
      ],
    },
    ...(viewer.signedIn ? [{ title: "마이", links: myLinks }] : []),
    ...(viewer.isAdmin ? [{ title: "관리", links: [{ href: "/admin", label: "관리자" }] }] : []),
    ...FOOTER_GROUPS.map((group) => ({
      ...group,
      links: group.links.filter((link) => link.href !== "/sitemap" && link.href !== "/expert-registration"),
    })),
  ]
}

/** All destinations; what the menu button of a phone opens. */
export default function Sitemap({ loaderData: { viewer } }: Route.ComponentProps) {
  const groups = buildLinkGroups(viewer)
    .map((group) => ({ ...group, links: filterOpenLinks(group.links) }))
    .filter((group) => group.links.length > 0)
  return (
    <Page>
      <h1 className="sr-only">전체 메뉴</h1>
      <Account viewer={viewer} />
      <nav aria-label="전체 메뉴">
        <Services />
        <div className="grid md:mt-6 md:grid-cols-3 md:gap-x-10 lg:grid-cols-4">
          {groups.map((group) => (
            <LinkList key={group.title} group={group} />
          ))}
        </div>
      </nav>
      <section className="flex items-center justify-between gap-4 py-4" aria-labelledby="sitemap-mode">
        <h2 id="sitemap-mode" className="text-lg font-bold">
          화면 모드
        </h2>
        <ColourModeSwitch />
      </section>
      {viewer.signedIn && (
        <Form method="post" action={toHref("/logout")} className="pt-2">
          <button type="submit" className="btn btn-quiet w-full md:w-auto">
            로그아웃
          </button>
        </Form>
      )}
    </Page>
  )
}

/** Who is there, or the ways in. */
function Account({ viewer }: { viewer: Viewer }) {
  return (
    <section
      aria-label="내 계정"
      className="flex flex-wrap items-center justify-between gap-4 pt-5 pb-6 md:pt-12"
    >
      {viewer.signedIn ? (
        <Link to={viewer.myPage} className="flex min-h-11 items-center gap-1 text-xl font-bold">
          {viewer.name ? `${viewer.name}님, 안녕하세요` : "안녕하세요"}
          <ChevronRight size={22} className="text-ink-3" />
        </Link>
      ) : (
        <>
          <p className="text-xl font-bold">로그인하고 견적을 받아보세요</p>
          <div className="button-pair w-full sm:w-auto">
            <Link to={toHref("/login")} className="btn btn-quiet">
              로그인
            </Link>
            <Link to={toHref("/signup")} className="btn btn-primary">
              회원가입
            </Link>
          </div>
        </>
      )}
    </section>
  )
}

/** The kinds of work, each with its picture. */
function Services() {
  return (
    <section className="band pt-8 pb-4 md:pt-4" aria-labelledby="sitemap-services">
      <h2 id="sitemap-services" className="text-lg font-bold">
        서비스
      </h2>
      <ul
        className={
          "mt-3 grid grid-cols-[repeat(auto-fit,minmax(max(4.5rem,30%),1fr))] gap-2.5 md:grid-cols-5"
        }
      >
        {listCategoryItems().map((item) => (
          <li key={item.href}>
            <Link
              to={item.href}
              className={
                "flex h-26 flex-col items-center justify-center gap-2 rounded-xl bg-fill " +
                "font-semibold transition-colors hover:bg-base-300"
              }
            >
              <CategoryArt category={toCategory(item.href)} size={40} />
              {item.label}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function LinkList({ group }: { group: LinkGroup }) {
  return (
    <section className="py-4" aria-label={group.title}>
      <h2 className="text-lg font-bold">{group.title}</h2>
      <ul className="mt-1">
        {group.links.map((link) => (
          <li key={link.href}>
            <Link
              to={link.href}
              className={
                "flex min-h-12 items-center justify-between border-b border-base-300 text-base " +
                "font-medium hover:text-primary-ink"
              }
            >
              {link.label}
              <ChevronRight size={18} className="text-ink-3" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function toCategory(href: string) {
  const name = href.split("/").at(-1)
  return (
    (["repair", "interior", "moving", "demolition", "installation"] as const).find(
      (candidate) => candidate === name,
    ) ?? "repair"
  )
}
