import { ChevronRight } from "#app/ui/icons.tsx"
import { Form, Link, href } from "react-router"
import type { FormErrors } from "#app/basics/form.ts"
import { CategoryArt } from "#app/ui/art/art.tsx"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { ChoiceCards } from "#app/ui/field.tsx"
import { SubmitButton } from "#app/ui/form.tsx"
import { StickyBar } from "#app/ui/sticky-bar.tsx"
import { useSubmitOnTap } from "#app/ui/submit-on-tap.ts"
import { getCategoryDescription } from "../category-rules.ts"
import { CATEGORY_LABELS, type Category } from "../rules.ts"
import { QuestionHeading } from "#app/ui/wizard.tsx"

export type UnfinishedRequest = { category: Category; title: string; href: string }

/** The step before all others: in which area. Unfinished requests are offered beneath. */
export function CategoryStep({
  categories,
  expertName,
  unfinished,
  errors,
}: {
  categories: readonly Category[]
  expertName: string | null
  unfinished: readonly UnfinishedRequest[]
  errors: FormErrors | undefined
}) {
  const autoSubmitProps = useSubmitOnTap()
  return (
    <Form method="post" noValidate {...autoSubmitProps}>
      <QuestionHeading
        text="어떤 일을 맡기고 싶으세요?"
        help={
          expertName
            ? `${expertName} 전문가가 하는 일이에요.`
            : "몇 가지만 답하면 전문가들이 견적을 보내 드려요."
        }
      />
      <ChoiceCards
        className="mt-7"
        legend="분야"
        hideLegend
        name="category"
        type="radio"
        options={categories.map((category) => ({
          value: category,
          label: CATEGORY_LABELS[category],
          description: getCategoryDescription(category),
          art: <CategoryArt category={category} size={36} />,
        }))}
        error={errors?.category}
      />
      {unfinished.length > 0 && (
        <section className="mt-8">
          <h2 className="text-lg font-bold">쓰던 요청</h2>
          <ul className="mt-2">
            {unfinished.map((request) => (
              <li key={request.category} className="border-b border-base-300">
                <Link to={request.href} className="flex min-h-13 items-center gap-3 py-3 text-base">
                  <span className="min-w-0 flex-1">{request.title}</span>
                  <span className="text-sm text-ink-3">{CATEGORY_LABELS[request.category]}</span>
                  <ChevronRight size={18} className="flex-none text-ink-3" />
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      <StickyBar>
        <SubmitButton name="intent" value="next" className="btn btn-primary btn-lg flex-1">
          다음
        </SubmitButton>
      </StickyBar>
    </Form>
  )
}

/** Who may not ask for proposals is told so, and where to go. */
export function OrderingNotAllowed({ text }: { text: string }) {
  return (
    <div className="mx-auto w-full max-w-[35rem] px-4">
      <EmptyState
        heading="h1"
        art="orders"
        title="견적 요청은 일반회원만 할 수 있어요"
        text={text}
        action={{ href: href("/"), label: "홈으로" }}
      />
    </div>
  )
}
