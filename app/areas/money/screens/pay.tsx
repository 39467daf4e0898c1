import { titleOf } from "#app/basics/brand.ts"
import { CreditCard, Landmark, Smartphone } from "#app/ui/icons.tsx"
import { useState } from "react"
import { Form, data, href, redirect } from "react-router"
import { z } from "zod"
import { notFound, requireMember } from "#app/areas/accounts/guards.server.ts"
import { parseForm } from "#app/basics/form.ts"
import { formatPhone } from "#app/basics/phone.ts"
import { formatWon } from "#app/basics/won.ts"
import { getBaseUrl } from "#app/platform/env.server.ts"
import { getPaymentClientKey } from "#app/platform/payments/port.server.ts"
import { SIMULATOR_SCENARIOS } from "#app/platform/payments/payment.ts"
import { redirectWithFlash } from "#app/platform/flash.server.ts"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { ServiceAlert } from "#app/ui/service-alert.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { agreeInSimulator, depositInSimulator, findPaymentAttempt } from "../service/payment-window.server.ts"
import type { Route } from "./+types/pay"
import { type PaymentMethod, PAYMENT_METHOD_LABELS } from "#app/areas/money/rules.ts"
import { choice } from "#app/basics/form-fields.ts"

export const handle = { bar: "task", title: "결제", backHref: href("/shopping/cart") } satisfies ScreenHandle

const SimulatorForm = z.object({
  act: choice([...SIMULATOR_SCENARIOS, "cancel", "deposit", "deposit_twice"], "결과"),
})

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  const attempt = await findPaymentAttempt(actor, params.paymentId)
  if (!attempt) notFound()
  const isDeposit = attempt.state === "WAITING_FOR_DEPOSIT" && attempt.isSimulated
  if (attempt.state !== "READY" && !isDeposit) throw redirect(attempt.resultHref)
  const payUrl = `${getBaseUrl(request.url)}/shopping/pay/${attempt.id}`
  return {
    attempt,
    isDeposit,
    clientKey: attempt.isSimulated ? null : getPaymentClientKey(),
    customerKey: actor.userId,
    email: actor.email,
    successUrl: `${payUrl}/done`,
    failUrl: `${payUrl}/stopped`,
  }
}

/**
 * The simulator's page: what a buyer does at the provider's. With the real provider there is nothing to send
 * here.
 */
export async function action({ params, request, context }: Route.ActionArgs) {
  const actor = requireMember(context, request)
  const attempt = await findPaymentAttempt(actor, params.paymentId)
  if (!attempt?.isSimulated) notFound()
  const form = parseForm(SimulatorForm, await request.formData())
  if (!form.ok) return data({ problem: "결과를 골라 주세요." }, { status: 400 })
  const { act } = form.value
  if (act === "deposit" || act === "deposit_twice") {
    await depositInSimulator(attempt.id, act === "deposit" ? 1 : 3)
    return redirectWithFlash(attempt.resultHref, "입금했어요")
  }
  if (attempt.state !== "READY") return redirect(attempt.resultHref)
  if (act === "cancel")
    return redirect(
      `${href("/shopping/pay/:paymentId/stopped", { paymentId: attempt.id })}?code=PAY_PROCESS_CANCELED`,
    )
  const paymentKey = await agreeInSimulator(attempt, act)
  if (paymentKey === null) notFound()
  const returned = new URLSearchParams({
    paymentType: "NORMAL",
    paymentKey,
    orderId: attempt.id,
    amount: String(attempt.amountWon),
  })
  return redirect(
    `${href("/shopping/pay/:paymentId/done", { paymentId: attempt.id })}?${returned.toString()}`,
  )
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("결제") },
  { name: "robots", content: "noindex" },
]

const ICONS: Record<PaymentMethod, typeof CreditCard> = {
  card: CreditCard,
  transfer: Landmark,
  virtual_account: Landmark,
  kakao_pay: Smartphone,
  naver_pay: Smartphone,
  toss_pay: Smartphone,
  easy_pay: Smartphone,
}

/** What the provider's window calls an easy payment; opened at once, without its list of cards. */
const EASY_PAYMENTS: Partial<Record<PaymentMethod, "KAKAOPAY" | "NAVERPAY" | "TOSSPAY">> = {
  kakao_pay: "KAKAOPAY",
  naver_pay: "NAVERPAY",
  toss_pay: "TOSSPAY",
}

export default function Pay({ loaderData: view, actionData: answer }: Route.ComponentProps) {
  const { attempt } = view
  const Icon = ICONS[attempt.method]
  return (
    <Page isNarrow>
      <PageHeader title="결제" bar="same" />
      <FormAlert message={answer?.problem} className="mt-4" />
      <ServiceAlert service="payments" className="mt-4" />
      <section className="card-line mt-4 p-5 md:p-7">
        <p className="flex items-center gap-2 text-base font-medium text-ink-2">
          <Icon size={20} /> {PAYMENT_METHOD_LABELS[attempt.method]}
        </p>
        <p className="mt-3 text-3xl font-bold">{formatWon(attempt.amountWon)}</p>
        <p className="mt-1 text-base text-ink-2">{attempt.orderName}</p>
        {view.isDeposit ? (
          <Deposit bank={attempt.bank ?? ""} account={attempt.accountNumber ?? ""} />
        ) : view.clientKey ? (
          <TossWindow view={view} clientKey={view.clientKey} />
        ) : (
          <Simulator method={attempt.method} phone={attempt.payerPhone} />
        )}
      </section>
    </Page>
  )
}

function Simulator({ method, phone }: { method: PaymentMethod; phone: string }) {
  return (
    <Form method="post" className="mt-6 grid gap-3">
      <p className="text-base text-ink-2">결제 결과를 골라 보세요.</p>
      {method === "card" ? (
        <p className="num rounded-lg bg-fill px-4 py-3.5 text-base">연습 카드 9430-****-****-**89 · 일시불</p>
      ) : method === "transfer" ? (
        <p className="num rounded-lg bg-fill px-4 py-3.5 text-base">연습 은행 계좌 1002-***-**34</p>
      ) : method !== "virtual_account" ? (
        <p className="rounded-lg bg-fill px-4 py-3.5 text-base">
          {PAYMENT_METHOD_LABELS[method]} · {formatPhone(phone)}
        </p>
      ) : (
        <p className="rounded-lg bg-fill px-4 py-3.5 text-base">
          우리은행 가상계좌를 받아 24시간 안에 입금해요
        </p>
      )}
      <SubmitButton name="act" value="pay" className="btn btn-primary btn-lg mt-2">
        {method === "virtual_account" ? "가상계좌 받기" : "결제하기"}
      </SubmitButton>
      <div className="button-pair">
        <SubmitButton name="act" value="reject" className="btn btn-quiet">
          결제 거절
        </SubmitButton>
        <SubmitButton name="act" value="cancel" className="btn btn-quiet">
          결제 그만두기
        </SubmitButton>
        <SubmitButton name="act" value="slow" className="btn btn-quiet">
          느린 응답
        </SubmitButton>
        <SubmitButton name="act" value="unknown" className="btn btn-quiet">
          응답 끊김
        </SubmitButton>
      </div>
    </Form>
  )
}

function Deposit({ bank, account }: { bank: string; account: string }) {
  return (
    <Form method="post" className="mt-6 grid gap-3">
      <p className="text-base text-ink-2">누르면 은행이 입금을 알려 온 것과 같아요.</p>
      <p className="num rounded-lg bg-fill px-4 py-3.5 text-base">
        {bank} {account}
      </p>
      <SubmitButton name="act" value="deposit" className="btn btn-primary btn-lg mt-2">
        입금하기
      </SubmitButton>
      <SubmitButton name="act" value="deposit_twice" className="btn btn-quiet">
        입금 알림 여러 번 보내기
      </SubmitButton>
    </Form>
  )
}

/** Opens the provider's window; its script is loaded only here. */
function TossWindow({ view, clientKey }: { view: Route.ComponentProps["loaderData"]; clientKey: string }) {
  const [problem, setProblem] = useState<string | null>(null)
  const openWindow = async () => {
    const { attempt, customerKey, email, successUrl, failUrl } = view
    setProblem(null)
    try {
      const { loadTossPayments } = await import("@tosspayments/tosspayments-sdk")
      const payment = (await loadTossPayments(clientKey)).payment({ customerKey })
      const request = {
        amount: { currency: "KRW", value: attempt.amountWon },
        orderId: attempt.id,
        orderName: attempt.orderName,
        successUrl,
        failUrl,
        customerEmail: email,
        customerName: attempt.payerName,
        windowTarget: "self" as const,
      }
      const cashReceipt = { type: attempt.hasCashReceiptParts ? "미발행" : "소득공제" } as const
      // Without useEscrow the buyer chooses it in the window: 구매안전서비스 (전자상거래법 §24).
      if (attempt.method === "virtual_account")
        await payment.requestPayment({
          method: "VIRTUAL_ACCOUNT",
          ...request,
          virtualAccount: { cashReceipt, validHours: 24 },
        })
      else if (attempt.method === "transfer")
        await payment.requestPayment({
          method: "TRANSFER",
          ...request,
          transfer: { cashReceipt, useEscrow: false },
        })
      else {
        const easyPay = EASY_PAYMENTS[attempt.method]
        await payment.requestPayment({
          method: "CARD",
          ...request,
          card: {
            useEscrow: false,
            useCardPoint: false,
            useAppCardOnly: false,
            ...(easyPay ? { flowMode: "DIRECT" as const, easyPay } : { flowMode: "DEFAULT" as const }),
          },
        })
      }
    } catch {
      setProblem("결제창을 열지 못했거나 닫았어요. 다시 열어 주세요.")
    }
  }
  return (
    <div className="mt-6 grid gap-3">
      <FormAlert message={problem} />
      <button type="button" className="btn btn-primary btn-lg" onClick={() => void openWindow()}>
        결제창 열기
      </button>
      <noscript>
        <p className="text-base text-ink-2">
          결제창은 자바스크립트를 켠 브라우저에서 열려요. 켠 뒤 이 화면을 새로고침해 주세요.
        </p>
      </noscript>
    </div>
  )
}
