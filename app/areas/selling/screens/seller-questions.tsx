import { Lock } from "#app/ui/icons.tsx"
import { Link, href } from "react-router"
import { getListUrl } from "#app/basics/list-urls.ts"
import { formatNumber } from "#app/basics/numbers.ts"
import { readQuery } from "#app/basics/form.ts"
import { intents } from "#app/platform/intents.server.ts"
import { titleOf } from "#app/basics/brand.ts"
import { useActionAnswer, type ScreenAnswer } from "#app/ui/action-answer.ts"
import { FilterChip } from "#app/ui/chips.tsx"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { FormAlert } from "#app/ui/form.tsx"
import { Pager } from "#app/ui/pager.tsx"
import { RelativeTime } from "#app/ui/relative-time.tsx"
import { PageHeader } from "#app/ui/section.tsx"
import type { Member } from "../../accounts/rules.ts"
import { requireSeller } from "../guards.server.ts"
import { SellerReply } from "../parts/seller-reply.tsx"
import { SellerLayout } from "../parts/seller-layout.tsx"
import { Thumbnail } from "../../shop/parts/thumbnail.tsx"
import { answerQuestion } from "../../shop/service/product.server.ts"
import { findOwnQuestions } from "../service/reviews-and-questions.server.ts"
import type { Route } from "./+types/seller-questions"
import { AnswerForm, SellerQuestionsQuery } from "#app/areas/selling/forms.ts"

const PATH = href("/shopping/admin/questions")

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireSeller(context, request)
  const { tab, after } = readQuery(SellerQuestionsQuery, new URL(request.url).searchParams)
  return {
    tab,
    first: after === null,
    ...(await findOwnQuestions(actor, { waiting: tab === "waiting", after })),
  }
}

const answerForm = intents<{ actor: Member }>((intent) => ({
  "": intent({
    form: AnswerForm,
    hidden: ["id"],
    run: ({ actor }, { id, answer }) => answerQuestion(actor, id, answer),
    done: "답변을 올렸어요",
    problems: { not_now: "이미 답변한 문의예요." },
  }),
}))

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireSeller(context, request)
  const query = new URL(request.url).searchParams
  const to = getListUrl(PATH, {}, { tab: query.get("tab"), after: query.get("after") })
  return answerForm(await request.formData(), { actor }, { to })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("상품 문의") },
  { name: "robots", content: "noindex" },
]

type View = Route.ComponentProps["loaderData"]

export default function SellerQuestions({ loaderData: view, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  return (
    <SellerLayout current="questions">
      <PageHeader title="상품 문의" text="빠른 답변이 구매로 이어져요." />
      <div className="bar-of-chips mb-4">
        <FilterChip href={PATH} isActive={view.tab === "waiting"}>
          답할 문의 <span className="num">{formatNumber(view.waitingCount)}</span>
        </FilterChip>
        <FilterChip href={`${PATH}?tab=all`} isActive={view.tab === "all"}>
          전체
        </FilterChip>
      </div>
      <FormAlert message={answer.problem} className="mb-4" />
      {view.rows.length === 0 ? (
        <EmptyState
          art="done"
          title={view.tab === "waiting" ? "답할 문의가 없어요" : "아직 받은 문의가 없어요"}
        />
      ) : (
        <ul className="overflow-hidden card-line [&>li+li]:border-t [&>li+li]:border-base-300">
          {view.rows.map((row) => (
            <QuestionRow key={row.id} row={row} sent={answer.about("id", row.id)} />
          ))}
        </ul>
      )}
      <Pager
        isFirstPage={view.first}
        nextCursor={view.next}
        buildHref={(after) => getListUrl(PATH, { tab: "waiting" }, { tab: view.tab, after })}
      />
    </SellerLayout>
  )
}

/** A question about a product, with its answer or the form for it. */
function QuestionRow({ row, sent }: { row: View["rows"][number]; sent: ScreenAnswer }) {
  return (
    <li className="p-4 md:p-5">
      <div className="flex items-center gap-3">
        <Thumbnail pictureId={row.pictureId} size={40} />
        <p className="min-w-0 flex-1 truncate text-sm text-ink-2">
          <Link
            to={`${href("/shopping/product/:productId", { productId: row.productId })}#questions`}
            className="hover:underline"
          >
            {row.title}
          </Link>
        </p>
        <span className="flex-none text-sm text-ink-3">
          {row.asker} · <RelativeTime at={row.createdAt} />
        </span>
      </div>
      <p className="mt-2.5 text-base font-medium whitespace-pre-line">
        {row.secret ? <Lock aria-label="비밀 문의" size={16} className="mr-1.5 inline text-ink-3" /> : null}
        {row.body}
      </p>
      <SellerReply id={row.id} answer={row.answer} label="답변" submitLabel="답변 올리기" sent={sent} />
    </li>
  )
}
