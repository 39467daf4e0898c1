/** /admin/views: saves and removes views of the office's lists, and chooses their columns. */
import { Form, Link, href } from "react-router"
import { titleOf } from "#app/basics/brand.ts"
import { intents } from "#app/platform/intents.server.ts"
import { adminLoader, adminMiddleware, requireAdmin } from "../../accounts/guards.server.ts"
import { useActionAnswer } from "#app/ui/action-answer.ts"
import { Checkbox } from "#app/ui/choice.tsx"
import { TextField } from "#app/ui/field.tsx"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import { Card, PageHeader } from "#app/ui/section.tsx"
import type { Member } from "../../accounts/rules.ts"
import { AdminLayout } from "../parts/admin-layout.tsx"
import { isViewList, VIEW_FORMS, VIEW_LIMITS, type ViewList } from "../view-rules.ts"
import { hideColumns, removeView, saveView } from "../service/views.server.ts"
import type { Route } from "./+types/admin-views"

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

const LIST_PATHS: Record<ViewList, string> = {
  users: href("/admin/users"),
  orders: href("/admin/orders"),
  purchases: href("/admin/purchases"),
  products: href("/admin/products"),
  tickets: href("/admin/tickets"),
  experts: href("/admin/experts"),
  "shop-owners": href("/admin/users/shop-owners"),
}
const toList = ({ list, query }: { list: ViewList; query: string }) =>
  query === "" ? LIST_PATHS[list] : `${LIST_PATHS[list]}?${query}`

export const loader = adminLoader(() => null)

const answerForm = intents<{ actor: Member }>((intent) => ({
  save: intent({
    form: VIEW_FORMS.save,
    hidden: ["list", "query"],
    run: ({ actor }, view) => saveView(actor, view),
    done: (_, view) => ({ to: toList(view), flash: "보기를 저장했어요" }),
    problems: {
      too_many: `목록마다 ${VIEW_LIMITS.perList}개까지 저장할 수 있어요. 안 쓰는 보기를 지워 주세요.`,
    },
  }),
  remove: intent({
    form: VIEW_FORMS.remove,
    hidden: ["list", "query", "viewId"],
    run: ({ actor }, { viewId }) => removeView(actor, viewId),
    done: (_, view) => ({ to: toList(view), flash: "보기를 지웠어요" }),
    problems: {},
  }),
  columns: intent({
    form: VIEW_FORMS.columns,
    hidden: ["list", "query", "all", "shown"],
    run: ({ actor }, { list, shown, all }) =>
      hideColumns(actor, list, { offered: all, hidden: all.filter((label) => !shown.includes(label)) }),
    done: (_, view) => ({ to: toList(view), flash: "보일 칸을 바꿨어요" }),
    problems: {},
  }),
}))

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  return answerForm(form, { actor: requireAdmin(context) }, { to: href("/admin/users") })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("보기 저장") },
  { name: "robots", content: "noindex" },
]

/** What is seen where a form of a list was not taken: the view with what is wrong with it. */
export default function AdminViews({ actionData }: Route.ComponentProps) {
  const { problem, errors, typed } = useActionAnswer(actionData)
  const [list, query] = [typed("list"), typed("query")]
  const listHref = isViewList(list) ? toList({ list, query }) : href("/admin/users")
  return (
    <AdminLayout current={null}>
      <PageHeader title="보기 저장" back={{ href: listHref, label: "목록" }} />
      <FormAlert message={problem} className="mb-4" />
      {isViewList(list) ? (
        <Card className="max-w-lg">
          <Form method="post" noValidate className="grid gap-4">
            <input type="hidden" name="list" value={list} />
            <input type="hidden" name="query" value={query} />
            <TextField
              label="이름"
              name="name"
              maxLength={VIEW_LIMITS.name}
              defaultValue={typed("name")}
              error={errors.name}
            />
            <Checkbox name="isShared" label="동료도 함께 쓰기" defaultChecked={typed("isShared") === "on"} />
            <div className="flex gap-2">
              <SubmitButton name="intent" value="save" className="btn btn-primary">
                저장하기
              </SubmitButton>
              <Link to={listHref} className="btn btn-quiet">
                목록으로
              </Link>
            </div>
          </Form>
        </Card>
      ) : (
        <p className="text-base text-ink-2">
          회원, 전문가, 판매자, 주문, 구매, 상품, 문의 목록에서 조건을 고른 뒤 저장해요.
        </p>
      )}
    </AdminLayout>
  )
}
