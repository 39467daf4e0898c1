import { Form, href } from "react-router"
import { now } from "#app/basics/clock.ts"
import { formatNumber } from "#app/basics/numbers.ts"
import { endOfKstDay, formatDate, toKstDateString, startOfKstDay } from "#app/basics/time.ts"
import { formatManwon } from "#app/basics/won.ts"
import { titleOf } from "#app/basics/brand.ts"
import { StateBadge } from "#app/ui/badge.tsx"
import { ConfirmDialog } from "#app/ui/dialog.tsx"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { Checkbox, DateField, SelectField, TextField, WonField } from "#app/ui/field.tsx"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import { Card, PageHeader } from "#app/ui/section.tsx"
import { adminLoader, adminMiddleware, requireAdmin } from "../../accounts/guards.server.ts"
import { createCoupon, endCoupon, findCouponsForAdmin } from "../../shop/service/admin-coupons.server.ts"
import { AdminLayout } from "../parts/admin-layout.tsx"
import { CouponForm, EndCouponForm } from "../settings-forms.ts"
import type { Route } from "./+types/admin-coupons"
import { intents } from "#app/platform/intents.server.ts"
import type { Member } from "../../accounts/rules.ts"
import { type ScreenAnswer, useActionAnswer } from "#app/ui/action-answer.ts"

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

const PATH = href("/admin/settings/coupons")

export const loader = adminLoader(async (actor) => {
  const at = now().toISOString()
  const rows = await findCouponsForAdmin(actor)
  return {
    today: toKstDateString(at),
    rows: rows.map((row) => ({
      ...row,
      state:
        row.endsAt <= at
          ? ("ended" as const)
          : row.startsAt > at
            ? ("coming" as const)
            : ("running" as const),
    })),
  }
})

const answerForm = intents<{ actor: Member }>((intent) => ({
  end: intent({
    form: EndCouponForm,
    hidden: ["couponId"],
    run: ({ actor }, { couponId }) => endCoupon(actor, couponId),
    done: "쿠폰을 끝냈어요",
    problems: { not_now: "이미 끝난 쿠폰이에요." },
  }),
  create: intent({
    form: CouponForm,
    run: ({ actor }, { startsOn, endsOn, ...coupon }) =>
      createCoupon(actor, { ...coupon, startsAt: startOfKstDay(startsOn), endsAt: endOfKstDay(endsOn) }),
    done: "쿠폰을 만들었어요",
    problems: {
      taken: { field: "code", sentence: "이미 있는 코드예요. 다른 코드를 써 주세요.", status: 409 },
    },
  }),
}))

export async function action({ request, context }: Route.ActionArgs) {
  return answerForm(await request.formData(), { actor: requireAdmin(context) }, { to: PATH })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("쿠폰") },
  { name: "robots", content: "noindex" },
]

const STATE_BADGES = {
  running: { tone: "open", label: "쓰는 중" },
  coming: { tone: "warn", label: "시작 전" },
  ended: { tone: "done", label: "끝남" },
} as const

export default function AdminCoupons({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  if (!loaderData) return null
  const { rows, today } = loaderData
  return (
    <AdminLayout current="coupons">
      <PageHeader title="쿠폰" text="모든 판매자의 상품에 쓰고, 깎은 금액은 바로일당이 부담해요." />
      <FormAlert message={answer.problem} className="mb-4" />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        {rows.length === 0 ? (
          <EmptyState art="cart" title="아직 쿠폰이 없어요" text="오른쪽에서 첫 쿠폰을 만들어 보세요." />
        ) : (
          <ul className="divide-y divide-base-300 overflow-hidden card-line">
            {rows.map((row) => (
              <CouponRow key={row.id} row={row} />
            ))}
          </ul>
        )}
        <NewCoupon key={rows.length} today={today} answer={answer} />
      </div>
    </AdminLayout>
  )
}

type View = NonNullable<Route.ComponentProps["loaderData"]>

/** One coupon: what it takes off, when, and how often it was used; one that has not ended can be. */
function CouponRow({ row }: { row: View["rows"][number] }) {
  return (
    <li className="flex items-start justify-between gap-3 px-4 py-3.5 md:items-center md:px-5">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 text-base font-semibold">
          {row.name}
          <StateBadge tone={STATE_BADGES[row.state].tone}>{STATE_BADGES[row.state].label}</StateBadge>
        </p>
        <p className="mt-0.5 text-sm text-ink-2">
          {row.kind === "percent"
            ? `${row.value}%${row.maxWon ? ` · 최대 ${formatManwon(row.maxWon)}` : ""}`
            : formatManwon(row.value)}{" "}
          할인
          {row.minWon > 0 ? ` · ${formatManwon(row.minWon)} 이상` : ""}
          {row.sellerName ? ` · ${row.sellerName}` : ""}
        </p>
        <p className="mt-0.5 text-sm text-ink-3">
          {row.code} · {formatDate(row.startsAt)}~{formatDate(row.endsAt)} · {formatNumber(row.uses)}번 썼어요
          {row.isGiven ? ` · ${formatNumber(row.holders)}명이 받았어요` : ""}
        </p>
      </div>
      {row.state === "ended" ? null : (
        <ConfirmDialog
          trigger="끝내기"
          triggerClassName="btn btn-line btn-sm hit"
          title={`${row.name}을 끝낼까요?`}
          text="지금부터 쓸 수 없어요. 이미 결제한 주문은 그대로예요."
          confirmLabel="끝내기"
          tone="danger"
        >
          <input type="hidden" name="intent" value="end" />
          <input type="hidden" name="couponId" value={row.id} />
        </ConfirmDialog>
      )}
    </li>
  )
}

/** What a coupon is made of. */
function NewCoupon({ today, answer }: { today: string; answer: ScreenAnswer }) {
  const { errors, typed } = answer
  return (
    <Card>
      <h2 className="text-lg font-bold">쿠폰 만들기</h2>
      <Form method="post" className="mt-4 grid gap-4">
        <TextField
          label="이름"
          name="name"
          maxLength={40}
          placeholder="첫 구매 3,000원"
          defaultValue={typed("name")}
          error={errors.name}
        />
        <TextField
          label="코드"
          name="code"
          maxLength={20}
          placeholder="WELCOME-3000"
          defaultValue={typed("code")}
          error={errors.code}
        />
        <SelectField
          label="할인 방법"
          name="kind"
          options={[
            { value: "amount", label: "정한 금액" },
            { value: "percent", label: "비율" },
          ]}
          defaultValue={typed("kind", "amount")}
          error={errors.kind}
        />
        <TextField
          label="할인 (원 또는 %)"
          name="value"
          inputMode="numeric"
          placeholder="3000"
          defaultValue={typed("value")}
          error={errors.value}
        />
        <WonField
          label="최대 할인"
          name="maxWon"
          required={false}
          defaultValue={typed("maxWon")}
          error={errors.maxWon}
        />
        <WonField
          label="최소 주문"
          name="minWon"
          required={false}
          defaultValue={typed("minWon")}
          error={errors.minWon}
        />
        <CouponDates today={today} answer={answer} />
        <Checkbox
          name="isGiven"
          label="받은 사람만 쓸 수 있어요"
          description="캠페인에서 고른 사람에게 줘요. 끄면 모두가 쓸 수 있어요."
          defaultChecked={typed("isGiven") === "on"}
        />
        <SubmitButton name="intent" value="create" className="btn btn-primary w-full">
          쿠폰 만들기
        </SubmitButton>
      </Form>
    </Card>
  )
}

/** From when until when it can be used. */
const CouponDates = ({ today, answer: { errors, typed } }: { today: string; answer: ScreenAnswer }) => (
  <div className="grid items-start gap-3 max-lg:sm:grid-cols-2">
    <DateField
      label="시작일"
      name="startsOn"
      defaultValue={typed("startsOn", today)}
      error={errors.startsOn}
    />
    <DateField
      label="끝나는 날"
      name="endsOn"
      min={today}
      defaultValue={typed("endsOn")}
      error={errors.endsOn}
    />
  </div>
)
