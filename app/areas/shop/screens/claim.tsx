import { titleOf } from "#app/basics/brand.ts"
import { Form, href } from "react-router"
import { notFound, requireMember } from "#app/areas/accounts/guards.server.ts"
import { IDENTITY_PROBLEMS } from "#app/areas/accounts/service/identity-problems.server.ts"
import { now } from "#app/basics/clock.ts"
import { formatPhone } from "#app/basics/phone.ts"
import { formatWon } from "#app/basics/won.ts"
import { ChoiceCards, TextArea, TextField } from "#app/ui/field.tsx"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import { PictureUploader } from "#app/ui/picture-uploader.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { StickyBar } from "#app/ui/sticky-bar.tsx"
import { ClaimForm } from "../forms.ts"
import { EXCHANGE_PROBLEMS, LINE_PROBLEMS } from "../parts/problems.ts"
import { RefundAccountFields } from "../../money/parts/refund-account-fields.tsx"
import { Thumbnail } from "../parts/thumbnail.tsx"
import { LIMITS } from "../rules.ts"
import { requestClaim } from "../service/request-claim.server.ts"
import { estimateReturn } from "../service/return-estimate.server.ts"
import { listExchangeOptions } from "../service/exchanges.server.ts"
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
  type ClaimKind,
  type ClaimReason,
  listAvailableClaims,
} from "../claim-rules.ts"

export const handle = {
  bar: "task",
  title: (view: { kind: ClaimKind }) => `${CLAIM_KIND_LABELS[view.kind]} 신청`,
  backHref: href("/shopping/orders"),
} satisfies ScreenHandle<{ kind: ClaimKind }>

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
  const rows = purchase.rows.find((row) => row.sellerOrder.id === sellerOrder.id)
  const [options, estimate] = await Promise.all([
    kind === "exchange" ? listExchangeOptions(lineRow) : [],
    kind === "return" && rows ? estimateReturn(rows, lineRow) : null,
  ])
  const { recipient, phone, zonecode, address, addressDetail } = purchase.purchase
  return {
    options,
    estimate,
    pickup:
      kind === "cancel"
        ? null
        : {
            recipient,
            phone,
            address: `(${zonecode}) ${address} ${addressDetail}`.trim(),
          },
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
    run: async ({ actor }, form) => {
      const { lineId, kind, reason, detail, pickupNote, variantId, pictureIds, password, ...typed } = form
      const account = toRefundAccount(typed)
      const identity = await confirmBuyer(actor, account !== null, password)
      if (!identity.ok) return identity
      return requestClaim(actor, lineId, {
        kind,
        reason,
        detail: detail ?? "",
        pickupNote,
        variantId,
        pictureIds,
        account,
      })
    },
    done: (_, { kind }) => `${CLAIM_KIND_LABELS[kind]}을 신청했어요`,
    problems: {
      ...IDENTITY_PROBLEMS,
      not_now: "지금은 이 사유로 신청할 수 없어요. 기간과 상품 상태를 확인해 주세요.",
      already: LINE_PROBLEMS.already,
      pictures_missing: LINE_PROBLEMS.pictures_missing,
      account_missing: askForAccount,
      option_gone: { field: "variantId", sentence: EXCHANGE_PROBLEMS.option_gone },
      option_price: { field: "variantId", sentence: EXCHANGE_PROBLEMS.option_price, status: 409 },
      option_sold_out: { field: "variantId", sentence: EXCHANGE_PROBLEMS.option_sold_out, status: 409 },
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
        bar="same"
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

/** The sum that comes back, and what is taken off it, by whose fault it is. */
const describeReturnFee = (reason: ClaimReason, view: View) =>
  CLAIM_REASONS[reason].fault === "buyer"
    ? view.estimate?.buyer.feeWon === 0
      ? `${formatWon(view.estimate.buyer.refundWon)}을 환불해요. 먼저 신청한 반품과 함께 돌아가 배송비를 더 빼지 않아요`
      : `반품 배송비 ${formatWon(view.returnWon)}을 빼고 ${formatWon(view.estimate?.buyer.refundWon ?? 0)}을 환불해요` +
        `${view.hasMore ? ". 이 판매자의 상품을 수거 전에 함께 신청하면 배송비는 한 번만 빼요" : ""}`
    : `배송비를 빼지 않고 ${formatWon(view.estimate?.seller.refundWon ?? 0)}을 환불해요`

const OPTION_PROBLEMS = { price: "값이 달라요", sold_out: "품절" } as const

/** What the goods are exchanged for: the same again, or another option of the same price. */
function ExchangeOptions({ options, answer }: { options: View["options"]; answer: ScreenAnswer }) {
  const possible = options.filter((option) => option.problem === null)
  const others = options.filter((option) => option.problem !== null)
  const bought = possible.find((option) => option.isBought) ?? possible[0]
  if (possible.length === 0)
    return (
      <p className="rounded-xl bg-warn-tint p-4 text-base text-warn-ink">
        {EXCHANGE_PROBLEMS.option_sold_out}
      </p>
    )
  return (
    <div>
      <ChoiceCards
        legend="받고 싶은 옵션"
        name="variantId"
        type="radio"
        layout={possible.length > 1 ? "grid" : "list"}
        error={answer.errors.variantId}
        defaultValue={answer.typed("variantId", bought?.id ?? "")}
        options={possible.map((option) => ({
          value: option.id,
          label: option.name || "같은 상품",
          description: option.isBought ? "산 것과 같은 옵션" : undefined,
        }))}
      />
      {others.length > 0 ? (
        <p className="mt-2 text-sm text-ink-3">
          고를 수 없는 옵션:{" "}
          {others
            .map(({ name, problem }) => `${name || "같은 상품"} (${problem ? OPTION_PROBLEMS[problem] : ""})`)
            .join(", ")}
          {others.some((option) => option.problem === "price") ? `. ${EXCHANGE_PROBLEMS.option_price}` : ""}
        </p>
      ) : null}
      <p className="mt-2 text-sm text-ink-3">신청하면 고른 옵션을 바로 잡아 둬요.</p>
    </div>
  )
}

/** Where the goods are fetched. */
function Pickup({ pickup, answer }: { pickup: NonNullable<View["pickup"]>; answer: ScreenAnswer }) {
  return (
    <section aria-labelledby="pickup" className="card-line p-4">
      <h2 id="pickup" className="text-sm font-medium text-ink-2">
        수거하는 곳
      </h2>
      <p className="mt-1.5 text-base font-semibold">
        {pickup.recipient} <span className="num font-normal text-ink-2">{formatPhone(pickup.phone)}</span>
      </p>
      <p className="mt-0.5 text-base text-ink-2">{pickup.address}</p>
      <p className="mt-1.5 text-sm text-ink-3">받은 그대로 포장해 두면 택배 기사가 가지러 가요.</p>
      <TextField
        label="수거 요청사항"
        name="pickupNote"
        maxLength={120}
        required={false}
        placeholder="예: 문 앞에 둘게요"
        help="다른 곳에서 가져가야 하면 주소와 연락처를 적어 주세요. 판매자에게 전해요."
        defaultValue={answer.typed("pickupNote")}
        error={answer.errors.pickupNote}
        className="mt-4"
      />
    </section>
  )
}

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
        <>
          <p className="-mt-3 text-sm text-ink-2">교환은 왕복 배송비를 받지 않아요.</p>
          <ExchangeOptions options={view.options} answer={answer} />
        </>
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
      {view.pickup ? <Pickup pickup={view.pickup} answer={answer} /> : null}
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
