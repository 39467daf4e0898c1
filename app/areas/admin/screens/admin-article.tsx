import { Form, Link, href } from "react-router"
import { z } from "zod"
import { formatDateTime } from "#app/basics/time.ts"
import { listMoves } from "#app/basics/transitions.ts"
import { titleOf } from "#app/basics/brand.ts"
import { FormAlert } from "#app/ui/form.tsx"
import { PageHeader } from "#app/ui/section.tsx"
import { adminLoader, adminMiddleware, notFound, requireAdmin } from "../../accounts/guards.server.ts"
import { findOfficeNames } from "../../accounts/service/people.server.ts"
import { ArticleBadge } from "../../content/parts/article-badge.tsx"
import { ArticleBody } from "../../content/parts/article-body.tsx"
import { ARTICLE_TRANSITIONS, getCategoryLabel, type ArticleTransition } from "../../content/rules.ts"
import { transitionArticle } from "../../content/service/write-articles.server.ts"
import { AdminLayout } from "../parts/admin-layout.tsx"
import { intents } from "#app/platform/intents.server.ts"
import { useActionAnswer } from "#app/ui/action-answer.ts"
import type { Member } from "../../accounts/rules.ts"
import type { Route } from "./+types/admin-article"
import { choice } from "#app/basics/form-fields.ts"
import { findEditableArticle } from "#app/areas/content/service/edited-articles.server.ts"

const MOVES = ["publish", "unschedule", "archive", "restore"] as const
const MOVE_LABELS: Record<(typeof MOVES)[number], string> = {
  publish: "지금 게시",
  unschedule: "예약 취소",
  archive: "보관하기",
  restore: "다시 꺼내기",
}
const MoveForm = z.object({ move: choice(MOVES, "할 일") })
const isAdminMove = (move: ArticleTransition): move is (typeof MOVES)[number] =>
  MOVES.some((each) => each === move)

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

/** A notice as everybody will see it, with its states and versions beside. */
export const loader = adminLoader(async (actor, { params }: Route.LoaderArgs) => {
  const article = await findEditableArticle(actor, { id: params.articleId })
  if (article?.kind !== "notice") notFound()
  const people = await findOfficeNames(
    actor,
    article.versions.flatMap((version) => version.editedBy ?? []),
  )
  return {
    id: article.id,
    title: article.title,
    body: article.body,
    category: article.category,
    pinned: article.pinned,
    state: article.state,
    publishAt: article.publishAt?.toISOString() ?? null,
    publishedAt: article.publishedAt?.toISOString() ?? null,
    moves: listMoves(ARTICLE_TRANSITIONS, article.state, "admin").filter(isAdminMove),
    versions: article.versions.map((version) => ({
      version: version.version,
      title: version.title,
      editedAt: version.editedAt,
      by: version.editedBy ? (people.get(version.editedBy)?.name ?? "탈퇴한 관리자") : "-",
    })),
  }
})

const NOT_NOW = "지금 상태에서는 할 수 없는 일이에요. 화면을 새로 고쳐 확인해 주세요."

const answerForm = intents<{ actor: Member; id: string }>((intent) => ({
  "": intent({
    form: MoveForm,
    hidden: ["move"],
    run: ({ actor, id }, { move }) => transitionArticle(actor, id, move),
    done: "바꿨어요",
    problems: { forbidden: NOT_NOW, not_now: NOT_NOW },
  }),
}))

export async function action({ params, request, context }: Route.ActionArgs) {
  const actor = requireAdmin(context)
  const to = href("/admin/notices/:articleId", { articleId: params.articleId })
  return answerForm(await request.formData(), { actor, id: params.articleId }, { to })
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: titleOf(loaderData?.title ?? "공지사항") },
  { name: "robots", content: "noindex" },
]

export default function AdminArticle({ loaderData, actionData }: Route.ComponentProps) {
  const { problem } = useActionAnswer(actionData)
  if (!loaderData) return null
  const { id, title, body, category, pinned, state, publishAt, publishedAt, moves, versions } = loaderData
  return (
    <AdminLayout current="notices">
      <PageHeader
        title={title}
        back={{ href: href("/admin/notices"), label: "공지사항" }}
        text={
          `${getCategoryLabel(category)}` +
          `${pinned ? " · 맨 위 고정" : ""}` +
          (state === "scheduled" && publishAt
            ? ` · ${formatDateTime(publishAt)} 게시 예정`
            : publishedAt
              ? ` · ${formatDateTime(publishedAt)} 게시`
              : "")
        }
      >
        <ArticleBadge state={state} />
      </PageHeader>
      <FormAlert message={problem} className="mb-4" />
      <Form method="post" className="mb-6 flex flex-wrap gap-2">
        <Link to={`${href("/admin/notice-manage")}?id=${id}`} className="btn btn-primary">
          고치기
        </Link>
        {moves.map((move) => (
          <button key={move} type="submit" name="move" value={move} className="btn btn-quiet">
            {MOVE_LABELS[move]}
          </button>
        ))}
        {state === "published" ? (
          <Link to={href("/notices/:noticeId", { noticeId: id })} className="btn btn-line">
            공개 화면 보기
          </Link>
        ) : null}
      </Form>
      <div className="card-line p-5 md:p-8">
        <ArticleBody html={body} />
      </div>
      <h2 className="mt-8 mb-2 text-lg font-bold">고친 기록</h2>
      <ul className="divide-y divide-base-300 card-line">
        {versions.map((version) => (
          <li
            key={version.version}
            className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 py-3 text-base"
          >
            <Link
              to={`${href("/admin/notice-manage")}?id=${id}&version=${version.version}`}
              className="font-medium hover:underline"
            >
              {version.version}판 · {version.title}
            </Link>
            <span className="num text-sm text-ink-3">
              {version.by} · {formatDateTime(version.editedAt)}
            </span>
          </li>
        ))}
      </ul>
    </AdminLayout>
  )
}
