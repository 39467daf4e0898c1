import { Form, href } from "react-router"
import type { FormValues } from "#app/basics/form.ts"
import { formatBusinessNumber } from "#app/basics/business-number.ts"
import { now } from "#app/basics/clock.ts"
import { formatPhone } from "#app/basics/phone.ts"
import { formatDateWithWeekday, toKstDateString } from "#app/basics/time.ts"
import { titleOf } from "#app/basics/brand.ts"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import { Card, PageHeader } from "#app/ui/section.tsx"
import { notFound } from "../../accounts/guards.server.ts"
import { OwnPasswordField } from "../../accounts/parts/own-password-field.tsx"
import { SecondFactorOffer } from "../../accounts/parts/second-factor-offer.tsx"
import { IDENTITY_PROBLEMS } from "../../accounts/service/identity-problems.server.ts"
import { OWN_PASSWORD } from "../../accounts/service/passwords.server.ts"
import { listSignInMethods } from "../../accounts/service/profile.server.ts"
import { hasMoreThanPassword } from "../../accounts/service/second-factor.server.ts"
import { requireSeller } from "../guards.server.ts"
import { PayoutAccountFields, ShippingFields, ShopFields } from "../parts/seller-fields.tsx"
import { SellerLayout } from "../parts/seller-layout.tsx"
import { VacationCard } from "../parts/vacation-card.tsx"
import { setVacation } from "../service/vacation.server.ts"
import { ShopVacationForm } from "../vacation-form.ts"
import { formatReopening } from "../../shop/vacation-rules.ts"
import { updateShop, findOwnSeller } from "../service/application.server.ts"
import type { Route } from "./+types/seller-settings"
import { ShopSettingsForm } from "#app/areas/selling/forms.ts"
import { intents } from "#app/platform/intents.server.ts"
import { useActionAnswer } from "#app/ui/action-answer.ts"
import type { Member } from "../../accounts/rules.ts"

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireSeller(context, request)
  const [ownSeller, methods, isGuarded] = await Promise.all([
    findOwnSeller(actor),
    listSignInMethods(actor),
    hasMoreThanPassword(actor),
  ])
  const { seller } = ownSeller ?? notFound()
  const values: FormValues = {
    name: seller.name,
    intro: seller.intro,
    phone: formatPhone(seller.phone),
    email: seller.email,
    address: seller.address,
    shippingWon: String(seller.shippingWon),
    freeFromWon: seller.freeFromWon === null ? "" : String(seller.freeFromWon),
    returnWon: String(seller.returnWon),
    dispatchDays: String(seller.dispatchDays),
    bank: seller.bank,
    accountNumber: seller.accountNumber,
    accountHolder: seller.accountHolder,
  }
  const { vacation } = seller
  const isOver = vacation === null || vacation.until < toKstDateString(now())
  return {
    values,
    vacation: isOver ? null : vacation,
    vacationState: isOver
      ? null
      : vacation.from > toKstDateString(now())
        ? `${formatDateWithWeekday(vacation.from)}부터 쉬어요.`
        : `지금 쉬고 있어요. ${formatReopening(vacation, now())}부터 다시 판매해요.`,
    hasPassword: methods.includes(OWN_PASSWORD),
    isGuarded,
    readOnlyFields: [
      ["상호", seller.businessName],
      ["대표자", seller.representative],
      ["사업자등록번호", formatBusinessNumber(seller.businessNumber)],
      ["통신판매업", seller.mailOrderNumber || "신고 면제"],
      ["판매 수수료", `${seller.commissionBps / 100}%`],
    ],
  }
}

const answerForm = intents<{ actor: Member }>((intent) => ({
  "": intent({
    form: ShopSettingsForm,
    run: ({ actor }, settings) => updateShop(actor, settings),
    done: "상점 설정을 저장했어요",
    problems: IDENTITY_PROBLEMS,
  }),
  vacation: intent({
    form: ShopVacationForm,
    run: ({ actor }, vacation) => setVacation(actor, vacation),
    done: "쉬는 날을 저장했어요",
    problems: {},
  }),
  end_vacation: intent({
    run: ({ actor }) => setVacation(actor, null),
    done: "쉬는 날을 지웠어요. 다시 판매해요",
    problems: {},
  }),
}))

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireSeller(context, request)
  return answerForm(await request.formData(), { actor }, { to: href("/shopping/admin/settings") })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("상점 설정") },
  { name: "robots", content: "noindex" },
]

export default function SellerSettings({ loaderData: view, actionData }: Route.ComponentProps) {
  const given = useActionAnswer(actionData)
  const answer = given.of("")
  const fields = { values: answer.wasSent ? answer.values : view.values, errors: answer.errors }
  return (
    <SellerLayout current="settings">
      <PageHeader title="상점 설정" text="배송비를 바꿔도 이미 받은 주문은 그대로예요." />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_19rem]">
        <div className="grid gap-4">
          <Form method="post" noValidate className="grid gap-4">
            <FormAlert message={answer.problem} />
            <Card className="grid gap-6 md:p-6">
              <h2 className="text-lg font-bold">상점</h2>
              <ShopFields {...fields} />
            </Card>
            <Card className="grid gap-6 md:p-6">
              <h2 className="text-lg font-bold">배송과 반품</h2>
              <ShippingFields {...fields} />
            </Card>
            <Card className="grid gap-6 md:p-6">
              <h2 className="text-lg font-bold">정산 계좌</h2>
              <PayoutAccountFields {...fields} />
              <OwnPasswordField
                hasPassword={view.hasPassword ? "yes" : "no"}
                error={fields.errors.password}
                required={false}
                help="계좌를 바꿀 때만 필요해요. 바꾸면 메일로 알려 드리고, 7일 동안 되돌릴 수 있어요."
              />
            </Card>
            <SubmitButton className="btn btn-primary btn-lg w-full sm:w-auto sm:justify-self-end sm:px-10">
              저장하기
            </SubmitButton>
          </Form>
          <VacationCard
            vacation={view.vacation}
            state={view.vacationState}
            answer={given.of("vacation", "end_vacation")}
          />
        </div>
        <div className="grid gap-4">
          {view.isGuarded ? null : <SecondFactorOffer />}
          <Card>
            <h2 className="text-lg font-bold">사업자 정보</h2>
            <dl className="mt-3 grid gap-2.5 text-base">
              {view.readOnlyFields.map(([label, value]) => (
                <div key={label}>
                  <dt className="text-sm text-ink-3">{label}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
            <p className="mt-4 text-sm text-ink-3">
              심사한 정보라 여기에서 바꿀 수 없어요. 바뀌었으면 고객센터에 알려 주세요.
            </p>
          </Card>
        </div>
      </div>
    </SellerLayout>
  )
}
