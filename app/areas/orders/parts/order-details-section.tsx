import type { ReactNode } from "react"
import { formatPhone } from "#app/basics/phone.ts"
import { formatWonRange } from "#app/basics/won.ts"
import { formatRegionName } from "#app/basics/regions.ts"
import { Gallery } from "#app/ui/gallery.tsx"
import { CATEGORY_LABELS } from "../rules.ts"
import type { OrderDetails as Facts, PictureView } from "../views.ts"
import { joinWithDots, formatService, formatWantedDate } from "./format.ts"

function DetailRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="fact-row py-2.5 [--label-width:7.5rem] md:[--label-width:10.5rem]">
      <dt className="text-ink-3">{label}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  )
}

/**
 * What was asked for: the words, the answers, the pictures of the site. For everybody who may see the
 * request.
 */
export function OrderDetailsSection({
  order,
  photos,
  contact = null,
}: {
  order: Facts
  photos: PictureView[]
  /** The reader's own. */ contact?: { address: string; phone: string } | null
}) {
  return (
    <>
      {order.description ? <p className="mb-4 whitespace-pre-line">{order.description}</p> : null}
      {photos.length > 0 ? (
        <div className="mb-4">
          <Gallery pictures={photos} layout="grid" label="현장 사진" />
        </div>
      ) : null}
      <dl className="divide-y divide-base-300 text-base">
        <DetailRow label="서비스">
          {joinWithDots(CATEGORY_LABELS[order.category], formatService(order))}
        </DetailRow>
        <DetailRow label="지역">{formatRegionName(order.regionCode)}</DetailRow>
        <DetailRow label="희망 날짜">{formatWantedDate(order)}</DetailRow>
        <DetailRow label="예산">{formatWonRange(order.budgetMinWon, order.budgetMaxWon)}</DetailRow>
        {order.answers.map((answer) => (
          <DetailRow key={answer.question} label={answer.label}>
            {answer.answer}
          </DetailRow>
        ))}
        {contact?.address ? <DetailRow label="작업할 주소">{contact.address}</DetailRow> : null}
        {contact?.phone ? <DetailRow label="연락처">{formatPhone(contact.phone)}</DetailRow> : null}
      </dl>
      {contact ? (
        <p className="mt-2 text-sm text-ink-3">주소와 연락처는 선택한 전문가에게만 보여요.</p>
      ) : null}
    </>
  )
}
