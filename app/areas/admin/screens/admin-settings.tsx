import { ChevronRight } from "#app/ui/icons.tsx"
import type { ReactNode } from "react"
import { Form, Link, href } from "react-router"
import { KEYWORD_SECTIONS } from "#app/basics/keywords.ts"
import { brand, titleOf, type Company } from "#app/basics/brand.ts"
import { ChoiceCards, TextArea, TextField, WonField } from "#app/ui/field.tsx"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import { PageHeader } from "#app/ui/section.tsx"
import { adminLoader, adminMiddleware, requireAdmin } from "../../accounts/guards.server.ts"
import { listCategorySettings } from "../../orders/category-rules.ts"
import { CATEGORIES, CATEGORY_LABELS } from "../../orders/rules.ts"
import { findOrderFees, updateOrderFees } from "../../orders/service/fees.server.ts"
import { updateCommission, findCommission } from "../../selling/service/commission.server.ts"
import { AdminLayout } from "../parts/admin-layout.tsx"
import {
  findSettings,
  saveCompany,
  saveKeywords,
  saveOfficeLimits,
  saveWages,
} from "../service/settings.server.ts"
import {
  CommissionForm,
  CompanyForm,
  KeywordsForm,
  OfficeLimitsForm,
  OrderFeesForm,
  WagesForm,
} from "../settings-forms.ts"
import { COMPANY_LABELS, KEYWORD_PLACE_LABELS } from "../labels.ts"
import type { Route } from "./+types/admin-settings"
import { intents } from "#app/platform/intents.server.ts"
import { type ScreenAnswer, useActionAnswer } from "#app/ui/action-answer.ts"
import type { Member } from "../../accounts/rules.ts"

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

export const loader = adminLoader(async (actor) => {
  const [settings, commission, orderFees] = await Promise.all([
    findSettings(actor),
    findCommission(actor),
    findOrderFees(actor),
  ])
  return settings && commission && orderFees && { ...settings, commission, orderFees }
})

const changed = "그사이 다른 관리자가 저장했어요. 새로고침해 지금 값을 본 뒤 다시 저장해 주세요."
const answerForm = intents<{ actor: Member }>((intent) => ({
  commission: intent({
    form: CommissionForm,
    run: ({ actor }, { percent, version }) => updateCommission(actor, { bps: percent, version }),
    done: "수수료를 바꿨어요",
    problems: { changed },
  }),
  order_fees: intent({
    form: OrderFeesForm,
    run: ({ actor }, fees) => updateOrderFees(actor, fees),
    done: "안심결제 수수료를 바꿨어요",
    problems: { changed },
  }),
  limits: intent({
    form: OfficeLimitsForm,
    run: ({ actor }, { version, ...limits }) => saveOfficeLimits(actor, version, limits),
    done: "두 사람이 확인하는 금액을 바꿨어요",
    problems: { changed },
  }),
  wages: intent({
    form: WagesForm,
    run: ({ actor }, { version, rows }) => saveWages(actor, version, rows),
    done: "최저임금표를 고쳤어요",
    problems: { changed },
  }),
  keywords: intent({
    form: KeywordsForm,
    run: ({ actor }, { version, ...keywords }) => saveKeywords(actor, version, keywords),
    done: "추천 검색어를 고쳤어요",
    problems: { changed },
  }),
  company: intent({
    form: CompanyForm,
    run: ({ actor }, { version, ...company }) => saveCompany(actor, version, company),
    done: "회사 정보를 고쳤어요",
    problems: { changed },
  }),
}))

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireAdmin(context)
  const form = await request.formData()
  // The last row is for a year to come, and may stay empty.
  const emptyNames = Array.from(form).flatMap(([name, value]) =>
    /^rows\[\d+\]\.(year|hourWon)$/.test(name) && value === "" ? [name] : [],
  )
  for (const name of emptyNames) form.delete(name)
  return answerForm(form, { actor }, { to: href("/admin/settings") })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("설정") },
  { name: "robots", content: "noindex" },
]

const COMPANY_FIELDS = [
  "name",
  "representative",
  "address",
  "email",
  "supportPhone",
  "businessNumber",
  "mailOrderNumber",
  "jobInformationNumber",
  "hosting",
  "privacyOfficer",
] as const satisfies readonly (keyof Company)[]

export default function AdminSettings({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  if (!loaderData) return null
  const { company, keywords, wages, limits, commission, orderFees } = loaderData
  return (
    <AdminLayout current="settings">
      <PageHeader title="설정" text="저장하면 바로 적용되고, 바꾼 내용은 감사 기록에 남아요." />
      <FormAlert message={answer.problem} className="mb-4" />
      <div className="grid gap-4">
        <QuestionLinks />
        <section className="overflow-hidden card-line">
          <ul>
            <SettingsLink to={href("/admin/settings/coupons")}>쿠폰</SettingsLink>
          </ul>
        </section>
        <CommissionSetting commission={commission} answer={answer.of("commission")} />
        <OrderFeesSetting orderFees={orderFees} answer={answer.of("order_fees")} />
        <LimitsSetting limits={limits} answer={answer.of("limits")} />
        <WagesSetting wages={wages} answer={answer.of("wages")} />
        <KeywordsSetting keywords={keywords} answer={answer.of("keywords")} />
        <CompanySetting company={company} answer={answer.of("company")} />
      </div>
    </AdminLayout>
  )
}

type View = NonNullable<Route.ComponentProps["loaderData"]>

/** Leads to the questions of each category. */
function QuestionLinks() {
  return (
    <section className="overflow-hidden card-line">
      <h2 className="px-4 pt-5 text-lg font-bold md:px-6">분야, 서비스와 질문</h2>
      <p className="mt-1 px-4 text-sm text-ink-3 md:px-6">
        분야와 서비스의 이름, 순서, 숨기기와 고객에게 묻는 것이에요. 이미 보낸 요청은 물었던 그대로 남아요.
      </p>
      <ul className="mt-3 divide-y divide-base-300 border-t border-base-300">
        {listCategorySettings().map(({ id, label, isHidden }) => (
          <SettingsLink key={id} to={href("/admin/settings/questions/:categoryId", { categoryId: id })}>
            {isHidden ? `${label} (숨김)` : label}
          </SettingsLink>
        ))}
      </ul>
    </section>
  )
}

function CommissionSetting({ commission, answer }: Pick<View, "commission"> & { answer: ScreenAnswer }) {
  const { errors, typed } = answer
  return (
    <SettingForm
      intent="commission"
      title="판매 수수료"
      text="앞으로 팔리는 것부터 적용돼요. 따로 정한 판매자는 그대로예요."
      version={commission.version}
    >
      <TextField
        label="수수료"
        name="percent"
        inputMode="decimal"
        suffix="%"
        defaultValue={typed("percent", String(commission.bps / 100))}
        error={errors.percent}
        className="max-w-48"
      />
    </SettingForm>
  )
}

/** What safe payment costs, and whom. */
function OrderFeesSetting({ orderFees, answer }: Pick<View, "orderFees"> & { answer: ScreenAnswer }) {
  const { errors, typed } = answer
  return (
    <SettingForm
      intent="order_fees"
      title="안심결제 수수료"
      text="앞으로 선택하는 견적부터 적용돼요. 이미 선택한 견적은 그때의 수수료 그대로예요."
      version={orderFees.version}
    >
      <ChoiceCards
        legend="내는 사람"
        name="payer"
        type="radio"
        layout="grid"
        options={[
          { value: "expert", label: "전문가", description: "받는 금액에서 빼요" },
          { value: "customer", label: "고객", description: "결제할 때 더해요" },
        ]}
        defaultValue={typed("payer", orderFees.value.payer)}
        error={errors.payer}
        className="max-w-md"
      />
      <div className="grid max-w-2xl grid-cols-2 gap-3 md:grid-cols-5">
        {CATEGORIES.map((category) => (
          <TextField
            key={category}
            label={CATEGORY_LABELS[category]}
            name={category}
            inputMode="decimal"
            suffix="%"
            defaultValue={typed(category, String(orderFees.value.bps[category] / 100))}
            error={errors[category]}
          />
        ))}
      </div>
    </SettingForm>
  )
}

/** From how many won on two administrators decide. */
function LimitsSetting({ limits, answer }: Pick<View, "limits"> & { answer: ScreenAnswer }) {
  const { errors, typed } = answer
  return (
    <SettingForm
      intent="limits"
      title="두 사람이 확인하는 금액"
      text="이 금액부터는 요청한 사람이 아닌 다른 관리자가 확인해야 돈이 나가요."
      version={limits.version}
    >
      <div className="grid max-w-md grid-cols-2 gap-3">
        <WonField
          label="판매자 이체"
          name="payoutWon"
          defaultValue={typed("payoutWon", String(limits.value.payoutWon))}
          error={errors.payoutWon}
        />
        <WonField
          label="직접 환불"
          name="refundWon"
          defaultValue={typed("refundWon", String(limits.value.refundWon))}
          error={errors.refundWon}
        />
      </div>
    </SettingForm>
  )
}

/** The wages of each year, and an empty row for one to come. */
function WagesSetting({ wages, answer }: Pick<View, "wages"> & { answer: ScreenAnswer }) {
  const { errors, typed } = answer
  const nextYear = (wages.value.at(-1)?.year ?? 2026) + 1
  return (
    <SettingForm
      intent="wages"
      title="최저임금"
      text="일하는 날의 최저임금보다 적은 구인 글은 올릴 수 없어요. 해마다 1월 1일부터 적용돼요."
      version={wages.version}
    >
      {[
        ...wages.value.map((row) => ({ year: String(row.year), hourWon: String(row.hourWon) })),
        { year: "", hourWon: "" },
      ].map((row, index) => (
        <div key={row.year} className="grid max-w-md grid-cols-[7rem_minmax(0,1fr)] items-start gap-3">
          <TextField
            label="연도"
            name={`rows[${index}].year`}
            inputMode="numeric"
            placeholder={String(nextYear)}
            defaultValue={typed(`rows[${index}].year`, row.year)}
            error={errors[`rows[${index}].year`]}
          />
          <WonField
            label="시급"
            name={`rows[${index}].hourWon`}
            defaultValue={typed(`rows[${index}].hourWon`, row.hourWon)}
            error={errors[`rows[${index}].hourWon`]}
          />
        </div>
      ))}
      {errors.rows ? <p className="text-sm font-medium text-refused-ink">{errors.rows}</p> : null}
    </SettingForm>
  )
}

function KeywordsSetting({ keywords, answer }: Pick<View, "keywords"> & { answer: ScreenAnswer }) {
  const { errors, typed } = answer
  return (
    <SettingForm
      intent="keywords"
      title="추천 검색어"
      text="검색 화면에 보이는 낱말이에요. 쉼표나 줄바꿈으로 나눠 적어요."
      version={keywords.version}
    >
      <div className="grid gap-4 md:grid-cols-2">
        {KEYWORD_SECTIONS.map((section) => (
          <TextArea
            key={section}
            label={KEYWORD_PLACE_LABELS[section]}
            name={section}
            rows={2}
            maxLength={1_000}
            defaultValue={typed(section, keywords.value[section].join(", "))}
            error={errors[section]}
          />
        ))}
      </div>
    </SettingForm>
  )
}

function CompanySetting({ company, answer }: Pick<View, "company"> & { answer: ScreenAnswer }) {
  const { errors, typed } = answer
  return (
    <SettingForm
      intent="company"
      title="회사 정보"
      text={
        brand.hasCompany
          ? "모든 화면 맨 아래에 보여요."
          : "아직 회사 정보가 없어요. 법에 따라 모든 화면 맨 아래에 보여야 해요."
      }
      version={company.version}
    >
      <div className="grid gap-4 md:grid-cols-2">
        {COMPANY_FIELDS.map((field) => (
          <TextField
            key={field}
            label={COMPANY_LABELS[field]}
            name={field}
            maxLength={120}
            defaultValue={typed(field, company.value[field])}
            error={errors[field]}
            className={field === "address" ? "md:col-span-2" : ""}
          />
        ))}
      </div>
    </SettingForm>
  )
}

function SettingsLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <li>
      <Link
        to={to}
        className={
          "flex min-h-13 items-center justify-between px-4 text-base font-medium hover:bg-base-200 " +
          "md:px-6"
        }
      >
        {children}
        <ChevronRight size={18} className="text-ink-3" />
      </Link>
    </li>
  )
}

function SettingForm({
  intent,
  title,
  text,
  version,
  children,
}: {
  intent: string
  title: string
  text: string
  version: number
  children: ReactNode
}) {
  return (
    <section className="card-line p-4 md:p-6" aria-labelledby={`setting-${intent}`}>
      <h2 id={`setting-${intent}`} className="text-lg font-bold">
        {title}
      </h2>
      <p className="mt-1 text-sm text-ink-3">{text}</p>
      <Form method="post" className="mt-4 grid gap-4" key={version}>
        <input type="hidden" name="version" value={version} />
        {children}
        <div>
          <SubmitButton name="intent" value={intent} className="btn btn-tint">
            {title} 저장하기
          </SubmitButton>
        </div>
      </Form>
    </section>
  )
}
