import type { ReactNode } from "react"
import { Form, Link, href, useLocation, useRouteLoaderData } from "react-router"
import { Checkbox } from "#app/ui/choice.tsx"
import { Sheet } from "#app/ui/dialog.tsx"
import { TextField } from "#app/ui/field.tsx"
import { SubmitButton } from "#app/ui/form.tsx"
import type { AdminDesk } from "../desk-view.ts"
import { toViewQuery, VIEW_LIMITS, type ViewList } from "../view-rules.ts"

const useListViews = () => useRouteLoaderData<AdminDesk | null>("admin-frame")?.list ?? null

/** The columns of the open list that its reader leaves out. */
export const useHiddenColumns = (): readonly string[] => useListViews()?.hidden ?? []

/**
 * The views of a list: one's own and those of colleagues, with the forms that save the filters of now and
 * choose the columns. `columns` are the labels of those that can be left out.
 */
export function SavedViews({ list, columns = [] }: { list: ViewList; columns?: readonly string[] }) {
  const loaded = useListViews()
  const { pathname, search } = useLocation()
  if (!loaded) return null
  const query = toViewQuery(search)
  const hiddenFields = (
    <>
      <input type="hidden" name="list" value={list} />
      <input type="hidden" name="query" value={query} />
    </>
  )
  const current = loaded.views.find((view) => view.query === query && query !== "")
  return (
    <nav aria-label="저장한 보기" className="mb-3 flex flex-wrap items-center gap-2">
      {loaded.views.map((view) => (
        <Link
          key={view.id}
          to={`${pathname}?${view.query}`}
          aria-current={view === current ? "page" : undefined}
          className={`btn btn-sm hit ${view === current ? "btn-tint" : "btn-line"}`}
        >
          {view.name}
          {view.isShared ? <span className="text-xs font-normal text-ink-3">함께</span> : null}
        </Link>
      ))}
      <Sheet
        trigger={columns.length > 0 ? "보기 저장·칸 고르기" : "보기 저장"}
        triggerClassName="btn btn-quiet btn-sm hit"
        title={columns.length > 0 ? "보기 저장과 칸 고르기" : "보기 저장"}
      >
        <div className="grid gap-6">
          {query === "" ? (
            <p className="text-sm text-ink-3">조건이나 정렬을 고른 뒤에 보기로 저장할 수 있어요.</p>
          ) : (
            <Form method="post" action={href("/admin/views")} noValidate className="grid gap-3">
              {hiddenFields}
              <TextField
                label="지금 조건을 보기로 저장"
                name="name"
                maxLength={VIEW_LIMITS.name}
                required
                defaultValue={current?.isOwn ? current.name : ""}
                placeholder="예: 이번 주 가입한 전문가"
              />
              <Checkbox
                name="isShared"
                label="동료도 함께 쓰기"
                defaultChecked={current?.isShared ?? false}
              />
              <SubmitButton name="intent" value="save" className="btn btn-tint">
                저장하기
              </SubmitButton>
            </Form>
          )}
          {columns.length > 0 ? (
            <ColumnsForm columns={columns} hidden={loaded.hidden} hiddenFields={hiddenFields} />
          ) : null}
          <ul className="grid gap-2 empty:hidden">
            {loaded.views
              .filter((view) => view.isOwn)
              .map((view) => (
                <li key={view.id} className="flex items-center justify-between gap-3">
                  <span className="truncate text-base">{view.name}</span>
                  <Form method="post" action={href("/admin/views")}>
                    {hiddenFields}
                    <input type="hidden" name="viewId" value={view.id} />
                    <SubmitButton name="intent" value="remove" className="btn btn-quiet btn-sm hit">
                      지우기
                    </SubmitButton>
                  </Form>
                </li>
              ))}
          </ul>
        </div>
      </Sheet>
    </nav>
  )
}

function ColumnsForm({
  columns,
  hidden,
  hiddenFields,
}: {
  columns: readonly string[]
  hidden: readonly string[]
  hiddenFields: ReactNode
}) {
  return (
    <Form method="post" action={href("/admin/views")} className="grid gap-1">
      {hiddenFields}
      <p className="text-sm font-medium">보일 칸</p>
      {columns.map((label) => (
        <span key={label}>
          <input type="hidden" name="all[]" value={label} />
          <Checkbox name="shown[]" value={label} label={label} defaultChecked={!hidden.includes(label)} />
        </span>
      ))}
      <SubmitButton name="intent" value="columns" className="btn btn-line mt-2">
        칸 바꾸기
      </SubmitButton>
    </Form>
  )
}
