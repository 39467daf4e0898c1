import type { ReactNode } from "react"
import { Link } from "react-router"
import { getListUrl } from "#app/basics/list-urls.ts"
import { formatDateWithWeekday } from "#app/basics/time.ts"
import { formatWon } from "#app/basics/won.ts"
import { Pager } from "#app/ui/pager.tsx"
import { Card, PageHeader } from "#app/ui/section.tsx"
import { ServiceAlert } from "#app/ui/service-alert.tsx"
import { StatTile } from "#app/ui/stat-tile.tsx"
import type { PersonMoneyView } from "../views.ts"
import { MoneyMonths } from "./money-months.tsx"
import { PayeeAccount } from "./payee-status.tsx"
import { PersonCharges } from "./person-charges.tsx"

/** The addresses of the screens of somebody's money. */
export type MoneyPaths = { money: string; account: string; statement: (file: string) => string }

/** What the money is paid for, in the words of who is paid. */
export type MoneyWords = {
  intro: string
  heldNote: string
  feeNote: string
  months: { title: string; text: string }
}

/** The four sums: what waits for a confirmation, what comes, what came, and what it cost. */
function Sums({ money, words }: { money: PersonMoneyView; words: MoneyWords }) {
  const [month] = money.months
  const isReady = money.account.status === "ready"
  const comingWon = money.owedWon + money.onWayWon
  const nextPayout = `${formatDateWithWeekday(`${money.payoutDay}T12:00:00+09:00`)}부터 보내요`
  const comingNote = () => {
    if (money.owedWon < 0) return "다음 지급에서 먼저 채워요"
    if (comingWon === 0) return "확인된 돈이 여기에 쌓여요"
    return isReady ? nextPayout : "계좌를 확인하면 보내요"
  }
  return (
    <dl
      className={
        "num grid grid-cols-[repeat(auto-fit,minmax(min(9.5rem,100%),1fr))] gap-3 lg:grid-cols-4 " +
        "lg:gap-4"
      }
    >
      <StatTile name="맡아 둔 돈" value={formatWon(money.heldWon)} note={words.heldNote} />
      <StatTile
        name="보낼 돈"
        value={formatWon(comingWon)}
        note={comingNote()}
        isUrgent={money.owedWon > 0 && !isReady}
      />
      <StatTile name="보낸 돈" value={formatWon(money.paidWon)} note="지금까지 계좌로 보낸 돈" />
      <StatTile
        name="수수료"
        value={formatWon(month?.feeWon ?? 0)}
        note={month && month.feeWon > 0 ? `${Number(month.month.slice(5))}월, 부가세 포함` : words.feeNote}
      />
    </dl>
  )
}

/**
 * The money of a person: sums, the account, what it is for (the newest first) and months. `empty` is shown
 * before there is any, `renderTitle` leads to what was paid for.
 */
export function PersonMoney({
  money,
  isFirstPage,
  paths,
  words,
  back,
  empty,
  renderTitle,
}: {
  money: PersonMoneyView
  isFirstPage: boolean
  paths: MoneyPaths
  words: MoneyWords
  back?: { href: string; label: string }
  empty: ReactNode
  renderTitle: (charge: PersonMoneyView["rows"][number]) => ReactNode
}) {
  const hasAccount = money.account.status !== "no_account"
  return (
    <>
      <PageHeader title="내 정산" text={words.intro} back={back} />
      <ServiceAlert service="payments" className="mb-4" />
      <Sums money={money} words={words} />
      <div className="mt-4 grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid gap-4">
          <section aria-labelledby="charges" className="overflow-hidden card-line">
            <h2 id="charges" className="border-b border-base-300 px-4 py-4 text-lg font-bold md:px-5">
              받을 돈과 받은 돈
            </h2>
            {money.rows.length === 0 ? (
              empty
            ) : (
              <PersonCharges
                charges={money.rows}
                canBePaid={money.account.status === "ready"}
                renderTitle={renderTitle}
              />
            )}
          </section>
          <Pager
            isFirstPage={isFirstPage}
            nextCursor={money.next}
            buildHref={(after) => getListUrl(paths.money, {}, { after })}
          />
          <Months months={money.months} words={words.months} buildHref={paths.statement} />
        </div>
        <Card className="max-lg:order-first md:p-6">
          <h2 className="mb-3 text-lg font-bold">받을 계좌</h2>
          <PayeeAccount account={money.account} />
          <Link to={paths.account} className={`btn mt-4 w-full ${hasAccount ? "btn-line" : "btn-primary"}`}>
            {hasAccount ? "계좌 바꾸기" : "계좌 등록하기"}
          </Link>
        </Card>
      </div>
    </>
  )
}

/** What was earned by month, with the papers for taxes. */
function Months({
  months,
  words,
  buildHref,
}: {
  months: PersonMoneyView["months"]
  words: MoneyWords["months"]
  buildHref: MoneyPaths["statement"]
}) {
  if (months.length === 0) return null
  return (
    <section aria-labelledby="months" className="overflow-hidden card-line">
      <div className="border-b border-base-300 px-4 py-4 md:px-5">
        <h2 id="months" className="text-lg font-bold">
          {words.title}
        </h2>
        <p className="mt-1 text-sm text-ink-3">{words.text}</p>
      </div>
      <MoneyMonths months={months} buildHref={buildHref} />
    </section>
  )
}
