import { href } from "react-router"
import { brand } from "#app/basics/brand.ts"
import { getBaseUrl } from "#app/platform/env.server.ts"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { buildArticleMeta } from "../meta.ts"
import type { Route } from "./+types/licenses"

export const handle = { background: "white" } satisfies ScreenHandle

/** What others made, as db/art/LICENCES.md lists it; CC BY 4.0 asks to say what was changed. */
const WORKS = [
  {
    name: "“Personas” by Draftbit",
    href: "https://personas.draftbit.com",
    use: () => `프로필 그림. ${brand.name}이 색과 구성을 바꿨어요.`,
    licence: "CC BY 4.0",
    licenceHref: "https://creativecommons.org/licenses/by/4.0/",
  },
  {
    name: "DiceBear by Florian Körner",
    href: "https://www.dicebear.com",
    use: () => "프로필 그림을 조합해요.",
    licence: "MIT",
    licenceHref: "https://github.com/dicebear/dicebear/blob/main/LICENSE",
  },
  {
    name: "Fluent emoji by Microsoft",
    href: "https://github.com/microsoft/fluentui-emoji",
    use: () => "물건과 방 그림 속의 사물. 장면에 넣고 일부는 색을 바꿨어요.",
    licence: "MIT",
    licenceHref: "https://github.com/microsoft/fluentui-emoji/blob/main/LICENSE",
  },
  {
    name: "Pretendard by 길형진",
    href: "https://github.com/orioncactus/pretendard",
    use: () => "모든 화면의 글꼴",
    licence: "SIL OFL 1.1",
    licenceHref: "https://openfontlicense.org/",
  },
  {
    name: "Lucide",
    href: "https://lucide.dev",
    use: () => "화면의 아이콘",
    licence: "ISC",
    licenceHref: "https://lucide.dev/license",
  },
] as const

export const loader = ({ request }: Route.LoaderArgs) => ({ origin: getBaseUrl(request.url) })

export const meta: Route.MetaFunction = ({ loaderData: view }) =>
  view
    ? buildArticleMeta({
        origin: view.origin,
        path: href("/licenses"),
        title: "오픈소스 라이선스",
        description: "화면의 그림, 글꼴, 아이콘을 만들어 나눠 주신 분들과 그 라이선스를 모았어요.",
      })
    : []

const linkClass = "hit rounded-sm text-primary-ink underline underline-offset-2"

export default function Licenses() {
  return (
    <Page isNarrow>
      <PageHeader title="오픈소스 라이선스" text="그림, 글꼴, 아이콘을 만들어 나눠 주신 분들이에요." />
      <ul className="divide-y divide-base-300 border-y border-base-300">
        {WORKS.map((work) => (
          <li key={work.name} className="py-4">
            <p className="text-base font-semibold">
              <a href={work.href} className={linkClass}>
                {work.name}
              </a>
            </p>
            <p className="mt-1 text-base text-ink-2">{work.use()}</p>
            <p className="mt-1 text-sm">
              <a href={work.licenceHref} className={linkClass}>
                {work.licence}
              </a>
            </p>
          </li>
        ))}
      </ul>
    </Page>
  )
}
