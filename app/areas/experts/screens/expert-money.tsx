import { Link, href } from "react-router"
import { readQuery } from "#app/basics/form.ts"
import { titleOf } from "#app/basics/brand.ts"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { expertLoader, expertMiddleware } from "../../accounts/guards.server.ts"
import { PersonMoneyQuery } from "../../money/forms.ts"
import { PersonMoney } from "../../money/parts/person-money.tsx"
import { LIMITS } from "../../money/rules.ts"
import { findPersonMoney } from "../../money/service/person-money.server.ts"
import { findOrdersOfParts } from "../../orders/service/order-sql.server.ts"
import { DashboardLayout } from "../parts/dashboard-layout.tsx"
import type { Route } from "./+types/expert-money"

const PATH = href("/expert-dashboard/money")

export const middleware: Route.MiddlewareFunction[] = [expertMiddleware]

export const loader = expertLoader(async (actor, { request }: Route.LoaderArgs) => {
  const { after } = readQuery(PersonMoneyQuery, new URL(request.url).searchParams)
  const money = await findPersonMoney(actor, after)
  const orderIds = await findOrdersOfParts(
    money.rows.filter(({ kind }) => kind === "order_part").map(({ subjectId }) => subjectId),
  )
  return { money, orderIds: Object.fromEntries(orderIds), isFirstPage: after === null }
})

export const meta: Route.MetaFunction = () => [
  { title: titleOf("내 정산") },
  { name: "robots", content: "noindex" },
]

const WORDS = {
  intro:
    "안심결제로 받은 돈은 결제대행사가 보관해요. 고객이 작업을 확인하면 다음 영업일 오전 " +
    `${LIMITS.payoutHour}시에 보내 드려요.`,
  heldNote: "작업이 확인되면 드려요",
  feeNote: "부가세 포함",
  months: {
    title: "월별 명세와 세금계산서 자료",
    text: "금액은 수수료를 뺀 받을 돈이에요. 세금계산서는 수수료에 대해 받아요.",
  },
}

export default function ExpertMoney({ loaderData: view }: Route.ComponentProps) {
  if (!view) return null
  return (
    <DashboardLayout currentHref={PATH}>
      <PersonMoney
        money={view.money}
        isFirstPage={view.isFirstPage}
        paths={{
          money: PATH,
          account: href("/expert-dashboard/money/account"),
          statement: (file) => href("/expert-dashboard/money/statements/:file", { file }),
        }}
        words={WORDS}
        empty={
          <EmptyState
            art="done"
            title="아직 안심결제로 받은 돈이 없어요"
            text="고객이 안심결제로 고르면 여기에서 어디까지 왔는지 볼 수 있어요."
            action={{ href: href("/expert-dashboard/requests"), label: "견적 요청 보기" }}
            heading="h3"
          />
        }
        renderTitle={({ kind, subjectId, title }) => {
          const orderId = view.orderIds[subjectId]
          if (kind === "deal")
            return (
              <Link
                to={href("/marketplace/deals/:dealId", { dealId: subjectId })}
                className="hover:underline"
              >
                {title}
              </Link>
            )
          return orderId ? (
            <Link to={href("/orders/:orderId", { orderId })} className="hover:underline">
              {title}
            </Link>
          ) : (
            title
          )
        }}
      />
    </DashboardLayout>
  )
}
