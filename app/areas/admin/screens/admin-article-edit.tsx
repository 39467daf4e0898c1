import { getScreenPath } from "#app/platform/request.server.ts"
import { useState } from "react"
import { Form, Link, href } from "react-router"
import { formatDateTime, toKstDateString } from "#app/basics/time.ts"
import { HIDDEN, intents } from "#app/platform/intents.server.ts"
import { titleOf } from "#app/basics/brand.ts"
import { Checkbox, ChoiceCards, DateField, SelectField, TextField } from "#app/ui/field.tsx"
import { type ScreenAnswer, useActionAnswer } from "#app/ui/action-answer.ts"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import { useHydrated } from "#app/ui/hydrated.ts"
import { PageHeader } from "#app/ui/section.tsx"
import { adminLoader, adminMiddleware, notFound, requireAdmin } from "../../accounts/guards.server.ts"
import type { Member } from "../../accounts/rules.ts"
import { ArticleForm } from "../../content/forms.ts"
import { RichEditor } from "../../content/parts/rich-editor.tsx"
import {
  CONSENT_PAGES,
  ARTICLE_KIND_LABELS,
  getCategoryLabel,
  CATEGORIES_BY_KIND,
  EMPLOYMENTS,
  LIMITS,
  type ArticleKind,
} from "../../content/rules.ts"
import { isPageSlug } from "../../content/service/read-articles.server.ts"
import { saveArticle } from "../../content/service/write-articles.server.ts"
import { AdminLayout } from "../parts/admin-layout.tsx"
import { ARTICLE_ROUTES, getListedArticleKind } from "../parts/article-routes.ts"
import type { Route } from "./+types/admin-article-edit"
import {
  type EditableArticle,
  findEditableArticle,
  findVersion,
} from "#app/areas/content/service/edited-articles.server.ts"

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

/** What is edited: a page by its slug, an article by ?id=, or a new one. */
function parseTarget(request: Request) {
  const path = getScreenPath(request)
  const kind: ArticleKind = getListedArticleKind(path) ?? "page"
  if (kind !== "page") {
    const id = new URL(request.url).searchParams.get("id")
    return { kind, target: id ? { id } : null }
  }
  const slug = path.split("/").at(-1)
  if (!isPageSlug(slug)) notFound()
  return { kind, target: { slug } }
}

/** What the editor of a new article begins with. */
const NEW_ARTICLE = {
  slug: null,
  id: null,
  title: "",
  body: "",
  version: null,
  category: "",
  pinned: false,
  position: 0,
  facts: {} as EditableArticle["facts"],
  state: "draft" as const,
  publishAt: null,
  versions: [],
}

/** The earlier version of an article that the address asks for; null for its present one. */
async function findRequestedVersion(actor: Member, article: EditableArticle | null, url: URL) {
  const number = Number(url.searchParams.get("version") ?? Number.NaN)
  if (!article || !Number.isSafeInteger(number) || number === article.version) return null
  const earlier = await findVersion(actor, article.id, number)
  return earlier && { ...earlier, number }
}

export const loader = adminLoader(async (actor, { request }: Route.LoaderArgs) => {
  const { kind, target } = parseTarget(request)
  const found = target ? await findEditableArticle(actor, target) : null
  if (target && found?.kind !== kind) notFound()
  const earlier = await findRequestedVersion(actor, found, new URL(request.url))
  const article = found ?? NEW_ARTICLE
  const { slug, id, version, category, pinned, position, facts, state, publishAt } = article
  return {
    kind,
    slug,
    id,
    title: earlier?.title ?? article.title,
    body: earlier?.body ?? article.body,
    copiedVersion: earlier?.number ?? null,
    version,
    category,
    pinned,
    position,
    facts,
    state,
    publishOn: publishAt ? toKstDateString(publishAt) : "",
    publishTime: publishAt ? new Date(publishAt.getTime() + 9 * 3_600_000).toISOString().slice(11, 16) : "",
    versions: article.versions.map((each) => ({
      version: each.version,
      title: each.title,
      editedAt: each.editedAt,
    })),
  }
})

function getReturnPath(kind: ArticleKind, articleId: string): string {
  if (kind === "notice") return href("/admin/notices/:articleId", { articleId })
  return kind === "page" ? "/admin/pages" : ARTICLE_ROUTES[kind].list
}

const answerForm = intents<{ actor: Member; target: ReturnType<typeof parseTarget>["target"] }>((intent) => ({
  "": intent({
    form: ArticleForm,
    hidden: ["kind", "version"],
    run: ({ actor, target }, article) => saveArticle(actor, target, article),
    done: ({ id }, { kind }) => ({ to: getReturnPath(kind, id), flash: "저장했어요" }),
    problems: {
      forbidden: HIDDEN,
      empty: { field: "body", sentence: "내용을 입력해 주세요." },
      past: { field: "publishOn", sentence: "지난 시각이에요. 앞으로 올 시각을 골라 주세요." },
      category: "이 종류의 글에 없는 분류예요. 다시 골라 주세요.",
      changed: "다른 관리자가 그사이에 고쳤어요. 새 창에서 최신 글을 확인하고 다시 저장해 주세요.",
      not_now: "지금 상태에서는 그렇게 게시할 수 없어요. 보관된 글은 먼저 다시 꺼내 주세요.",
    },
  }),
}))

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireAdmin(context)
  const { kind, target } = parseTarget(request)
  const form = await request.formData()
  form.set("kind", kind)
  return answerForm(form, { actor, target }, { to: "/admin" })
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: titleOf(`${loaderData ? ARTICLE_KIND_LABELS[loaderData.kind] : "글"} 쓰기`) },
  { name: "robots", content: "noindex" },
]

type View = NonNullable<Route.ComponentProps["loaderData"]>
type FieldsProps = { view: View; answer: ScreenAnswer }

export default function AdminArticleEdit({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  if (!loaderData) return null
  const { id, kind, copiedVersion } = loaderData
  return <Editor key={`${kind}${id}${copiedVersion}`} view={loaderData} answer={answer} />
}

function Editor({ view, answer }: FieldsProps) {
  const { kind, slug, id, version, copiedVersion, versions } = view
  const routes = kind === "page" ? { list: "/admin/pages", current: "pages" as const } : ARTICLE_ROUTES[kind]
  const needsConsent = CONSENT_PAGES.some((page) => page === slug)
  return (
    <AdminLayout current={routes.current}>
      <PageHeader
        title={
          id || kind === "page" ? `${ARTICLE_KIND_LABELS[kind]} 고치기` : `${ARTICLE_KIND_LABELS[kind]} 쓰기`
        }
        back={{ href: routes.list, label: ARTICLE_KIND_LABELS[kind] }}
        text={
          copiedVersion === null
            ? undefined
            : `${copiedVersion}판의 내용을 불러왔어요. 저장하면 새 판이 돼요.`
        }
      />
      <FormAlert message={answer.problem} className="mb-6" />
      <Form method="post" noValidate className="grid max-w-[48rem] gap-6">
        {version === null ? null : <input type="hidden" name="version" value={version} />}
        <TextField
          label={kind === "faq" ? "질문" : "제목"}
          name="title"
          maxLength={LIMITS.title}
          defaultValue={answer.typed("title", view.title)}
          error={answer.errors.title}
        />
        <KindFields view={view} answer={answer} />
        <RichEditor
          name="body"
          label={kind === "faq" ? "답변" : "내용"}
          defaultValue={answer.typed("body", view.body)}
          error={answer.errors.body}
        />
        {kind === "notice" ? (
          <Checkbox
            name="pinned"
            label="목록 맨 위에 고정해요"
            defaultChecked={answer.wasSent ? answer.typed("pinned") !== "" : view.pinned}
            error={answer.errors.pinned}
          />
        ) : null}
        {needsConsent ? (
          <Checkbox
            name="reconsent"
            label="회원에게 다시 동의를 받아요"
            description="회원에게 중요한 변경일 때 골라 주세요. 다음에 로그인할 때 동의 화면이 먼저 열려요."
            defaultChecked={answer.typed("reconsent") !== ""}
            error={answer.errors.reconsent}
          />
        ) : null}
        <PublishingFields view={view} answer={answer} />
        <div className="flex gap-2">
          <SubmitButton className="btn btn-primary btn-lg flex-1">저장하기</SubmitButton>
          <Link to={routes.list} className="btn btn-quiet btn-lg">
            취소
          </Link>
        </div>
      </Form>
      {versions.length > 0 && kind !== "notice" ? <Versions view={view} /> : null}
    </AdminLayout>
  )
}

/** What articles of one kind alone have: a category, the facts of a job, the place among the questions. */
function KindFields({ view, answer }: FieldsProps) {
  const { kind } = view
  const categories = CATEGORIES_BY_KIND[kind]
  return (
    <>
      {categories.length > 0 ? (
        <SelectField
          label={kind === "career" ? "팀" : "분류"}
          name="category"
          placeholder="골라 주세요"
          options={categories.map((value) => ({ value, label: getCategoryLabel(value) }))}
          defaultValue={answer.typed("category", view.category)}
          error={answer.errors.category}
        />
      ) : null}
      {kind === "career" ? <CareerFields facts={view.facts} answer={answer} /> : null}
      {kind === "faq" ? (
        <TextField
          label="순서"
          name="position"
          inputMode="numeric"
          required={false}
          maxLength={3}
          help="작을수록 먼저 보여요."
          defaultValue={answer.typed("position", String(view.position || ""))}
          error={answer.errors.position}
        />
      ) : null}
    </>
  )
}

function CareerFields({ facts, answer }: { facts: View["facts"]; answer: ScreenAnswer }) {
  return (
    <div className="grid gap-6 sm:grid-cols-3 sm:gap-4">
      <TextField
        label="근무지"
        name="place"
        maxLength={60}
        defaultValue={answer.typed("place", facts.place ?? "")}
        error={answer.errors.place}
      />
      <SelectField
        label="고용 형태"
        name="employment"
        placeholder="골라 주세요"
        options={EMPLOYMENTS.map((value) => ({ value, label: value }))}
        defaultValue={answer.typed("employment", facts.employment ?? "")}
        error={answer.errors.employment}
      />
      <DateField
        label="마감일"
        name="closesOn"
        required={false}
        help="비우면 상시 채용"
        defaultValue={answer.typed("closesOn", facts.closesOn ?? "")}
        error={answer.errors.closesOn}
      />
    </div>
  )
}

/** When it is shown; the moment is asked for where it is not now. */
function PublishingFields({ view, answer }: FieldsProps) {
  const { state } = view
  const hydrated = useHydrated()
  const [publishing, setPublishing] = useState(
    answer.typed("publishing", state === "scheduled" ? "later" : state === "published" ? "now" : "draft"),
  )
  return (
    <>
      <ChoiceCards
        legend="게시"
        name="publishing"
        type="radio"
        defaultValue={publishing}
        onChange={setPublishing}
        error={answer.errors.publishing}
        options={[
          {
            value: "now",
            label: state === "published" ? "바로 반영" : "지금 게시",
            description: "저장하면 모두에게 보여요.",
          },
          ...(state === "published"
            ? []
            : [
                { value: "later", label: "예약", description: "정한 시각에 저절로 게시돼요." },
                { value: "draft", label: "작성 중으로 저장", description: "관리자만 볼 수 있어요." },
              ]),
        ]}
      />
      {!hydrated || publishing === "later" ? (
        <div className="grid gap-6 sm:grid-cols-2 sm:gap-4">
          <DateField
            label="게시일"
            name="publishOn"
            required={hydrated}
            defaultValue={answer.typed("publishOn", view.publishOn)}
            error={answer.errors.publishOn}
          />
          <TextField
            label="게시 시각"
            name="publishTime"
            required={false}
            placeholder="09:00"
            maxLength={5}
            inputMode="numeric"
            help="비우면 오전 9시"
            defaultValue={answer.typed("publishTime", view.publishTime)}
            error={answer.errors.publishTime}
          />
        </div>
      ) : null}
    </>
  )
}

/** The versions so far, each to be copied into a new one. */
function Versions({ view: { id, kind, versions } }: { view: View }) {
  return (
    <details className="mt-8 max-w-[48rem] card-line p-4">
      <summary className="cursor-pointer text-base font-semibold">고친 기록 {versions.length}개</summary>
      <ul className="mt-2 divide-y divide-base-300">
        {versions.map((each) => (
          <li key={each.version} className="flex justify-between gap-4 py-2.5 text-base">
            <Link
              to={`?${kind === "page" ? "" : `id=${id}&`}version=${each.version}`}
              className="hover:underline"
            >
              {each.version}판 · {each.title}
            </Link>
            <span className="num text-sm text-ink-3">{formatDateTime(each.editedAt)}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
