import { useState } from "react"
import { Form, Link, data, href } from "react-router"
import { parseForm, type FormErrors, type FormValues } from "#app/basics/form.ts"
import { formatDateTime, toKstDateString } from "#app/basics/time.ts"
import { redirectWithFlash } from "#app/platform/flash.server.ts"
import { titleOf } from "#app/basics/brand.ts"
import { Checkbox, ChoiceCards, DateField, SelectField, TextField } from "#app/ui/field.tsx"
import { FormAlert, SubmitButton, useFirstErrorFocus } from "#app/ui/form.tsx"
import { useHydrated } from "#app/ui/hydrated.ts"
import { PageHeader } from "#app/ui/section.tsx"
import {
  adminMiddleware,
  getActor,
  isWaitingForProfile,
  notFound,
  requireAdmin,
} from "../../accounts/guards.server.ts"
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
import { findEditableArticle, findVersion } from "#app/areas/content/service/edited-articles.server.ts"

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

/** What is edited: a page by its slug, an article by ?id=, or a new one. */
function parseTarget(request: Request) {
  const url = new URL(request.url)
  const path = url.pathname.replace(/\.data$/, "")
  const kind: ArticleKind = getListedArticleKind(path) ?? "page"
  if (kind !== "page") {
    const id = url.searchParams.get("id")
    return { kind, target: id ? { id } : null }
  }
  const slug = path.split("/").at(-1)
  if (!isPageSlug(slug)) notFound()
  return { kind, target: { slug } }
}

export async function loader({ request, context }: Route.LoaderArgs) {
  if (isWaitingForProfile(getActor(context))) return null
  const actor = requireAdmin(context)
  const { kind, target } = parseTarget(request)
  const article = target ? await findEditableArticle(actor, target) : null
  if (target && article?.kind !== kind) notFound()
  const requestedVersion = Number(new URL(request.url).searchParams.get("version") ?? Number.NaN)
  const earlierVersion =
    article && Number.isSafeInteger(requestedVersion) && requestedVersion !== article.version
      ? await findVersion(actor, article.id, requestedVersion)
      : null
  return {
    kind,
    slug: article?.slug ?? null,
    id: article?.id ?? null,
    title: earlierVersion?.title ?? article?.title ?? "",
    body: earlierVersion?.body ?? article?.body ?? "",
    copiedVersion: earlierVersion ? requestedVersion : null,
    version: article?.version ?? null,
    category: article?.category ?? "",
    pinned: article?.pinned ?? false,
    position: article?.position ?? 0,
    facts: article?.facts ?? {},
    state: article?.state ?? "draft",
    publishOn: article?.publishAt ? toKstDateString(article.publishAt) : "",
    publishTime: article?.publishAt
      ? new Date(article.publishAt.getTime() + 9 * 3_600_000).toISOString().slice(11, 16)
      : "",
    versions: (article?.versions ?? []).map((version) => ({
      version: version.version,
      title: version.title,
      editedAt: version.editedAt,
    })),
  }
}

const PROBLEMS = {
  category: "이 종류의 글에 없는 분류예요. 다시 골라 주세요.",
  changed: "다른 관리자가 그사이에 고쳤어요. 새 창에서 최신 글을 확인하고 다시 저장해 주세요.",
  not_now: "지금 상태에서는 그렇게 게시할 수 없어요. 보관된 글은 먼저 다시 꺼내 주세요.",
} as const

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireAdmin(context)
  const { kind, target } = parseTarget(request)
  const formData = await request.formData()
  formData.set("kind", kind)
  const form = parseForm(ArticleForm, formData)
  if (!form.ok) return data({ errors: form.errors, values: form.values, problem: null }, { status: 400 })
  const outcome = await saveArticle(actor, target, form.value)
  if (outcome.ok) {
    const returnPath =
      kind === "notice"
        ? href("/admin/notices/:articleId", { articleId: outcome.id })
        : kind === "page"
          ? "/admin/pages"
          : ARTICLE_ROUTES[kind].list
    return redirectWithFlash(returnPath, "저장했어요")
  }
  if (outcome.reason === "not_found" || outcome.reason === "forbidden") notFound()
  const values: FormValues = Object.fromEntries(
    [...formData].filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  )
  if (outcome.reason === "empty")
    return data(
      { errors: { body: "내용을 입력해 주세요." } as FormErrors, values, problem: null },
      { status: 400 },
    )
  if (outcome.reason === "past")
    return data(
      {
        errors: { publishOn: "지난 시각이에요. 앞으로 올 시각을 골라 주세요." } as FormErrors,
        values,
        problem: null,
      },
      { status: 400 },
    )
  const errors: FormErrors = {}
  return data({ errors, values, problem: PROBLEMS[outcome.reason] }, { status: 409 })
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: titleOf(`${loaderData ? ARTICLE_KIND_LABELS[loaderData.kind] : "글"} 쓰기`) },
  { name: "robots", content: "noindex" },
]

export default function AdminArticleEdit({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData) return null
  const { id, kind, copiedVersion } = loaderData
  return <Editor key={`${kind}${id}${copiedVersion}`} view={loaderData} answer={actionData} />
}

function Editor({
  view,
  answer,
}: {
  view: NonNullable<Route.ComponentProps["loaderData"]>
  answer: Route.ComponentProps["actionData"]
}) {
  const { kind, slug, id, version, copiedVersion, facts, versions, state } = view
  const errors: FormErrors = answer?.errors ?? {}
  const values: FormValues | undefined = answer?.values
  const getTypedValue = (name: string, stored: string) =>
    values ? ([values[name] ?? ""].flat()[0] ?? "") : stored
  const hydrated = useHydrated()
  const [publishing, setPublishing] = useState(
    getTypedValue("publishing", state === "scheduled" ? "later" : state === "published" ? "now" : "draft"),
  )
  useFirstErrorFocus(answer?.errors)
  const routes = kind === "page" ? { list: "/admin/pages", current: "pages" as const } : ARTICLE_ROUTES[kind]
  const categories = CATEGORIES_BY_KIND[kind]
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
      <FormAlert message={answer?.problem ?? errors.form} className="mb-6" />
      <Form method="post" noValidate className="grid max-w-[48rem] gap-6">
        {version === null ? null : <input type="hidden" name="version" value={version} />}
        <TextField
          label={kind === "faq" ? "질문" : "제목"}
          name="title"
          maxLength={LIMITS.title}
          defaultValue={getTypedValue("title", view.title)}
          error={errors.title}
        />
        {categories.length > 0 ? (
          <SelectField
            label={kind === "career" ? "팀" : "분류"}
            name="category"
            placeholder="골라 주세요"
            options={categories.map((value) => ({ value, label: getCategoryLabel(value) }))}
            defaultValue={getTypedValue("category", view.category)}
            error={errors.category}
          />
        ) : null}
        {kind === "career" ? (
          <div className="grid gap-6 sm:grid-cols-3 sm:gap-4">
            <TextField
              label="근무지"
              name="place"
              maxLength={60}
              defaultValue={getTypedValue("place", facts.place ?? "")}
              error={errors.place}
            />
            <SelectField
              label="고용 형태"
              name="employment"
              placeholder="골라 주세요"
              options={EMPLOYMENTS.map((value) => ({ value, label: value }))}
              defaultValue={getTypedValue("employment", facts.employment ?? "")}
              error={errors.employment}
            />
            <DateField
              label="마감일"
              name="closesOn"
              required={false}
              help="비우면 상시 채용"
              defaultValue={getTypedValue("closesOn", facts.closesOn ?? "")}
              error={errors.closesOn}
            />
          </div>
        ) : null}
        {kind === "faq" ? (
          <TextField
            label="순서"
            name="position"
            inputMode="numeric"
            required={false}
            maxLength={3}
            help="작을수록 먼저 보여요."
            defaultValue={getTypedValue("position", String(view.position || ""))}
            error={errors.position}
          />
        ) : null}
        <RichEditor
          name="body"
          label={kind === "faq" ? "답변" : "내용"}
          defaultValue={getTypedValue("body", view.body)}
          error={errors.body}
        />
        {kind === "notice" ? (
          <Checkbox
            name="pinned"
            label="목록 맨 위에 고정해요"
            defaultChecked={values ? getTypedValue("pinned", "") !== "" : view.pinned}
            error={errors.pinned}
          />
        ) : null}
        {needsConsent ? (
          <Checkbox
            name="reconsent"
            label="회원에게 다시 동의를 받아요"
            description="회원에게 중요한 변경일 때 골라 주세요. 다음에 로그인할 때 동의 화면이 먼저 열려요."
            defaultChecked={getTypedValue("reconsent", "") !== ""}
            error={errors.reconsent}
          />
        ) : null}
        <ChoiceCards
          legend="게시"
          name="publishing"
          type="radio"
          defaultValue={publishing}
          onChange={setPublishing}
          error={errors.publishing}
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
              defaultValue={getTypedValue("publishOn", view.publishOn)}
              error={errors.publishOn}
            />
            <TextField
              label="게시 시각"
              name="publishTime"
              required={false}
              placeholder="09:00"
              maxLength={5}
              inputMode="numeric"
              help="비우면 오전 9시"
              defaultValue={getTypedValue("publishTime", view.publishTime)}
              error={errors.publishTime}
            />
          </div>
        ) : null}
        <div className="flex gap-2">
          <SubmitButton className="btn btn-primary btn-lg flex-1">저장하기</SubmitButton>
          <Link to={routes.list} className="btn btn-quiet btn-lg">
            취소
          </Link>
        </div>
      </Form>
      {versions.length > 0 && kind !== "notice" ? (
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
      ) : null}
    </AdminLayout>
  )
}
