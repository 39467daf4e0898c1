import { ExternalLink } from "lucide-react"
import { Link, data, href } from "react-router"
import { parseForm } from "#app/basics/form.ts"
import { isId } from "#app/basics/ids.ts"
import { formatWon } from "#app/basics/won.ts"
import { redirectWithFlash } from "#app/platform/flash.server.ts"
import { titleOf } from "#app/basics/brand.ts"
import { ConfirmDialog } from "#app/ui/dialog.tsx"
import { TextArea } from "#app/ui/field.tsx"
import { FormAlert, useFirstErrorFocus } from "#app/ui/form.tsx"
import { Gallery } from "#app/ui/gallery.tsx"
import { Card, PageHeader } from "#app/ui/section.tsx"
import {
  adminMiddleware,
  getActor,
  isWaitingForProfile,
  notFound,
  requireAdmin,
} from "../../accounts/guards.server.ts"
import { ProductBadge } from "../../selling/parts/state-badges.tsx"
import { DEPARTMENT_LABELS } from "../../shop/rules.ts"
import { decideProduct } from "../../selling/service/products.server.ts"
import { findProductForAdmin } from "../../selling/service/approvals.server.ts"
import { AdminLayout } from "../parts/admin-layout.tsx"
import type { Route } from "./+types/admin-product"
import { ProductDecisionForm } from "#app/areas/selling/forms.ts"

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

export async function loader({ params, context }: Route.LoaderArgs) {
  if (isWaitingForProfile(getActor(context))) return null
  return (await findProductForAdmin(requireAdmin(context), params.productId)) ?? notFound()
}

const DONE_MESSAGES = {
  publish: "판매를 시작했어요",
  reject: "반려했어요",
  hide: "상품을 숨겼어요",
  show: "상품을 다시 보이게 했어요",
} as const

export async function action({ params, request, context }: Route.ActionArgs) {
  const actor = requireAdmin(context)
  if (!isId(params.productId)) notFound()
  const form = parseForm(ProductDecisionForm, await request.formData())
  if (!form.ok)
    return data(
      { move: String(form.values.move ?? ""), errors: form.errors, values: form.values },
      { status: 400 },
    )
  const { move, reason, seen: seenVersion } = form.value
  const outcome = await decideProduct(actor, { productId: params.productId, move, reason, seen: seenVersion })
  if (outcome.ok)
    return redirectWithFlash(
      href("/admin/products/:productId", { productId: params.productId }),
      DONE_MESSAGES[move],
    )
  if (outcome.reason === "moved_on")
    return data(
      { move, problem: "그사이 판매자가 고쳤거나 이미 결정된 상품이에요. 지금 내용을 확인해 주세요." },
      { status: 409 },
    )
  if (outcome.reason === "reason_needed")
    return data(
      { move, errors: { reason: "이유를 적어 주세요. 판매자에게 그대로 전해져요." }, values: { reason } },
      { status: 400 },
    )
  notFound()
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: titleOf(loaderData ? `${loaderData.title} 심사` : "상품 심사") },
  { name: "robots", content: "noindex" },
]

export default function AdminProduct({ loaderData: view, actionData }: Route.ComponentProps) {
  const errors = actionData && "errors" in actionData ? actionData.errors : undefined
  useFirstErrorFocus(errors)
  if (!view) return null
  const failed = errors && actionData ? actionData.move : undefined
  const reason =
    actionData && "values" in actionData ? [actionData.values?.reason ?? ""].flat()[0] : undefined
  const seenVersion = <input type="hidden" name="seen" value={view.updatedAt} />
  return (
    <AdminLayout current="products">
      <PageHeader
        title={view.title}
        back={{ href: "/admin/products", label: "상품 심사" }}
        text={[view.brand, DEPARTMENT_LABELS[view.department]].filter(Boolean).join(" · ")}
      >
        <ProductBadge state={view.state} hidden={view.hiddenReason !== null} />
      </PageHeader>
      <FormAlert
        message={actionData && "problem" in actionData ? actionData.problem : undefined}
        className="mb-4"
      />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_19rem]">
        <div className="grid gap-4">
          <Card className="md:p-6">
            <h2 className="mb-3 text-lg font-bold">
              사진 <span className="num text-ink-3">{view.pictures.length}</span>
            </h2>
            {view.pictures.length > 0 ? (
              <Gallery pictures={view.pictures} layout="grid" label={view.title} />
            ) : (
              <p className="text-base text-ink-3">사진이 없어요.</p>
            )}
            <h2 className="mt-7 text-lg font-bold">설명</h2>
            <p className="mt-3 text-base whitespace-pre-line">{view.description}</p>
          </Card>
          <Card className="md:p-6">
            <h2 className="text-lg font-bold">가격과 옵션</h2>
            <table className="num mt-3 w-full text-base">
              <thead className="text-left text-sm text-ink-3">
                <tr>
                  <th scope="col" className="py-2 font-normal">
                    {view.optionLabel || "옵션"}
                  </th>
                  <th scope="col" className="py-2 text-right font-normal">
                    가격
                  </th>
                  <th scope="col" className="py-2 text-right font-normal">
                    재고
                  </th>
                </tr>
              </thead>
              <tbody>
                {view.variants.map((variant) => (
                  <tr key={variant.id} className="border-t border-base-300">
                    <td className="py-2.5">{variant.name || "기본"}</td>
                    <td className="py-2.5 text-right font-semibold">{formatWon(variant.priceWon)}</td>
                    <td className="py-2.5 text-right">{variant.stock.toLocaleString("en-US")}개</td>
                  </tr>
                ))}
              </tbody>
            </table>
            <p className="mt-3 text-sm text-ink-3">
              {[
                view.listPriceWon === null ? "정가 없음" : `정가 ${formatWon(view.listPriceWon)}`,
                view.freeShipping ? "무료배송" : "상점 배송비",
                view.madeToOrder ? "주문 제작" : null,
              ]
                .filter(Boolean)
                .join(" · ")}
            </p>
          </Card>
          <Card className="md:p-6">
            <h2 className="text-lg font-bold">상품정보제공고시</h2>
            <dl className="mt-4 grid gap-2.5 text-base">
              {view.notice.map((row) => (
                <div key={row.label} className="grid grid-cols-[9rem_1fr] gap-3">
                  <dt className="text-ink-3">{row.label}</dt>
                  <dd className="min-w-0">{row.value}</dd>
                </div>
              ))}
            </dl>
          </Card>
        </div>
        <div className="grid gap-4 lg:sticky lg:top-20">
          <Card>
            <h2 className="text-lg font-bold">결정</h2>
            <div className="mt-3 grid gap-2">
              {view.state === "proposed" ? (
                <>
                  <ConfirmDialog
                    trigger="승인하기"
                    triggerClassName="btn btn-primary w-full"
                    title="판매를 시작할까요?"
                    text="바로 진열되고 판매자에게 알림이 가요."
                    confirmLabel="승인하기"
                  >
                    <input type="hidden" name="move" value="publish" />
                    {seenVersion}
                  </ConfirmDialog>
                  <ConfirmDialog
                    trigger="반려하기"
                    triggerClassName="btn btn-line w-full"
                    title="상품을 반려할까요?"
                    text="이유가 판매자에게 그대로 전해지고, 고쳐서 다시 요청할 수 있어요."
                    confirmLabel="반려하기"
                    tone="danger"
                    defaultOpen={failed === "reject"}
                  >
                    <input type="hidden" name="move" value="reject" />
                    {seenVersion}
                    <TextArea
                      label="이유"
                      name="reason"
                      rows={4}
                      maxLength={500}
                      defaultValue={failed === "reject" ? reason : ""}
                      error={failed === "reject" ? errors?.reason : undefined}
                    />
                  </ConfirmDialog>
                </>
              ) : view.hiddenReason !== null ? (
                <ConfirmDialog
                  trigger="다시 보이기"
                  triggerClassName="btn btn-primary w-full"
                  title="상품을 다시 보이게 할까요?"
                  confirmLabel="보이기"
                >
                  <input type="hidden" name="move" value="show" />
                  {seenVersion}
                </ConfirmDialog>
              ) : (
                <ConfirmDialog
                  trigger="숨기기"
                  triggerClassName="btn btn-line w-full"
                  title="상품을 숨길까요?"
                  text="아무도 살 수 없고, 판매자도 다시 보이게 할 수 없어요."
                  confirmLabel="숨기기"
                  tone="danger"
                  defaultOpen={failed === "hide"}
                >
                  <input type="hidden" name="move" value="hide" />
                  {seenVersion}
                  <TextArea
                    label="이유"
                    name="reason"
                    rows={4}
                    maxLength={500}
                    defaultValue={failed === "hide" ? reason : ""}
                    error={failed === "hide" ? errors?.reason : undefined}
                  />
                </ConfirmDialog>
              )}
              <Link
                to={href("/shopping/product/:productId", { productId: view.id })}
                className="btn btn-quiet w-full"
              >
                상품 페이지로 보기 <ExternalLink aria-hidden size={16} strokeWidth={1.75} />
              </Link>
            </div>
            {view.decisionReason || view.hiddenReason ? (
              <p className="mt-4 rounded-lg bg-fill p-3 text-sm whitespace-pre-line">
                {view.hiddenReason ?? view.decisionReason}
              </p>
            ) : null}
          </Card>
          <Card>
            <h2 className="text-lg font-bold">판매자</h2>
            <p className="mt-2 text-base">
              <Link
                to={href("/admin/users/shop-owners/:sellerId", { sellerId: view.sellerId })}
                className="font-semibold hover:underline"
              >
                {view.sellerName}
              </Link>
            </p>
            <p className="mt-1 text-sm text-ink-3">
              판매 {view.sold.toLocaleString("en-US")}개 · 후기 {view.reviewCount.toLocaleString("en-US")}개
            </p>
          </Card>
        </div>
      </div>
    </AdminLayout>
  )
}
