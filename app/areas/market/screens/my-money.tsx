/** /my-info/money: the money of members who sell to neighbours. Experts have theirs at their desk. */
import { Link, href, redirect } from "react-router"
import { titleOf } from "#app/basics/brand.ts"
import { readQuery } from "#app/basics/form.ts"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { Page } from "#app/ui/section.tsx"
import { requireMember } from "../../accounts/guards.server.ts"
import { isExpert } from "../../accounts/rules.ts"
import { PersonMoneyQuery } from "../../money/forms.ts"
import { PersonMoney } from "../../money/parts/person-money.tsx"
import { LIMITS } from "../../money/rules.ts"
import { findPersonMoney } from "../../money/service/person-money.server.ts"
import type { Route } from "./+types/my-money"

const PATH = href("/my-info/money")

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  if (isExpert(actor)) throw redirect(href("/expert-dashboard/money"))
  const { after } = readQuery(PersonMoneyQuery, new URL(request.url).searchParams)
  return { money: await findPersonMoney(actor, after), isFirstPage: after === null }
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("내 정산") },
  { name: "robots", content: "noindex" },
]

const WORDS = {
  intro:
    "안심결제로 판 물건값은 결제대행사가 보관해요. 구매자가 물건을 받으면 다음 영업일 오전 " +
    `${LIMITS.payoutHour}시에 보내 드려요.`,
  heldNote: "구매자가 받으면 드려요",
  feeNote: "중고거래는 수수료가 없어요",
  months: { title: "월별 명세", text: "달마다 받기로 확정된 돈이에요. 필요할 때 파일로 받을 수 있어요." },
}

export default function MyMoney({ loaderData: { money, isFirstPage } }: Route.ComponentProps) {
  return (
    <Page>
      <PersonMoney
        money={money}
        isFirstPage={isFirstPage}
        paths={{
          money: PATH,
          account: href("/my-info/money/account"),
          statement: (file) => href("/my-info/money/statements/:file", { file }),
        }}
        words={WORDS}
        back={{ href: href("/my-info"), label: "마이" }}
        empty={
          <EmptyState
            art="done"
            title="아직 안심결제로 받을 돈이 없어요"
            text="물건을 올릴 때 안심결제를 켜면, 팔린 돈이 어디까지 왔는지 여기에서 볼 수 있어요."
            action={{ href: href("/marketplace/post"), label: "판매하기" }}
            heading="h3"
          />
        }
        renderTitle={({ kind, subjectId, title }) =>
          kind === "deal" ? (
            <Link to={href("/marketplace/deals/:dealId", { dealId: subjectId })} className="hover:underline">
              {title}
            </Link>
          ) : (
            title
          )
        }
      />
    </Page>
  )
}
