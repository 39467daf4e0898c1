import { Link, href as toHref } from "react-router"
import { formatPhone } from "#app/basics/phone.ts"
import { Card } from "#app/ui/section.tsx"
import { OfficeLink } from "./office-link.tsx"

type PersonDetail = { name: string; email: string; phone: string | null }

/** Who ordered, who works, and who else offered. */
export function OrderPeople({
  orderId,
  proposalCount,
  inside,
  customer,
  expert,
}: {
  orderId: string
  proposalCount: number
  inside: { customerId: string; expertId: string | null; contact: { address: string } | null }
  customer: PersonDetail | null
  expert: PersonDetail | null
}) {
  return (
    <Card>
      <h2 className="text-lg font-bold">사람</h2>
      <Person
        title="고객"
        person={customer}
        extra={inside.contact?.address}
        href={toHref("/admin/users/:userId", { userId: inside.customerId })}
      />
      {inside.expertId ? (
        <Person
          title="전문가"
          person={expert}
          href={toHref("/admin/expert/:expertId", { expertId: inside.expertId })}
        />
      ) : null}
      <Link
        to={toHref("/admin/orders/:orderId/proposals", { orderId: orderId })}
        className="btn btn-quiet mt-4 w-full"
      >
        받은 견적 {proposalCount}개 보기
      </Link>
    </Card>
  )
}

function Person({
  title,
  person,
  extra,
  href,
}: {
  title: string
  person: PersonDetail | null
  extra?: string | undefined
  href?: string
}) {
  return (
    <div className="mt-3">
      <p className="text-sm text-ink-3">{title}</p>
      <p className="text-base font-semibold">
        {person ? (
          href ? (
            <OfficeLink to={href} className="hover:underline" otherwise={person.name}>
              {person.name}
            </OfficeLink>
          ) : (
            person.name
          )
        ) : (
          "탈퇴한 회원"
        )}
      </p>
      {person ? <p className="text-sm break-all text-ink-2">{person.email}</p> : null}
      {person?.phone ? <p className="num text-sm text-ink-2">{formatPhone(person.phone)}</p> : null}
      {extra ? <p className="text-sm text-ink-2">{extra}</p> : null}
    </div>
  )
}
