import { titleOf } from "#app/basics/brand.ts"
import { Form, href } from "react-router"
import { notFound, requireMember } from "#app/areas/accounts/guards.server.ts"
import { IDENTITY_PROBLEMS } from "#app/areas/accounts/service/identity-problems.server.ts"
import { now } from "#app/basics/clock.ts"
import { formatWon } from "#app/basics/won.ts"
import { ChoiceCards, TextArea } from "#app/ui/field.tsx"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import { PictureUploader } from "#app/ui/picture-uploader.tsx"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { StickyBar } from "#app/ui/sticky-bar.tsx"
import { ClaimForm } from "../forms.ts"
import { LINE_PROBLEMS } from "../parts/problems.ts"
import { RefundAccountFields } from "../../money/parts/refund-account-fields.tsx"
import { Thumbnail } from "../parts/thumbnail.tsx"
import { LIMITS } from "../rules.ts"
import { requestClaim } from "../service/claims.server.ts"
import { findPurchase } from "../service/purchases.server.ts"
import { askForAccount, confirmBuyer } from "../purchase-forms.server.ts"
import type { Route } from "./+types/claim"
import { toRefundAccount } from "../../money/forms.ts"
import { intents } from "#app/platform/intents.server.ts"
import { useActionAnswer, type ScreenAnswer } from "#app/ui/action-answer.ts"
import type { Member } from "../../accounts/rules.ts"
import {
  CLAIM_KINDS,
  CLAIM_KIND_LABELS,
  CLAIM_REASONS,
  CLAIM_REASON_KEYS,
  type ClaimReason,
  listAvailableClaims,
} from "../claim-rules.ts"

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  const query = new URL(request.url).searchParams
  const purchase = await findPurchase(actor, params.groupId)
  const sellerOrder = purchase?.sellerOrders.find((each) =>
    each.lines.some((line) => line.id === query.get("line")),
  )
  const line = sellerOrder?.lines.find((each) => each.id === query.get("line"))
  const lineRow = purchase?.rows.flatMap(({ lines }) => lines).find((each) => each.id === line?.id)
  const kind = CLAIM_KINDS.find((each) => each === query.get("kind"))
  if (!purchase || !sellerOrder || !line || !lineRow || !kind) notFound()
  const availableClaim = listAvailableClaims(lineRow, now()).find((each) => each.kind === kind)
  return {
    kind,
    line,
    groupId: purchase.purchase.id,
    returnWon: sellerOrder.returnWon,
    hasMore: sellerOrder.lines.length > 1,
    confirmed: line.state === "confirmed",
    faults: availableClaim?.faults ?? [],
    needsRefundAccount:
      purchase.payment?.method === "virtual_account" &&
      purchase.purchase.refundBank === "" &&
      kind !== "exchange",
  }
}

const answerForm = intents<{ actor: Member }>((intent) => ({
  "": intent({
    form: ClaimForm,
    pictures: [{ name: "pictureIds", purpose: "claim", max: LIMITS.claimPhotos }],
    hidden: ["lineId", "kind"],
    run: async ({ actor }, { lineId, kind, reason, detail, pictureIds, password, ...typed }) => {
      const account = toRefundAccount(typed)
      const identity = await confirmBuyer(actor, account !== null, password)
      if (!identity.ok) return identity
      return requestClaim(actor, lineId, { kind, reason, detail: detail ?? "", pictureIds, account })
    },
    done: (_, { kind }) => `${CLAIM_KIND_LABELS[kind]}을 신청했어요`,
    problems: {
      ...IDENTITY_PROBLEMS,
      not_now: "지금은 이 사유로 신청할 수 없어요. 기간과 상품 상태를 확인해 주세요.",
      already: LINE_PROBLEMS.already,
      pictures_missing: LINE_PROBLEMS.pictures_missing,
      account_missing: askForAccount,
    },
  }),
}))

export async function action({ params, request, context }: Route.ActionArgs) {
  const actor = requireMember(context, request)
  const { groupId } = params
  return answerForm(
    await request.formData(),
    { actor },
    { to: href("/shopping/orders/:groupId", { groupId }) },
  )
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("취소·반품·교환 신청") },
  { name: "robots", content: "noindex" },
]

type View = Route.ComponentProps["loaderData"]

export default function Claim({ loaderData: view, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  const label = CLAIM_KIND_LABELS[view.kind]
  const reasons = CLAIM_REASON_KEYS.filter(
    (key) =>
      view.faults.some((fault) => fault === CLAIM_REASONS[key].fault) &&
      (view.kind !== "cancel" || key === "changed_mind" || key === "wrong_option" || key === "late"),
  )
  return (
    <Page isNarrow>
      <PageHeader
        title={`${label} 신청`}
        back={{ href: href("/shopping/orders/:groupId", { groupId: view.groupId }), label: "주문 상세" }}
      />
      <FormAlert message={answer.problem} className="mb-4" />
      <ClaimedLine line={view.line} />
      {reasons.length === 0 ? (
        <p className="mt-6 rounded-xl bg-warn-tint p-5 text-base text-warn-ink">
          신청할 수 있는 기간이 지났거나, 이미 처리된 상품이에요.
        </p>
      ) : (
        <RequestForm view={view} reasons={reasons} answer={answer} />
      )}
    </Page>
  )
}

function ClaimedLine({ line }: { line: View["line"] }) {
  return (
    <div
      className={"flex items-center gap-3.5 rounded-xl md:border md:border-base-300 md:bg-base-100 md:p-4"}
    >
      <Thumbnail pictureId={line.pictureId} size={64} />
      <div className="min-w-0">
        <p className="text-base font-semibold">{line.title}</p>
        <p className="text-sm text-ink-3">
          {[line.optionName, `${line.quantity}개`, formatWon(line.unitWon * line.quantity)]
            .filter(Boolean)
            .join(" · ")}
        </p>
      </div>
    </div>
  )
}

/** What is taken off what goes back, by whose fault it is. */
const describeReturnFee = (reason: ClaimReason, view: View) =>
  CLAIM_REASONS[reason].fault === "buyer"
    ? `반품 배송비 ${formatWon(view.returnWon)}을 빼고 환불해요` +
      `${view.hasMore ? ". 이 판매자의 상품을 수거 전에 함께 신청하면 한 번만 빼요" : ""}`
    : "배송비 없이 모두 환불해요"

function RequestForm({
  view,
  reasons,
  answer,
}: {
  view: View
  reasons: readonly ClaimReason[]
  answer: ScreenAnswer
}) {
  const { errors } = answer
  return (
    <Form method="post" encType="multipart/form-data" noValidate className="mt-6 grid gap-6">
      <input type="hidden" name="lineId" value={view.line.id} />
      <input type="hidden" name="kind" value={view.kind} />
      <ChoiceCards
        legend="사유"
        name="reason"
        type="radio"
        error={errors.reason}
        defaultValue={answer.typed("reason")}
        options={reasons.map((key) => ({
          value: key,
          label: CLAIM_REASONS[key].label,
          description: view.kind === "return" ? describeReturnFee(key, view) : undefined,
        }))}
      />
      {view.kind === "exchange" ? (
        <p className="-mt-3 text-sm text-ink-2">
          교환은 왕복 배송비를 받지 않아요. 다른 옵션을 원하면 자세한 내용에 적어 주세요.
        </p>
      ) : null}
      <TextArea
        label="자세한 내용"
        name="detail"
        rows={3}
        required={false}
        maxLength={500}
        defaultValue={answer.typed("detail")}
        error={errors.detail}
      />
      {view.kind === "cancel" ? null : (
        <PictureUploader
          label={`사진 (선택, ${LIMITS.claimPhotos}장까지)`}
          name="pictureIds"
          purpose="claim"
          max={LIMITS.claimPhotos}
          defaultPictures={answer.pictures ?? []}
          error={errors.pictureIds}
        />
      )}
      {view.needsRefundAccount ? <RefundAccountFields errors={errors} values={answer.values} /> : null}
      <StickyBar>
        <SubmitButton className="btn btn-primary btn-lg flex-1">
          {CLAIM_KIND_LABELS[view.kind]} 신청하기
        </SubmitButton>
      </StickyBar>
    </Form>
  )
}
