import { Form, Link, href } from "react-router"
import type { FormErrors, FormValues } from "#app/basics/form.ts"
import { isBlankRow, getRows } from "#app/basics/form-rows.ts"
import { formatRegionName } from "#app/basics/regions.ts"
import { formatWon, parseWonInput } from "#app/basics/won.ts"
import { Checkbox } from "#app/ui/field.tsx"
import { FlowLayout } from "#app/ui/flow-layout.tsx"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import { Picture } from "#app/ui/picture.tsx"
import { SummaryLine } from "#app/ui/wizard.tsx"
import { StickyBar } from "#app/ui/sticky-bar.tsx"
import { CATEGORIES, CATEGORY_LABELS } from "../../orders/rules.ts"
import type { ApplicationStep } from "../rules.ts"
import { STEP_TEXTS } from "./registration-steps.tsx"
import type { PictureView } from "../views.ts"

type SummaryProps = {
  mode: "apply" | "edit" | "resubmit"
  steps: readonly ApplicationStep[]
  values: FormValues
  pictures: Readonly<Record<string, PictureView>>
  /** Questions without a good answer. */
  openStepIds: readonly ApplicationStep[]
  signedIn: boolean
  errors: FormErrors | undefined
  problem: string | null | undefined
}

const SUBMIT_LABELS = {
  apply: "심사 신청하기",
  edit: "고친 내용 보내기",
  resubmit: "보완해서 다시 보내기",
} as const

/** All answers on one screen, each with a way to change it, and what is agreed to before sending. */
export function RegistrationSummary({
  mode,
  steps,
  values,
  pictures,
  openStepIds,
  signedIn,
  errors,
  problem,
}: SummaryProps) {
  const last = steps.at(-1)
  return (
    <FlowLayout
      step={steps.length + 1}
      totalSteps={steps.length + 1}
      backHref={last && `${href("/expert-registration")}?step=${last}`}
      closeHref={href("/expert-signup")}
      saveStatus="자동 저장됨"
      question={mode === "apply" ? "이대로 신청할까요?" : "이대로 보낼까요?"}
      help="보낸 뒤에도 심사가 시작되기 전까지 고칠 수 있어요."
    >
      <FormAlert message={problem} className="mb-5" />
      <AnswerList steps={steps} values={values} pictures={pictures} openStepIds={openStepIds} />
      {signedIn ? <SendForm mode={mode} errors={errors} /> : <AccountNeeded />}
    </FlowLayout>
  )
}

function AnswerList({
  steps,
  values,
  pictures,
  openStepIds,
}: Pick<SummaryProps, "steps" | "values" | "pictures" | "openStepIds">) {
  return (
    <dl className="border-t border-base-300">
      {steps.map((step) => (
        <SummaryLine
          key={step}
          label={STEP_TEXTS[step].label}
          hasLongLabel
          editHref={`${href("/expert-registration")}?step=${step}&edit=1`}
        >
          {openStepIds.includes(step) ? (
            <span className="font-medium text-refused-ink">답이 필요해요</span>
          ) : (
            <Answer step={step} values={values} pictures={pictures} />
          )}
        </SummaryLine>
      ))}
    </dl>
  )
}

function SendForm({ mode, errors }: Pick<SummaryProps, "mode" | "errors">) {
  return (
    <Form method="post" action={`${href("/expert-registration")}?step=summary`} noValidate>
      {mode === "apply" ? <Consents errors={errors} /> : null}
      <StickyBar>
        <SubmitButton name="intent" value="send" className="btn btn-primary btn-lg flex-1">
          {SUBMIT_LABELS[mode]}
        </SubmitButton>
      </StickyBar>
    </Form>
  )
}

/** Who is not signed in does so first; what was typed stays. */
function AccountNeeded() {
  const returnTo = encodeURIComponent("/expert-registration?step=summary")
  return (
    <>
      <div className="mt-6 rounded-xl bg-base-200 p-5">
        <p className="font-semibold">신청하려면 계정이 필요해요</p>
        <p className="mt-1 text-sm text-ink-2">지금까지 쓴 내용은 그대로 이어져요.</p>
      </div>
      <StickyBar>
        <Link to={`${href("/login")}?returnTo=${returnTo}`} className="btn btn-quiet btn-lg flex-none px-6">
          로그인
        </Link>
        <Link
          to={`${href("/signup")}?type=expert&returnTo=${returnTo}`}
          className="btn btn-primary btn-lg flex-1"
        >
          전문가로 가입하기
        </Link>
      </StickyBar>
    </>
  )
}

function Answer({
  step,
  values,
  pictures,
}: {
  step: ApplicationStep
  values: FormValues
  pictures: SummaryProps["pictures"]
}) {
  const getText = (field: string) => [values[field] ?? ""].flat()[0] ?? ""
  const getValues = (field: string) => [values[field] ?? []].flat()
  const emptyText = <span className="text-ink-3">없음</span>
  switch (step) {
    case "categories":
      return CATEGORIES.filter((category) => getValues("categories").includes(category))
        .map((category) => CATEGORY_LABELS[category])
        .join(" · ")
    case "regions":
      return getValues("regions").map(formatRegionName).join(", ")
    case "identity":
      return (
        <>
          <p className="font-semibold">{getText("name")}</p>
          <p className="text-ink-2">{getText("oneLine")}</p>
        </>
      )
    case "introduction":
      return <p className="line-clamp-3 whitespace-pre-line">{getText("introduction")}</p>
    case "career":
      return `${getText("careerYears")}년`
    case "business":
      return (
        <>
          <p className="num">{getText("businessNumber")}</p>
          <p className="text-ink-2">
            {getText("businessName")} · 대표 {getText("representative")}
          </p>
        </>
      )
    case "prices": {
      const rows = getRows(values, "prices").filter((row) => !isBlankRow(row, ["unit"]))
      return rows.length === 0
        ? emptyText
        : rows.map((row) => (
            <p
              key={`${row.name} ${row.unit}`}
            >{`${row.name} · ${row.unit} ${formatWon(parseWonInput(String(row.priceWon)) ?? 0)}부터`}</p>
          ))
    }
    case "certificates": {
      const rows = getRows(values, "certificates").filter((row) => !isBlankRow(row))
      return rows.length === 0
        ? emptyText
        : rows.map((row) => <p key={`${row.name} ${row.issuer}`}>{`${row.name} · ${row.issuer}`}</p>)
    }
    case "portfolio": {
      const portfolioPictures = getRows(values, "portfolio").flatMap(
        (row) => pictures[[row.after ?? []].flat()[0] ?? ""] ?? [],
      )
      return portfolioPictures.length === 0 ? (
        emptyText
      ) : (
        <div className="flex flex-wrap gap-2">
          {portfolioPictures.map((picture) => (
            <Picture key={picture.id} {...picture} ratio="square" sizes="48px" className="w-12 rounded-md" />
          ))}
        </div>
      )
    }
  }
}

/** What is collected, why and how long (korea.md §4), and an agreement for each. */
function Consents({ errors }: { errors: FormErrors | undefined }) {
  return (
    <div className="mt-6">
      <div className="overflow-hidden rounded-xl bg-base-200 p-4">
        <table className="w-full text-sm">
          <caption className="pb-2 text-left font-semibold">사업자 정보 수집·이용 안내</caption>
          <tbody>
            {[
              ["목적", "전문가 자격 확인, 판매자 정보 표시"],
              ["항목", "사업자등록번호, 상호, 대표자 이름, 자격증 사진"],
              ["기간", "활동 종료 뒤 5년 (전자상거래법)"],
              ["거부할 권리", "동의하지 않을 수 있지만, 그러면 전문가 등록을 할 수 없어요"],
            ].map(([name, value]) => (
              <tr key={name}>
                <th scope="row" className="w-24 py-1 pr-3 text-left align-top font-normal text-ink-3">
                  {name}
                </th>
                <td className="py-1">{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="mt-2">
        <Checkbox
          name="privacyConsent"
          label="(필수) 사업자 정보 수집·이용에 동의해요"
          error={errors?.privacyConsent}
          required
        />
        <Checkbox
          name="sellerConsent"
          label="(필수) 상호·대표자·사업자등록번호가 고객에게 보이는 데 동의해요"
          error={errors?.sellerConsent}
          required
        />
      </div>
    </div>
  )
}
