import { Search } from "#app/ui/icons.tsx"
import { Form, Link, useLocation, href } from "react-router"
import { z } from "zod"
import { changeQuery } from "#app/basics/list-urls.ts"
import { readQuery } from "#app/basics/form.ts"
import { getBaseUrl } from "#app/platform/env.server.ts"
import { omitFromPageData } from "#app/platform/request.server.ts"
import { FilterChip } from "#app/ui/chips.tsx"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { buildArticleMeta } from "../meta.ts"
import { ArticleBody } from "../parts/article-body.tsx"
import { getCategoryLabel, FAQ_CATEGORIES } from "../rules.ts"
import { listFaq } from "../service/read-articles.server.ts"
import type { Route } from "./+types/faq"
import { text, optional, choice } from "#app/basics/form-fields.ts"

const FaqQuery = z.object({
  category: optional(choice(FAQ_CATEGORIES, "분류")).catch(null),
  q: optional(text({ label: "검색어", max: 100 })).catch(null),
})

/** How many questions of a subject search engines are told of: they read the others on the page. */
const TOLD_QUESTIONS = 2

export async function loader({ request, context }: Route.LoaderArgs) {
  const { category, q } = readQuery(FaqQuery, new URL(request.url).searchParams)
  const entries = await listFaq({ category, term: q ?? "" })
  const groups = FAQ_CATEGORIES.map((each) => ({
    category: each,
    entries: entries
      .filter((entry) => entry.category === each)
      .map((entry) => omitFromPageData(context, entry, "answer")),
  })).filter((group) => group.entries.length > 0)
  return {
    category,
    q: q ?? "",
    groups,
    origin: getBaseUrl(request.url),
  }
}

export const meta: Route.MetaFunction = ({ loaderData: view }) =>
  view
    ? [
        ...buildArticleMeta({
          origin: view.origin,
          path: href("/faq"),
          title: "자주 묻는 질문",
          description: "견적, 전문가, 구인·구직, 중고거래, 쇼핑, 결제와 환불까지 많이 묻는 내용을 모았어요.",
          hidden: view.q !== "",
        }),
        ...(view.q === "" && view.groups.length > 0
          ? [
              {
                "script:ld+json": {
                  "@context": "https://schema.org",
                  "@type": "FAQPage",
                  mainEntity: view.groups
                    .flatMap(({ entries }) => entries.slice(0, TOLD_QUESTIONS))
                    .map(({ question, answer }) => ({
                      "@type": "Question",
                      name: question,
                      acceptedAnswer: { "@type": "Answer", text: answer },
                    })),
                },
              },
            ]
          : []),
      ]
    : []

type View = Route.ComponentProps["loaderData"]

export default function Faq({ loaderData: { category, q, groups } }: Route.ComponentProps) {
  const { search } = useLocation()
  return (
    <Page isNarrow>
      <PageHeader title="자주 묻는 질문" />
      <QuestionSearch category={category} q={q} />
      <div className="bar-of-chips mt-4">
        <FilterChip href={changeQuery(href("/faq"), search, { category: null })} isActive={category === null}>
          전체
        </FilterChip>
        {FAQ_CATEGORIES.map((each) => (
          <FilterChip
            key={each}
            href={changeQuery(href("/faq"), search, { category: each })}
            isActive={each === category}
          >
            {getCategoryLabel(each)}
          </FilterChip>
        ))}
      </div>
      {groups.length === 0 ? (
        <EmptyState
          art="search"
          title={q ? `‘${q}’에 맞는 질문이 없어요` : "아직 올라온 질문이 없어요"}
          text="찾는 내용이 없다면 직접 물어봐 주세요."
          action={{ href: href("/contact"), label: "문의하기" }}
        />
      ) : (
        groups.map((group) => <QuestionGroup key={group.category} group={group} />)
      )}
      <p
        className={
          "mt-10 flex flex-wrap items-center justify-between gap-3 rounded-xl bg-base-200 p-4 text-base"
        }
      >
        원하는 답을 찾지 못했나요?
        <Link to={href("/contact")} className="btn btn-primary">
          문의하기
        </Link>
      </p>
    </Page>
  )
}

function QuestionSearch({ category, q }: Pick<View, "category" | "q">) {
  return (
    <search>
      <Form className="relative">
        {category ? <input type="hidden" name="category" value={category} /> : null}
        <label htmlFor="faq-q" className="sr-only">
          질문 찾기
        </label>
        <input
          id="faq-q"
          key={q}
          name="q"
          type="search"
          defaultValue={q}
          maxLength={100}
          placeholder="무엇이 궁금하세요?"
          enterKeyHint="search"
          className="field-box pr-13"
        />
        <button
          type="submit"
          aria-label="찾기"
          className={
            "absolute inset-y-0 right-1 grid w-11 cursor-pointer place-items-center rounded-lg text-ink-2"
          }
        >
          <Search size={20} />
        </button>
      </Form>
    </search>
  )
}

function QuestionGroup({ group }: { group: View["groups"][number] }) {
  return (
    <section className="mt-8">
      <h2 className="mb-1 text-lg font-bold">{getCategoryLabel(group.category)}</h2>
      <div className="faq-questions">
        {group.entries.map((entry) => (
          <details key={entry.id} id={entry.id}>
            <summary>
              <span>{entry.question}</span>
            </summary>
            <ArticleBody html={entry.answer} />
          </details>
        ))}
      </div>
    </section>
  )
}
