/** /my-info/addresses: where one has things sent. */
import { Form, href, Link } from "react-router"
import { requireMember } from "#app/areas/accounts/guards.server.ts"
import { titleOf } from "#app/basics/brand.ts"
import { formatPhone } from "#app/basics/phone.ts"
import { intents } from "#app/platform/intents.server.ts"
import { useActionAnswer, type ScreenAnswer } from "#app/ui/action-answer.ts"
import { ConfirmDialog } from "#app/ui/dialog.tsx"
import { Checkbox } from "#app/ui/field.tsx"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { Page, PageHeader } from "#app/ui/section.tsx"
import type { Member } from "../../accounts/rules.ts"
import { AddressIdForm, DeliveryAddressForm } from "../forms.ts"
import { AddressSummary } from "../parts/address-summary.tsx"
import { AddressFields } from "../parts/address-fields.tsx"
import { LIMITS } from "../rules.ts"
import { deleteAddress, findAddresses, makeDefaultAddress, saveAddress } from "../service/addresses.server.ts"
import type { DeliveryAddress } from "../views.ts"
import type { Route } from "./+types/addresses"

export const handle = { bar: "task", title: "배송지 관리", backHref: href("/my-info") } satisfies ScreenHandle

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  const addresses = await findAddresses(actor)
  const edited = new URL(request.url).searchParams.get("edit")
  return { addresses, edited: addresses.find((address) => address.id === edited) ?? null }
}

const answerForm = intents<{ actor: Member }>((intent) => ({
  save: intent({
    form: DeliveryAddressForm,
    hidden: ["id"],
    run: ({ actor }, { id, ...address }) => saveAddress(actor, id, address),
    done: "배송지를 저장했어요",
    problems: { full: `배송지는 ${LIMITS.addresses}개까지 저장할 수 있어요. 쓰지 않는 곳을 지워 주세요.` },
  }),
  default: intent({
    form: AddressIdForm,
    hidden: ["id"],
    run: ({ actor }, { id }) => makeDefaultAddress(actor, id),
    done: "기본 배송지를 바꿨어요",
    problems: {},
  }),
  delete: intent({
    form: AddressIdForm,
    hidden: ["id"],
    run: ({ actor }, { id }) => deleteAddress(actor, id),
    done: "배송지를 지웠어요",
    problems: {},
  }),
}))

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireMember(context, request)
  return answerForm(await request.formData(), { actor }, { to: href("/my-info/addresses") })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("배송지 관리") },
  { name: "robots", content: "noindex" },
]

export default function Addresses({ loaderData: { addresses, edited }, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  const canAdd = addresses.length < LIMITS.addresses
  return (
    <Page isNarrow>
      <PageHeader title="배송지 관리" back={{ href: href("/my-info"), label: "마이" }} bar="same" />
      {addresses.length > 0 ? (
        <ul className="mt-4 grid gap-3">
          {addresses.map((address) => (
            <li key={address.id} className="card-line p-4 md:p-5">
              <AddressSummary address={address} />
              <div className="mt-3.5 flex flex-wrap gap-2">
                <Link to={`?edit=${address.id}#address`} className="btn btn-line btn-sm">
                  수정
                </Link>
                {address.isDefault ? null : (
                  <Form method="post">
                    <input type="hidden" name="intent" value="default" />
                    <SubmitButton name="id" value={address.id} className="btn btn-line btn-sm">
                      기본으로
                    </SubmitButton>
                  </Form>
                )}
                <ConfirmDialog
                  trigger="삭제"
                  triggerClassName="btn btn-line btn-sm"
                  title="이 배송지를 지울까요?"
                  text={`${address.recipient} · ${address.address} ${address.addressDetail}`.trim()}
                  confirmLabel="지우기"
                  tone="danger"
                >
                  <input type="hidden" name="intent" value="delete" />
                  <input type="hidden" name="id" value={address.id} />
                </ConfirmDialog>
              </div>
            </li>
          ))}
        </ul>
      ) : (
        <p className="mt-4 text-base text-ink-2">자주 받는 곳을 저장해 두면 주문할 때 고르기만 하면 돼요.</p>
      )}
      {edited || canAdd ? (
        <AddressForm key={edited?.id ?? "new"} edited={edited} answer={answer.of("save")} />
      ) : null}
    </Page>
  )
}

function AddressForm({ edited, answer }: { edited: DeliveryAddress | null; answer: ScreenAnswer }) {
  const values = answer.wasSent
    ? answer.values
    : edited && { ...edited, id: edited.id, isDefault: "", phone: formatPhone(edited.phone) }
  return (
    <section id="address" aria-labelledby="address-title" className="mt-6 card-line scroll-mt-20 p-4 md:p-6">
      <h2 id="address-title" className="mb-4 text-lg font-bold">
        {edited ? "배송지 수정" : "새 배송지"}
      </h2>
      <FormAlert message={answer.problem} className="mb-4" />
      <Form method="post" noValidate className="grid gap-4">
        <input type="hidden" name="intent" value="save" />
        <input type="hidden" name="id" value={edited?.id ?? ""} />
        <AddressFields values={values ?? {}} errors={answer.errors} />
        {edited?.isDefault ? null : <Checkbox name="isDefault" label="기본 배송지로 쓰기" />}
        <div className="flex gap-2">
          {edited ? (
            <Link to={href("/my-info/addresses")} className="btn btn-quiet btn-lg flex-1">
              취소
            </Link>
          ) : null}
          <SubmitButton className="btn btn-primary btn-lg flex-1">저장하기</SubmitButton>
        </div>
      </Form>
    </section>
  )
}
