/** POST /admin/views: saves and removes views of the office's lists, and chooses their columns. */
import { href } from "react-router"
import { intents } from "#app/platform/intents.server.ts"
import { adminMiddleware, notFound, requireAdmin } from "../../accounts/guards.server.ts"
import type { Member } from "../../accounts/rules.ts"
import { VIEW_FORMS, VIEW_LIMITS, type ViewList } from "../view-rules.ts"
import { hideColumns, removeView, saveView } from "../service/views.server.ts"
import type { Route } from "./+types/admin-views"

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

const LIST_PATHS: Record<ViewList, string> = {
  users: href("/admin/users"),
  orders: href("/admin/orders"),
  purchases: href("/admin/purchases"),
  products: href("/admin/products"),
  tickets: href("/admin/tickets"),
}
const toList = ({ list, query }: { list: ViewList; query: string }) =>
  query === "" ? LIST_PATHS[list] : `${LIST_PATHS[list]}?${query}`

export function loader({ context }: Route.LoaderArgs) {
  requireAdmin(context)
  return notFound()
}

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
      hideColumns(
        actor,
        list,
        all.filter((label) => !shown.includes(label)),
      ),
    done: (_, view) => ({ to: toList(view), flash: "보일 칸을 바꿨어요" }),
    problems: {},
  }),
}))

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  return answerForm(form, { actor: requireAdmin(context) }, { to: href("/admin/users") })
}
