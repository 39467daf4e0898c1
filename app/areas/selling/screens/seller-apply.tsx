import { useRef } from "react"
import { Form, redirect, href } from "react-router"
import { z } from "zod"
import { formatBusinessNumber } from "#app/basics/business-number.ts"
import { getFormValues, type FormErrors, type FormValues } from "#app/basics/form.ts"
import { isId, newId } from "#app/basics/ids.ts"
import { formatPhone } from "#app/basics/phone.ts"
import { findDraft } from "#app/platform/drafts.server.ts"
import { intents } from "#app/platform/intents.server.ts"
import type { PictureView } from "#app/basics/picture-view.ts"
import { findPictures } from "#app/platform/pictures.server.ts"
import { titleOf } from "#app/basics/brand.ts"
import { formatAutosaveState, useAutosave } from "#app/ui/autosave.ts"
import { Checkbox, TextField } from "#app/ui/field.tsx"
import { useActionAnswer, type ScreenAnswer } from "#app/ui/action-answer.ts"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import { PictureUploader } from "#app/ui/picture-uploader.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { useInitialValue } from "#app/ui/initial-value.ts"
import { StickyBar } from "#app/ui/sticky-bar.tsx"
import { SubmissionKey } from "#app/ui/submission-key.tsx"
import { requireMember, requireMemberOrSaveDraft } from "../../accounts/guards.server.ts"
import { isAdmin, type Member } from "../../accounts/rules.ts"
import {
  PayoutAccountFields,
  FormSection,
  fieldValue,
  ShippingFields,
  ShopFields,
} from "../parts/seller-fields.tsx"
import { SellerStateCard } from "../parts/state-badges.tsx"
import { LIMITS } from "../../shop/rules.ts"
import { applyAsSeller, findOwnSeller, type SellerRow } from "../service/application.server.ts"
import type { Route } from "./+types/seller-apply"
import { SELLER_DRAFT_NAME } from "#app/areas/selling/rules.ts"
import { SellerApplicationSubmission } from "#app/areas/selling/forms.ts"

export const handle = {
  bar: "task",
  title: "입점 신청",
  backHref: href("/shopping"),
  background: "white",
} satisfies ScreenHandle

const Draft = z.object({ values: z.record(z.string(), z.union([z.string(), z.array(z.string())])) })

const toFormValues = (seller: SellerRow): FormValues => ({
  name: seller.name,
  intro: seller.intro,
  phone: formatPhone(seller.phone),
  email: seller.email,
  address: seller.address,
  businessName: seller.businessName,
  representative: seller.representative,
  businessNumber: formatBusinessNumber(seller.businessNumber),
  mailOrderNumber: seller.mailOrderNumber,
  mailOrderExempt: seller.mailOrderNumber === "" ? "on" : "",
  shippingWon: String(seller.shippingWon),
  freeFromWon: seller.freeFromWon === null ? "" : String(seller.freeFromWon),
  returnWon: String(seller.returnWon),
  dispatchDays: String(seller.dispatchDays),
  bank: seller.bank,
  accountNumber: seller.accountNumber,
  accountHolder: seller.accountHolder,
})

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  if (isAdmin(actor)) throw redirect(href("/admin/users/shop-owners"))
  if (actor.profile === null) throw redirect(href("/my-info"))
  const ownSeller = await findOwnSeller(actor)
  const state = ownSeller?.seller.state ?? null
  if (state === "approved") throw redirect(href("/shopping/admin"))
  const applicationState =
    ownSeller && state !== null
      ? {
          state,
          reason: ownSeller.seller.decisionReason,
          appliedAt: ownSeller.seller.appliedAt.toISOString(),
        }
      : null
  if (state !== null && state !== "needs_info" && state !== "rejected")
    return { applicationState, form: null }
  const draft = Draft.safeParse((await findDraft(actor.userId, SELLER_DRAFT_NAME))?.content)
  const values: FormValues = draft.success
    ? draft.data.values
    : ownSeller
      ? toFormValues(ownSeller.seller)
      : {
          email: actor.email,
          shippingWon: "3000",
          freeFromWon: "30000",
          returnWon: "3000",
          dispatchDays: "1",
        }
  const pictures = draft.success
    ? await findPictures([values.documentIds ?? []].flat().filter(isId).slice(0, LIMITS.documents), {
        ownerId: actor.userId,
        purpose: "certificate",
      })
    : (ownSeller?.documents ?? [])
  return {
    applicationState,
    form: {
      draft: SELLER_DRAFT_NAME,
      values,
      pictures,
      saved: draft.success,
      submissionKey: newId(),
      again: state !== null,
    },
  }
}

const answerForm = intents<{ actor: Member }>((intent) => ({
  "": intent({
    form: SellerApplicationSubmission,
    pictures: [{ name: "documentIds", purpose: "certificate", max: LIMITS.documents }],
    hidden: ["submissionKey"],
    run: ({ actor }, application) => applyAsSeller(actor, application),
    done: "입점 신청서를 보냈어요",
    problems: {
      not_allowed: {
        sentence: "이 계정으로는 입점을 신청할 수 없어요. 다른 계정으로 로그인해 주세요.",
        status: 403,
      },
      already: "이미 보낸 신청서가 있어요. 입점 상태를 확인해 주세요.",
      business_taken: {
        field: "businessNumber",
        sentence:
          "이 사업자등록번호로 입점한 상점이 이미 있어요. 번호를 확인하거나 고객센터에 물어봐 주세요.",
        status: 409,
      },
      own_business: {
        field: "businessNumber",
        sentence: "바로일당의 사업자등록번호예요. 입점하려는 상점의 번호를 입력해 주세요.",
      },
      pictures_missing: {
        field: "documentIds",
        sentence: "서류 사진을 찾지 못했어요. 사진을 다시 올려 주세요.",
      },
    },
  }),
}))

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const actor = await requireMemberOrSaveDraft(context, request, SELLER_DRAFT_NAME, {
    values: getFormValues(form),
  })
  return answerForm(form, { actor }, { to: `${href("/shop/apply")}#application` })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("입점 신청") },
  { name: "robots", content: "noindex" },
]

export default function SellerApply({
  loaderData: { applicationState, form },
  actionData,
}: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  return (
    <Page isNarrow>
      <h1 className="sr-only md:hidden">입점 신청</h1>
      <div className="hidden md:block">
        <PageHeader
          title="입점 신청"
          back={{ href: href("/shopping"), label: "쇼핑" }}
          text={
            form && !form.again
              ? "신청하고 승인되면 바로 상품을 올릴 수 있어요. 5분이면 충분해요."
              : undefined
          }
        />
      </div>
      {applicationState ? (
        <div id="application" className="scroll-mt-24 pt-5 md:pt-0">
          <SellerStateCard
            {...applicationState}
            {...(applicationState.state === "suspended" || applicationState.state === "terminated"
              ? { action: { href: href("/shopping/admin"), label: "판매자 센터로 가기" } }
              : form
                ? {}
                : { action: { href: href("/shopping"), label: "쇼핑 둘러보기" } })}
          />
        </div>
      ) : null}
      {form ? (
        <Application form={form} answer={answer} />
      ) : (
        <FormAlert message={answer.problem} className="mt-4" />
      )}
    </Page>
  )
}

function Application({
  form: loadedForm,
  answer,
}: {
  form: NonNullable<Route.ComponentProps["loaderData"]["form"]>
  answer: ScreenAnswer
}) {
  const form = useInitialValue(loadedForm)
  const ref = useRef<HTMLFormElement>(null)
  const autosaveOutcome = useAutosave(ref, form.draft, (typed) => ({ values: typed }))
  const values = answer.wasSent ? answer.values : form.values
  const { errors } = answer
  const pictures = answer.pictures ?? form.pictures
  return (
    <Form ref={ref} method="post" encType="multipart/form-data" noValidate>
      <SubmissionKey value={form.submissionKey} />
      <FormAlert message={answer.problem} className="mt-5 md:mb-8" />
      <FormSection title="상점" text="사는 사람에게 보이는 정보예요.">
        <ShopFields values={values} errors={errors} />
      </FormSection>
      <BusinessSection values={values} errors={errors} pictures={pictures} />
      <FormSection title="배송과 반품" text="상품마다 무료배송으로 바꿀 수 있어요.">
        <ShippingFields values={values} errors={errors} />
      </FormSection>
      <FormSection title="정산" text="구매가 확정되면 수수료를 뺀 금액을 영업일마다 보내 드려요.">
        <PayoutAccountFields values={values} errors={errors} />
        <Checkbox
          name="consent"
          label="판매 약관에 동의해요 (필수)"
          description="판매 수수료는 상품 금액의 8%이고, 판매한 때의 수수료율로 정산해요."
          defaultChecked={fieldValue(values, "consent") === "on"}
          error={errors.consent}
          required
        />
      </FormSection>
      <StickyBar>
        <SubmitButton className="btn btn-primary btn-lg flex-1">
          {form.again ? "고쳐서 다시 신청하기" : "입점 신청하기"}
        </SubmitButton>
      </StickyBar>
      <output className="mt-3 block min-h-5 text-center text-sm text-ink-3">
        {formatAutosaveState(autosaveOutcome, form.saved)}
      </output>
    </Form>
  )
}

/** Who is behind the shop, as the law wants it shown, with the papers that prove it. */
function BusinessSection({
  values,
  errors,
  pictures,
}: {
  values: FormValues
  errors: FormErrors
  pictures: PictureView[]
}) {
  return (
    <FormSection title="사업자" text="상품 페이지의 판매자 정보에 표시해요. 법에서 정한 항목이에요.">
      <div className="grid gap-6 sm:grid-cols-2">
        <TextField
          label="상호"
          name="businessName"
          maxLength={50}
          defaultValue={fieldValue(values, "businessName")}
          error={errors.businessName}
          required
        />
        <TextField
          label="대표자"
          name="representative"
          maxLength={30}
          defaultValue={fieldValue(values, "representative")}
          error={errors.representative}
          required
        />
      </div>
      <TextField
        label="사업자등록번호"
        name="businessNumber"
        inputMode="numeric"
        maxLength={14}
        placeholder="000-00-00000"
        defaultValue={fieldValue(values, "businessNumber")}
        error={errors.businessNumber}
        required
      />
      <div>
        <TextField
          label="통신판매업 신고번호"
          name="mailOrderNumber"
          maxLength={40}
          placeholder="예: 2026-서울서초-0123"
          defaultValue={fieldValue(values, "mailOrderNumber")}
          error={errors.mailOrderNumber}
        />
        <Checkbox
          className="mt-1"
          name="mailOrderExempt"
          label="신고 면제예요"
          description="간이과세자이거나 거래가 한 해 50회보다 적으면 신고하지 않아도 돼요."
          defaultChecked={fieldValue(values, "mailOrderExempt") === "on"}
        />
      </div>
      <PictureUploader
        key={pictures.map((picture) => picture.id).join()}
        name="documentIds"
        purpose="certificate"
        max={LIMITS.documents}
        label="서류 사진"
        help="사업자등록증은 꼭 필요해요. 통신판매업 신고증과 통장 사본이 있으면 심사가 빨라요. 담당자만 볼 수 있어요."
        defaultPictures={pictures}
        error={errors.documentIds}
      />
    </FormSection>
  )
}
