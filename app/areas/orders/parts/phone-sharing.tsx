/** How the two people of an order call each other, and the switch to the number itself. */
import { Form } from "react-router"
import { withJosa } from "#app/basics/korean.ts"
import { formatPhone } from "#app/basics/phone.ts"
import { SubmitButton } from "#app/ui/form.tsx"
import { Phone } from "#app/ui/icons.tsx"
import type { ContactView } from "../views.ts"

const LINK_CLASS = "hit rounded-sm font-medium text-primary-ink hover:underline"

/** For the expert: the number to call, the relay number until both want more. */
export function CustomerPhone({ contact }: { contact: ContactView }) {
  const { phone, relayNumber, sharing } = contact
  const shown = phone || relayNumber
  if (!shown && !sharing) return null
  return (
    <li className="flex items-start gap-2.5">
      <Phone size={20} className="mt-0.5 flex-none text-ink-3" />
      <div className="min-w-0">
        {shown ? (
          <a href={`tel:${shown}`} className={LINK_CLASS}>
            {phone ? formatPhone(phone) : relayNumber}
          </a>
        ) : (
          <p>안심번호를 준비하고 있어요.</p>
        )}
        {sharing && !phone ? (
          <p className="mt-1 text-sm text-ink-3">
            {relayNumber ? "안심번호예요. 전화하면 고객 휴대폰으로 연결돼요. " : ""}
            {sharing.mine ? "고객에게 번호를 요청했어요." : ""}
          </p>
        ) : null}
        {sharing && !sharing.mine ? <SharingForm shares label="진짜 번호 요청하기" /> : null}
        {sharing?.mine && !phone ? <SharingForm label="요청 거두기" /> : null}
      </div>
    </li>
  )
}

/** For the customer: what the expert sees of their number. */
export function OwnPhoneSharing({ sharing, relayNumber }: Pick<ContactView, "sharing" | "relayNumber">) {
  if (!sharing) return null
  const isShared = sharing.mine && sharing.theirs
  return (
    <section aria-label="내 번호">
      <h2 className="text-lg font-bold">
        {isShared ? "내 번호가 전문가에게 보여요" : "내 번호는 가려져 있어요"}
      </h2>
      <p className="mt-1 text-base text-ink-2">
        {isShared
          ? "두 사람이 모두 원해서 안심번호 대신 진짜 번호가 보여요."
          : sharing.mine
            ? "전문가도 원하면 진짜 번호가 보여요."
            : sharing.theirs
              ? "전문가가 번호를 요청했어요. 알려 주면 안심번호 대신 진짜 번호가 보여요."
              : `전문가는 ${withJosa(relayNumber ? `안심번호 ${relayNumber}` : "안심번호", "으로/로")} 전화해요.`}
      </p>
      {sharing.mine ? <SharingForm label="다시 가리기" /> : <SharingForm shares label="내 번호 알려 주기" />}
    </section>
  )
}

function SharingForm({ shares = false, label }: { shares?: boolean; label: string }) {
  return (
    <Form method="post" preventScrollReset className="mt-2.5">
      <input type="hidden" name="shares" value={shares ? "yes" : "no"} />
      <SubmitButton name="intent" value="share_phone" className="btn btn-line btn-sm">
        {label}
      </SubmitButton>
    </Form>
  )
}
