/** /admin/banners: what is shown on home and in the shop, when and to whom. */
import { Link, href } from "react-router"
import { now } from "#app/basics/clock.ts"
import { readQuery } from "#app/basics/form.ts"
import { getListUrl } from "#app/basics/list-urls.ts"
import { formatRegionName } from "#app/basics/regions.ts"
import { formatDateTime } from "#app/basics/time.ts"
import { titleOf } from "#app/basics/brand.ts"
import { intents } from "#app/platform/intents.server.ts"
import { useActionAnswer } from "#app/ui/action-answer.ts"
import { StateBadge } from "#app/ui/badge.tsx"
import { ConfirmDialog } from "#app/ui/dialog.tsx"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { FormAlert } from "#app/ui/form.tsx"
import { Pager } from "#app/ui/pager.tsx"
import { PageHeader } from "#app/ui/section.tsx"
import { adminLoader, adminMiddleware, notFound, requireAdmin } from "../../accounts/guards.server.ts"
import type { Member } from "../../accounts/rules.ts"
import { EndBannerForm } from "../../campaigns/forms.ts"
import {
  BANNER_AUDIENCE_LABELS,
  BANNER_KIND_LABELS,
  BANNER_PLACE_LABELS,
  BANNER_STATE_LABELS,
  getBannerState,
} from "../../campaigns/rules.ts"
import { endBanner, findBanners } from "../../campaigns/service/banners.server.ts"
import { AdminLayout } from "../parts/admin-layout.tsx"
import { AdminPageQuery } from "../list-queries.ts"
import type { Route } from "./+types/admin-banners"

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

const buildListUrl = (after?: string) => getListUrl("/admin/banners", {}, { after })

export const loader = adminLoader(async (actor, { request }: Route.LoaderArgs) => {
  const { after } = readQuery(AdminPageQuery, new URL(request.url).searchParams)
  const found = (await findBanners(actor, after)) ?? notFound()
  const at = now().toISOString()
  return {
    cursor: found.cursor,
    isFirstPage: after === null,
    rows: found.rows.map((row) => ({ ...row, state: getBannerState(row, at) })),
  }
})

const answerForm = intents<{ actor: Member }>((intent) => ({
  end: intent({
    form: EndBannerForm,
    hidden: ["bannerId"],
    run: ({ actor }, { bannerId }) => endBanner(actor, bannerId),
    done: "배너를 내렸어요",
    problems: { not_now: "지금 보이는 배너가 아니에요." },
  }),
}))

export async function action({ request, context }: Route.ActionArgs) {
  return answerForm(
    await request.formData(),
    { actor: requireAdmin(context) },
    { to: href("/admin/banners") },
  )
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("배너·기획전") },
  { name: "robots", content: "noindex" },
]

const STATE_TONES = { running: "open", coming: "warn", ended: "done" } as const

export default function AdminBanners({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  if (!loaderData) return null
  const { rows, cursor, isFirstPage } = loaderData
  return (
    <AdminLayout current="banners">
      <PageHeader title="배너·기획전" text="홈과 쇼핑에 보이는 배너와 상품 모음이에요.">
        <Link
          to={href("/admin/banners/:bannerId", { bannerId: "new" })}
          className="btn btn-primary btn-sm hit"
        >
          새로 만들기
        </Link>
      </PageHeader>
      <FormAlert message={answer.problem} className="mb-4" />
      {rows.length === 0 ? (
        <EmptyState
          art="cart"
          title="아직 배너가 없어요"
          text="배너를 만들면 정한 때에 홈이나 쇼핑에 보여요."
          action={{ href: href("/admin/banners/:bannerId", { bannerId: "new" }), label: "배너 만들기" }}
        />
      ) : (
        <ul className="divide-y divide-base-300 overflow-hidden card-line">
          {rows.map((row) => (
            <BannerLine key={row.id} row={row} />
          ))}
        </ul>
      )}
      <Pager isFirstPage={isFirstPage} nextCursor={cursor} buildHref={buildListUrl} />
    </AdminLayout>
  )
}

type Row = NonNullable<Route.ComponentProps["loaderData"]>["rows"][number]

/** One banner: where, when and to whom it is shown; one that is shown can be ended. */
const BannerLine = ({ row }: { row: Row }) => (
  <li className="relative flex items-center justify-between gap-3 px-4 py-3.5 hover:bg-base-200 md:px-5">
    <div className="min-w-0 flex-1">
      <p className="flex flex-wrap items-center gap-2 text-base font-semibold">
        <Link
          to={href("/admin/banners/:bannerId", { bannerId: row.id })}
          className="after:absolute after:inset-0"
        >
          {row.title}
        </Link>
        <StateBadge tone={STATE_TONES[row.state]}>{BANNER_STATE_LABELS[row.state]}</StateBadge>
      </p>
      <p className="mt-0.5 text-sm text-ink-2">
        {BANNER_PLACE_LABELS[row.place]} {BANNER_KIND_LABELS[row.kind]} ·{" "}
        {BANNER_AUDIENCE_LABELS[row.audience]}
        {row.regionCode ? ` · ${formatRegionName(row.regionCode)}` : ""}
      </p>
      <p className="mt-0.5 text-sm text-ink-3">
        {formatDateTime(row.startsAt)}~{formatDateTime(row.endsAt)}
      </p>
    </div>
    {row.state === "running" ? (
      <ConfirmDialog
        trigger="내리기"
        triggerClassName="btn btn-line btn-sm hit relative"
        title={`${row.title} 배너를 내릴까요?`}
        text="지금부터 보이지 않아요. 끝나는 때를 고치면 다시 보여요."
        confirmLabel="내리기"
        tone="danger"
      >
        <input type="hidden" name="intent" value="end" />
        <input type="hidden" name="bannerId" value={row.id} />
      </ConfirmDialog>
    ) : null}
  </li>
)
