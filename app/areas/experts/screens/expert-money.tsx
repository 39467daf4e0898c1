import { Link, href } from "react-router"
import { readQuery } from "#app/basics/form.ts"
import { getListUrl } from "#app/basics/list-urls.ts"
import { formatDateWithWeekday } from "#app/basics/time.ts"
import { formatWon } from "#app/basics/won.ts"
import { titleOf } from "#app/basics/brand.ts"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { Pager } from "#app/ui/pager.tsx"
import { Card, PageHeader } from "#app/ui/section.tsx"
import { ServiceAlert } from "#app/ui/service-alert.tsx"
import { StatTile } from "#app/ui/side-nav-layout.tsx"
import {
  expertMiddleware,
  getActor,
  isWaitingForProfile,
  requireExpert,
} from "../../accounts/guards.server.ts"
import { PersonMoneyQuery } from "../../money/forms.ts"
import { MoneyMonths } from "../../money/parts/money-months.tsx"
import { PayeeAccount } from "../../money/parts/payee-status.tsx"
import { PersonCharges } from "../../money/parts/person-charges.tsx"
import { LIMITS } from "../../money/rules.ts"
import { findPersonMoney } from "../../money/service/person-money.server.ts"
import { findOrdersOfParts } from "../../orders/service/order-sql.server.ts"
import { DashboardLayout } from "../parts/dashboard-layout.tsx"
import type { Route } from "./+types/expert-money"

const PATH = "/expert-dashboard/money"

export const middleware: Route.MiddlewareFunction[] = [expertMiddleware]

export async function loader({ request, context }: Route.LoaderArgs) {
  if (isWaitingForProfile(getActor(context))) return null
  const actor = requireExpert(context)
  const { after } = readQuery(PersonMoneyQuery, new URL(request.url).searchParams)
  const money = await findPersonMoney(actor, after)
  const orderIds = await findOrdersOfParts(
    money.rows.filter(({ kind }) => kind === "order_part").map(({ subjectId }) => subjectId),
  )
  return { ...money, orderIds: Object.fromEntries(orderIds), isFirstPage: after === null }
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("내 정산") },
  { name: "robots", content: "noindex" },
]

type View = NonNullable<Route.ComponentProps["loaderData"]>

/** The four sums: what waits for a confirmation, what comes, what came, and what it cost. */
function Sums({ money }: { money: View }) {
  const feeWon = money.months[0]?.feeWon ?? 0
  const isReady = money.account.status === "ready"
  const nextPayout = `${formatDateWithWeekday(`${money.payoutDay}T12:00:00+09:00`)}부터 보내요`
  return (
    <dl className="num grid grid-cols-2 gap-3 lg:grid-cols-4 lg:gap-4">
      <StatTile name="맡아 둔 돈" value={formatWon(money.heldWon)} note="작업이 확인되면 드려요" />
      <StatTile
        name="보낼 돈"
        value={formatWon(money.owedWon + money.onWayWon)}
        note={
          money.owedWon < 0
            ? "다음 지급에서 먼저 채워요"
            : money.owedWon + money.onWayWon === 0
              ? "확인된 돈이 여기에 쌓여요"
              : isReady
                ? nextPayout
                : "계좌를 확인하면 보내요"
        }
        isUrgent={money.owedWon > 0 && !isReady}
      />
      <StatTile name="보낸 돈" value={formatWon(money.paidWon)} note="지금까지 계좌로 보낸 돈" />
      <StatTile
        name="수수료"
        value={formatWon(feeWon)}
        note={money.months[0] ? `${Number(money.months[0].month.slice(5))}월, 부가세 포함` : "부가세 포함"}
      />
    </dl>
  )
}

export default function ExpertMoney({ loaderData: money }: Route.ComponentProps) {
  if (!money) return null
  const hasAccount = money.account.status !== "no_account"
  return (
    <DashboardLayout currentHref={PATH}>
      <PageHeader
        title="내 정산"
        text={
          "안심결제로 받은 돈은 결제대행사가 보관해요. 고객이 작업을 확인하면 다음 영업일 오전 " +
          `${LIMITS.payoutHour}시에 보내 드려요.`
        }
      />
      <ServiceAlert service="payments" className="mb-4" />
      <Sums money={money} />
      <div className="mt-4 grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid gap-4">
          <section aria-labelledby="charges" className="overflow-hidden card-line">
            <h2 id="charges" className="border-b border-base-300 px-4 py-4 text-lg font-bold md:px-5">
              받을 돈과 받은 돈
            </h2>
            {money.rows.length === 0 ? (
              <EmptyState
                art="done"
                title="아직 안심결제로 받은 돈이 없어요"
                text="고객이 안심결제로 고르면 여기에서 어디까지 왔는지 볼 수 있어요."
                action={{ href: "/expert-dashboard/requests", label: "견적 요청 보기" }}
                heading="h3"
              />
            ) : (
              <PersonCharges
                charges={money.rows}
                canBePaid={money.account.status === "ready"}
                renderTitle={(charge) => {
                  const orderId = money.orderIds[charge.subjectId]
                  return orderId ? (
                    <Link to={href("/orders/:orderId", { orderId })} className="hover:underline">
                      {charge.title}
                    </Link>
                  ) : (
                    charge.title
                  )
                }}
              />
            )}
          </section>
          <Pager
            isFirstPage={money.isFirstPage}
            nextCursor={money.next}
            buildHref={(after) => getListUrl(PATH, {}, { after })}
          />
          <Months months={money.months} />
        </div>
        <Card className="max-lg:order-first md:p-6">
          <h2 className="mb-3 text-lg font-bold">받을 계좌</h2>
          <PayeeAccount account={money.account} />
          <Link
            to={href("/expert-dashboard/money/account")}
            className={`btn mt-4 w-full ${hasAccount ? "btn-line" : "btn-primary"}`}
          >
            {hasAccount ? "계좌 바꾸기" : "계좌 등록하기"}
          </Link>
        </Card>
      </div>
    </DashboardLayout>
  )
}

/** What was earned by month, with the papers for taxes. */
function Months({ months }: Pick<NonNullable<Route.ComponentProps["loaderData"]>, "months">) {
  if (months.length === 0) return null
  return (
    <section aria-labelledby="months" className="overflow-hidden card-line">
      <div className="border-b border-base-300 px-4 py-4 md:px-5">
        <h2 id="months" className="text-lg font-bold">
          월별 명세와 세금계산서 자료
        </h2>
        <p className="mt-1 text-sm text-ink-3">
          금액은 수수료를 뺀 받을 돈이에요. 세금계산서는 수수료에 대해 받아요.
        </p>
      </div>
      <MoneyMonths
        months={months}
        buildHref={(file) => href("/expert-dashboard/money/statements/:file", { file })}
      />
    </section>
  )
}
