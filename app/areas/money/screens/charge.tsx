/** /pay/:chargeId: what is held for two people is paid here, and where a deposit goes back to is told. */
import { ShieldCheck } from "#app/ui/icons.tsx"
import { Form, href, Link, redirect } from "react-router"
import { notFound, requireMember } from "#app/areas/accounts/guards.server.ts"
import type { Member } from "#app/areas/accounts/rules.ts"
import { titleOf } from "#app/basics/brand.ts"
import { isId } from "#app/basics/ids.ts"
import { SERVICE_TEXTS } from "#app/basics/services.ts"
import { formatDateTime } from "#app/basics/time.ts"
import { formatWon } from "#app/basics/won.ts"
import { intents } from "#app/platform/intents.server.ts"
import { useActionAnswer, type ScreenAnswer } from "#app/ui/action-answer.ts"
import { Checkbox, ChoiceCards } from "#app/ui/field.tsx"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { ServiceAlert } from "#app/ui/service-alert.tsx"
import { PayChargeForm, RefundAccountForm, toRefundAccount } from "../forms.ts"
import { CopyButton } from "#app/ui/copy-button.tsx"
import { RefundAccountFields } from "../parts/refund-account-fields.tsx"
import { PAYMENT_METHOD_LABELS, OFFERED_PAYMENT_METHODS } from "../rules.ts"
import { findOwnCharge, startChargePayment } from "../service/charge-page.server.ts"
import { submitRefundAccount } from "../service/refunds.server.ts"
import type { Route } from "./+types/charge"

export const handle = { bar: "task", title: "안심결제" } satisfies ScreenHandle

/** What went wrong at the provider's, as the address says it. */
const RETURN_PROBLEMS: Record<string, string> = {
  expired: "결제 기한이 지나 결제하지 않았어요.",
  amount: "결제 금액이 달라 결제하지 않았어요. 다시 결제해 주세요.",
  foreign: "다른 결제라서 받지 않았어요. 다시 결제해 주세요.",
  failed: "결제가 되지 않았어요. 다른 결제수단으로 다시 결제해 주세요.",
  cancelled: "결제를 그만뒀어요. 기한 안에 다시 결제할 수 있어요.",
}

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  const charge = await findOwnCharge(actor, params.chargeId)
  if (!charge) notFound()
  const isOpen = charge.state === "asked" || charge.state === "paying"
  if (!isOpen && !charge.isAccountNeeded) throw redirect(charge.resultHref)
  const problem = new URL(request.url).searchParams.get("problem") ?? ""
  return {
    charge,
    problem: Object.hasOwn(RETURN_PROBLEMS, problem) ? (RETURN_PROBLEMS[problem] ?? null) : null,
  }
}

const answerForm = intents<{ actor: Member; chargeId: string }>((intent) => ({
  pay: intent({
    form: PayChargeForm,
    run: ({ actor, chargeId }, { method }) => startChargePayment(actor, chargeId, method),
    done: ({ paymentId }) => ({ to: href("/shopping/pay/:paymentId", { paymentId }) }),
    problems: {
      not_now: "결제할 수 있는 기한이 지났거나 이미 결제했어요. 거래 내역을 확인해 주세요.",
      paying: "결제 결과를 확인하고 있어요. 다시 결제하지 말고 잠시 뒤 확인해 주세요.",
      payments_off: { sentence: SERVICE_TEXTS.payments.off, status: 503 },
    },
  }),
  account: intent({
    form: RefundAccountForm,
    run: ({ actor, chargeId }, typed) => {
      const account = toRefundAccount(typed)
      if (!account) throw new Error("The form takes no incomplete account")
      return submitRefundAccount(actor, chargeId, account)
    },
    done: ({ sent }) =>
      sent === "wrong_account"
        ? "계좌를 다시 확인해 주세요. 예금주와 계좌번호가 맞지 않아요"
        : sent === "done"
          ? "환불했어요"
          : "계좌를 받았어요. 곧 환불돼요",
    problems: { not_now: "지금은 계좌를 기다리는 환불이 없어요." },
  }),
}))

export async function action({ params, request, context }: Route.ActionArgs) {
  const actor = requireMember(context, request)
  const { chargeId } = params
  if (!isId(chargeId)) notFound()
  return answerForm(
    await request.formData(),
    { actor, chargeId },
    { to: href("/pay/:chargeId", { chargeId }) },
  )
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("안심결제") },
  { name: "robots", content: "noindex" },
]

export default function ChargePage({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  const { charge, problem } = loaderData
  return (
    <Page isNarrow>
      <PageHeader title="안심결제" bar="same" />
      <FormAlert message={answer.wasSent ? answer.problem : problem} className="mt-4" />
      <ServiceAlert service="payments" className="mt-4" />
      <section className="card-line mt-4 p-5 md:p-7">
        <p className="text-base text-ink-2">{charge.title}</p>
        <p className="num mt-1 text-3xl font-bold">{formatWon(charge.totalWon)}</p>
        {charge.payerFeeWon > 0 ? (
          <p className="num mt-1 text-sm text-ink-3">
            금액 {formatWon(charge.amountWon)} + 안심결제 수수료 {formatWon(charge.payerFeeWon)}
          </p>
        ) : null}
        {charge.isAccountNeeded ? (
          <RefundAccount answer={answer.of("account")} />
        ) : charge.state === "paying" ? (
          <AwaitedDeposit charge={charge} />
        ) : (
          <PayForm charge={charge} answer={answer.of("pay")} />
        )}
      </section>
      <HeldNotice notes={charge.notes} />
    </Page>
  )
}

type ChargeView = Route.ComponentProps["loaderData"]["charge"]

function PayForm({ charge, answer }: { charge: ChargeView; answer: ScreenAnswer }) {
  return (
    // The provider's window runs scripts that only a page of its own address may load.
    <Form method="post" reloadDocument noValidate className="mt-5 grid gap-5">
      <p className="text-base text-ink-2">
        <b className="font-semibold text-base-content">{formatDateTime(charge.dueAt)}</b>까지 결제해 주세요.
      </p>
      <ChoiceCards
        legend="결제수단"
        name="method"
        type="radio"
        options={OFFERED_PAYMENT_METHODS.map((value) => ({ value, label: PAYMENT_METHOD_LABELS[value] }))}
        defaultValue={answer.typed("method", charge.payment?.method ?? "card")}
        error={answer.errors.method}
      />
      <Checkbox
        name="consent"
        label="(필수) 결제할 금액과 안심결제 안내를 확인했어요"
        required
        defaultChecked={answer.typed("consent") === "on"}
        error={answer.errors.consent}
      />
      <SubmitButton name="intent" value="pay" className="btn btn-primary btn-lg">
        {formatWon(charge.totalWon)} 결제하기
      </SubmitButton>
    </Form>
  )
}

function AwaitedDeposit({ charge }: { charge: ChargeView }) {
  const { payment } = charge
  return (
    <div className="mt-5">
      <p className="font-semibold">입금을 기다리고 있어요</p>
      <p className="num mt-3 flex flex-wrap items-center gap-x-3 rounded-lg bg-fill px-4 py-3.5 text-base">
        {payment?.bank} {payment?.accountNumber}
        <CopyButton name="계좌번호" text={payment?.accountNumber ?? ""} />
      </p>
      <p className="mt-2 text-sm text-ink-3">{formatDateTime(charge.dueAt)}까지 입금해 주세요.</p>
      <div className="mt-5 grid gap-2">
        {payment?.state === "WAITING_FOR_DEPOSIT" ? (
          <Link
            reloadDocument
            to={href("/shopping/pay/:paymentId", { paymentId: payment.id })}
            className="btn btn-primary btn-lg"
          >
            입금 확인하기
          </Link>
        ) : null}
        <Link to={charge.resultHref} className="btn btn-quiet btn-lg">
          거래 보기
        </Link>
      </div>
    </div>
  )
}

function RefundAccount({ answer }: { answer: ScreenAnswer }) {
  return (
    <Form method="post" noValidate className="mt-5 grid gap-5">
      <p className="text-base text-ink-2">계좌로 결제한 금액이라 돌려받을 계좌가 필요해요.</p>
      <RefundAccountFields errors={answer.errors} values={answer.wasSent ? answer.values : undefined} />
      <SubmitButton name="intent" value="account" className="btn btn-primary btn-lg">
        환불받기
      </SubmitButton>
    </Form>
  )
}

/** Who holds the money, and when it goes where. */
function HeldNotice({ notes }: { notes: readonly string[] }) {
  return (
    <section aria-label="안심결제 안내" className="mt-4 rounded-xl bg-fill p-5 text-sm text-ink-2">
      <h2 className="flex items-center gap-2 text-base font-bold text-base-content">
        <ShieldCheck size={20} className="text-primary-ink" />
        돈은 확인할 때까지 보관돼요
      </h2>
      <ul className="mt-2 grid list-disc gap-1 pl-5">
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </section>
  )
}
