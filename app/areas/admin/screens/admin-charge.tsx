import { href, Link } from "react-router"
import { titleOf } from "#app/basics/brand.ts"
import { isId } from "#app/basics/ids.ts"
import { formatDateTime } from "#app/basics/time.ts"
import { formatWon } from "#app/basics/won.ts"
import { intents } from "#app/platform/intents.server.ts"
import { useActionAnswer } from "#app/ui/action-answer.ts"
import { StateBadge } from "#app/ui/badge.tsx"
import { FormAlert } from "#app/ui/form.tsx"
import { Card, PageHeader } from "#app/ui/section.tsx"
import { adminLoader, adminMiddleware, notFound, requireAdmin } from "../../accounts/guards.server.ts"
import type { Member } from "../../accounts/rules.ts"
import { CHARGE_KIND_LABELS, CHARGE_STATE_LABELS, CHARGE_STATE_TONES } from "../../money/office-rules.ts"
import { LedgerRecords, PaymentRecords, RefundRecords } from "../../money/parts/charge-records.tsx"
import { AdminLayout } from "../parts/admin-layout.tsx"
import { OfficeLink } from "../parts/office-link.tsx"
import { defineRefundRetry } from "../refund-retry.server.ts"
import { findChargeDetail } from "../service/charges.server.ts"
import type { Route } from "./+types/admin-charge"

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

export const loader = adminLoader(async (actor, { params }: Route.LoaderArgs) => {
  return (await findChargeDetail(actor, params.chargeId)) ?? notFound()
})

const answerForm = intents<{ actor: Member; groupId: string }>((intent) => ({
  retry_refund: defineRefundRetry(intent),
}))

export async function action({ params, request, context }: Route.ActionArgs) {
  const actor = requireAdmin(context)
  const { chargeId } = params
  if (!isId(chargeId)) notFound()
  return answerForm(
    await request.formData(),
    { actor, groupId: chargeId },
    { to: href("/admin/charges/:chargeId", { chargeId }) },
  )
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: titleOf(loaderData ? `안심결제 ${loaderData.number}` : "안심결제") },
  { name: "robots", content: "noindex" },
]

type View = NonNullable<Route.ComponentProps["loaderData"]>

export default function AdminCharge({ loaderData: charge, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  if (!charge) return null
  return (
    <AdminLayout current="charges">
      <PageHeader
        title={charge.title}
        back={{ href: href("/admin/charges"), label: "안심결제" }}
        text={
          <>
            {CHARGE_KIND_LABELS[charge.kind]} · <span className="num">{charge.number}</span>
          </>
        }
      >
        <StateBadge tone={CHARGE_STATE_TONES[charge.state]}>{CHARGE_STATE_LABELS[charge.state]}</StateBadge>
      </PageHeader>
      <FormAlert message={answer.problem} className="mb-4" />
      <div className="grid grid-cols-1 items-start gap-4 lg:[grid-template:auto_1fr/minmax(0,1fr)_19rem]">
        <Summary charge={charge} />
        <div className="grid min-w-0 gap-4 lg:row-span-2">
          <RefundRecords
            refunds={charge.refunds}
            payments={charge.payments}
            answer={answer.of("retry_refund")}
          />
          <PaymentRecords payments={charge.payments} />
        </div>
        <LedgerRecords ledger={charge.ledger} />
      </div>
    </AdminLayout>
  )
}

/** Who pays whom, how much of it is where, and since when. */
function Summary({ charge }: { charge: View }) {
  const sums = [
    { label: "낸 돈", won: charge.totalWon },
    { label: "보관 중", won: charge.heldWon },
    { label: "지급 확정", won: charge.releasedWon },
    { label: "환불", won: charge.refundedWon },
  ]
  const moments = [
    { label: "결제 요청", at: charge.askedAt },
    { label: "보관 시작", at: charge.heldAt },
    { label: "끝남", at: charge.settledAt },
  ]
  return (
    <Card className="md:p-6">
      <p className="text-base text-ink-2">
        <Person userId={charge.payerId} name={charge.payer} /> →{" "}
        <Person userId={charge.payeeId} name={charge.payee} />
      </p>
      <dl className="mt-4 grid gap-2.5 text-base">
        {sums.map(({ label, won }) => (
          <div key={label} className="flex justify-between gap-3">
            <dt className="text-ink-2">{label}</dt>
            <dd className="num font-medium">{formatWon(won)}</dd>
          </div>
        ))}
        {moments.map(({ label, at }) =>
          at === null ? null : (
            <div key={label} className="flex justify-between gap-3">
              <dt className="text-ink-2">{label}</dt>
              <dd className="num">{formatDateTime(at)}</dd>
            </div>
          ),
        )}
      </dl>
      {charge.subjectHref ? (
        <Link to={charge.subjectHref} className="btn btn-line btn-sm hit mt-4">
          {charge.kind === "deal" ? "중고거래 보기" : "견적 요청 보기"}
        </Link>
      ) : null}
    </Card>
  )
}

const Person = ({ userId, name }: { userId: string; name: string }) => (
  <OfficeLink
    to={href("/admin/users/:userId", { userId })}
    className="font-semibold hover:underline"
    otherwise={name}
  >
    {name}
  </OfficeLink>
)
